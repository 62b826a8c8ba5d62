from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.actions import Ended, Event, FactSeen, HandSeen, ObjectSeen, RobotSeen
from cotree.core.belief import RESOURCES, Belief, Key, View, fold, forget
from cotree.core.places import Location
from cotree.core.reasons import Reason
from cotree.core.resources import Resource

HERE = (1.0, 2.0, 0.0)
THERE = (4.0, 6.0, 0.0)
SLIPPED = Reason("slipped", "the cup slipped")

EACH_KIND: list[tuple[Event, Key]] = [
    (RobotSeen("pr2", HERE, moving=True), ("robot", "pr2")),
    (ObjectSeen("cup", HERE, held_by=("pr2", "left_gripper")), ("object", "cup")),
    (FactSeen("battery", 0.4), ("fact", "battery")),
    (Ended("pr2.1", SLIPPED), ("ended", "pr2.1")),
]

names = st.sampled_from(["a", "b", "c"])
floats = st.floats(-9.0, 9.0)
seen = st.one_of(
    st.builds(RobotSeen, names, st.tuples(floats, floats, floats), st.booleans()),
    st.builds(ObjectSeen, names, st.tuples(floats, floats, floats)),
    st.builds(FactSeen, names, st.one_of(st.none(), st.booleans(), floats, names)),
    st.builds(Ended, names, st.sampled_from([None, SLIPPED])),
)


def believed(*events: Event, now_s: float = 0.0) -> Belief:
    return fold(Belief(places={"tray": THERE}), events, now_s)[0]


# -- fold ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("event", "key"), EACH_KIND)
def test_an_event_changes_its_own_key_and_no_other(event: Event, key: Key) -> None:
    belief, changed = fold(Belief(), [event], 1.0)
    assert changed == {key}
    parts = (belief.robots, belief.objects, belief.facts, belief.ended)
    assert [list(part) for part in parts if part] == [[key[1]]]


def test_each_kind_of_event_is_kept_where_it_is_looked_for() -> None:
    belief = believed(*(event for event, _ in EACH_KIND))
    assert belief.robots["pr2"].moving
    assert belief.objects["cup"].held_by == ("pr2", "left_gripper")
    assert belief.facts["battery"] == 0.4
    assert belief.ended["pr2.1"].reason == SLIPPED


@pytest.mark.parametrize(("event", "key"), EACH_KIND)
def test_the_same_event_again_changes_nothing(event: Event, key: Key) -> None:
    belief, _ = fold(Belief(), [event], 1.0)
    again, changed = fold(belief, [event, event], 2.0)
    assert changed == frozenset()
    assert again == msgspec.structs.replace(belief, now_s=2.0)


def test_no_event_only_lets_time_pass() -> None:
    belief, changed = fold(Belief(), [], 3.5)
    assert belief == Belief(now_s=3.5)
    assert not changed


def test_what_is_no_event_changes_nothing() -> None:
    assert fold(Belief(), ["noise"], 0.0) == (Belief(), frozenset())  # type: ignore[list-item]


def test_of_two_events_about_one_thing_the_later_one_holds() -> None:
    belief, changed = fold(Belief(), [FactSeen("door", "open"), FactSeen("door", "shut")], 0.0)
    assert belief.facts == {"door": "shut"}
    assert changed == {("fact", "door")}


def test_a_fact_that_becomes_unknown_is_a_change() -> None:
    belief = believed(FactSeen("door", "open"))
    belief, changed = fold(belief, [FactSeen("door", None)], 0.0)
    assert belief.facts == {"door": None}
    assert changed == {("fact", "door")}


def test_a_fact_first_seen_as_none_is_a_change() -> None:
    assert fold(Belief(), [FactSeen("door", None)], 0.0)[1] == {("fact", "door")}


def test_fold_leaves_the_old_belief_as_it_was() -> None:
    before = believed(RobotSeen("pr2", HERE))
    fold(before, [RobotSeen("pr2", THERE), ObjectSeen("cup", HERE)], 9.0)
    assert before == believed(RobotSeen("pr2", HERE))


def test_parts_without_news_are_shared_and_not_copied() -> None:
    before = believed(RobotSeen("pr2", HERE))
    after, _ = fold(before, [FactSeen("door", "open")], 1.0)
    assert after.robots is before.robots
    assert after.places is before.places


@given(st.lists(seen, max_size=12), st.integers(0, 12))
def test_events_in_one_fold_or_in_two_give_the_same_belief(
    events: Sequence[Event], cut: int
) -> None:
    whole, changed = fold(Belief(), events, 1.0)
    half, first = fold(Belief(), events[:cut], 0.5)
    both, second = fold(half, events[cut:], 1.0)
    assert both == whole
    assert first | second == changed


# -- forget --------------------------------------------------------------------------------------


def test_forgetting_an_outcome_that_was_read_keeps_the_others() -> None:
    belief = believed(Ended("pr2.1"), Ended("pr2.2", SLIPPED), RobotSeen("pr2", HERE))
    after = forget(belief, ["pr2.1"])
    assert after.ended == {"pr2.2": Ended("pr2.2", SLIPPED)}
    assert after.robots == belief.robots
    assert set(belief.ended) == {"pr2.1", "pr2.2"}


@pytest.mark.parametrize("ended", [[], ["pr2.7"]])
def test_forgetting_nothing_that_is_known_is_the_same_belief(ended: list[str]) -> None:
    belief = believed(Ended("pr2.1"))
    assert forget(belief, ended) is belief


# -- view ----------------------------------------------------------------------------------------


def view() -> View:
    belief = believed(
        RobotSeen("pr2", HERE, moving=True),
        RobotSeen("baxter", THERE),
        ObjectSeen("cup", HERE),
        FactSeen("door", "open"),
    )
    return View(belief, "pr2")


def test_a_fresh_view_has_read_nothing() -> None:
    assert view().read == set()


def test_where_this_robot_is_and_whether_it_moves_reads_this_robot() -> None:
    asked = view()
    assert asked.here() == HERE
    assert asked.read == {("robot", "pr2")}
    asked = view()
    assert asked.moving() is True
    assert asked.read == {("robot", "pr2")}


def test_where_another_robot_is_reads_that_robot_even_if_it_is_unknown() -> None:
    asked = view()
    assert asked.robot_at("baxter") == THERE
    assert asked.robot_at("nobody") is None
    assert asked.read == {("robot", "baxter"), ("robot", "nobody")}


def test_an_object_is_read_even_if_it_is_unknown() -> None:
    asked = view()
    assert asked.object("cup") == ObjectSeen("cup", HERE)
    assert asked.object("spoon") is None
    assert asked.read == {("object", "cup"), ("object", "spoon")}


def test_a_fact_is_read_even_if_it_is_unknown() -> None:
    asked = view()
    assert asked.fact("door") == "open"
    assert asked.fact("battery") is None
    assert asked.read == {("fact", "door"), ("fact", "battery")}


def test_a_place_does_not_move_so_nothing_is_noted() -> None:
    asked = view()
    assert asked.place("tray") == THERE
    assert asked.place("nowhere") is None
    assert asked.read == set()


@pytest.mark.parametrize(
    ("location", "point", "read"),
    [
        (Location(point=(7.0, 7.0, 7.0)), (7.0, 7.0, 7.0), set()),
        (Location("tray"), THERE, set()),
        (Location("cup"), HERE, {("object", "cup")}),
        (Location("spoon"), None, {("object", "spoon")}),
    ],
    ids=["a point", "a place", "an object", "unknown"],
)
def test_a_location_means_a_point_now(location: Location, point: object, read: set[Key]) -> None:
    asked = view()
    assert asked.locate(location) == point
    assert asked.read == read


def test_a_place_comes_before_an_object_of_the_same_name() -> None:
    asked = View(believed(ObjectSeen("tray", HERE)), "pr2")
    assert asked.locate(Location("tray")) == THERE
    assert asked.read == set()


GRIPPERS = {
    "left_gripper": Resource("left_gripper", "gripper", owners=frozenset({"tea"})),
    "right_gripper": Resource("right_gripper", "gripper", owners=frozenset({"toast"})),
    "third_gripper": Resource("third_gripper", "gripper"),
}


def test_resources_are_read_as_a_whole() -> None:
    asked = View(Belief(), "pr2", GRIPPERS)
    assert asked.resources == GRIPPERS
    assert asked.read == {RESOURCES}


@pytest.mark.parametrize(("lineage", "count"), [((), 1), (("tea",), 2), (("tea", "toast"), 3)])
def test_within_reach_are_the_free_ones_and_those_of_the_own_lineage(
    lineage: tuple[str, ...], count: int
) -> None:
    asked = View(Belief(), "pr2", GRIPPERS, lineage)
    assert asked.within_reach("gripper") == count
    assert asked.within_reach("base") == 0
    assert asked.read == {RESOURCES}


def test_without_resources_nothing_is_within_reach() -> None:
    assert View(Belief(), "pr2").within_reach("gripper") == 0


@pytest.mark.parametrize(
    ("point", "tolerance_m", "stands"),
    [
        (HERE, 0.3, True),
        ((1.2, 2.0, 0.0), 0.3, True),
        ((1.2, 2.0, 0.0), 0.1, False),
        (None, 9, False),
    ],
)
def test_a_robot_stands_at_a_point_within_the_missions_tolerance(
    point: tuple[float, float, float] | None, tolerance_m: float, stands: bool
) -> None:
    asked = View(believed(RobotSeen("pr2", HERE)), "pr2", same_place_m=tolerance_m)
    assert asked.stands_at(point) is stands


def test_a_robot_that_moves_stands_nowhere() -> None:
    asked = view()
    assert not asked.stands_at(HERE)
    assert asked.read == {("robot", "pr2")}


def test_a_persons_hand_is_where_it_was_seen_last() -> None:
    first, last = HandSeen("ann", HERE, 1.0), HandSeen("ann", THERE, 2.0)
    belief, changed = fold(Belief(), [first, last], 2.0)
    assert belief.hands == {"ann": last}
    assert changed == {("hand", "ann")}
