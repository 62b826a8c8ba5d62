"""How a mission wants robots to be matched: the terms, and the answer if all were asked."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.allocation import Matching
from cotree.core.jobs import Job, Robot
from cotree.reallocation.capability.answer import Answer
from cotree.reallocation.capability.can import Verdict, can
from cotree.reallocation.capability.favour.terms import Terms
from cotree.reallocation.capability.matched import compared_by, matched
from cotree.runtime.jobs.acting import Team
from cotree.runtime.jobs.names import Facts
from cotree.runtime.jobs.roll import Roll

WAIT_S = 0.4
"""Robots that tick at 20 Hz hear of it over a slow network within this."""
ANSWER_S = 0.8
"""After a request, an acceptance may be lost, too, and be said again."""
LEASE_S = 2.0


class Rules:
    """The one method of a mission, over one roll of robots."""

    def __init__(self, roll: Roll, matching: Matching, lease_s: float = LEASE_S) -> None:
        self._roll = roll
        self._matching = matching
        self._by = compared_by(matching)
        self.terms = Terms(
            match="active" if matching.method == "active" else matching.match,
            objective=matching.objective,
            ports=matching.ports,
            most_robots=matching.most_robots,
            idle_above=matching.idle_above,
            wait_s=WAIT_S,
            hold_s=3 * ANSWER_S,
            answer_s=ANSWER_S,
            retry_s=WAIT_S / 3,
            lease_s=lease_s,
        )

    def robot(self, name: str, facts: Facts) -> Robot:
        """One robot as it is now."""
        return self._roll.robot(name, facts)

    def match(self, agent: str, job: Job, others: Iterable[str], facts: Facts) -> Answer:
        """The answer if these were asked, and none of them was busy."""
        mine = self._roll.robot(agent, facts)
        near = self._roll.robots(others, facts)
        return matched(mine, job, near, self._matching)

    def lacks(self, team: Team, job: Job, facts: Facts) -> str:
        """Why a team cannot do a job as its members are now; empty: it can.

        By the printed rule some never could; of those nothing is said.
        """
        if self._matching.match == "paper" and self._matching.method == "passive":
            return ""
        robots = self._roll.robots(team.members, facts)
        towers = [robots] if team.mode == "assembly" else [(robot,) for robot in robots]
        verdicts: list[Verdict] = [can(tower, job, self._by) for tower in towers]
        return "; ".join(str(each) for each in verdicts if not each)
