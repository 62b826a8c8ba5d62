"""Subtrees that any robot may do that can: matching says who may bid, the metric says who does."""

from __future__ import annotations

from cotree.core.allocation import Matching
from cotree.core.reasons import Reason
from cotree.reallocation.capability.can import Verdict, can
from cotree.reallocation.capability.matched import compared_by
from cotree.runtime.jobs.duty import Duty
from cotree.runtime.jobs.names import Facts, shortened
from cotree.runtime.jobs.roll import Roll


class Bidders:
    """Who is able to do a whole subtree alone, as far as is known here."""

    def __init__(self, roll: Roll, matching: Matching, robot: str) -> None:
        self._roll = roll
        self._robot = robot
        self._idle_above = matching.idle_above
        self._by = compared_by(matching)
        self._why: dict[str, Reason | None] = {}
        """By path: why this robot may not bid."""

    def look(self, duty: Duty, facts: Facts) -> None:
        """Work it out anew; a subtree that nobody of the team can do is refused at once."""
        found = {name: self._verdict(name, duty, facts) for name in self._roll.names}
        self._why[duty.path] = found[self._robot]
        if duty.refusal is None and all(found.values()) and not duty.begun():
            told = "; ".join(why.message for why in found.values() if why is not None)
            duty.forgo(shortened(f"nobody can do {duty.job.name}: {told}"))

    def hindrance(self, duty: Duty) -> Reason | None:
        """Why this robot may not bid; None: it may."""
        return duty.refusal or self._why.get(duty.path)

    def _verdict(self, name: str, duty: Duty, facts: Facts) -> Reason | None:
        robot = self._roll.robot(name, facts)
        able: Verdict = can(robot, duty.job, self._by)
        if not able:
            return Reason("unable", str(able))
        if robot.battery <= self._idle_above:
            charge = f"{robot.battery:.0%} of {name}'s battery is left"
            return Reason("battery", f"{charge}; more than {self._idle_above:.0%} is asked for")
        return None
