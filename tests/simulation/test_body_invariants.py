from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.core.actions import (
    Action,
    Begin,
    Carry,
    Command,
    Drive,
    Ended,
    Event,
    Grasp,
    Halt,
    Pause,
    Release,
    RobotSeen,
)
from cotree.core.mission import Chance, ResourceModel, RobotModel
from cotree.core.stopping import Stop
from cotree.simulation.body import KinematicBody

PLACES = ((0.0, 0.0, 0.0), (0.2, 0.0, 0.0), (4.0, 0.0, 0.0))
MODEL = RobotModel(
    "pr2", (ResourceModel("base", "base"), *(ResourceModel(g, "gripper") for g in ("l", "r")))
)
ROBOTS = ("a", "b")
OBJECTS = ("cup", "tea")

actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Drive, st.sampled_from(PLACES)),
    st.builds(Grasp, st.sampled_from(OBJECTS), st.sampled_from("lr")),
    st.builds(Release, st.sampled_from(OBJECTS), st.sampled_from("lr"), st.sampled_from(PLACES)),
    st.builds(Carry, st.sampled_from(OBJECTS), st.sampled_from("lr"), st.sampled_from(PLACES)),
    st.builds(Pause, st.floats(0, 30)),
)
halts = st.tuples(st.integers(0, 40), st.sampled_from(Stop))
orders = st.lists(
    st.tuples(st.floats(0, 25), st.sampled_from(ROBOTS), st.one_of(actions, halts)), max_size=40
)
chances = st.builds(
    Chance, seed=st.integers(0, 99), noise=st.floats(0, 1), failure=st.floats(0, 0.5)
)
Orders = list[tuple[float, str, Action | tuple[int, Stop]]]


def carried_out(script: Orders, chance: Chance) -> tuple[KinematicBody, list[Event], int]:
    """Give all orders with these pauses in between, and wait until nothing happens any more."""
    body = KinematicBody(
        dict.fromkeys(ROBOTS, (MODEL, PLACES[0])), dict.fromkeys(OBJECTS, PLACES[0]), chance
    )
    events: list[Event] = []
    now_s, begun = 0.0, 0
    for wait_s, robot, order in script:
        now_s += wait_s
        events += body.advance(now_s)
        if isinstance(order, tuple):
            if not begun:
                continue
            command: Command = Halt(str(order[0] % begun), robot, order[1])
        else:
            command, begun = Begin(str(begun), robot, order), begun + 1
        body.command(command, now_s)
        check(body)
    while (due_s := body.next_event_s()) is not None:
        assert due_s >= now_s
        now_s = due_s
        events += body.advance(now_s)
        check(body)
    return body, events, begun


def check(body: KinematicBody) -> None:
    """What is always true."""
    held = [
        (name, g, o) for name, robot in body.world.robots.items() for g, o in robot.holds.items()
    ]
    assert {o: (name, g) for name, g, o in held} == body.world.carriers
    assert len(held) == len(body.world.carriers)
    for robot in body.world.robots.values():
        assert not (robot.driving and robot.busy)
        for gripper, object_ in robot.holds.items():
            if gripper not in robot.gripper_at:  # which only an arm that carried has
                assert body.world.objects[object_] == robot.at


@settings(max_examples=150, deadline=None)
@given(orders, chances)
def test_whatever_is_ordered_ends_once_and_leaves_a_possible_world(
    script: Orders, chance: Chance
) -> None:
    body, events, begun = carried_out(script, chance)
    ended = Counter(event.id for event in events if isinstance(event, Ended))
    assert ended == Counter(str(i) for i in range(begun))
    seen = [event for event in events if isinstance(event, RobotSeen)]
    for name, robot in body.world.robots.items():
        last = [event for event in seen if event.robot == name][-1]
        assert last == RobotSeen(name, robot.at, moving=False)


@settings(max_examples=30, deadline=None)
@given(orders, chances)
def test_the_same_orders_have_the_same_outcome(script: Orders, chance: Chance) -> None:
    assert carried_out(script, chance)[1] == carried_out(script, chance)[1]
