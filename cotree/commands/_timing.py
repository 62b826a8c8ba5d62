"""How well real time was kept, in words."""

from __future__ import annotations

from cotree.runtime.metronome import LEAF_BUDGET_S, TICK_BUDGET_S, Metronome
from cotree.viewer.words import counted


def punctuality(beat: Metronome) -> list[str]:
    """How late the ticks are, in a few words each."""
    late = f"late p99 {1000 * beat.late_p99_s:.1f} ms"
    return [counted(beat.overruns, "overrun"), late, *(["DEGRADED"] if beat.degraded else [])]


def timing_lines(beat: Metronome) -> list[str]:
    """Who took the most time of a tick, and who more than there is."""
    lines = []
    if beat.slowest is not None:
        path, took_s = beat.slowest
        lines.append(f"  slowest leaf: {path}, {1000 * took_s:.2f} ms in one tick")
    lines += [
        f"  {path} took more than {1000 * LEAF_BUDGET_S:g} ms in {counted(times, 'tick')}; "
        "long work belongs into an action or another process"
        for path, times in sorted(beat.over_budget.items())
    ]
    if beat.long_ticks:
        long = counted(beat.long_ticks, "tick")
        lines.append(f"  {long} took more than {1000 * TICK_BUDGET_S:g} ms")
    return lines
