"""A person in a process of her own: a script, or somebody who types or has a page."""

from __future__ import annotations

from collections.abc import Callable

from cotree.core.actions import Ask, Say
from cotree.core.mission import Mission
from cotree.runtime.mouth import Mouth, content
from cotree.runtime.process.telegrams import Seen, Spoken, Telegram
from cotree.simulation.shared.asking import Answering
from cotree.simulation.shared.keepsake import Diary, Keepsake, Kept
from cotree.simulation.shared.stage import SharedStage
from cotree.simulation.stage.player import Player
from cotree.simulation.stage.screen import screen_of


class Guest:
    """Implements ``Senses`` for a person: her hand is simulated here, and she is asked here."""

    def __init__(
        self,
        mission: Mission,
        person: str,
        keepsake: Keepsake,
        show: Callable[[str], None],
        mouth: Mouth | None = None,
    ) -> None:
        self._diary = Diary(keepsake)
        self.stage = SharedStage(mission, person, Kept(self._diary.kept.noted))
        self._show = show
        self._mouth = mouth
        self._person = person
        self._player: Player = self.stage.person(person)
        self._answering = Answering(person)
        self._again: list[Spoken] = []
        if mouth is not None:
            self._player.listens(0.0)

    def wake(self, now_s: float) -> None:
        """The hand moves on; somebody may have said something."""
        self.stage.advance(now_s)
        mouth = self._mouth
        for said in [] if mouth is None else mouth.take():
            if said is None:
                self._player.goes(now_s)
            elif mouth is not None:
                wrong = self._player.say(content(said), now_s)
                mouth.settle(said, wrong, self._player.meant, now_s)

    def hear(self, sender: str, telegram: Telegram, now_s: float) -> None:
        """What somebody sees, or says to this person."""
        match telegram:
            case Seen():
                self.stage.seen(telegram, now_s, sender)
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
        self._diary.note(self.stage.sights.all(), now_s)
        if self._mouth is not None and self._mouth.looks:
            self._mouth.show(screen_of(self._player, now_s))
        return [*self.stage.sights.telling(now_s), *spoken, *again]
