"""Whole missions whose robots fall, break, lose things and stand before blocked ways."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cotree import app
from cotree.app.again import do_again
from cotree.app.why import why
from cotree.core.actions import Begin, Ended
from cotree.core.changes import DisturbanceChange, NodeChange, NodeState
from cotree.core.mission import Mission
from cotree.runtime.messages import Heard, Message, Told, encode
from cotree.runtime.read import read
from cotree.simulation.body import KinematicBody
from cotree.trees.reading import loads
from cotree.trees.reading.reactions import USUAL
from tests.kit.kept import kept
from tests.kit.yard import BRING, ONE, TWO

ALONE = f"""{ONE}
task:
  and:
    - {BRING}    - then: [{{move: yard}}, {{wait: 3 s}}]
    - sequence: [{{wait: 2 s}}, {{perform: {{what: beep, duration: 2 s}}}}]
reactions: all
"""
TOGETHER = f"""{TWO}
task:
  and:
    - {BRING}    - then: [{{move: yard}}, {{wait: 3 s}}]
    - {{perform: {{what: beep, duration: 2 s}}, if_unsure: redo}}
    - then: [{{move: home}}, {{wait: 5 s}}]
reactions: all
"""


def mission(text: str, *disturbances: str) -> Mission:
    told = "".join(f"    - {{{each}}}\n" for each in disturbances)
    ending = f"simulation:\n  disturbances:\n{told}" if told else ""
    return loads(text + ending)


class Ran:
    """A run with everything that was said."""

    def __init__(self, mission: Mission) -> None:
        self.messages: list[Message] = []
        self.mission = mission
        if len(mission.team) > 1:
            self.end = app.run_team(mission, self.messages.append)
        else:
            self.end = app.run_virtual(mission, self.messages.append)

    def bytes(self) -> bytes:
        return b"\n".join(map(encode, self.messages))

    def done(self) -> Counter[str]:
        """How often each leaf of the task was done by doing it."""
        leaves = {node.path for node in self.mission.task.walk() if not node.children}
        found: Counter[str] = Counter()
        for message in self.messages:
            changes = message.changes if isinstance(message, Told) else ()
            found.update(
                change.path
                for change in changes
                if isinstance(change, NodeChange)
                and change.state is NodeState.DONE
                and change.path in leaves
            )
        return found

    def overlaps(self) -> list[str]:
        """Resources on which two motions went on at once of which one has it to itself."""
        going: dict[str, tuple[str, ...]] = {}
        found = []
        for message in self.messages:
            if isinstance(message, Heard):
                for event in message.events:
                    if isinstance(event, Ended):
                        going.pop(event.id, None)
            for command in message.commands if isinstance(message, Told) else ():
                if isinstance(command, Begin):
                    alone = [r for r in command.resources if r == "gripper"]
                    for id_, others in going.items():
                        if id_.split(".")[0] == command.robot and set(alone) & set(others):
                            found.append(f"{id_} and {command.id}: {alone}")
                    going[command.id] = tuple(command.resources)
        return found


# -- one at a time -------------------------------------------------------------------------------


def test_without_disturbances_reactions_change_nothing_but_the_tree() -> None:
    plain = Ran(loads(ALONE.replace("reactions: all\n", "")))
    watched = Ran(mission(ALONE))
    assert watched.done() == plain.done()
    assert watched.end.result == plain.end.result == "success"


@pytest.mark.parametrize("at_s", [0, 3, 12, 20, 30, 45])
def test_a_robot_that_falls_gets_up_and_ends_its_mission(at_s: float) -> None:
    ran = Ran(mission(ALONE, f"at: {at_s}, robot: a, falls: true"))
    assert ran.end.result == "success"
    assert set(ran.done().values()) == {1}


def test_a_robot_alone_that_breaks_fails_for_that_reason() -> None:
    ran = Ran(mission(ALONE, "at: 8 s, robot: a, breaks: true"))
    assert ran.end.result == "failure"
    assert {reason.code for reason in ran.end.reasons} == {"alone"}
    assert ran.end.reasons[0].message == "a has no teammate that could do its work"


def test_a_robot_that_mends_before_it_has_failed_goes_on() -> None:
    ran = Ran(mission(ALONE, "at: 8 s, robot: a, breaks: true", "at: 9 s, robot: a, mends: true"))
    assert ran.end.result == "success"


def test_what_is_lost_on_the_way_is_fetched_again() -> None:
    ran = Ran(mission(ALONE, "at: 25 s, robot: a, loses: cup"))
    assert ran.end.result == "success"
    done = ran.done()
    assert (done["task/then/pick cup"], done["task/then/place cup at desk"]) == (2, 1)


def test_before_a_blocked_way_a_robot_waits_until_it_is_cleared() -> None:
    ran = Ran(mission(ALONE, "at: 24 s, blocks: [shelf, desk]", "at: 90 s, clears: [shelf, desk]"))
    assert ran.end.result == "success"
    assert ran.end.t > 90


def test_before_a_way_that_is_blocked_for_good_it_gives_up_at_last() -> None:
    ran = Ran(mission(ALONE, "at: 24 s, blocks: [shelf, desk]"))
    assert ran.end.result in ("failure", "stuck")
    assert "the way shelf-desk is blocked" in " ".join(r.message for r in ran.end.reasons)


def test_a_fallen_robot_that_breaks_does_not_rise_for_ever() -> None:
    ran = Ran(mission(ALONE, "at: 8 s, robot: a, falls: true", "at: 8 s, robot: a, breaks: true"))
    assert ran.end.result == "failure"


# -- in a team -----------------------------------------------------------------------------------


def test_others_do_the_work_of_a_robot_that_breaks() -> None:
    ran = Ran(mission(TOGETHER, "at: 4 s, robot: b, breaks: true"))
    assert ran.end.result == "success"
    begun = [
        command
        for message in ran.messages
        if isinstance(message, Told)
        for command in message.commands
        if isinstance(command, Begin) and command.robot == "b" and message.t > 4.2
    ]
    assert begun == [], "a broken robot begins something"


def test_a_robot_that_mends_takes_part_again() -> None:
    ran = Ran(
        mission(TOGETHER, "at: 1 s, robot: b, breaks: true", "at: 9 s, robot: b, mends: true")
    )
    assert ran.end.result == "success"
    assert any(
        isinstance(message, Told) and message.robot == "b" and message.t > 9 and message.commands
        for message in ran.messages
    )


def test_a_team_of_broken_robots_fails_and_says_so() -> None:
    ran = Ran(
        mission(TOGETHER, "at: 4 s, robot: b, breaks: true", "at: 6 s, robot: a, breaks: true")
    )
    assert ran.end.result in ("failure", "stuck")
    assert "is broken" in " ".join(reason.message for reason in ran.end.reasons)


def test_what_a_robot_of_a_team_loses_on_the_way_is_fetched_again() -> None:
    ran = Ran(mission(TOGETHER, "at: 27 s, robot: a, loses: cup", "at: 27 s, robot: b, loses: cup"))
    assert ran.end.result == "success"
    assert ran.done()["task/then/pick cup"] == 2


def test_the_mission_that_is_shipped_meets_all_four_and_ends_well() -> None:
    path = Path(__file__).parents[1] / "config" / "missions" / "patrol_disturbed.yaml"
    ran = Ran(app.read_mission(str(path)))
    raised = {
        change.path
        for message in ran.messages
        if isinstance(message, Told)
        for change in message.changes
        if isinstance(change, DisturbanceChange)
    }
    assert ran.end.result == "success"
    assert raised == {f"reactions/{name}" for name in USUAL}


def test_what_a_robot_cannot_reach_another_one_does() -> None:
    ran = Ran(mission(TOGETHER, "at: 0 s, blocks: [home, shelf], for: a"))
    assert ran.end.result == "success"


# -- whatever happens ----------------------------------------------------------------------------

TIMES = st.integers(0, 60)
ROBOTS = st.sampled_from(["a", "b"])
WAYS = st.sampled_from(["[home, shelf]", "[shelf, desk]", "[desk, yard]", "[home, yard]"])
BEFALLS = st.builds(
    lambda at, robot, what: f"at: {at} s, robot: {robot}, {what}",
    TIMES,
    ROBOTS,
    st.sampled_from(["falls: true", "breaks: true", "mends: true", "loses: cup"]),
)
STANDS = st.builds(
    lambda at, what, way, robot: f"at: {at} s, {what}: {way}{robot}",
    TIMES,
    st.sampled_from(["blocks", "clears"]),
    WAYS,
    st.sampled_from(["", ", for: a"]),
)
MISHAPS = st.lists(BEFALLS | STANDS, max_size=6)
WHY = ("task/then/pick cup", "reactions/balance", "reactions/balance/recover")


def check(ran: Ran, mishaps: list[str]) -> None:
    assert ran.end.result in ("success", "failure", "stuck")
    assert ran.overlaps() == []
    if not any("loses" in each for each in mishaps) and len(ran.mission.team) == 1:
        assert max(ran.done().values(), default=0) <= 1, "a leaf was done twice"
    assert Ran(ran.mission).bytes() == ran.bytes(), "another run is another one"
    with tempfile.TemporaryDirectory() as folder:
        recording = read(kept(Path(folder), ran.messages))
    assert do_again(recording).ok
    for path in WHY:
        why(recording, path)


@pytest.fixture
def errors(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Commands that the world made impossible."""
    found: list[str] = []
    begin = KinematicBody._begin

    def noted(body: KinematicBody, command: Begin, now_s: float) -> None:
        begin(body, command, now_s)
        found.extend(body.physics_errors)
        body.physics_errors.clear()

    monkeypatch.setattr(KinematicBody, "_begin", noted)
    return found


@given(MISHAPS)
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_befalls_a_robot_alone_its_mission_ends(
    errors: list[str], mishaps: list[str]
) -> None:
    mishaps = [each.replace("robot: b", "robot: a") for each in mishaps]
    check(Ran(mission(ALONE, *mishaps)), mishaps)
    assert errors == []


@given(MISHAPS)
@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_befalls_a_team_its_mission_ends(errors: list[str], mishaps: list[str]) -> None:
    check(Ran(mission(TOGETHER, *mishaps)), mishaps)
    assert errors == []
