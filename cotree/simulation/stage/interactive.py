"""A person who is told line by line what to do: somebody at a keyboard, or a test."""

from __future__ import annotations

from collections.abc import Mapping, Set

from cotree.simulation.stage.lines import Leave, Moment, PutDown, Take, Wish, understand_line
from cotree.team.mirror.questions import Answer, Keeps, Question
from cotree.team.mirror.script import Act, Deed, Pace


class InteractivePerson:
    """Does one thing at a time; a question makes the hand wait until it is answered."""

    def __init__(
        self,
        leaves: Mapping[str, str],
        pace: Pace = Pace(),  # noqa: B008 (frozen)
    ) -> None:
        self.pace = pace
        self._objects = dict(leaves)
        """By leaf: the object that it moves."""
        self._done: frozenset[str] = frozenset()
        self._question: Question | None = None
        self._leaf: str | None = None
        """What the hand is at."""
        self._due: tuple[float, Act] | None = None
        """What the hand does next by itself."""
        self._happened: list[Act | Answer] = []

    # -- somebody speaks -----------------------------------------------------------------------

    def say(self, line: str, now_s: float) -> str | None:
        """Do what a line says; the answer says what is wrong with it, or None."""
        wish = understand_line(line, self.moment())
        if isinstance(wish, str):
            return wish
        self._wish(wish, now_s)
        return None

    def moment(self) -> Moment:
        """What can be said now."""
        open_ = [leaf for leaf in self._objects if leaf not in self._done]
        leaves = {self._objects[leaf]: leaf for leaf in reversed(open_)}
        return Moment(leaves, self._question, self._leaf is not None)

    def _wish(self, wish: Wish, now_s: float) -> None:
        match wish:
            case Take(leaf=leaf):
                self._leaf = leaf
                self._happened.append(Act(Deed.REACHES, leaf))
                self._due = now_s + self.pace.takes_s, Act(Deed.TAKES, leaf)
            case PutDown():
                self._puts_down()
            case Leave():
                self._withdraws()
            case Answer():
                self._answers(wish, now_s)

    def _puts_down(self) -> None:
        assert self._leaf is not None
        if self._due is not None:  # not taken yet: first the one, then the other
            self._happened.append(self._due[1])
        self._ends(Deed.PLACES)

    def _withdraws(self) -> None:
        self._ends(Deed.WITHDRAWS)

    def _ends(self, deed: Deed) -> None:
        if self._leaf is not None:
            self._happened.append(Act(deed, self._leaf))
        self._leaf, self._due = None, None

    def _answers(self, answer: Answer, now_s: float) -> None:
        assert self._question is not None
        leaf, self._question = self._question.leaf, None
        self._happened.append(answer)
        if answer.keeps is Keeps.ROBOT and leaf == self._leaf:
            self._withdraws()
        elif self._due is not None:
            self._due = now_s, self._due[1]

    # -- the port ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the hand is at nothing; who knows what comes to mind next."""
        return self._leaf is None and not self._happened

    def wakes_s(self) -> float | None:
        """When the hand does something by itself; never while a question is open."""
        return None if self._due is None or self._question is not None else self._due[0]

    def done(self, now_s: float, done: Set[str]) -> None:
        """These leaves are done: what somebody else has done is not reached for any more."""
        self._done = frozenset(done)
        if self._leaf in self._done and self._due is not None:
            self._withdraws()

    def asked(self, now_s: float, question: Question) -> None:
        """The hand waits."""
        self._question = question

    def retracted(self, question: str) -> None:
        """The hand goes on."""
        if self._question is not None and self._question.id == question:
            self._question = None

    def step(self, now_s: float) -> list[Act | Answer]:
        """What happens until now."""
        due_s = self.wakes_s()
        if due_s is not None and self._due is not None and now_s >= due_s:
            self._happened.append(self._due[1])
            self._due = None
        happened, self._happened = self._happened, []
        return happened
