"""Somebody who speaks and acts for one person of a team while it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cotree.core.mission import Mission
from cotree.core.words import did_you_mean
from cotree.runtime.crew.crew import Crew
from cotree.simulation.stage.interactive import InteractivePerson
from cotree.simulation.stage.player import Player
from cotree.simulation.stage.stage import Stage
from cotree.team.mirror.script import ScriptedPerson


class Lines(Protocol):
    """Where lines come from, whenever they come."""

    @property
    def waiting(self) -> bool:
        """Whether there is a line, or the news that none will come any more."""

    def take(self) -> list[str | None]:
        """The lines since the last call; None is the end of all."""


def no_person(mission: Mission, name: str) -> str | None:
    """Why nobody can speak for this name; None: it is a person of the team."""
    people = [each for each, mate in mission.team.items() if mate.robot is None]
    if name in people:
        return None
    if name in mission.team:
        why = f"{name} is a robot"
    else:
        why = f"there is no '{name}' in the team{did_you_mean(name, people)}"
    known = f"there is: {', '.join(people)}" if people else "it has no people"
    return f"{why}; {known}"


class Voice:
    """Hands lines over to a person on stage, each between two events of the run."""

    def __init__(self, person: str, lines: Lines, reply: Callable[[str], None]) -> None:
        self.person = person
        self._lines = lines
        self._reply = reply
        self._planned = False

    def join(self, crew: Crew, stage: Stage) -> None:
        """From now on these lines, and no script, say what the person does."""
        self._crew = crew
        self._player: Player = stage.person(self.person)
        objects = {leaf: target.object for leaf, target in stage.targets.items()}
        self._player.replace(InteractivePerson(objects), crew.queue.now_s)
        crew.after = self._after

    def news(self, now_s: float) -> bool:
        """Whether there is something to be heard; it is, before anything else happens."""
        if not self._lines.waiting or self._planned:
            return False
        self._planned = True
        self._crew.queue.at(max(now_s, self._crew.queue.now_s), self._speak)
        return True

    def _after(self, now_s: float) -> None:
        self.news(now_s)

    def _speak(self) -> None:
        self._planned = False
        now_s = self._crew.queue.now_s
        self._crew.stirred = True
        for line in self._lines.take():
            if line is None:
                self._leave(now_s)
                return
            wrong = self._player.say(line, now_s)
            if wrong is not None:
                self._reply(wrong)

    def _leave(self, now_s: float) -> None:
        """Nobody speaks any more: the person goes, and says no to whatever is asked."""
        mind = self._player.mind
        if isinstance(mind, InteractivePerson):
            moment = mind.moment()
            if moment.busy:
                self._player.say("leave", now_s)
            away = ScriptedPerson(())
            if moment.question is not None:
                away.asked(now_s, moment.question)
            self._player.replace(away, now_s)
