"""The rules of then, and, or: one test each.  This is the executable table of the semantics."""

from __future__ import annotations

import pytest
from py_trees.common import Status

from cotree.core.changes import NodeState
from cotree.core.resources import Need
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, TWO_HANDS, Act, Rig

RUNNING, SUCCESS, FAILURE = Status.RUNNING, Status.SUCCESS, Status.FAILURE


# -- then ----------------------------------------------------------------------------------------


def test_then_opens_only_its_first_child() -> None:
    rig = Rig(Then("t", None, [Act("a"), Act("b")]))
    rig.ticks(2)
    assert rig.going() == ["a"]
    assert rig.state("b") is NodeState.INACTIVE


def test_then_goes_on_when_a_child_is_done_and_is_done_with_the_last() -> None:
    rig = Rig(Then("t", None, [Act("a"), Act("b")]))
    rig.ticks(2)
    rig.end("a")
    assert rig.tick() is RUNNING
    assert rig.going() == ["b"]
    assert rig.end("b") is SUCCESS
    assert rig.state("t") is NodeState.DONE


def test_then_fails_with_the_reason_of_its_child() -> None:
    rig = Rig(Then("t", None, [Act("a"), Act("b")]), retries=0)
    rig.ticks(2)
    assert rig.end("a", "slipped") is FAILURE
    reason = rig.engine.reason_of(rig.node("t"))
    assert (reason.code, reason.path) == ("slipped", "t/a")
    assert rig.state("b") is NodeState.INACTIVE


def test_then_passes_over_a_child_whose_goal_holds() -> None:
    rig = Rig(Then("t", None, [Act("a"), Act("b")]))
    rig.see(a_goal=True)
    rig.ticks(2)
    assert rig.order == ["b"]


def test_a_passed_child_is_done_only_once_a_later_one_has_started() -> None:
    rig = Rig(Then("t", None, [Act("a"), Act("b")]))
    rig.see(a_goal=True, b_ready=False)
    rig.ticks(2)
    assert rig.state("a") is NodeState.INACTIVE
    rig.see(b_ready=True)
    rig.tick()
    assert rig.going() == ["b"]
    assert rig.state("a") is NodeState.SKIPPED


def test_a_skip_is_reverted_when_the_goal_ceases_to_hold_before_the_start() -> None:
    rig = Rig(Then("t", None, [Act("a"), Act("b")]))
    rig.see(a_goal=True, b_ready=False)
    rig.tick()
    rig.see(a_goal=False)
    rig.tick()
    assert rig.going() == ["a"]
    assert rig.state("b") is NodeState.INACTIVE


def test_a_goal_that_begins_to_hold_while_its_child_waits_lets_the_next_one_come() -> None:
    rig = Rig(Then("t", None, [Act("a"), Act("b")]))
    rig.see(a_ready=False)
    rig.ticks(2)
    rig.see(a_goal=True)
    rig.ticks(2)
    assert rig.order == ["b"]


def test_a_running_child_is_not_skipped_when_its_goal_begins_to_hold() -> None:
    rig = Rig(Then("t", None, [Act("a"), Act("b")]))
    rig.ticks(2)
    rig.see(a_goal=True)
    rig.ticks(2)
    assert rig.going() == ["a"]


def test_several_children_can_be_passed_over_at_once() -> None:
    rig = Rig(Then("t", None, [Act("a"), Act("b"), Act("c")]))
    rig.see(a_goal=True, b_goal=True)
    rig.ticks(2)
    assert rig.order == ["c"]
    assert [rig.state(name) for name in "ab"] == [NodeState.SKIPPED] * 2


def test_the_last_child_is_never_passed_over() -> None:
    rig = Rig(Then("t", None, [Act("a"), Act("b")]))
    rig.see(a_goal=True, b_goal=True)
    rig.ticks(2)
    assert rig.order == ["b"]


def test_a_lasting_goal_makes_a_waiting_leaf_done_by_observation() -> None:
    rig = Rig(Then("t", None, [Act("a", lasting=True), Act("b")]))
    rig.see(a_ready=False)
    rig.ticks(2)
    rig.see(a_goal=True)
    rig.tick()
    assert rig.state("a") is NodeState.DONE
    assert rig.order == ["b"]


def test_even_the_last_child_is_done_by_observation() -> None:
    rig = Rig(Then("t", None, [Act("a", lasting=True)]))
    rig.see(a_goal=True)
    assert rig.tick() is SUCCESS
    assert rig.order == []


def test_passing_over_a_move_opens_a_whole_and_behind_it() -> None:
    rig = Rig(Then("t", None, [Act("a"), And("n", None, [Act("b"), Act("c")])]))
    rig.see(a_goal=True)
    rig.ticks(2)
    assert rig.going() == ["b", "c"]
    assert rig.state("a") is NodeState.SKIPPED


# -- and -----------------------------------------------------------------------------------------


def test_and_runs_everything_that_fits_together() -> None:
    rig = Rig(And("n", None, [Act("a", HAND), Act("b", HAND), Act("c", HAND)]), TWO_HANDS)
    rig.ticks(2)
    assert rig.going() == ["a", "b"]
    rig.end("a")
    rig.tick()
    assert rig.going() == ["b", "c"]


@pytest.mark.parametrize("count", [1, 9, 10, 12, 100])
def test_and_runs_with_any_number_of_children(count: int) -> None:
    rig = Rig(And("n", None, [Act(f"a{i}") for i in range(count)]))
    rig.ticks(2)
    assert len(rig.going()) == count
    assert rig.run() is SUCCESS


def test_and_prefers_the_highest_potential() -> None:
    rig = Rig(
        And("n", None, [Act("a", HAND, 1.0), Act("b", HAND, 3.0), Act("c", HAND, 2.0)]), ONE_HAND
    )
    assert rig.run() is SUCCESS
    assert rig.order == ["b", "c", "a"]


def test_equal_potentials_are_broken_by_the_order_of_the_tree() -> None:
    rig = Rig(And("n", None, [Act("a", HAND), Act("b", HAND)]), ONE_HAND)
    rig.ticks(2)
    assert rig.going() == ["a"]


def test_the_best_leaf_counts_and_not_the_mean_of_its_siblings() -> None:
    inner = And("i", None, [Act("good", HAND, 10.0), Act("bad", HAND, 1.0)])
    rig = Rig(And("n", None, [Act("middle", HAND, 6.0), inner]), ONE_HAND)
    assert rig.run() is SUCCESS
    assert rig.order == ["good", "middle", "bad"]


def test_a_potential_of_zero_or_less_is_not_considered() -> None:
    rig = Rig(And("n", None, [Act("a", HAND, 0.0), Act("b", HAND, -1.0)]), ONE_HAND)
    rig.ticks(3)
    assert rig.going() == []
    assert [reason.code for reason in rig.engine.stuck] == ["unsuitable"] * 2


def test_and_finishes_what_it_can_and_fails_with_the_first_reason() -> None:
    rig = Rig(And("n", None, [Act("a"), Act("b")]), retries=0)
    rig.ticks(2)
    assert rig.end("a", "slipped") is RUNNING
    assert rig.end("b") is FAILURE
    assert rig.state("b") is NodeState.DONE
    assert rig.engine.reason_of(rig.node("n")).code == "slipped"


def test_a_potential_is_asked_again_only_when_something_it_read_has_changed() -> None:
    a, b, c = Act("a", HAND), Act("b", HAND), Act("c", HAND)
    rig = Rig(And("n", None, [a, b, c]), ONE_HAND)
    rig.see(b_ready=False, c_ready=False, a_ready=False)
    rig.ticks(3)
    rig.see(c_potential=5.0)
    rig.see(c_ready=True)
    assert rig.going() == ["c"]
    assert (a.asked, b.asked) == (0, 0)
    assert c.asked == 1


# -- or ------------------------------------------------------------------------------------------


def test_or_starts_only_the_best_branch() -> None:
    rig = Rig(Or("o", None, [Act("a", (), 1.0), Act("b", (), 2.0)]))
    rig.ticks(2)
    assert rig.going() == ["b"]
    assert rig.state("a") is NodeState.INACTIVE
    assert rig.end("b") is SUCCESS


def test_or_takes_a_lower_branch_that_can_start_over_a_better_one_that_cannot() -> None:
    root = And("n", None, [Act("x", (Need("left"),), 9.0), Or("o", None, [
        Act("a", (Need("left"),), 5.0), Act("b", (Need("right"),), 1.0)])])  # fmt: skip
    rig = Rig(root, TWO_HANDS)
    rig.ticks(2)
    assert rig.going() == ["b", "x"]


def test_the_first_start_commits_the_branch_and_its_other_leaves_may_follow() -> None:
    left = And("l", None, [Act("a", (), 3.0), Act("b", (), 1.0)])
    rig = Rig(Or("o", None, [left, Act("c", (), 2.0)]))
    rig.ticks(2)
    assert rig.going() == ["a", "b"]
    assert rig.state("c") is NodeState.INACTIVE


def test_a_failed_attempt_releases_the_commitment() -> None:
    rig = Rig(Or("o", None, [Act("a", (), 2.0), Act("b", (), 1.0)]))
    rig.ticks(2)
    rig.end("a", "slipped")
    rig.tick()
    assert rig.going() == ["b"]


def test_a_branch_in_which_something_was_done_stays_chosen() -> None:
    branch = Then("t", None, [Act("a", (), 2.0), Act("b", (), 2.0)])
    rig = Rig(Or("o", None, [branch, Act("c", (), 1.0)]))
    rig.ticks(2)
    rig.end("a")
    rig.tick()
    rig.end("b", "slipped")
    rig.ticks(30)
    assert rig.order == ["a", "b", "b"]
    assert rig.state("c") is NodeState.INACTIVE


def test_or_tries_the_others_when_a_branch_cannot_be_done_and_fails_with_the_last() -> None:
    rig = Rig(Or("o", None, [Act("a", (), 2.0), Act("b", (), 1.0)]), retries=0)
    rig.ticks(2)
    assert rig.end("a", "slipped") is RUNNING
    rig.tick()
    assert rig.going() == ["b"]
    assert rig.end("b", "broke") is FAILURE
    assert rig.engine.reason_of(rig.node("o")).code == "broke"


def test_or_fails_when_its_chosen_branch_fails_after_something_was_done_in_it() -> None:
    branch = Then("t", None, [Act("a", (), 2.0), Act("b", (), 2.0)])
    rig = Rig(Or("o", None, [branch, Act("c", (), 1.0)]), retries=0)
    rig.ticks(2)
    rig.end("a")
    rig.tick()
    assert rig.end("b", "slipped") is FAILURE


def test_or_is_done_when_a_goal_in_a_branch_is_observed() -> None:
    rig = Rig(Or("o", None, [Act("a", lasting=True), Act("b")]))
    rig.see(a_ready=False, b_ready=False)
    rig.ticks(2)
    assert rig.see(a_goal=True) is SUCCESS
    assert rig.order == []


def test_only_one_branch_starts_even_when_all_could_at_the_same_instant() -> None:
    rig = Rig(Or("o", None, [Act(f"a{i}") for i in range(20)]))
    rig.ticks(3)
    assert rig.order == ["a0"]


# -- attempts ------------------------------------------------------------------------------------


def test_a_failed_leaf_is_tried_again_after_cooling_down_and_then_gives_up() -> None:
    rig = Rig(And("n", None, [Act("a")]), retries=2, cooldown_s=1.0)
    rig.ticks(2)
    for _ in range(2):
        rig.end("a", "slipped")
        rig.tick(after_s=0.5)
        assert rig.going() == []
        rig.tick(after_s=0.6)
        assert rig.going() == ["a"]
    assert rig.end("a", "slipped") is FAILURE
    assert rig.order == ["a"] * 3


def test_the_engine_says_when_a_cool_down_ends() -> None:
    rig = Rig(And("n", None, [Act("a")]), cooldown_s=7.0)
    rig.ticks(2)
    rig.end("a", "slipped")
    failed_s = rig.now_s
    rig.ticks(2)
    assert rig.engine.next_wake_s() == pytest.approx(failed_s + 7.0)


def test_nothing_to_do_means_no_wake_up() -> None:
    rig = Rig(And("n", None, [Act("a")]))
    rig.ticks(4)
    assert rig.engine.next_wake_s() is None
    assert not rig.engine.polling
    assert rig.engine.stuck == ()


# -- stuck ---------------------------------------------------------------------------------------


def test_a_tree_in_which_nobody_can_start_says_who_waits_for_what() -> None:
    rig = Rig(And("n", None, [Act("a")]))
    rig.see(a_ready=False)
    rig.ticks(3)
    assert [str(reason) for reason in rig.engine.stuck] == ["n/a: a is not ready [not_yet]"]


def test_giving_up_fails_one_who_waits_and_lets_the_others_go_on() -> None:
    rig = Rig(And("n", None, [Act("a"), Act("b")]))
    rig.see(a_ready=False)
    rig.ticks(2)
    rig.end("b")
    rig.ticks(2)
    rig.engine.give_up()
    assert rig.tick() is FAILURE
    assert rig.engine.reason_of(rig.node("n")).code == "not_yet"


def test_a_finished_tree_starts_anew_when_ticked_again() -> None:
    rig = Rig(Then("t", None, [Act("a"), Or("o", None, [Act("b"), Act("c")])]))
    assert rig.run() is SUCCESS
    assert rig.run() is SUCCESS
    assert rig.order == ["a", "b", "a", "b"]
