"""One robot of a team in a process of its own, from its first tick to its end."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from py_trees.common import Status

from cotree.core.alarms import earliest
from cotree.core.mission import Policy
from cotree.core.reasons import Reason
from cotree.runtime.blame import Blame
from cotree.runtime.crew.quiet import Quiet
from cotree.runtime.executor import Executor
from cotree.runtime.halted import halted, halted_end
from cotree.runtime.limit import Limit
from cotree.runtime.loop import STOPPING_S
from cotree.runtime.messages import End, Told
from cotree.runtime.ports import Timeline
from cotree.runtime.process.footing import Footing
from cotree.runtime.process.others import others_may_help
from cotree.runtime.process.ports import Boots, SharedBody
from cotree.runtime.process.removing import Removing
from cotree.runtime.process.rollcall import Verdict
from cotree.runtime.process.telegrams import REPEAT_S
from cotree.runtime.process.turns import Turns
from cotree.runtime.process.wire import Post
from cotree.runtime.stopper import Stopper

SOON_S = 1e-6
LOOKS_S = 1.2 * REPEAT_S
"""So long who comes back hears what the others know, before it judges what became of things."""
MOST_LETTERS = 2000
"""More than this waiting for one tick, and the oldest are dropped, as a full socket would."""


class Member(Turns):
    """Hears, decides, stores, sends and moves on its own beat until the team's task is over.

    It goes on ticking for a while after that, so that whoever is late learns it too; until then a
    peer may also take something back, and the work goes on.
    """

    def __init__(
        self,
        name: str,
        footing: Footing,
        boots: Boots,
        body: SharedBody,
        time: Timeline,
        policy: Policy,
        *,
        patience_s: float,
        limit: Limit | None = None,
        watch: Callable[[Told], None] | None = None,
        removes: Iterable[str] = (),
    ) -> None:
        super().__init__(footing, time)
        self.name = name
        self.stopper = Stopper(policy.halt_s + STOPPING_S)
        self.executor: Executor | None = None
        self._boots = boots
        self._body = body
        self._limit = limit or Limit()
        self._watch = watch
        self._blame = Blame()
        self._quiet = Quiet(patience_s)
        self._removing = Removing(removes, footing.notice)
        self._give_up = False
        self._verdict: Verdict | None = None
        self._since_s: float | None = None
        """Since when it listens."""
        self._due_s = 0.0

    @property
    def _count(self) -> int:
        return 0 if self.executor is None else self.executor.ticks

    def _kill(self) -> None:
        for command in [] if self.executor is None else self.executor.kill():
            self._body.command(command, self._now_s)

    # -- one turn ------------------------------------------------------------------------------

    def turn(self, now_s: float) -> None:
        """One beat; ``run`` does one after the other."""
        self._now_s = now_s
        self._body.wake(now_s)
        post = self._footing.listen(now_s)
        self._hear(post, self._body.hear, now_s)
        if self.executor is None:
            self._begin(now_s)
        if self.executor is not None:
            self._take(self.executor, post, now_s)
        self._footing.wire.tell(self._body.telegrams(now_s))

    def _begin(self, now_s: float) -> None:
        """Take part, as soon as it is clear how."""
        if self.stopper.asked:
            self.end = halted_end(self._limit, now_s, 0)
            return
        if self._since_s is None:
            self._since_s = now_s
        if self._verdict is None:
            self._verdict = self._footing.began(now_s)
        if self._verdict == "first" or (self._verdict and now_s >= self._since_s + LOOKS_S):
            memory, first = self._footing.memory, self._verdict == "first"
            self.executor = self._boots(memory, now_s, first=first)
        elif self._limit.look(now_s, (), idle=False):
            self.stopper.ask()

    def _take(self, executor: Executor, post: Post, now_s: float) -> None:
        executor.letters += post.letters
        del executor.letters[:-MOST_LETTERS]
        executor.inbox.put(self._body.advance(now_s))
        self._removing.look(executor, now_s)
        due = self._due_s <= now_s + SOON_S or self.stopper.asked or self._give_up
        due = due or bool(executor.steering)
        if due or executor.letters or len(executor.inbox):
            self._tick(executor, now_s)
        self._judge(executor, now_s)

    def _tick(self, executor: Executor, now_s: float) -> None:
        """Decide; then store, send and move, in this order."""
        give_up, self._give_up = self._give_up, False
        told = executor.step(now_s, halt=self.stopper.word(now_s), give_up=give_up)
        accord = executor.accord
        assert accord is not None, "a robot of a team agrees with its peers"
        durable, accord.durable = accord.durable, []
        letters, accord.letters = accord.letters, []
        self._footing.keep(durable, letters, now_s)
        for command in told.commands:
            self._body.command(command, now_s)
        if told.changes:
            self._quiet.stirs()
            self._blame.follow(told.changes)
        if self._watch is not None:
            self._watch(told)
        self._due_s = self._next_due_s(executor, now_s)
        if self._limit.look(now_s, told.changes, idle=False):
            self.stopper.ask()

    def _next_due_s(self, executor: Executor, now_s: float) -> float:
        poll_s = executor.engine.poll_s
        if poll_s == now_s:
            return now_s
        assert executor.accord is not None
        wake_s = earliest(executor.engine.next_wake_s(), poll_s)
        due_s = min(executor.accord.due_s, math.inf if wake_s is None else wake_s)
        return min(due_s, self._limit.until_s)

    # -- the end -------------------------------------------------------------------------------

    def _judge(self, executor: Executor, now_s: float) -> None:
        status = executor.status
        self.end = halted(executor, self.stopper, self._limit, now_s)
        if self.end is not None and status is Status.SUCCESS:  # it only stayed for the others
            self._finish("success")
        if self.end is not None or self.stopper.asked:
            return
        over = status in (Status.SUCCESS, Status.FAILURE)
        if self._footing.leaving.over(now_s, over=over):
            success = status is Status.SUCCESS
            self._finish("success" if success else "failure", () if success else self._reasons())
        elif not over and self._quiet.over(now_s, idle=self._idle(executor, now_s)):
            self._give_up = True
            if self._quiet.hopeless:
                silence = Reason("silence", "the robot waits for something that nothing announces")
                self._finish("stuck", executor.engine.stuck or (silence,))

    def _idle(self, executor: Executor, now_s: float) -> bool:
        """Whether it waits in vain, as far as it can know."""
        wake_s = executor.engine.next_wake_s()
        accord = executor.accord
        assert accord is not None
        return not (
            executor.running
            or executor.awaits_plan
            or accord.waits
            or executor.engine.polling
            or (wake_s is not None and wake_s > now_s)
            or self._body.next_event_s() is not None
            or others_may_help(accord.mate, now_s)
        )

    def _reasons(self) -> tuple[Reason, ...]:
        """Why it failed, each reason once; what the team gave up is explained by who gave up."""
        accord = None if self.executor is None else self.executor.accord
        given_up = [] if accord is None else accord.gave_up()
        found: list[Reason] = []
        for reason in (*self._blame.reasons(), *given_up):
            if reason not in found:
                found.append(reason)
        deeper = [reason for reason in found if reason.code != "abandoned"]
        return tuple(deeper or found)

    def _finish(self, result: str, reasons: tuple[Reason, ...] = ()) -> None:
        self.end = End(self._now_s, self._count, result, reasons)
