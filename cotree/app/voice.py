"""Somebody who speaks and acts for one person of a team while it runs."""

from __future__ import annotations

import math

from cotree.core.mission import Mission
from cotree.core.words import did_you_mean
from cotree.runtime.crew.crew import Crew
from cotree.runtime.mouth import Mouth, content
from cotree.runtime.replies import You
from cotree.simulation.stage.player import Player
from cotree.simulation.stage.screen import screen_of
from cotree.simulation.stage.stage import Stage


def no_person(mission: Mission, name: str) -> str | None:
    """Why nobody can speak for this name; None: it is a person of the team."""
    people = [each for each, mate in mission.team.items() if mate.robot is None]
    if name in people:
        return None
    if name in mission.team:
        why = f"{name} is a robot"
    else:
        why = f"there is no '{name}' in the team{did_you_mean(name, people, most=0)}"
    known = f"there is: {', '.join(people)}" if people else "it has no people"
    return f"{why}; {known}"


LOOK_S = 0.05
"""So often the person is told how it stands, in the time of the mission."""


class Voice:
    """Hands over to a person on stage what is said for her, each between two events of the run."""

    def __init__(self, person: str, mouth: Mouth) -> None:
        self.person = person
        self._mouth = mouth
        self._planned = False
        self._shown_s = -math.inf

    def join(self, crew: Crew, stage: Stage) -> None:
        """From now on this voice, and no script, says what the person does."""
        self._crew = crew
        self._player: Player = stage.person(self.person)
        self._player.listens(crew.queue.now_s)
        before = crew.after

        def after(now_s: float) -> None:
            before(now_s)
            self.news(now_s)
            if now_s >= self._shown_s + LOOK_S:
                self._show(now_s)

        crew.after = after
        self._show(crew.queue.now_s)

    def news(self, now_s: float) -> bool:
        """Whether there is something to be heard; it is, before anything else happens."""
        if not self._mouth.waiting or self._planned:
            return False
        self._planned = True
        self._crew.queue.at(max(now_s, self._crew.queue.now_s), self._speak)
        return True

    def leaves(self) -> None:
        """The run is over."""
        self._mouth.show(You(self.person, self._crew.queue.now_s, gone=True))

    def _show(self, now_s: float) -> None:
        self._shown_s = now_s
        if self._mouth.looks:
            self._mouth.show(screen_of(self._player, now_s))

    def _speak(self) -> None:
        self._planned = False
        now_s = self._crew.queue.now_s
        self._crew.stirred = True
        for said in self._mouth.take():
            if said is None:
                self._player.goes(now_s)
                return
            wrong = self._player.say(content(said), now_s)
            self._mouth.settle(said, wrong, self._player.meant, now_s)
        self._show(now_s)
