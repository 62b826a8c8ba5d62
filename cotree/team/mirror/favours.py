"""Asking people for what no robot can do, and about what nobody can see, one after the other.

    waiting -> asking -> promised -> done, or the next person -> in vain

Whoever says yes has the leaf, and robots stay away from it; who then does nothing for 15 s has not
meant it.  Where nobody can see what becomes of it, the person is asked whether it is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

import msgspec

from cotree.core.actions import Keeps
from cotree.team.mirror import wording
from cotree.team.mirror.effects import AskPerson, Effect, Say, Tell
from cotree.team.mirror.favour import Favour, Phase, Wish, retract_of, text_of
from cotree.team.mirror.questions import Answer, Question
from cotree.team.mirror.sightings import Sighting, Stage
from cotree.team.mirror.talk import TRIES

STILL = 4
"""So often a person who promised may say that it is not done yet."""


class Favours:
    """What one robot wants of people."""

    def __init__(self, robot: str, boot: int = 0) -> None:
        self.robot = robot
        self.boot = boot
        """Counts the robot's starts; ids of before a restart are not used again."""
        self.open: dict[str, Favour] = {}
        """By leaf."""
        self.vain: set[str] = set()
        """Leaves for which nobody is left to be asked."""
        self.undone: set[str] = set()
        """Leaves of which a person said that they are not done."""
        self._serial = 0

    # -- what the robot wants ------------------------------------------------------------------

    def want(
        self,
        now_s: float,
        leaf: str,
        people: Iterable[str],
        wish: Wish = Wish.HELP,
        *,
        unseen: bool = False,
        at_it: str = "",
    ) -> list[Effect]:
        """Ask these people, one after the other; who is ``at_it`` anyway need not be asked."""
        if leaf in self.open:
            return []
        asked = () if leaf in self.vain else tuple(people)
        favour = Favour(leaf, wish, at_it, asked, Phase.PROMISED, now_s, unseen)
        if not at_it:
            return self._next(now_s, favour)
        self.open[leaf] = favour
        return []

    def forget(self, leaf: str) -> list[Effect]:
        """It is over, and whatever was said about it."""
        self.vain.discard(leaf)
        self.undone.discard(leaf)
        return self.withdraw(leaf)

    def withdraw(self, leaf: str) -> list[Effect]:
        """It is not wanted now; whom it was asked of in vain is not asked again."""
        favour = self.open.pop(leaf, None)
        return [] if favour is None else retract_of(favour)

    # -- what is said --------------------------------------------------------------------------

    def posed(self, now_s: float, question: str) -> None:
        """The person hears the question now."""
        favour = self._about(question, Phase.WAITING)
        if favour is not None:
            self._to(favour, Phase.ASKING, now_s)

    def answered(self, now_s: float, answer: Answer) -> list[Effect]:
        """An answer came; one to a question that is not open changes nothing."""
        favour = self._about(answer.question, Phase.ASKING)
        if favour is None:
            return []
        if favour.wish is Wish.HELP:
            said = None if answer.keeps is None else answer.keeps is Keeps.HUMAN
        else:
            said = answer.done
        if said is None:
            return self._again(now_s, favour)
        if favour.wish is Wish.HELP:
            return self._promised(now_s, favour) if said else self._next(now_s, favour)
        return self._settled(now_s, favour) if said else self._not_done(now_s, favour)

    def declines(self, now_s: float, leaf: str, person: str) -> list[Effect]:
        """The person does not do it, whatever was promised: the next one is asked."""
        favour = self.open.get(leaf)
        if favour is None:
            return []
        others = tuple(name for name in favour.others if name != person)
        self.open[leaf] = favour = msgspec.structs.replace(favour, others=others)
        return [*retract_of(favour), *self._next(now_s, favour)] if favour.person == person else []

    def _about(self, question: str, phase: Phase) -> Favour | None:
        for favour in self.open.values():
            asked = favour.question
            if asked is not None and asked.id == question and favour.phase is phase:
                return favour
        return None

    def _again(self, now_s: float, favour: Favour) -> list[Effect]:
        if favour.tries < TRIES:
            return self._ask(now_s, favour)
        return self._next(now_s, favour)

    def _promised(self, now_s: float, favour: Favour) -> list[Effect]:
        self._to(favour, Phase.PROMISED, now_s)
        word = self._word(now_s, favour, Stage.REACHING)
        return [Tell(word), Say(favour.person, wording.yours(favour.leaf))]

    def _settled(self, now_s: float, favour: Favour) -> list[Effect]:
        del self.open[favour.leaf]
        return [Tell(self._word(now_s, favour, Stage.DONE))]

    def _not_done(self, now_s: float, favour: Favour) -> list[Effect]:
        """Not done yet by who promised it, or not done by whoever was at it before."""
        if favour.unseen and favour.still < STILL:
            self._to(favour, Phase.PROMISED, now_s, wish=Wish.HELP, still=favour.still + 1)
            return [Tell(self._word(now_s, favour, Stage.REACHING))]
        if favour.unseen:
            return self._next(now_s, msgspec.structs.replace(favour, wish=Wish.HELP))
        del self.open[favour.leaf]
        self.undone.add(favour.leaf)
        return []

    # -- what is seen --------------------------------------------------------------------------

    def look(self, now_s: float, active: Mapping[str, Sighting], done: Set[str]) -> list[Effect]:
        """What is done is not asked for; who is at it has said yes; nobody is waited for long."""
        effects: list[Effect] = []
        for leaf, favour in list(self.open.items()):
            if leaf in done:
                effects += self.forget(leaf)
            elif leaf in active:
                effects += self._at_it(favour, active[leaf])
            elif favour.is_over(now_s):
                effects += self._over(now_s, favour)
        return effects

    def _at_it(self, favour: Favour, word: Sighting) -> list[Effect]:
        """The person acts, which is more than any answer."""
        acted_s = word.at_s if word.stage is Stage.WORKING else word.acted_s
        if favour.phase is Phase.PROMISED and favour.person == word.person:
            self._to(favour, Phase.PROMISED, max(favour.since_s, acted_s))
            return []
        others = tuple(name for name in favour.others if name != word.person)
        self._to(favour, Phase.PROMISED, acted_s, person=word.person, others=others)
        return retract_of(favour)

    def _over(self, now_s: float, favour: Favour) -> list[Effect]:
        if favour.phase is not Phase.PROMISED:
            return [*retract_of(favour), *self._next(now_s, favour)]
        if favour.unseen:
            news = msgspec.structs.replace(favour, wish=Wish.NEWS, tries=0)
            return self._ask(now_s, news)
        free = Say(favour.person, wording.free(favour.leaf))
        return [free, *self._next(now_s, favour)]

    # -- how -----------------------------------------------------------------------------------

    def _next(self, now_s: float, favour: Favour) -> list[Effect]:
        """Ask the next person, if there is one."""
        if not favour.others:
            self.open.pop(favour.leaf, None)
            self.vain.add(favour.leaf)
            return []
        person, *others = favour.others
        wish = Wish.HELP if favour.unseen else favour.wish
        following = msgspec.structs.replace(
            favour, wish=wish, person=person, others=tuple(others), tries=0, still=0
        )
        return self._ask(now_s, following)

    def _ask(self, now_s: float, favour: Favour) -> list[Effect]:
        self._serial += 1
        id_ = f"{self.robot}.{self.boot}.favour.{self._serial}"
        helps = favour.wish is Wish.HELP
        question = Question(
            id_,
            self.robot,
            favour.person,
            favour.leaf,
            text_of(favour),
            now_s,
            about_done=not helps,
            helps=helps,
        )
        tries = favour.tries + 1
        self._to(favour, Phase.WAITING, now_s, wish=favour.wish, question=question, tries=tries)
        return [AskPerson(question)]

    def _to(self, favour: Favour, phase: Phase, now_s: float, **more: object) -> None:
        changed = msgspec.structs.replace(favour, phase=phase, since_s=now_s, **more)
        self.open[favour.leaf] = changed

    def _word(self, now_s: float, favour: Favour, stage: Stage) -> Sighting:
        return Sighting(
            favour.person,
            favour.leaf,
            stage,
            1.0,
            now_s,
            self.robot,
            now_s,
            spoken=True,
            stamp_s=now_s,
        )
