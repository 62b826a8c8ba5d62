"""More rules of resources: sharing that becomes possible, needs that change, names and types."""

from __future__ import annotations

import pytest
from py_trees.common import Status
from py_trees.composites import Selector

from cotree.core.belief import View
from cotree.core.mission import ResourceModel
from cotree.core.resources import Channel, Mode, Need
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, TWO_HANDS, Act, Rig

SUCCESS = Status.SUCCESS
HEAD = (Need("head"),)
HEAD_AND_BASE = (ResourceModel("head", "head"), ResourceModel("base", "base"))
LOOK = Need("head", Mode.SHARED, Channel("look"))


def stand(x: float) -> Channel:
    return Channel("hold", (x, 0.0, 0.0))


# -- sharing -------------------------------------------------------------------------------------


def test_whoever_can_share_starts_in_the_decision_that_makes_sharing_possible() -> None:
    """``second`` has the higher potential, so it is considered before the head is shared."""
    keeps = Then("t1", None, [Act("keep", (Need("head", keep=True),)), Act("first", (LOOK,), 1.0)])
    joins = Then("t2", None, [Act("wait"), Act("second", (LOOK,), 5.0)])
    rig = Rig(And("root", None, [keeps, joins]), HEAD_AND_BASE)
    rig.ticks(3)
    rig.end("wait")
    rig.ticks(2)
    assert rig.going() == ["keep"]
    rig.end("keep")
    rig.ticks(2)
    assert rig.going() == ["first", "second"]


def test_two_stand_together_within_the_tolerance_of_the_mission() -> None:
    drive = Act("drive", (Need("base", keep=True, becomes=stand(0.0)),))
    here = Then("t1", None, [drive, Act("here", (Need("base", Mode.SHARED, stand(0.0)),))])
    near = Then("t2", None, [Act("wait"), Act("near", (Need("base", Mode.SHARED, stand(0.8)),))])
    rig = Rig(And("root", None, [here, near]), HEAD_AND_BASE, same_place_m=1.0)
    rig.ticks(3)
    rig.end("drive")
    rig.end("wait")
    rig.ticks(2)
    assert rig.going() == ["here", "near"]


# -- needs that change ---------------------------------------------------------------------------


class Flexible(Act):
    """A hand if one is within reach, otherwise the head."""

    def needs(self, view: View) -> tuple[Need, ...]:
        return HAND if view.within_reach("gripper") else HEAD


@pytest.mark.parametrize("late", [True, False])
def test_needs_that_depend_on_resources_are_asked_again_with_them(late: bool) -> None:
    """It waited for the head, like ``h``; then a hand was free."""
    flexible = Then("t", None, [Act("x"), Flexible("f")]) if late else Flexible("f")
    root = And("root", None, [Act("g", HAND, 9.0), Act("h", HEAD, 8.0), flexible])
    rig = Rig(root, (*ONE_HAND, ResourceModel("head", "head")))
    rig.ticks(3)
    if late:
        rig.end("x")
        rig.ticks(2)
    assert rig.going() == ["g", "h"]
    rig.end("g")
    rig.ticks(2)
    assert rig.going() == ["f", "h"]
    assert rig.owners("hand") == {"root/t" if late else "root/f"}


# -- names and types -----------------------------------------------------------------------------


@pytest.mark.parametrize("needs", [("gripper", "left"), ("left", "gripper"), ("gripper", "right")])
def test_a_named_hand_and_any_other_are_both_hands(needs: tuple[str, ...]) -> None:
    rig = Rig(Act("a", [Need(each) for each in needs]), TWO_HANDS)
    rig.ticks(2)
    assert rig.going() == ["a"]


def test_a_task_that_needs_one_hand_by_name_and_then_another_spares_its_mirror_image() -> None:
    """Each holds its own hand and needs the other's: they must not both begin."""

    def carry(name: str, hand: str) -> Then:
        take = Act(f"{name} take", (Need(hand, takes=name),))
        help_ = Act(f"{name} help", (Need("gripper"),))
        drop = Act(f"{name} drop", (Need(hand, holding=name, drops=True),))
        return Then(name, None, [take, help_, drop])

    rig = Rig(And("root", None, [carry("x", "left"), carry("y", "right")]), TWO_HANDS, retries=0)
    assert rig.run(50) is SUCCESS


def test_a_fallback_counts_as_much_as_its_largest_child() -> None:
    """Two selectors that take one hand each fit on two hands, whatever their children add up to."""

    def carry(name: str) -> Then:
        ways = [Act(f"{name}{i}", (Need("gripper", takes=name),)) for i in (1, 2)]
        drop = Act(f"{name} drop", (Need("gripper", holding=name, drops=True),))
        return Then(name, None, [Selector(f"{name} either way", True, ways), drop])

    rig = Rig(And("root", None, [carry("x"), carry("y")]), TWO_HANDS)
    rig.ticks(4)
    assert rig.going() == ["x1", "y1"]


def test_a_load_that_is_kept_for_good_is_taken_after_those_who_need_the_hand() -> None:
    keep = Act("keep", (Need("gripper", takes="a"),), 9.0)
    take = Act("take", (Need("gripper", takes="b"),))
    drop = Act("drop", (Need("gripper", holding="b", drops=True),))
    rig = Rig(And("root", None, [keep, Then("t", None, [take, drop])]), ONE_HAND)
    assert rig.run(50) is SUCCESS
    assert rig.order == ["take", "drop", "keep"]


# -- sizes ---------------------------------------------------------------------------------------


def test_what_cannot_be_finished_is_weighed_without_trying_every_order() -> None:
    """Each keeps a hand for good, and there is one hand too few."""
    count = 12
    tools = [ResourceModel(f"tool{i}", f"tool{i}") for i in range(count)]
    hands = [ResourceModel(f"hand{i}", "gripper") for i in range(count - 1)]

    def task(i: int) -> Then:
        fetch = Act(f"fetch{i}", (Need(f"tool{i}", keep=True),))
        use = Act(f"use{i}", (Need(f"tool{i}"), Need("gripper", takes=f"thing{i}")))
        return Then(f"t{i}", None, [fetch, use])

    rig = Rig(And("root", None, [task(i) for i in range(count)]), (*tools, *hands))
    rig.ticks(3)
    assert [reason.code for reason in rig.engine.stuck] == ["unsafe"] * count


def test_a_deep_tree_ticks_and_stops() -> None:
    root: Act | And = Act("a")
    for depth in range(200):
        root = And(f"n{depth}", None, [root])
    rig = Rig(root)
    rig.ticks(3)
    assert rig.going() == ["a"]
    assert not rig.halt()
    assert rig.halt(Stop.CANCEL, rig.ended("a", "stopped"))
