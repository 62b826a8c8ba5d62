"""A ``place`` without a ``pick``: who could bring the object, with what, and how suitably."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cotree.behaviours.desk import Desk
from cotree.behaviours.place import Place, PlaceParams
from cotree.behaviours.suitability import Suitability
from cotree.core.actions import Carry, GraspSeen, GripperSeen, ObjectSeen, RobotSeen
from cotree.core.belief import Belief, View
from cotree.core.mission import Metric, ResourceModel, RobotModel
from cotree.core.places import Location
from cotree.core.resources import Channel, Mode, Need, Resource

HERE, CUP, TRAY = (0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (0.0, 0.5, 0.0)
LEFT, RIGHT = ResourceModel("left", "gripper"), ResourceModel("right", "gripper")
BASE, HEAD = ResourceModel("base", "base"), ResourceModel("eye", "head")
ARM = RobotModel("arm", (RIGHT,))
PR2 = RobotModel("pr2", (BASE, LEFT, RIGHT, HEAD))
LYING = ObjectSeen("cup", CUP)
MANIPULATE = Channel("manip")


def leaf(model: RobotModel = ARM, metric: Metric | None = None) -> Place:
    place = Place("cup", PlaceParams("cup", Location(name="tray")))
    place.desk = Desk("r", model)
    place.desk.suitability = Suitability(metric)
    return place


def view(cup: ObjectSeen | None = LYING, model: RobotModel = ARM, **belief: Any) -> View:
    known = Belief(
        robots={"r": RobotSeen("r", HERE)},
        objects={} if cup is None else {"cup": cup},
        places={"tray": TRAY},
    )
    state = {each.name: Resource(each.name, each.type) for each in model.resources}
    return View(msgspec.structs.replace(known, **belief), "r", state)


def grippers(**at: tuple[float, float, float]) -> dict[str, GripperSeen]:
    return {f"r/{name}": GripperSeen("r", name, point) for name, point in at.items()}


def code(reason: object) -> str:
    return str(getattr(reason, "code", "ready"))


def test_an_arm_alone_needs_its_gripper() -> None:
    assert leaf().needs(view()) == (Need("right"),)


def test_a_robot_also_keeps_its_base_where_it_stands_and_looks_on() -> None:
    assert leaf(PR2).needs(view(model=PR2)) == (
        Need("base", Mode.SHARED, Channel("hold", HERE)),
        Need("gripper"),
        Need("head", Mode.SHARED, MANIPULATE),
    )


def test_of_several_grippers_the_nearest_free_one_is_needed() -> None:
    near_left = view(model=PR2, grippers=grippers(left=CUP, right=HERE))
    assert leaf(PR2).needs(near_left)[1] == Need("left")
    near_right = view(model=PR2, grippers=grippers(left=HERE, right=CUP))
    assert leaf(PR2).needs(near_right)[1] == Need("right")
    busy = dict(near_right.peek()) | {"right": Resource("right", "gripper", users=frozenset("x"))}
    assert leaf(PR2).needs(View(near_right.belief, "r", busy))[1] == Need("left")


def test_before_anything_is_known_any_gripper_will_do() -> None:
    nobody = Place("cup", PlaceParams("cup", Location(name="tray")))
    assert nobody.needs(View(Belief(), "r")) == (Need("gripper"),)


@pytest.mark.parametrize(
    ("cup", "belief", "expected"),
    [
        (LYING, {}, "ready"),
        (None, {}, "unknown_object"),
        (LYING, {"places": {}}, "unknown_place"),
        (LYING, {"robots": {}}, "unknown_place"),
        (LYING, {"robots": {"r": RobotSeen("r", HERE, moving=True)}}, "moving"),
        (ObjectSeen("cup", (1.2, 0.0, 0.0)), {}, "too_far"),
        (LYING, {"places": {"tray": (0.0, -1.2, 0.0)}}, "too_far"),
        (ObjectSeen("cup", CUP, ("other", "left")), {}, "held"),
        (ObjectSeen("cup", (1.2, 0.0, 0.0), ("r", "right")), {}, "ready"),
    ],
)
def test_it_is_ready_when_the_object_and_its_goal_are_in_reach(
    cup: ObjectSeen | None, belief: dict[str, Any], expected: str
) -> None:
    assert code(leaf().ready(view(cup, **belief))) == expected


def test_being_too_far_away_says_how_far() -> None:
    reason = leaf().ready(view(ObjectSeen("cup", (1.25, 0.0, 0.0))))
    assert reason is not None
    assert reason.message == "cup is 1.25 m away; the arms reach 1 m"


def test_a_gripper_that_was_stopped_with_something_in_it_brings_nothing_else() -> None:
    tea = ObjectSeen("tea", HERE, ("r", "right"))
    seen = view(objects={"cup": LYING, "tea": tea})
    reason = leaf().ready(seen)
    assert reason is not None
    assert (reason.code, reason.message) == ("hands_full", "right still holds tea")
    assert ("object", "tea") in seen.read
    both = view(model=PR2, objects={"cup": LYING, "tea": tea})
    assert leaf(PR2).ready(both) is None
    assert leaf(PR2).needs(both)[1] == Need("left")


def test_what_was_carried_half_the_way_is_carried_on_by_the_same_gripper() -> None:
    mine = ObjectSeen("cup", CUP, ("r", "right"))
    seen = view(mine, PR2, grippers=grippers(left=CUP, right=CUP))
    assert leaf(PR2).needs(seen)[1] == Need("right")
    assert leaf(PR2).ready(seen) is None
    assert leaf(PR2, Metric({"distance": 1.0})).potential(seen) == pytest.approx(100.0)


def test_what_this_robot_holds_for_good_is_only_put_down() -> None:
    mine = ObjectSeen("cup", TRAY, ("r", "right"))
    loaded = {"right": Resource("right", "gripper", load="cup")}
    here = {"r": RobotSeen("r", TRAY)}
    seen = View(msgspec.structs.replace(view(mine).belief, robots=here), "r", loaded)
    assert leaf().needs(seen)[1] == Need("gripper", holding="cup", drops=True)
    assert leaf().score(seen) is None


def test_its_potential_is_the_missions_metric() -> None:
    grasp = {"r/cup": GraspSeen("r", "cup", 25.0)}
    seen = view(grippers=grippers(right=(0.5, 0.4, 0.0)), grasps=grasp)
    assert leaf().potential(seen) == pytest.approx(1 / 0.4 + 0.1 * 25)
    assert leaf(metric=Metric({"distance": 1.0})).potential(seen) == pytest.approx(2.5)
    assert {("gripper", "r/right"), ("grasp", "r/cup"), ("object", "cup")} <= seen.read
    assert leaf().potential(view()) == pytest.approx(1 / 0.5), "the base stands for an unseen arm"


def test_terms_read_the_facts_of_their_robot_and_no_others() -> None:
    metric = Metric({"battery": 2.0})
    seen = view(facts={"r/battery": 0.5, "other/battery": 1.0, "r/load": "much"})
    assert leaf(metric=metric).potential(seen) == pytest.approx(1.0)
    assert ("fact", "r/battery") in seen.read
    assert leaf(metric=Metric({"load": 2.0})).potential(seen) == 0.0


def test_who_cannot_grasp_it_is_shut_out_when_somebody_else_can() -> None:
    place = leaf()
    seen = view(grasps={"r/cup": GraspSeen("r", "cup", 0.0)})
    place.desk.suitability.anyone = lambda path: path == "cup"
    assert place.potential(seen) == 0.0
    assert place.desk.suitability.shut == {"cup": "this robot scores 0 in grasp"}
    assert place.desk.suitability.risks == {}
    assert ("gate", "cup") in seen.read
    assert leaf(metric=Metric(gate="soft")).potential(seen) == pytest.approx(2.0)


def test_if_nobody_else_can_either_it_is_tried_and_the_risk_is_told() -> None:
    place = leaf()
    assert place.potential(view(grasps={"r/cup": GraspSeen("r", "cup", 0.0)})) == pytest.approx(2.0)
    assert "no robot scores above 0 in grasp" in place.desk.suitability.risks["cup"]
    place.desk.belief = view().belief
    place.granted = ((Need("right"), "right"),)
    place.initialise()
    assert "no robot scores above 0" in place.feedback_message
    assert place.potential(view(grasps={"r/cup": GraspSeen("r", "cup", 9.0)})) > 2.0
    assert (place.desk.suitability.shut, place.desk.suitability.risks) == ({}, {})


def test_while_a_grasp_score_fades_it_asks_to_be_asked_again() -> None:
    def at(now_s: float) -> tuple[float, float | None]:
        place = leaf(metric=Metric({"grasp": 1.0}))
        looked = {"r/cup": GraspSeen("r", "cup", 10.0, seen_s=100.0)}
        seen = view(grasps=looked, now_s=now_s)
        value = place.potential(seen)
        assert ("alarm", "cup") in seen.read
        return value, place.desk.alarms.next_s()

    assert at(100.0) == (10.0, 100.5)
    assert at(100.5) == (9.0, 101.0)
    value, again_s = at(102.6)
    assert value == pytest.approx(4.8)
    assert again_s == 103.0
    assert at(105.0) == (0.0, None)
    place = leaf()
    place.potential(view(grasps={"r/cup": GraspSeen("r", "cup", 10.0)}, now_s=99.0))
    assert place.desk.alarms.next_s() is None, "a score that is looked at all the time"


def test_it_carries_with_the_granted_gripper() -> None:
    place = leaf(PR2)
    place.desk.belief = view().belief
    needs = place.needs(view(model=PR2))
    place.granted = tuple(zip(needs, ("base", "left", "eye"), strict=True))
    assert place.action() == Carry("cup", "left", TRAY)


def test_a_tree_with_it_is_not_planned_ahead() -> None:
    assert leaf().step(view()) is None
