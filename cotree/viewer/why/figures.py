"""Times, potentials and short clauses of an account."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.behaviours.pick import AT_HAND
from cotree.runtime.why.answer import Account
from cotree.viewer.words import counted

ENDS: Mapping[str, str] = {
    "done": "done at {}",
    "failed": "failed at {}",
    "found_done": "found done by another one",
    "gave_up": "gave it up at {}",
    "halted": "stopped at {}",
    "not needed": "gave it back at {}, not needed",
    "skipped": "passed over at {}",
    "vanished": "then nobody heard of it any more",
    "waiting": "stopped at {}",
}


def seconds(time_s: float | None) -> str:
    """A time of the mission; ``37.3 s``."""
    return "some time" if time_s is None else f"{round(time_s, 2):.10g} s"


def figure(value: float) -> str:
    """As many figures as people read."""
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def sum_of(parts: Mapping[str, float]) -> str:
    """``distance 1.62 + grasp 0.31``."""
    return " + ".join(f"{name} {figure(value)}" for name, value in parts.items())


def weighed(account: Account, when: str, parts: str) -> str:
    """How suitable it was, and what that is made of."""
    if account.potential is None:
        return ""
    if account.potential >= AT_HAND:
        return "; at hand"
    terms = f" {parts.format(sum_of(account.parts))}" if account.parts else ""
    return f"; potential{when}{figure(account.potential)}{terms}"


def ending(account: Account) -> str:
    """How the execution ended."""
    end = ENDS.get(account.outcome)
    return "" if end is None else f"; {end.format(seconds(account.ended_s))}"


def on_what(account: Account) -> str:
    """The resources it was granted."""
    return f" on {', '.join(account.resources)}" if account.resources else ""


def with_things(account: Account) -> str:
    """The shared things that it had to win, too."""
    got = [f"{name} at {seconds(at_s)}" for name, at_s in account.things.items()]
    return f" and {', '.join(got)}" if got else ""


def listed(names: tuple[str, ...]) -> str:
    """``a and b``, or how many they are."""
    return " and ".join(names) if len(names) < 4 else counted(len(names), "robot")
