"""A person who is told what to do, one thing after the other: by a keyboard, a page, or a test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from cotree.core.actions import Keeps
from cotree.core.sayings import Saying, Word
from cotree.runtime.acts import Taking
from cotree.simulation.stage.lines import understand_line
from cotree.simulation.stage.taking import about, act_of, understand_act
from cotree.simulation.stage.wishes import (
    Fail,
    Give,
    Leave,
    Lies,
    Moment,
    PutDown,
    Refuse,
    Take,
    Tell,
    Uttered,
    Wish,
)
from cotree.team.mirror.questions import Answer, Question
from cotree.team.mirror.script import Act, Deed, Pace
from cotree.team.mirror.talk import ANSWER_S


class InteractivePerson:
    """Does one thing at a time; a question makes the hand wait until it is answered.

    What is begun and given up, given away and refused is said aloud, too, so that robots that do
    not see the hand know it as well.
    """

    def __init__(
        self,
        leaves: Mapping[str, str],
        robots: Iterable[str] = (),
        tasks: Iterable[str] = (),
        pace: Pace = Pace(),  # noqa: B008 (frozen)
    ) -> None:
        self.pace = pace
        self.refused: dict[str, None] = {}
        """Leaves that this person does not do."""
        self.given: dict[str, str] = {}
        """Leaves that a robot was given, with the robot."""
        self.meant: Taking | None = None
        """The last that was said and understood."""
        self.answer_until_s = 0.0
        """So long the robot that asks waits."""
        self._objects = dict(leaves)
        """By leaf: the object that it moves."""
        self._robots = tuple(robots)
        self._tasks = tuple(tasks) or tuple(self._objects)
        self._done: frozenset[str] = frozenset()
        self._question: Question | None = None
        self._leaf: str | None = None
        """What the hand is at."""
        self._due: tuple[float, Act] | None = None
        """What the hand does next by itself."""
        self._happened: list[Act | Answer | Uttered | Lies] = []
        self._said = 0

    # -- somebody speaks -----------------------------------------------------------------------

    def say(self, said: str | Taking, now_s: float) -> str | None:
        """Do what a line or an act says; the answer says what is wrong with it, or None."""
        moment = self.moment()
        if isinstance(said, str):
            wish = understand_line(said, moment)
        else:
            wish = understand_act(said, moment)
        wrong = wish if isinstance(wish, str) else self.objection(wish)
        if isinstance(wish, str) or wrong is not None:
            return wrong
        self.meant = act_of(wish, moment)
        self._wish(wish, now_s)
        return None

    def objection(self, wish: Wish) -> str | None:
        """Why something that is understood cannot be done now; None: it can."""
        return None

    def moment(self) -> Moment:
        """What can be said now."""
        open_ = [leaf for leaf in self._objects if leaf not in self._done]
        leaves = {self._objects[leaf]: leaf for leaf in reversed(open_)}
        tasks = tuple(leaf for leaf in self._tasks if leaf not in self._done)
        return Moment(leaves, self._question, self._leaf or "", self._robots, tasks)

    def _wish(self, wish: Wish, now_s: float) -> None:
        match wish:
            case Take(leaf=leaf):
                self._takes(leaf, now_s)
            case PutDown():
                self._puts_down()
            case Leave():
                self._leaves("leave")
            case Give(leaf=leaf, robot=robot):
                self._turns_down(leaf, now_s)
                self.given[leaf] = robot
                self._says(leaf, "give", robot)
            case Refuse(leaf=leaf):
                self._turns_down(leaf, now_s)
                self.refused[leaf] = None
                self._says(leaf, "refuse")
            case Fail(leaf=leaf):
                self._turns_down(leaf, now_s)
                self._says(leaf, "failed")
            case Tell(leaf=leaf):
                self._says(leaf, "done")
            case Answer():
                self._answers(wish, now_s)

    def _says(self, leaf: str, word: Word, robot: str = "") -> None:
        self._said += 1
        self._happened.append(Uttered(leaf, Saying(word, robot, self._said)))

    def _takes(self, leaf: str, now_s: float) -> None:
        self.refused.pop(leaf, None)
        self.given.pop(leaf, None)
        self._leaf = leaf
        self._says(leaf, "take")
        self._happened.append(Act(Deed.REACHES, leaf))
        self._due = now_s + self.pace.takes_s, Act(Deed.TAKES, leaf)

    def _puts_down(self) -> None:
        assert self._leaf is not None
        if self._due is not None:  # not taken yet: first the one, then the other
            self._happened.append(self._due[1])
        self._ends(Deed.PLACES)

    def _leaves(self, word: Word) -> None:
        leaf = self._leaf
        self._ends(Deed.WITHDRAWS)
        if leaf is not None:
            self._says(leaf, word)

    def _ends(self, deed: Deed) -> None:
        if self._leaf is not None:
            self._happened.append(Act(deed, self._leaf))
        self._leaf, self._due = None, None

    def _turns_down(self, leaf: str, now_s: float) -> None:
        """Whatever is asked about it, or done with it: not this person."""
        question = self._question
        if question is not None and about(question, leaf) and not question.about_done:
            self._answers(Answer(question.id, Keeps.ROBOT), now_s)
        if leaf == self._leaf:
            self._ends(Deed.WITHDRAWS)

    def _answers(self, answer: Answer, now_s: float) -> None:
        assert self._question is not None
        leaf, self._question = self._question.leaf, None
        self._happened.append(answer)
        if answer.keeps is Keeps.ROBOT and leaf == self._leaf:
            self._ends(Deed.WITHDRAWS)
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
            self._ends(Deed.WITHDRAWS)

    def asked(self, now_s: float, question: Question) -> None:
        """The hand waits."""
        self._question = question
        self.answer_until_s = now_s + ANSWER_S

    def retracted(self, question: str) -> None:
        """The hand goes on."""
        if self._question is not None and self._question.id == question:
            self._question = None

    def step(self, now_s: float) -> list[Act | Answer | Uttered | Lies]:
        """What happens until now."""
        due_s = self.wakes_s()
        if due_s is not None and self._due is not None and now_s >= due_s:
            self._happened.append(self._due[1])
            self._due = None
        happened, self._happened = self._happened, []
        return happened
