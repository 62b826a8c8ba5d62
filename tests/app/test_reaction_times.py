"""How soon after a disturbance a team of thirty begins to follow its new plan.

What counts is the robot's own first command of its new way, in time of the mission.  Two terms are
no software and are measured apart: how long a base takes to stop, which is a promise of its own
(``coordination: {stop: ...}``), and the way of a claim to the peers and back, one beat each.
"""

from __future__ import annotations

import dataclasses

import pytest

from cotree.core.actions import Begin, Ended, Halt
from cotree.core.changes import ClaimChange, DisturbanceChange
from cotree.runtime.messages import Heard
from tests.kit.errand_runs import Ran

ROBOTS = 30
KINDS = (("delivery", "x2", "w1"), ("quadruped", "s1", "w2"), ("walk_trainer", "p2", "x1"))
TEAM = "".join(
    f"  r{i}: {{robot: {kind}, at: {start if i < len(KINDS) else waits}}}\n"
    for i, (kind, start, waits) in enumerate(KINDS * (ROBOTS // len(KINDS)))
)
"""As in the specification: the robots after the first three wait aside."""
MISSION = f"""
mission: thirty
team:
{TEAM}
world: hospital
ltl:
  - deliver: {{to: p3, loaded: loaded, done: standby}}
  - deliver: {{to: p6, loaded: loaded, done: standby}}
  - sequence: [c7 && training, c6 && training, c7 && training, p4 && standby]
  - enter only: {{place: p4, when: training}}
reactions:
  critical: {{rate: 10, do: reallocate team}}
  state: {{rate: 5, do: [reallocate me, reallocate team]}}
  environment: {{rate: 2, do: [reallocate me, reallocate team]}}
simulation:
"""
P3 = "task/deliver p3"
BEAT_S = 0.05
TICKS = 2
"""Of the checker that raised it: so soon follows the first command of the new plan."""


@dataclasses.dataclass(frozen=True)
class Reacted:
    """What one robot did about one disturbance, in seconds after it was raised."""

    planned_s: float
    """It had the answer that its first command is from."""
    begins_s: float
    """It told that command."""
    stops_s: float
    """So long something that moved took to stop in between, before anything else may begin."""
    asks_s: float
    """So long the peers were asked for the right to the errand; 0: it had it."""

    @property
    def software_s(self) -> float:
        """What is left."""
        return self.begins_s - self.stops_s - self.asks_s


ROUND_S = 2 * BEAT_S
"""To the peers and back."""
LATER_S = 3.0
"""After the disturbance nothing more has to be seen."""


def raised_s(ran: Ran, robot: str) -> float:
    """When a checker of that robot raised the disturbance."""
    return next(
        told.t
        for told in ran.told()
        if told.robot == robot
        for change in told.changes
        if isinstance(change, DisturbanceChange) and change.word == "raised"
    )


def reacted(ran: Ran, raised_by: str, robot: str) -> Reacted:
    """How soon this robot followed the plan that came of what that one raised."""
    since_s = raised_s(ran, raised_by)
    begins_s = next(
        told.t
        for told in ran.told()
        if told.robot == robot and told.t >= since_s
        for command in told.commands
        if isinstance(command, Begin) and command.piece == P3
    )
    planned_s = max(
        each.t
        for each in ran.messages
        if isinstance(each, Heard) and each.robot == robot and each.t <= begins_s and each.errands
    )
    stops_s = sum(stops_of(ran, name, since_s, begins_s) for name in {raised_by, robot})
    asks_s = asks_of(ran, robot, since_s, begins_s)
    return Reacted(planned_s - since_s, begins_s - since_s, stops_s, asks_s)


def asks_of(ran: Ran, robot: str, since_s: float, until_s: float) -> float:
    """How long that robot waited for its peers' word on the errand."""
    said = {
        change.word: told.t
        for told in ran.told()
        if told.robot == robot and since_s <= told.t <= until_s
        for change in told.changes
        if isinstance(change, ClaimChange) and change.piece == P3
    }
    return said["won"] - said["asked"] if "won" in said else 0.0


def stops_of(ran: Ran, robot: str, since_s: float, until_s: float) -> float:
    """How long that robot's motions took to stop, from the order to the body's word."""
    halted = {
        command.id: told.t
        for told in ran.told()
        if told.robot == robot and since_s <= told.t <= until_s
        for command in told.commands
        if isinstance(command, Halt)
    }
    return sum(
        each.t - halted[event.id]
        for each in ran.messages
        if isinstance(each, Heard) and each.robot == robot and each.t <= until_s
        for event in each.events
        if isinstance(event, Ended) and event.id in halted
    )


def is_soon(reaction: Reacted, rate_hz: float, *, stop_s: float = 0.0) -> bool:
    """Within two ticks of the checker; what moved has stopped in the time that it promises."""
    limit_s = TICKS / rate_hz + 1e-6
    planned = 0.0 <= reaction.planned_s <= limit_s
    soon = planned and reaction.software_s <= limit_s
    return soon and reaction.stops_s <= stop_s + 1e-6 and reaction.asks_s <= ROUND_S + 1e-6


@pytest.mark.parametrize("at_s", [38.03, 38.17])
def test_a_robot_that_lost_its_load_turns_back_for_another(at_s: float) -> None:
    ran = Ran(
        MISSION + f"  events: [{{at: {at_s} s, fact: r0/state, equals: standby}}]\n", at_s + LATER_S
    )
    reaction = reacted(ran, "r0", "r0")
    assert reaction.stops_s > 0.0, "it was on its way, and has to stop before it turns back"
    assert is_soon(reaction, 5, stop_s=ran.mission.coordination.stop_s), reaction


@pytest.mark.parametrize("at_s", [10.03, 10.47])
def test_a_robot_that_stands_before_a_blocked_way_takes_another(at_s: float) -> None:
    blocked = f"  disturbances: [{{at: {at_s} s, blocks: [c9, c8], for: r0}}]\n"
    ran = Ran(MISSION + blocked, at_s + LATER_S)
    reaction = reacted(ran, "r0", "r0")
    assert is_soon(reaction, 2), reaction


def test_an_errand_whose_robot_gets_no_further_is_begun_by_its_heir() -> None:
    ran = Ran(MISSION + "  disturbances: [{at: 3.03 s, blocks: [c8, s1], for: r0}]\n")
    ((_, assignment),) = ran.assignments()
    reaction = reacted(ran, "r0", assignment.who[P3])
    assert ran.end.result == "success"
    assert assignment.who[P3] != "r0"
    assert reaction.stops_s > 0.0, "what it had begun has to stop before the heir may begin"
    assert is_soon(reaction, 2, stop_s=ran.mission.coordination.stop_s), reaction


@pytest.mark.parametrize("at_s", [10.03, 10.07, 25.03, 41.03])
def test_work_of_a_broken_robot_is_begun_by_its_heir(at_s: float) -> None:
    """With the claim that changes hands: what is given back, asked for, and voted on."""
    ran = Ran(
        MISSION + f"  disturbances: [{{at: {at_s} s, robot: r0, breaks: true}}]\n", at_s + LATER_S
    )
    ((_, assignment),) = ran.assignments()
    reaction = reacted(ran, "r0", assignment.who[P3])
    assert assignment.who[P3] != "r0"
    assert is_soon(reaction, 10), reaction
