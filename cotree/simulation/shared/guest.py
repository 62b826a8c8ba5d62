"""A person in a process of her own: a script, or somebody who types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cotree.core.actions import Ask, Say
from cotree.core.mission import Mission
from cotree.runtime.process.telegrams import Seen, Spoken, Telegram
from cotree.simulation.shared.asking import Answering
from cotree.simulation.shared.keepsake import Keepsake
from cotree.simulation.shared.stage import SharedStage
from cotree.simulation.stage.interactive import InteractivePerson
from cotree.simulation.stage.player import Player
from cotree.team.mirror.script import ScriptedPerson


class Lines(Protocol):
    """Where lines come from, whenever they come."""

    def take(self) -> list[str | None]:
        """The lines since the last call; None is the end of all."""


class Guest:
    """Implements ``Senses`` for a person: her hand is simulated here, and she is asked here."""

    def __init__(
        self,
        mission: Mission,
        person: str,
        keepsake: Keepsake,
        show: Callable[[str], None],
        lines: Lines | None = None,
    ) -> None:
        self.stage = SharedStage(mission, person)
        self._keepsake = keepsake
        self._show = show
        self._lines = lines
        self._person = person
        self._player: Player = self.stage.person(person)
        self._answering = Answering(person)
        self._again: list[Spoken] = []
        self._kept = keepsake.read()
        self.stage.hear(self._kept)
        if lines is not None:
            objects = {leaf: target.object for leaf, target in self.stage.targets.items()}
            self._player.replace(InteractivePerson(objects), 0.0)

    def wake(self, now_s: float) -> None:
        """The hand moves on; somebody may have typed something."""
        self.stage.advance(now_s)
        for line in [] if self._lines is None else self._lines.take():
            if line is None:
                self._leave(now_s)
            elif (wrong := self._player.say(line, now_s)) is not None:
                self._show(wrong)

    def hear(self, sender: str, telegram: Telegram, now_s: float) -> None:
        """What somebody sees, or says to this person."""
        match telegram:
            case Seen():
                self.stage.seen(telegram, now_s)
            case Spoken(to=self._person, what=what):
                new, again = self._answering.hears(what, now_s)
                if again is not None:
                    self._again.append(again)
                if new is not None and new.robot == sender:
                    if isinstance(new, Ask | Say):
                        self._show(f"{new.robot}: {new.text}")
                    self.stage.asks(new)

    def telegrams(self, now_s: float) -> list[Telegram]:
        """What is new here; what she answers."""
        for unask in self._answering.silent(now_s):
            self.stage.asks(unask)
        self.stage.advance(now_s)
        spoken, self.stage.spoken = self.stage.spoken, []
        for each in spoken:
            self._answering.says(each)
        again, self._again = self._again, []
        now = self.stage.sights.all()
        if now != self._kept:
            self._kept = now
            self._keepsake.write(now)
        return [*self.stage.sights.telling(now_s), *spoken, *again]

    def _leave(self, now_s: float) -> None:
        """Nobody types any more: she goes, and says no to whatever is asked."""
        mind = self._player.mind
        if not isinstance(mind, InteractivePerson):
            return
        moment = mind.moment()
        if moment.busy:
            self._player.say("leave", now_s)
        away = ScriptedPerson(())
        if moment.question is not None:
            away.asked(now_s, moment.question)
        self._player.replace(away, now_s)
