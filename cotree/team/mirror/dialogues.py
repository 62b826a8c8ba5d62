"""All talks of one robot: which conflicts there are, and which answer belongs to which question.

``look`` compares what the robot runs with what is believed of the people, every tick, so that no
single message can be missed.  The other methods pass on what the executor, the person's port and
the answers say.  Each returns what is to be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from cotree.team.mirror.effects import Allow, Effect, Suppress, Tell
from cotree.team.mirror.heard import (
    Again,
    Answered,
    Finished,
    Gone,
    Input,
    Passed,
    Posed,
    Resumed,
    Stopped,
    Withdrawn,
)
from cotree.team.mirror.person import holder
from cotree.team.mirror.questions import Answer
from cotree.team.mirror.sightings import Sighting, Stage
from cotree.team.mirror.talk import Phase, Talk, begin, step
from cotree.team.outline import Outline

GRACE_S = 0.5
"""So long after a person gave a leaf up, other robots may not have heard of it yet."""


class Dialogues:
    """What one robot has to settle with people."""

    def __init__(self, robot: str, outline: Outline, boot: int = 0) -> None:
        self.robot = robot
        self.boot = boot
        """Counts the robot's starts; ids of before a restart are not used again."""
        self.outline = outline
        self.talks: dict[str, Talk] = {}
        """By the robot's leaf."""
        self.suppressed: dict[str, str] = {}
        """Leaves that this robot leaves to a person."""
        self._given: dict[tuple[str, str], float] = {}
        """When a person gave a leaf up."""
        self._serial = 0

    # -- what is believed ----------------------------------------------------------------------

    def wants(self, leaf: str, active: Mapping[str, Sighting]) -> list[Effect]:
        """Before a start: nothing if the leaf is free; else it is left to the person in silence."""
        word = self._holder(leaf, active)
        if word is None or self.suppressed.get(leaf) == word.person:
            return []
        self.suppressed[leaf] = word.person
        return [Suppress(leaf, word.person)]

    def look(
        self,
        now_s: float,
        running: Iterable[str],
        active: Mapping[str, Sighting],
        done: Set[str],
    ) -> list[Effect]:
        """What this moment asks for: new conflicts, settled ones, and time that has run out.

        ``running`` are the leaves that the robot has started and not ended, stopped ones included.
        """
        mine = tuple(running)
        effects: list[Effect] = []
        for leaf in list(self.talks):
            effects += self._feed(leaf, self._news(self.talks[leaf], mine, active, done), now_s)
            effects += self._feed(leaf, Passed(), now_s)
        for leaf in mine:
            word = self._holder(leaf, active)
            if leaf not in self.talks and leaf not in done and word is not None:
                self._serial += 1
                serial = f"{self.boot}.{self._serial}"
                effects += self._keep(leaf, begin(self.robot, leaf, word, serial, now_s))
        return [*effects, *self._freed(active)]

    def _holder(self, leaf: str, active: Mapping[str, Sighting]) -> Sighting | None:
        counted = {key: word for key, word in active.items() if self._counts(word)}
        return holder(self.outline, leaf, counted)

    def _counts(self, word: Sighting) -> bool:
        """Whether the word is more than an echo of what the person has given up since."""
        given_s = self._given.get((word.person, word.leaf))
        if given_s is None or word.stage is Stage.WORKING:
            return True
        return word.acted_s > given_s + GRACE_S or (word.spoken and word.at_s > given_s)

    def _news(
        self, talk: Talk, running: tuple[str, ...], active: Mapping[str, Sighting], done: Set[str]
    ) -> Input:
        if talk.leaf in done or talk.theirs in done:
            return Finished()
        if talk.phase is not Phase.CONCEDED and talk.leaf not in running:
            return Gone()
        return Withdrawn() if self._holder(talk.leaf, active) is None else Again()

    def _freed(self, active: Mapping[str, Sighting]) -> list[Effect]:
        freed = [
            leaf
            for leaf in self.suppressed
            if leaf not in self.talks and self._holder(leaf, active) is None
        ]
        for leaf in freed:
            del self.suppressed[leaf]
        return [Allow(leaf) for leaf in freed]

    # -- what others say -----------------------------------------------------------------------

    def stopped(self, now_s: float, leaf: str) -> list[Effect]:
        """A leaf has come to its safe stop."""
        return self._feed(leaf, Stopped(), now_s)

    def resumed(self, now_s: float, leaf: str) -> list[Effect]:
        """A leaf runs again."""
        return self._feed(leaf, Resumed(), now_s)

    def posed(self, now_s: float, question: str) -> list[Effect]:
        """The person hears this question now."""
        leaf = self._about(question, Phase.WAITING)
        return [] if leaf is None else self._feed(leaf, Posed(), now_s)

    def answered(self, now_s: float, answer: Answer) -> list[Effect]:
        """An answer came; one to a question that is not open (late, doubled) changes nothing."""
        leaf = self._about(answer.question, Phase.ASKING)
        return [] if leaf is None else self._feed(leaf, Answered(answer.keeps), now_s)

    def _about(self, question: str, phase: Phase) -> str | None:
        for leaf, talk in self.talks.items():
            if talk.question == question and talk.phase is phase:
                return leaf
        return None

    def _feed(self, leaf: str, heard: Input, now_s: float) -> list[Effect]:
        talk = self.talks.get(leaf)
        return [] if talk is None else self._keep(leaf, step(talk, heard, now_s))

    def _keep(self, leaf: str, outcome: tuple[Talk | None, list[Effect]]) -> list[Effect]:
        talk, effects = outcome
        if talk is None:
            self.talks.pop(leaf, None)
        else:
            self.talks[leaf] = talk
        for effect in effects:
            match effect:
                case Suppress(leaf=own, person=person):
                    self.suppressed[own] = person
                case Tell(word) if word.stage is Stage.CLEARED:
                    self._given[word.person, word.leaf] = word.at_s
        return effects
