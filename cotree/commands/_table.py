"""The table of ``cotree sim``, as text and as JSON."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Any

from cotree.runtime.swarm.table import Row

HEAD = (
    f"{'faults':<11} {'rule':<6} {'runs':>5} {'broken':>6} {'stuck':>5} {'success':>7}"
    f" {'failed':>6} {'median':>8} {'p95':>8} {'longer':>6} {'take-over':>14} {'late':>5}"
    f" {'letters':>7} {'faster':>7}  first broken; seeds"
)
NOTES = (
    "times in virtual seconds; longer: median against a run without faults; take-over: median and\n"
    "longest time from a crash until another robot that is free goes on with what the dead one\n"
    "held; late: later than {bound:.1f} s (lease + 1 s + stop); letters: per teammate and second;\n"
    "faster: virtual time against processor time"
)

REASONS = 6
"""So many reasons of each row are shown."""


def figures(row: Row, lasts_s: float, bound_s: float) -> dict[str, Any]:
    """What a row says, by name; None where there is nothing to say."""
    found = row.samples
    times, overs = sorted(found.get("time_s", [])), found.get("takeover_s", [])
    cpu_s = sum(found.get("cpu_s", []))
    return {
        "faults": row.name,
        "rule": row.rule,
        "runs": row.runs,
        "broken": row.broken,
        "stuck": row.stuck,
        "failures": row.failures,
        "first_broken": row.rules,
        "failed_seeds": row.failed,
        "reasons": row.reasons,
        "success": statistics.fmean(found["success"]) if found.get("success") else None,
        "median_s": statistics.median(times) if times else None,
        "p95_s": times[min(len(times) - 1, int(0.95 * len(times)))] if times else None,
        "longer": statistics.median(times) / lasts_s if times and lasts_s else None,
        "takeovers": len(overs),
        "takeover_median_s": statistics.median(overs) if overs else None,
        "takeover_max_s": max(overs, default=None),
        "takeovers_late": sum(value > bound_s for value in overs),
        "letters_per_s": statistics.fmean(found["letters"]) if found.get("letters") else None,
        "faster": row.simulated_s / cpu_s if cpu_s else None,
    }


def lines(rows: list[Row], lasts_s: float, bound_s: float) -> Iterator[str]:
    """The table as text."""
    yield HEAD
    for row in rows:
        yield _line(row, figures(row, lasts_s, bound_s))
    yield NOTES.format(bound=bound_s)
    yield from _reasons(rows)


def _reasons(rows: list[Row]) -> Iterator[str]:
    """Why runs did not succeed that need not, the most frequent first."""
    if any(row.reasons for row in rows):
        yield "stated by those that faults kept from succeeding:"
    for row in rows:
        counted = sorted(row.reasons.items(), key=lambda each: (-each[1], each[0]))
        yield from (f"  {row.name}, {count} x: {reason}" for reason, count in counted[:REASONS])
        if len(counted) > REASONS:
            yield f"  {row.name}: and {len(counted) - REASONS} others"


def _line(row: Row, said: dict[str, Any]) -> str:
    over = "-"
    if said["takeovers"]:
        over = f"{said['takeover_median_s']:.1f}, {said['takeover_max_s']:.1f}"
    broken = ", ".join(f"{rule} {count}" for rule, count in sorted(row.rules.items())) or "-"
    seeds = f"; {', '.join(map(str, row.failed[:5]))}" if row.failed else ""
    success = "-" if said["success"] is None else f"{100 * said['success']:.1f}%"
    return (
        f"{row.name:<11} {row.rule:<6} {row.runs:>5} {row.broken:>6} {row.stuck:>5} {success:>7}"
        f" {row.failures:>6}"
        f" {_number(said['median_s'], 8)} {_number(said['p95_s'], 8)}"
        f" {_number(said['longer'], 6, 2)} {over:>14} {said['takeovers_late']:>5}"
        f" {_number(said['letters_per_s'], 7)} {_number(said['faster'], 7, 0)}  {broken}{seeds}"
    )


def _number(value: float | None, width: int, digits: int = 1) -> str:
    return f"{'-':>{width}}" if value is None else f"{value:>{width}.{digits}f}"
