"""The end of a mission that was told to stop: the same for one robot alone and for a teammate."""

from __future__ import annotations

from cotree.core.reasons import Reason
from cotree.runtime.executor import Executor
from cotree.runtime.limit import Limit
from cotree.runtime.messages import End
from cotree.runtime.stopper import Stopper


def halted(executor: Executor, stopper: Stopper, limit: Limit, now_s: float) -> End | None:
    """How it ended, once everything stands still or even the kill had its time; None: not yet."""
    if executor.stopped:
        return halted_end(limit, now_s, executor.ticks)
    if stopper.in_vain(now_s):
        moving = ", ".join(executor.running) or "the tree"
        why = Reason("no_stop", f"did not stop in time: {moving}")
        return halted_end(limit, now_s, executor.ticks, why)
    return None


def halted_end(limit: Limit, now_s: float, ticks: int, *reasons: Reason) -> End:
    """The end after a stop, which the limit may have ordered."""
    if limit.reason is None:
        return End(now_s, ticks, "halted", reasons)
    return End(now_s, ticks, "out_of_time", (limit.reason, *reasons))
