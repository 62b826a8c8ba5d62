"""A person that plays a script: reaches for things when others are done, and answers questions.

A producer of events for simulation: it is told what is done and what it is asked, and says what the
person does and when it wants to be looked at again.  Nothing here is random.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Set

import msgspec

from cotree.core.actions import Keeps
from cotree.core.mission import Reach
from cotree.team.mirror.questions import Answer, Question


class Pace(msgspec.Struct, frozen=True):
    """How fast a person is."""

    reach_s: float = 1.2
    takes_s: float = 4.0
    """From the begin of a reach until the object is taken, when nobody asks."""
    answers_s: float = 1.5
    places_s: float = 3.0
    """From taking to letting go."""


class Deed(str, enum.Enum):
    """What a person does."""

    REACHES = "reaches"
    TAKES = "takes"
    PLACES = "places"
    WITHDRAWS = "withdraws"


class Act(msgspec.Struct, frozen=True):
    """Something that the person begins to do with a leaf now."""

    deed: Deed
    leaf: str


class ScriptedPerson:
    """One person and the lines that are left to play, one at a time, in order."""

    def __init__(self, lines: Iterable[Reach], pace: Pace = Pace()) -> None:  # noqa: B008 (frozen)
        self.pace = pace
        self._lines = list(lines)
        self._next: tuple[float, Act] | None = None
        """What comes next of the line that is played."""
        self._asked: tuple[float, Question] | None = None
        """When a question will be answered."""
        self._done: Set[str] = frozenset()
        """What the person knows to be done."""

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return self._line() is None and self._next is None

    def wakes_s(self) -> float | None:
        """When something happens next, if nobody asks and nothing gets done before."""
        due = self._next if self._asked is None else self._asked  # a question makes the hand wait
        return None if due is None else due[0]

    def done(self, now_s: float, done: Set[str]) -> None:
        """These leaves are done: the next line may begin."""
        self._done = frozenset(done)
        if self._next is not None:
            if self._next[1].leaf in done:
                self._next = self._instead(now_s, self._next)
            return
        while (line := self._line()) is not None and line.for_ in done:
            self._lines.remove(line)
        if line is not None and done >= set(line.after):
            self._next = now_s + line.delay_s, Act(Deed.REACHES, line.for_)

    def _line(self) -> Reach | None:
        """The line to be played next, without being asked for it."""
        return next((line for line in self._lines if not line.asked), None)

    def _instead(self, now_s: float, due: tuple[float, Act]) -> tuple[float, Act] | None:
        """What comes next although somebody else has done it."""
        match due[1].deed:
            case Deed.REACHES:
                return None
            case Deed.TAKES:
                return now_s, Act(Deed.WITHDRAWS, due[1].leaf)
        return due

    def asked(self, now_s: float, question: Question) -> None:
        """Somebody asks: the hand waits until the answer is given."""
        self._asked = now_s + self.pace.answers_s, question

    def retracted(self, question: str) -> None:
        """The question needs no answer any more."""
        if self._asked is not None and self._asked[1].id == question:
            self._asked = None

    def step(self, now_s: float) -> list[Act | Answer]:
        """What happens until now, in order."""
        happened: list[Act | Answer] = []
        if self._asked is not None and now_s >= self._asked[0]:
            happened += self._answer(now_s, self._asked[1])
        elif self._asked is None and self._next is not None and now_s >= self._next[0]:
            happened.append(self._act(now_s, self._next[1]))
        return happened

    def _answer(self, now_s: float, question: Question) -> list[Act | Answer]:
        self._asked = None
        if question.about_done:
            return [Answer(question.id, None, question.leaf in self._done)]
        line = next((line for line in self._lines if line.for_ == question.leaf), None)
        if line is None:  # nothing in the script about it: the robot may
            return [Answer(question.id, Keeps.ROBOT)]
        if line.asked:
            self._helps(line)
            return [Answer(question.id, Keeps.HUMAN if line.keeps else Keeps.ROBOT)]
        if not line.keeps:
            self._end(line)
            return [Answer(question.id, Keeps.ROBOT), Act(Deed.WITHDRAWS, line.for_)]
        if not line.acts:
            self._end(line)
        elif self._next is not None and self._next[1].deed is Deed.TAKES:
            self._next = now_s, self._next[1]
        return [Answer(question.id, Keeps.HUMAN)]

    def _helps(self, line: Reach) -> None:
        """Asked for help: it is done next, or never."""
        self._lines.remove(line)
        if line.keeps and line.acts:
            soon = msgspec.structs.replace(line, after=(), asked=False)
            self._lines.insert(0, soon)

    def _end(self, line: Reach) -> None:
        self._lines.remove(line)
        self._next = None

    def _act(self, now_s: float, act: Act) -> Act:
        match act.deed:
            case Deed.REACHES:
                self._next = now_s + self.pace.takes_s, Act(Deed.TAKES, act.leaf)
            case Deed.TAKES:
                self._next = now_s + self.pace.places_s, Act(Deed.PLACES, act.leaf)
            case Deed.PLACES | Deed.WITHDRAWS:
                self._lines = [line for line in self._lines if line.for_ != act.leaf]
                self._next = None
        return act
