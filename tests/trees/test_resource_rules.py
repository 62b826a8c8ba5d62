"""The rules of resources: who gets what, what is kept, passed on, reserved, and given back."""

from __future__ import annotations

import pytest
from py_trees.blackboard import Blackboard  # noqa: TID251  (looks behind the door on purpose)
from py_trees.common import Status
from py_trees.composites import Sequence

from cotree.core.changes import NodeChange
from cotree.core.mission import ResourceModel
from cotree.core.reasons import Reason
from cotree.core.resources import Channel, Mode, Need
from cotree.core.steps import Plan
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, TWO_HANDS, Act, Rig

SUCCESS = Status.SUCCESS
BASE = ResourceModel("base", "base")
HEAD = ResourceModel("head", "head")
HERE, THERE = (0.0, 0.0, 0.0), (9.0, 0.0, 0.0)


def drive(name: str, at: tuple[float, float, float] = HERE, potential: float = 1.0) -> Act:
    """Like a move: keeps the base for the next one."""
    need = Need("base", channel=Channel("move"), keep=True, becomes=Channel("hold", at))
    return Act(name, (need,), potential)


def grip(
    name: str, what: str, at: tuple[float, float, float] = HERE, potential: float = 1.0
) -> Act:
    """Like a pick."""
    base = Need("base", Mode.SHARED, Channel("hold", at))
    return Act(name, (base, Need("gripper", takes=what)), potential)


def put(name: str, what: str, at: tuple[float, float, float] = HERE, potential: float = 1.0) -> Act:
    """Like a place."""
    base = Need("base", Mode.SHARED, Channel("hold", at))
    return Act(name, (base, Need("gripper", holding=what, drops=True)), potential)


def test_an_exclusive_resource_has_one_user_and_is_given_back() -> None:
    rig = Rig(And("n", None, [Act("a", HAND)]), ONE_HAND)
    rig.ticks(2)
    state = rig.engine.registry.state()["hand"]
    assert (state.owners, state.users) == (frozenset({"n/a"}), frozenset({"n/a"}))
    assert state.locked
    rig.end("a")
    assert rig.engine.registry.state()["hand"].locked is False


def test_a_shared_resource_is_used_together_on_one_channel_only() -> None:
    look = (Need("head", Mode.SHARED, Channel("look")),)
    other = (Need("head", Mode.SHARED, Channel("nod")),)
    rig = Rig(And("n", None, [Act("a", look), Act("b", look), Act("c", other)]), [HEAD])
    rig.ticks(2)
    assert rig.going() == ["a", "b"]
    rig.end("a")
    rig.tick()
    assert rig.going() == ["b"]
    rig.end("b")
    rig.tick()
    assert rig.going() == ["c"]


def test_held_locations_are_compatible_within_the_tolerance() -> None:
    near = (0.2, 0.0, 0.0)
    rig = Rig(
        And("n", None, [grip("a", "x"), grip("b", "y", near), grip("c", "z", THERE)]),
        [BASE, *TWO_HANDS, ResourceModel("third", "gripper")],
    )
    rig.ticks(2)
    assert rig.going() == ["a", "b"]


def test_a_need_may_name_one_resource() -> None:
    rig = Rig(And("n", None, [Act("a", (Need("right"),)), Act("b", (Need("right"),))]), TWO_HANDS)
    rig.ticks(2)
    assert rig.going() == ["a"]
    assert rig.owners("right") == {"n/a"}
    assert rig.owners("left") == set()


def test_a_move_passes_the_base_on_to_its_lineage_and_nobody_else_gets_it() -> None:
    root = And(
        "n",
        None,
        [Then("t", None, [drive("m"), Act("p", (Need("base"),))]), drive("other", THERE, 0.5)],
    )
    rig = Rig(root, [BASE])
    rig.ticks(2)
    assert rig.going() == ["m"]
    rig.see(p_ready=False)
    rig.end("m")
    rig.ticks(3)
    assert rig.owners("base") == {"n/t"}
    assert rig.going() == []
    rig.see(p_ready=True)
    rig.tick()
    assert rig.going() == ["p"]
    rig.end("p")
    rig.tick()
    assert rig.going() == ["other"]


def test_a_pick_retains_the_gripper_and_the_place_gives_it_back() -> None:
    rig = Rig(Then("t", None, [grip("p", "cup"), put("l", "cup")]), [BASE, *ONE_HAND])
    rig.ticks(2)
    rig.end("p")
    hand = rig.engine.registry.state()["hand"]
    assert (hand.load, hand.owners, hand.users) == ("cup", frozenset({"t"}), frozenset())
    rig.ticks(2)
    rig.end("l")
    hand = rig.engine.registry.state()["hand"]
    assert (hand.load, hand.owners) == (None, frozenset())


def test_a_place_uses_the_gripper_that_holds_its_object() -> None:
    picks = [grip("pa", "a"), grip("pb", "b")]
    root = Then("t", None, [*picks, Then("u", None, [put("lb", "b"), put("la", "a")])])
    rig = Rig(root, [BASE, *TWO_HANDS])
    rig.ticks(2)
    rig.end("pa")
    rig.tick()
    rig.end("pb")
    rig.tick()
    assert rig.going() == ["lb"]
    assert rig.engine.registry.state()["right"].users == {"t/u/lb"}


def test_a_move_reserves_the_gripper_that_its_successor_needs() -> None:
    steps = [drive("m", HERE, 9.0), grip("p", "x"), put("l", "x")]
    rig = Rig(And("n", None, [Then("t", None, steps), Act("b", HAND)]), [BASE, *ONE_HAND])
    rig.ticks(2)
    assert rig.going() == ["m"]
    assert rig.owners("hand") == {"n/t"}
    rig.end("m")
    rig.tick()
    assert rig.going() == ["p"]


def test_a_move_does_not_start_without_the_gripper_that_its_successor_needs() -> None:
    root = And("n", None, [Act("b", HAND, 99.0), Then("t", None, [drive("m"), grip("p", "x")])])
    rig = Rig(root, [BASE, *ONE_HAND])
    rig.ticks(2)
    assert rig.going() == ["b"]
    rig.end("b")
    rig.tick()
    assert rig.going() == ["m"]


def test_what_a_then_still_owns_without_load_is_free_when_it_ends() -> None:
    rig = Rig(And("n", None, [Then("t", None, [Act("a"), drive("m")]), Act("b")]), [BASE])
    rig.ticks(2)
    rig.end("a")
    rig.tick()
    rig.end("m")
    assert rig.owners("base") == set()


def test_a_load_passes_to_the_enclosing_lineage() -> None:
    both = And("both", None, [grip("pa", "a"), grip("pb", "b")])
    back = And("back", None, [put("la", "a"), put("lb", "b")])
    rig = Rig(Then("t", None, [both, back]), [BASE, *TWO_HANDS])
    rig.ticks(2)
    assert rig.going() == ["pa", "pb"]
    rig.end("pa")
    rig.end("pb")
    assert (rig.owners("left"), rig.owners("right")) == ({"t"}, {"t"})
    assert rig.owners("base") == set()
    rig.ticks(2)
    assert rig.going() == ["la", "lb"]


def test_an_inner_then_hands_what_it_kept_to_the_next_child_of_the_outer_one() -> None:
    root = Then("t", None, [Then("i", None, [drive("m")]), Act("p", (Need("base"),))])
    rig = Rig(And("n", None, [root, drive("other", THERE, 0.5)]), [BASE])
    rig.see(p_ready=False)
    rig.ticks(2)
    rig.end("m")
    rig.ticks(2)
    assert rig.owners("base") == {"n/t"}


def test_a_failed_leaf_keeps_what_its_lineage_had_for_the_next_attempt() -> None:
    root = And(
        "n", None, [Then("t", None, [drive("m"), grip("p", "x")]), drive("other", THERE, 0.5)]
    )
    rig = Rig(root, [BASE, *ONE_HAND])
    rig.ticks(2)
    rig.end("m")
    rig.tick()
    rig.end("p", "slipped")
    rig.tick()
    assert rig.owners("base") == {"n/t"}
    assert rig.going() == [], "the other move may not take the base away"
    rig.tick(after_s=2.0)
    assert rig.going() == ["p"]


def test_everything_is_free_when_the_last_attempt_has_failed() -> None:
    root = And(
        "n", None, [Then("t", None, [drive("m"), grip("p", "x")]), drive("other", THERE, 0.5)]
    )
    rig = Rig(root, [BASE, *ONE_HAND], retries=0)
    rig.ticks(2)
    rig.end("m")
    rig.tick()
    rig.end("p", "slipped")
    rig.tick()
    assert rig.going() == ["other"]
    assert rig.owners("hand") == set()


def test_two_lineages_that_each_need_two_hands_do_not_block_each_other() -> None:
    def two_handed(name: str) -> Then:
        return Then(name, None, [
            grip(f"{name}1", f"{name}1"), grip(f"{name}2", f"{name}2"),
            put(f"{name}3", f"{name}1"), put(f"{name}4", f"{name}2"),
        ])  # fmt: skip

    rig = Rig(And("n", None, [two_handed("a"), two_handed("b")]), [BASE, *TWO_HANDS])
    rig.ticks(3)
    assert rig.going() == ["a1"]
    assert rig.run() is SUCCESS


def test_the_reason_of_an_unsafe_grant_is_given() -> None:
    def two_handed(name: str) -> Then:
        return Then(
            name, None, [grip(f"{name}1", f"{name}1"), grip(f"{name}2", f"{name}2"), Act("x")]
        )

    rig = Rig(And("n", None, [two_handed("a"), two_handed("b")]), [BASE, *TWO_HANDS])
    rig.ticks(3)
    asker = next(asker for asker in rig.engine.pool.waiting() if asker.path.endswith("b1"))
    assert asker.why is not None
    assert asker.why.code == "unsafe"


def test_the_exact_selector_takes_the_largest_total() -> None:
    both = (Need("left"), Need("right"))
    leaves = [
        Act("r1", both, 10.0),
        Act("r2", (Need("left"),), 6.0),
        Act("r3", (Need("right"),), 6.0),
    ]
    greedy = Rig(And("n", None, list(leaves)), TWO_HANDS, name="greedy")
    greedy.ticks(2)
    assert greedy.going() == ["r1"]
    leaves = [
        Act("r1", both, 10.0),
        Act("r2", (Need("left"),), 6.0),
        Act("r3", (Need("right"),), 6.0),
    ]
    exact = Rig(And("n", None, list(leaves)), TWO_HANDS, name="exact", selector="exact")
    exact.ticks(2)
    assert exact.going() == ["r2", "r3"]


def test_leaves_of_a_control_unit_ask_for_themselves_within_its_lineage() -> None:
    unit = Sequence("s", True, [grip("p", "x"), put("l", "x")])
    rig = Rig(And("n", None, [unit, Act("b", HAND, 0.5)]), [BASE, *ONE_HAND])
    rig.see(b_ready=False)
    rig.ticks(4)
    assert rig.going() == ["p"]
    rig.end("p")
    rig.see(b_ready=True)
    rig.ticks(3)
    assert rig.going() == ["l"]
    assert rig.owners("hand") == {"n/s"}
    rig.end("l")
    rig.ticks(2)
    assert rig.going() == ["b"]


def test_two_leaves_of_one_lineage_do_not_use_one_resource_at_once() -> None:
    from py_trees.common import ParallelPolicy
    from py_trees.composites import Parallel

    both = Parallel("p", ParallelPolicy.SuccessOnAll(), [Act("a", HAND), Act("b", HAND)])
    rig = Rig(And("n", None, [both]), ONE_HAND)
    rig.ticks(5)
    assert rig.going() == ["a"]
    rig.end("a")
    rig.ticks(3)
    assert rig.going() == ["b"]


# -- the blackboard --------------------------------------------------------------------------------


def test_resources_live_on_the_blackboard_under_the_name_of_their_teammate() -> None:
    rig = Rig(And("n", None, [Act("a", HAND)]), ONE_HAND, name="pr2")
    rig.ticks(2)
    assert Blackboard.storage["/pr2/resources/hand/owners"] == {"n/a"}
    assert Blackboard.storage["/pr2/resources/hand/locked"] is True
    assert rig.desk.writers["resources/hand/owners"] == "root"
    rig.end("a")
    assert Blackboard.storage["/pr2/resources/hand/owners"] == frozenset()
    assert rig.desk.writers["resources/hand/owners"] == "n/a"


def test_two_teammates_in_one_process_never_read_each_others_keys() -> None:
    one = Rig(And("n", None, [Act("a", HAND)]), ONE_HAND, name="one")
    two = Rig(And("n", None, [Act("a", HAND)]), ONE_HAND, name="two")
    one.ticks(2)
    assert one.owners("hand") == {"n/a"}
    assert two.owners("hand") == set()
    two.ticks(2)
    assert two.going() == ["a"]
    two.desk.clear()
    assert one.owners("hand") == {"n/a"}
    assert two.desk.keys() == []
    with pytest.raises(KeyError, match="/two/resources/hand/type has not been written"):
        two.engine.registry.state()


# -- plans -----------------------------------------------------------------------------------------


def plan(*rounds: tuple[str, ...]) -> Plan:
    return Plan(tuple(rounds), 1.0, "optimal", "test")


def test_a_plan_changes_the_order_but_not_the_checks() -> None:
    rig = Rig(And("n", None, [Act("a", HAND, 9.0), Act("b", HAND)]), ONE_HAND)
    rig.engine.prefer(plan(("n/b",), ("n/a",)))
    assert rig.run() is SUCCESS
    assert rig.order == ["b", "a"]


def test_what_the_plan_starts_later_is_held_back_while_the_plan_goes_on() -> None:
    rig = Rig(And("n", None, [Act("a"), Act("b")]))
    rig.engine.prefer(plan(("n/b",), ("n/a",)))
    rig.see(b_ready=True)
    rig.tick()
    assert rig.going() == ["b"]
    rig.tick()
    assert rig.going() == ["a", "b"], "its round has come"


def test_a_plan_that_cannot_go_on_is_dropped_and_asked_for_again() -> None:
    rig = Rig(And("n", None, [Act("a"), Act("b")]))
    rig.engine.prefer(plan(("n/b",), ("n/a",)))
    assert not rig.engine.wants_plan
    rig.see(b_ready=False)
    rig.ticks(2)
    assert rig.going() == ["a"]
    assert rig.engine.wants_plan


def test_the_problem_of_a_plan_tells_what_is_done_running_and_chosen() -> None:
    from cotree.core.actions import RobotSeen
    from cotree.core.steps import NoPlan, Problem

    root = And("n", None, [Act("a"), Or("o", None, [Act("b"), Act("c")])])
    rig = Rig(root)
    assert isinstance(rig.engine.problem(), NoPlan)
    rig.tick(RobotSeen("rig", HERE))
    rig.tick()
    rig.end("a")
    problem = rig.engine.problem()
    assert isinstance(problem, Problem)
    assert [child.done for child in problem.root.children] == [True, False]
    assert problem.root.children[1].committed == 0
    assert problem.running == {"n/o/b": pytest.approx(0.9)}


def test_refusals_name_a_reason() -> None:
    rig = Rig(And("n", None, [Act("a", HAND), Act("b", HAND)]), ONE_HAND)
    rig.ticks(2)
    waiting = rig.engine.pool.waiting()[0]
    assert rig.engine.pool.explain(waiting) == Reason("needs", "needs gripper")


def test_a_shared_base_stays_with_a_then_whose_leaf_tries_again() -> None:
    """It was passed over a move, so that nothing else keeps the base where it stands."""
    other = Then("u", None, [grip("q", "y"), drive("away", THERE, 9.0)])
    root = And("n", None, [Then("t", None, [drive("m"), grip("p", "x")]), other])
    rig = Rig(root, [BASE, *TWO_HANDS], cooldown_s=5.0)
    rig.see(m_goal=True)
    rig.ticks(2)
    assert rig.going() == ["p", "q"]
    rig.end("p", "slipped")
    rig.end("q")
    rig.tick()
    assert rig.owners("base") == {"n/t"}
    assert rig.going() == [], "the base stays until the other pick has been tried again"
    rig.tick(after_s=6.0)
    assert rig.going() == ["p"]


def test_waiting_leaves_tell_what_they_wait_for() -> None:
    rig = Rig(And("n", None, [Act("a", HAND), Act("b", HAND)]), ONE_HAND)
    rig.see(a_ready=False)
    rig.tick()
    told = {c.path: c.message for c in rig.changes if isinstance(c, NodeChange)}
    assert told["n/a"] == "a is not ready"


def test_a_round_waits_for_what_the_plan_lets_end_before_it() -> None:
    rig = Rig(And("n", None, [Act("a"), Act("b"), Act("c")]))
    rounds = (("n/a", "n/c"), ("n/b",))
    rig.engine.prefer(Plan(rounds, 1.0, "optimal", "test", after=((), ("n/a",))))
    rig.ticks(4)
    assert rig.going() == ["a", "c"]
    rig.end("c")
    rig.ticks(2)
    assert rig.going() == ["a"]
    rig.end("a")
    rig.tick()
    assert rig.going() == ["b"]


def test_a_failure_drops_the_plan_and_asks_for_another() -> None:
    rig = Rig(And("n", None, [Act("a"), Act("b")]))
    rig.engine.prefer(plan(("n/a",), ("n/b",)))
    rig.ticks(2)
    assert not rig.engine.wants_plan
    rig.end("a", "slipped")
    assert rig.engine.wants_plan


def test_the_problem_counts_what_a_running_leaf_still_takes() -> None:
    from cotree.core.actions import RobotSeen
    from cotree.core.steps import Problem

    rig = Rig(And("n", None, [Act("a")]))
    rig.tick(RobotSeen("rig", HERE))
    rig.tick()
    rig.tick(after_s=0.6)
    problem = rig.engine.problem()
    assert isinstance(problem, Problem)
    assert problem.running == {"n/a": pytest.approx(0.4)}
