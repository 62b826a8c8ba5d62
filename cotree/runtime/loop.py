"""A mission from its first tick to its end, in virtual or in real time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from py_trees.common import Status

from cotree.core.mission import Policy
from cotree.core.reasons import Reason
from cotree.runtime.blame import Blame
from cotree.runtime.culprit import reason_for
from cotree.runtime.executor import Executor
from cotree.runtime.halted import halted
from cotree.runtime.limit import Limit
from cotree.runtime.messages import End, Told
from cotree.runtime.patience import Patience
from cotree.runtime.ports import Body, Timeline
from cotree.runtime.stopper import Stopper

if TYPE_CHECKING:
    from cotree.runtime.operating.operator import Operator

STOPPING_S = 1.0
"""On top of the time that one leaf may take to stop."""
GIVEN_UP = 2
"""A tree that was told more often than this to give up, and did not change, is left."""


class Loop:
    """Moves events and commands between a body and its executor until the mission is over.

    ``foretold``: the body knows all its events in advance, as simulated ones in virtual time do.
    """

    def __init__(
        self,
        executor: Executor,
        body: Body,
        time: Timeline,
        policy: Policy,
        *,
        foretold: bool,
        watch: Callable[[Told], None] | None = None,
        limit: Limit | None = None,
    ) -> None:
        self.stopper = Stopper(policy.halt_s + STOPPING_S)
        self.operator: Operator | None = None
        """Who may hold it; None: nobody."""
        self._executor = executor
        self._body = body
        self._time = time
        self._watch = watch
        self._limit = limit or Limit()
        self._patience = Patience(None if foretold else policy.patience_s)
        self._blame = Blame()
        self._now_s = 0.0
        self._due_s: float | None = 0.0
        self._gave_up = 0
        self._end: End | None = None

    def run(self) -> End:
        """Tick until the tree is done, has stopped, or nothing can happen any more.

        Whatever goes wrong in between, everything that moves is stopped.
        """
        try:
            while self._end is None:
                self._turn()
        except BaseException:
            for command in self._executor.kill():
                self._body.command(command, self._now_s)
            raise
        return self._end

    def broken(self, error: BaseException) -> End:
        """The end of a run that an error ended, with the behaviour that it came from."""
        return End(self._now_s, self._executor.ticks, "error", (reason_for(error),))

    def _turn(self) -> None:
        if self.operator is not None and not self._may_go(self.operator):
            return
        now_s = self._time.next(self._now_s if self.stopper.asked else self._due_s)
        if now_s is None:
            silence = Reason("silence", "the tree waits for something that nothing announces")
            self._finish("stuck", self._executor.engine.stuck or (silence,))
            return
        self._now_s = now_s
        self._executor.inbox.put(self._body.advance(now_s))
        if self._needed(now_s):
            self._tick(now_s)
        self._time.over()

    def _may_go(self, operator: Operator) -> bool:
        """Whether time may pass; what an operator has done is to be seen at the next beat."""
        goes = operator.may_go(self._now_s, must=self.stopper.asked)
        if operator.take_stir():
            self._due_s = self._now_s
        return goes

    def _needed(self, now_s: float) -> bool:
        """Whether a tick could do anything now."""
        due = self._due_s is not None and self._due_s <= now_s + 1e-6
        return due or len(self._executor.inbox) > 0 or self.stopper.asked

    def _tick(self, now_s: float) -> None:
        executor = self._executor
        word = self.stopper.word(now_s)
        give_up = word is None and not executor.inbox and self._patience.over(now_s)
        told = executor.step(now_s, halt=word, give_up=give_up)
        for command in told.commands:
            self._body.command(command, now_s)
        self._blame.follow(told.changes)
        self._patience.look(now_s, executor.engine.stuck, self._body.next_event_s())
        self._due_s = self._next_due_s(now_s)
        if self._watch is not None:
            self._watch(told)
        if self.operator is not None:
            self.operator.turned(executor.engine.operating.stopped_at)
            self.operator.stepped()
        self._gave_up = 0 if told.changes else self._gave_up + give_up
        self._judge(now_s)
        if self._end is None and self._limit.look(now_s, told.changes, self._idle()):
            self.stopper.ask()

    def _idle(self) -> bool:
        """Whether nothing is foretold but that running leaves are asked again."""
        engine = self._executor.engine
        foretold = (self._body.next_event_s(), engine.next_wake_s())
        return engine.polling and foretold == (None, None)

    def _next_due_s(self, now_s: float) -> float | None:
        """The earliest time at which a tick will be needed."""
        engine = self._executor.engine
        poll_s = engine.poll_s
        if poll_s == now_s:
            return now_s
        times = (poll_s, engine.next_wake_s(), self._body.next_event_s(), self._patience.due_s)
        return self._limit.capped(min((each for each in times if each is not None), default=None))

    def _judge(self, now_s: float) -> None:
        executor = self._executor
        self._end = halted(executor, self.stopper, self._limit, now_s)
        if self._end is not None:
            return
        if self.stopper.asked:
            return
        if executor.status is Status.SUCCESS:
            self._finish("success")
        elif executor.status is Status.FAILURE:
            reasons = self._blame.reasons()
            stuck = any(reason in self._patience.reasons for reason in reasons)
            self._finish("stuck" if stuck else "failure", reasons)
        elif self._gave_up > GIVEN_UP:
            self._finish("stuck", self._patience.reasons)

    def _finish(self, result: str, reasons: tuple[Reason, ...] = ()) -> None:
        self._end = End(self._now_s, self._executor.ticks, result, reasons)
