"""Rules that a deliberate break of the engine showed to be untested elsewhere."""

from __future__ import annotations

from collections import Counter

import pytest
from py_trees.common import ParallelPolicy, Status
from py_trees.composites import Parallel, Selector, Sequence

from cotree.behaviours.at_rate import AtRate, AtRateParams
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.repeat import Repeat, RepeatParams
from cotree.core.actions import Ended
from cotree.core.belief import View, fold
from cotree.core.changes import NodeState
from cotree.core.mission import ResourceModel
from cotree.core.reasons import Reason
from cotree.core.resources import Channel, Mode, Need, Resource
from cotree.core.steps import Plan
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.controls import Finally
from cotree.trees.demand import Demand, either, in_best_order, in_order
from cotree.trees.or_ import Or
from cotree.trees.safety import Anchor, Safety
from cotree.trees.then import Then
from cotree.trees.watch import Watch
from tests.kit.rig import HAND, ONE_HAND, TWO_HANDS, Act, Probe, Rig

RUNNING, SUCCESS, FAILURE = Status.RUNNING, Status.SUCCESS, Status.FAILURE
BASE_AND_HAND = (ResourceModel("base", "base"), ResourceModel("hand", "gripper"))
STAND = Channel("hold")
HOLD = Need("base", Mode.SHARED, STAND)
DRIVE = Need("base", Mode.EXCLUSIVE, Channel("move"), keep=True, becomes=STAND)


# -- or ------------------------------------------------------------------------------------------


def test_or_keeps_its_branch_while_something_else_of_it_still_runs() -> None:
    branch = And("l", None, [Act("a", (), 3.0), Act("b", (), 3.0)])
    rig = Rig(Or("o", None, [branch, Act("c", (), 2.0)]))
    rig.ticks(2)
    rig.end("a", "slipped")
    rig.ticks(3)
    assert rig.going() == ["b"]
    assert rig.state("c") is NodeState.INACTIVE


def test_an_or_is_settled_by_what_is_observed_in_a_branch() -> None:
    branch = And("l", None, [Act("a", lasting=True), Act("b")])
    rig = Rig(Or("o", None, [branch, Act("c", (), 9.0)]))
    rig.see(a_ready=False, b_ready=False, c_ready=False)
    rig.see(a_goal=True)
    rig.see(b_ready=True, c_ready=True)
    rig.tick()
    assert rig.going() == ["b"]
    assert rig.state("c") is NodeState.INACTIVE


def test_what_a_branch_kept_for_another_attempt_is_free_when_another_branch_is_taken() -> None:
    first = Then("t", None, [Act("a", (HOLD,), 5.0), Act("x")])
    rig = Rig(Or("o", None, [first, Act("b", (Need("gripper"),))]), BASE_AND_HAND, cooldown_s=9.0)
    rig.ticks(2)
    rig.end("a", "slipped")
    rig.ticks(2)
    assert rig.going() == ["b"]
    assert rig.owners("base") == set()


# -- attempts ------------------------------------------------------------------------------------


def test_a_task_that_starts_anew_has_all_its_attempts_again() -> None:
    rig = Rig(Then("t", None, [Act("a")]), retries=1, cooldown_s=0.0)
    rig.ticks(2)
    rig.end("a", "slipped")
    rig.tick()
    assert rig.end("a") is SUCCESS
    rig.ticks(2)
    assert rig.end("a", "slipped") is RUNNING


def test_an_attempt_after_an_exception_runs_like_any_other() -> None:
    class Once(Act):
        raised = False

        def initialise(self) -> None:
            if not self.raised:
                self.raised = True
                raise RuntimeError("not connected yet")
            super().initialise()

    rig = Rig(Then("t", None, [Once("a", HAND)]), ONE_HAND, cooldown_s=0.0)
    rig.ticks(4)
    assert rig.going() == ["a"]
    assert rig.owners("hand") == {"t"}
    assert rig.end("a") is SUCCESS


@pytest.mark.parametrize("word", ["update", "initialise"])
def test_a_leaf_that_raises_is_stopped_before_its_resources_are_free(word: str) -> None:
    class Bad(Act):
        def initialise(self) -> None:
            super().initialise()
            self._maybe("initialise")

        def update(self) -> Status:
            self._maybe("update")
            return super().update()

        def _maybe(self, now: str) -> None:
            if now == word:
                raise RuntimeError("odd")

    rig = Rig(Then("t", None, [Bad("a", HAND)]), ONE_HAND, retries=0)
    rig.ticks(3)
    assert rig.halted == {"a": Stop.KILL}
    assert rig.owners("hand") == {"t"}
    assert rig.end("a", "halted") is FAILURE
    assert rig.owners("hand") == set()
    assert rig.engine.reason_of(rig.node("a")).code == "exception"


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_repeated_leaf_counts_as_one_unit_that_runs(rounds: int) -> None:
    """Its leaf is granted anew in each round, and the ``or`` above must not count that."""
    repeat = Repeat("r", RepeatParams(rounds), Act("a", HAND, 9.0))
    rig = Rig(Or("o", None, [repeat, Act("b")]), ONE_HAND, retries=0)
    rig.ticks(2)
    for _ in range(rounds - 1):
        rig.end("a")
        rig.ticks(2)
    assert rig.end("a", "slipped") is RUNNING
    rig.ticks(2)
    assert rig.going() == ["b"]
    assert rig.node("r").status is FAILURE
    assert rig.end("b") is SUCCESS


# -- deciding ------------------------------------------------------------------------------------


class Near(Act):
    """The more hands are free, the better."""

    def potential(self, view: View) -> float:
        return float(view.within_reach("gripper"))


def test_a_potential_that_depends_on_resources_is_asked_again_when_they_change() -> None:
    """While both hands are busy it is 0, although what it needs itself is free."""
    busy = Act("busy", (Need("gripper"), Need("gripper")), 9.0)
    drive = Near("drive", (Need("base"),))
    models = (*TWO_HANDS, ResourceModel("base", "base"))
    rig = Rig(And("n", None, [busy, drive]), models)
    rig.see(drive_ready=False)
    rig.tick()
    rig.see(drive_ready=True)
    rig.tick()
    assert rig.going() == ["busy"]
    rig.end("busy")
    rig.tick()
    assert rig.going() == ["drive"]


def test_who_is_not_ready_any_more_does_not_start_when_a_hand_is_free_again() -> None:
    rig = Rig(And("n", None, [Act("a", HAND, 9.0), Act("b", HAND), Act("c", HAND)]), TWO_HANDS)
    rig.see(c_ready=False)
    rig.ticks(2)
    rig.see(c_ready=True)
    rig.see(c_ready=False)
    rig.end("a")
    rig.ticks(2)
    assert rig.going() == ["b"]


def test_who_was_ranked_and_is_not_ready_any_more_loses_its_place() -> None:
    """Both hold the base, at different places: the second is ranked, but does not fit yet."""
    here, there = (Channel("hold", (x, 0.0, 0.0)) for x in (0.0, 9.0))
    a = Act("a", (Need("base", Mode.SHARED, here),), 9.0)
    b = Act("b", (Need("base", Mode.SHARED, there),))
    rig = Rig(And("n", None, [a, b]), BASE_AND_HAND)
    rig.ticks(2)
    rig.see(b_ready=False)
    rig.end("a")
    rig.ticks(2)
    assert rig.going() == []


def test_a_change_asks_only_those_who_read_what_changed() -> None:
    class Counting(Act):
        questions = 0

        def ready(self, view: View) -> Reason | None:
            self.questions += 1
            return super().ready(view)

    a, b = Counting("a"), Counting("b")
    rig = Rig(And("n", None, [a, b]))
    rig.see(a_ready=False, b_ready=False)
    rig.ticks(3)
    before = a.questions, b.questions
    rig.see(b_potential=2.0)
    rig.see(b_ready=True)
    assert a.questions == before[0]
    assert b.questions > before[1]


def test_who_loses_its_turn_in_the_ranking_waits_until_it_is_ready_again() -> None:
    rig = Rig(And("n", None, [Act("a", HAND, 9.0), Act("b", HAND, 5.0)]), ONE_HAND)
    rig.see(b_ready=True)
    rig.tick()
    rig.see(b_potential=4.0)
    rig.tick()
    rig.end("a", "slipped")
    rig.tick()
    assert rig.going() == ["b"]


def test_a_watch_forgets_what_is_not_read_any_more() -> None:
    watch: Watch[str] = Watch()
    watch.reads("me", [("fact", "a")])
    watch.reads("me", [("fact", "b")])
    assert list(watch.concerned([("fact", "a")])) == []
    assert list(watch.concerned([("fact", "b")])) == ["me"]
    watch.forget("me")
    assert list(watch.concerned([("fact", "a"), ("fact", "b")])) == []


def test_a_plan_holds_back_what_it_does_not_mention() -> None:
    rig = Rig(And("n", None, [Act("a", HAND), Act("b", HAND)]), TWO_HANDS)
    rig.see(a_ready=False, b_ready=False)
    rig.engine.prefer(Plan((("n/b",),), 1.0, "feasible", "test"))
    rig.see(b_ready=True, a_ready=True)
    assert rig.going() == ["b"]


def test_the_next_round_of_a_plan_starts_as_soon_as_the_last_one_has_started() -> None:
    """Also when nobody needs anything, so that no resource changes."""
    rig = Rig(And("n", None, [Act("a"), Act("b")]))
    rig.see(a_ready=False, b_ready=False)
    rig.engine.prefer(Plan((("n/b",), ("n/a",)), 1.0, "feasible", "test"))
    rig.see(a_ready=True, b_ready=True)
    rig.ticks(2)
    assert rig.order == ["b", "a"]


# -- safety, demand -------------------------------------------------------------------------------


HANDS = {"left": "gripper", "right": "gripper"}


def two(left: Resource | None = None, right: Resource | None = None) -> dict[str, Resource]:
    return {
        "left": left or Resource("left", "gripper"),
        "right": right or Resource("right", "gripper"),
    }


def owned(name: str, *owners: str, load: str | None = None) -> Resource:
    return Resource(name, "gripper", frozenset(owners), mode=Mode.EXCLUSIVE, load=load)


def demand(peak: int, net: int = 0) -> Demand:
    return Demand(Counter(gripper=peak), Counter(gripper=net))


def test_an_outer_lineage_finishes_only_after_its_inner_ones() -> None:
    """The outer one has all it needs itself, but waits for the inner one, which cannot finish."""
    anchors = {"t": Anchor(demand(1)), "t/in": Anchor(demand(3)), "u": Anchor(demand(2))}
    types = {**HANDS, "third": "gripper"}
    safety = Safety(anchors, types)
    third = {"third": owned("third", "u")}
    assert not safety.holds({**two(owned("left", "t"), owned("right", "t/in")), **third})


def test_what_two_lineages_share_is_free_only_after_both() -> None:
    anchors = {"a": Anchor(demand(1)), "b": Anchor(demand(2)), "c": Anchor(demand(2))}
    safety = Safety(anchors, HANDS)
    shared = owned("left", "a", "b")
    assert safety.holds(two(shared))
    assert not safety.holds(two(shared, owned("right", "c")))


def test_demands_add_up_in_order_and_peak_in_the_largest_branch() -> None:
    small, large = demand(1, 1), demand(3)
    assert in_order([small, large]).peak == Counter(gripper=4)
    assert in_best_order([small, large]).peak == Counter(gripper=3)
    assert either([small, large]).peak == Counter(gripper=3)
    assert either([large, small]).peak == Counter(gripper=3)


# -- the ends of lineages -------------------------------------------------------------------------


def test_a_lineage_gives_back_what_its_last_leaf_did_not_keep() -> None:
    """The base was kept for a leaf that did not need it after all."""
    root = Then("t", None, [Act("drive", (DRIVE,)), Act("wave"), Act("nod")])
    rig = Rig(root, BASE_AND_HAND)
    rig.ticks(2)
    rig.end("drive")
    rig.tick()
    assert rig.owners("base") == {"t"}
    rig.end("wave")
    rig.tick()
    assert rig.going() == ["nod"]
    assert rig.owners("base") == set()


def test_a_halted_task_gives_back_what_was_kept_between_two_leaves() -> None:
    rig = Rig(Then("t", None, [Act("drive", (DRIVE,)), Act("stand", (HOLD,))]), BASE_AND_HAND)
    rig.see(stand_ready=False)
    rig.tick()
    rig.end("drive")
    rig.tick()
    assert rig.owners("base") == {"t"}
    assert rig.halt()
    assert rig.owners("base") == set()


@pytest.mark.parametrize("halted", [True, False])
def test_a_sequence_at_the_root_gives_everything_back(halted: bool) -> None:
    root = Sequence("s", True, [Act("drive", (DRIVE,)), Act("stand", (HOLD,))])
    rig = Rig(root, BASE_AND_HAND)
    rig.ticks(3)
    rig.end("drive")
    rig.ticks(2)
    assert rig.owners("base") == {"s"}
    if halted:
        assert not rig.halt()
        ended = Ended(rig.begun.pop("stand"), Reason("halted", "stands"))
        rig.desk.belief, _ = fold(rig.desk.belief, (ended,), rig.now_s)
        assert rig.halt()
    else:
        assert rig.end("stand") is SUCCESS
    assert rig.owners("base") == set()


# -- ticking --------------------------------------------------------------------------------------


def test_everybody_is_asked_to_stop_at_once_also_behind_one_who_takes_its_time() -> None:
    rig = Rig(Parallel("p", ParallelPolicy.SuccessOnAll(), [Act("a"), Act("b")]))
    rig.ticks(3)
    rig.halt()
    assert rig.halted == {"a": Stop.CANCEL, "b": Stop.CANCEL}


def test_the_leaf_itself_never_hears_a_less_urgent_word() -> None:
    class Deaf(Leaf):
        def __init__(self) -> None:
            super().__init__("deaf")
            self.words: list[Stop] = []

        def update(self) -> Status:
            return RUNNING

        def halt(self, how: Stop) -> bool:
            self.words.append(how)
            return len(self.words) == 3

    leaf = Deaf()
    rig = Rig(leaf)
    rig.ticks(2)
    for how in (Stop.CANCEL, Stop.INTERRUPT, Stop.INTERRUPT):
        rig.halt(how)
    assert leaf.words == [Stop.CANCEL] * 3


def test_a_task_that_is_seen_to_be_done_and_halted_in_one_tick_shows_one_thing() -> None:
    check = Probe("check", SUCCESS, SUCCESS, FAILURE)
    rig = Rig(Sequence("s", False, [check, And("n", None, [Act("a", lasting=True)])]))
    rig.see(a_ready=False)
    rig.tick()
    assert rig.see(a_goal=True) is FAILURE
    assert (rig.state("n"), rig.node("n").status) == (NodeState.DONE, SUCCESS)


def test_a_follow_up_whose_question_raises_during_a_halt_asks_no_more() -> None:
    class Bad(Act):
        def potential(self, view: View) -> float:
            raise RuntimeError("odd")

    rig = Rig(Finally("f", None, [Act("work"), Bad("after")]))
    rig.ticks(2)
    assert not rig.halt()
    ended = Ended(rig.begun.pop("work"), Reason("halted", "stands"))
    rig.desk.belief, _ = fold(rig.desk.belief, (ended,), rig.now_s)
    while not rig.halt():
        assert rig.now_s < 5.0
    assert [asker.path for asker in rig.engine.pool.waiting()] == []


def test_a_failure_has_the_reason_of_the_last_child_that_failed() -> None:
    first, last = Probe("first", FAILURE), Probe("last", FAILURE)
    first.feedback_message, last.feedback_message = "too far", "too heavy"
    rig = Rig(Selector("s", True, [first, last]))
    rig.tick()
    assert rig.engine.reason_of(rig.engine.root).message == "too heavy"


def test_two_siblings_with_one_path_are_refused() -> None:
    one, other = Act("a"), Act("b")
    one.path = other.path = "n/same"
    with pytest.raises(ValueError, match="two children of 'n' have the same path"):
        Rig(And("n", None, [one, other]))


def test_who_waits_in_vain_under_a_rate_is_seen() -> None:
    rig = Rig(AtRate("r", AtRateParams(rate=1.0), And("n", None, [Act("a")])))
    rig.see(a_ready=False)
    for _ in range(30):
        rig.tick()
    rig.tick(after_s=5.0)
    rig.ticks(2)
    rig.tick(after_s=5.0)
    assert rig.engine.next_wake_s() is None
    assert [reason.code for reason in rig.engine.stuck] == ["not_yet"]
