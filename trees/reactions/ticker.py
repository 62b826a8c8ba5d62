"""The ticker above a task with reactions: who has the turn, and who must stop for it.

What is written first counts most.  A disturbance that stops the task also stops the reactions
below it; what it pre-empts has stopped before its own subtree begins, and has its turn again
afterwards.  One that stops nothing runs beside whatever else runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.trees.reactions.case import CaseTicker
from cotree.trees.ticking.composite import CompositeTicker
from cotree.trees.ticking.ticker import FAILURE, RUNNING, Shared, Ticker


class ReactionsTicker(CompositeTicker):
    """Ticks the reactions that have something to do, and the task if none of them holds it."""

    __slots__ = ("aside", "cases", "doom", "excuses", "stirred", "task", "wake")

    def __init__(self, node: Behaviour, shared: Shared, children: list[Ticker]) -> None:
        super().__init__(node, shared, children)
        *cases, self.task = children
        self.cases: list[CaseTicker] = [each for each in cases if isinstance(each, CaseTicker)]
        self.stirred = False
        """Whether any reaction is not calm, as far as anybody has looked."""
        self.aside: Callable[[], bool] = lambda: False
        """In a team: whether this robot has given back all its work."""
        self.doom: Callable[[Reason], bool] = lambda reason: False
        """Told why a reaction gave up; whether the robot stays with its team nevertheless."""
        self.wake: Callable[[Behaviour, float], None] = lambda node, time_s: None
        """Asked to come back at a time."""
        self.excuses: Callable[[Behaviour], bool] = lambda node: False
        """Whether a node failed because of a disturbance."""

    def tick(self) -> Status:
        """While nothing is wrong this is one tick of the task."""
        calm = not self.stirred and self.stopping is None and self.verdict is None
        if not calm or self.status is not RUNNING:
            return super().tick()
        status = self.task.tick()
        return status if status is RUNNING else self._task_ended(status)

    def step(self) -> Status:
        """Let those react that have something to do; then the task, if nobody holds it."""
        if not self.stirred:
            return self._tick_task()
        now_s = self.shared.now_s
        for case in self.cases:
            case.follow(now_s)
        top = self._top(now_s)
        still = self._stop_below(top)
        held = self._hold_task()
        self._react(top, now_s, still and held)
        self.stirred = any(case.about is not None for case in self.cases)
        for case in self.cases:
            if case.gave_up is not None and not self.doom(case.gave_up):
                return self.conclude(FAILURE, Stop.KILL)
        if self._holders():
            self._wake(now_s)
            return self.take(RUNNING)
        self._wake(now_s)
        return self._tick_task()

    # -- who has the turn ----------------------------------------------------------------------

    def _top(self, now_s: float) -> CaseTicker | None:
        """The first that stops others and has something to do."""
        return next(
            (
                case
                for case in self.cases
                if case.word is not None and (case.at_work() or case.wants(now_s))
            ),
            None,
        )

    def _stop_below(self, top: CaseTicker | None) -> bool:
        """Halt the reactions below; whether they all stand still."""
        if top is None:
            return True
        below = self.cases[self.cases.index(top) + 1 :]
        halted = [case.halt(Stop.INTERRUPT) for case in below if case.at_work()]
        return all(halted)

    def _holders(self) -> Sequence[CaseTicker]:
        """Reactions because of which the task must not go on."""
        if self.aside():
            return ()
        return [case for case in self.cases if case.word is not None and case.about is not None]

    def _hold_task(self) -> bool:
        """Halt the task if somebody holds it; whether it stands still, or need not."""
        words = [case.word for case in self._holders() if case.word is not None]
        if not words or self.task.status is not RUNNING:
            return True
        self.shared.resumes += 1
        try:
            return self.task.halt(max(words))
        finally:
            self.shared.resumes -= 1

    def _react(self, top: CaseTicker | None, now_s: float, still: bool) -> None:
        """Tick what is at work, and begin what waits for nobody any more."""
        for case in self.cases:
            if case.at_work() or (case.wants(now_s) and (still or case is not top)):
                case.tick()
            if case is top:
                return

    def _wake(self, now_s: float) -> None:
        """Come back when the next attempt is due."""
        for case in self.cases:
            resting = case.about is not None and case.gave_up is None and not case.at_work()
            if resting and case.due_s > now_s:
                self.wake(case.node, case.due_s)

    # -- the task ------------------------------------------------------------------------------

    def _tick_task(self) -> Status:
        status = self.task.tick()
        if status is RUNNING:
            return status if self.status is RUNNING else self.take(RUNNING)
        return self._task_ended(status)

    def _task_ended(self, status: Status) -> Status:
        if status is FAILURE and self.excuses(self.task.node):
            self.task.reset()
            return self.take(RUNNING)
        return self.conclude(status)

    def reset(self) -> None:
        """Nothing is remembered of a halted tree but what the checkers say."""
        for case in self.cases:
            case.about = case.gave_up = None
        self.stirred = any(case.raised is not None for case in self.cases)
        super().reset()
