"""From a job to its actions: the shortest sequence that works, or a reason."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.core.hauls import Act, NoSequence, acts, hauls, layers
from cotree.core.jobs import Job, Relation, Thing


def job(things: dict[str, str], goal: dict[str, str], fixed: tuple[str, ...] = ()) -> Job:
    known = tuple(Thing(name, on, name in fixed) for name, on in things.items())
    return Job("job", (), known, tuple(Relation(a, "on", b) for a, b in goal.items()))


def test_one_box_takes_five_actions_as_in_the_paper() -> None:
    task = job({"table": "ground", "place": "ground", "box": "table"}, {"box": "place"})
    assert [str(act) for act in acts(task)] == [
        "detect box",
        "move to box",
        "grasp box",
        "move to place",
        "release box at place",
    ]


def test_what_is_where_it_belongs_is_not_touched() -> None:
    assert acts(job({"box": "place"}, {"box": "place"})) == ()


def test_what_stands_above_and_what_stands_below_come_first() -> None:
    task = job({"a": "table", "b": "a"}, {"a": "place", "b": "shelf"})
    assert [haul.thing for haul in hauls(task)] == ["b", "a"]
    task = job({"a": "table", "b": "table"}, {"a": "b", "b": "place"})
    assert [haul.thing for haul in hauls(task)] == ["b", "a"]


def test_objects_that_wait_for_none_are_in_one_layer() -> None:
    task = job({"a": "table", "b": "table", "c": "a"}, {"a": "place", "b": "place", "c": "place"})
    found = [[haul.thing for haul in layer] for layer in layers(hauls(task))]
    assert found == [["b", "c"], ["a"]]


@pytest.mark.parametrize(
    ("things", "goal", "why"),
    [
        ({"a": "table", "b": "a"}, {"a": "place"}, "b stands on it, and has no goal"),
        ({"a": "b", "b": "table"}, {"b": "a"}, "a stands on it"),
        ({"a": "b", "b": "table"}, {"a": "place", "b": "a"}, ""),
        ({"a": "table", "b": "shelf"}, {"a": "b", "b": "a"}, "stand in each other's way"),
        ({"lamp": "table"}, {"lamp": "place"}, "lamp is fixed"),
    ],
)
def test_what_cannot_be_done_by_carrying_each_object_once_is_refused_with_the_reason(
    things: dict[str, str], goal: dict[str, str], why: str
) -> None:
    task = job(things, goal, ("lamp",))
    if not why:
        assert [haul.thing for haul in hauls(task)] == ["a", "b"]
        return
    with pytest.raises(NoSequence, match=why):
        hauls(task)


def test_an_object_cannot_be_wanted_at_two_places() -> None:
    goal = (Relation("a", "on", "x"), Relation("a", "on", "y"))
    with pytest.raises(NoSequence, match="a cannot be on x and y"):
        hauls(Job("job", (), (Thing("a", "table"),), goal))


# -- against a blind search over all states --------------------------------------------------------

Where = tuple[tuple[str, str], ...]
State = tuple[str, str, frozenset[str], Where]
"""Where the robot is, what it holds, what it has seen, and where each object is."""


def after(state: State, places: tuple[str, ...]) -> list[State]:
    """All states one action later (STRIPS, 1.8)."""
    here, holds, seen, where = state
    at = dict(where)
    found: list[State] = [(place, holds, seen, where) for place in places if place != here]
    for box in at:
        if box not in seen:
            found.append((here, holds, seen | {box}, where))
        if not holds and box in seen and at[box] == here:
            found.append((here, box, seen, tuple({**at, box: ""}.items())))
    if holds:
        found.append((here, "", seen, tuple({**at, holds: here}.items())))
    return found


def fewest(boxes: dict[str, str], goal: dict[str, str]) -> int:
    """How many actions it takes at least."""
    places = tuple({*boxes.values(), *goal.values(), "dock"})
    start: State = ("dock", "", frozenset(), tuple(boxes.items()))
    left, reached = deque([(start, 0)]), {start}
    while left:
        state, number = left.popleft()
        if all(dict(state[3])[box] == place for box, place in goal.items()):
            return number
        for each in after(state, places):
            if each not in reached:
                reached.add(each)
                left.append((each, number + 1))
    raise AssertionError("boxes can always be carried")


@given(st.lists(st.sampled_from(["p", "q"]), min_size=1, max_size=2))
@settings(max_examples=8, deadline=None)
def test_nobody_needs_fewer_actions(ends: list[str]) -> None:
    boxes = {f"b{i}": "t" for i in range(len(ends))}
    goal = {f"b{i}": end for i, end in enumerate(ends)}
    assert len(acts(job(boxes, goal))) == fewest(boxes, goal)


def test_the_sequence_leads_from_the_first_state_to_the_goal() -> None:
    names = ("a", "b", "c")
    task = job(dict.fromkeys(names, "table"), dict.fromkeys(names, "place"))
    holds = ""
    where = dict.fromkeys(names, "table")
    here = ""
    for act in acts(task):
        match act:
            case Act("move", _, place):
                here = where.get(place, place)
            case Act("grasp", thing, _):
                assert (holds, where[thing]) == ("", here)
                holds = thing
            case Act("release", thing, place):
                assert (holds, here) == (thing, place)
                where[thing], holds = place, ""
    assert where == dict.fromkeys(names, "place")
