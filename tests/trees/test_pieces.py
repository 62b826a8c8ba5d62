"""Pieces of work: what is claimed as a whole, and how it goes along with what the team says."""

from __future__ import annotations

import pytest
from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Sequence

from cotree.behaviours.leaf import Leaf
from cotree.behaviours.retry import Retry, RetryParams
from cotree.core.changes import NodeState
from cotree.core.mission import ResourceModel
from cotree.core.reasons import Reason
from cotree.core.resources import Need
from cotree.core.stopping import Stop
from cotree.team.outline import Outline
from cotree.trees.and_ import And
from cotree.trees.engine import Engine
from cotree.trees.or_ import Or
from cotree.trees.part import Part
from cotree.trees.pieces import outline_of
from cotree.trees.then import Then
from tests.kit.member import MemberRig
from tests.kit.rig import HAND, ONE_HAND, TWO_HANDS, Act, Probe, Rig

RUNNING, SUCCESS, FAILURE = Status.RUNNING, Status.SUCCESS, Status.FAILURE
LOST = Reason("abandoned", "the team has given it up")


class Do(Act):
    """An action whose goal nobody can see."""

    goal = Leaf.goal


class Stand(Do):
    """An action after which the robot stands somewhere."""

    hands_on = True


def pieces(root: Behaviour) -> list[str]:
    return [path.split("/")[-1] for path in MemberRig(root).rights.pieces]


def outline(root: Behaviour) -> Outline:
    rig = MemberRig(root)
    assert isinstance(rig.engine.root, Part)
    return outline_of(rig.engine.root)


# -- which -----------------------------------------------------------------------------------------


def test_leaves_that_anybody_can_go_on_after_are_pieces() -> None:
    assert pieces(Then("t", None, [Do("a"), And("n", None, [Do("b"), Do("c")])])) == [
        "a",
        "b",
        "c",
    ]


def test_a_then_whose_steps_need_the_same_body_is_one_piece() -> None:
    assert pieces(And("n", None, [Then("t", None, [Stand("a"), Do("b")]), Do("c")])) == ["t", "c"]


class Given(Do):
    """An action that a plan gives to somebody."""

    assigned = True


def test_a_then_with_something_that_is_given_to_others_is_nobodys_as_a_whole() -> None:
    tree = Then("t", None, [Stand("a"), And("n", None, [Given("b"), Do("c")]), Stand("d")])
    assert pieces(tree) == ["a", "b", "c", "d"]


def test_what_the_last_step_leaves_is_of_no_concern() -> None:
    assert pieces(Then("t", None, [Do("a"), Stand("b")])) == ["a", "b"]


def test_the_last_step_of_an_inner_then_is_handed_on() -> None:
    inner = Then("i", None, [Do("a"), Stand("b")])
    assert pieces(Then("t", None, [inner, Do("c")])) == ["t"]
    either = Or("o", None, [Do("a"), Stand("b")])
    assert pieces(Then("t", None, [either, Do("c")])) == ["t"]


def test_a_decorated_leaf_and_a_control_subtree_are_pieces() -> None:
    retried = Retry("r", RetryParams(2), Do("a"))
    control = Sequence("s", memory=True, children=[Probe("b"), Do("c")])
    assert pieces(And("n", None, [retried, control])) == ["r", "s"]


def test_an_outline_has_the_pieces_as_leaves() -> None:
    root = And("n", None, [Then("t", None, [Stand("a"), Do("b")]), Or("o", None, [Do("c")])])
    found = outline(root)
    assert [(each.kind, each.path) for each in found.children] == [("leaf", "n/t"), ("or", "n/o")]
    assert found.children[1].children[0].path == "n/o/c"


def test_a_task_that_is_no_task_node_can_not_be_shared() -> None:
    rig = Rig(Sequence("s", memory=True, children=[Probe("a")]))
    with pytest.raises(ValueError, match="s is no then, and, or or: a team cannot share it"):
        rig.engine.share()


# -- claiming --------------------------------------------------------------------------------------


def test_nothing_starts_before_the_team_agrees() -> None:
    rig = MemberRig(And("n", None, [Do("a")]))
    rig.ticks(5)
    assert rig.asks == ["a"]
    assert rig.state("a") is NodeState.CLAIMING
    assert rig.going() == []
    rig.win("a")
    assert rig.going() == ["a"]


def test_what_is_claimed_keeps_its_resources_from_others() -> None:
    rig = MemberRig(And("n", None, [Do("a", HAND, 2.0), Do("b", HAND, 1.0)]), ONE_HAND)
    rig.ticks(3)
    assert rig.asks == ["a"]
    assert rig.owners("hand") == {"n/a"}


def test_a_denied_piece_gives_its_resources_to_the_next_best_and_asks_again_later() -> None:
    rig = MemberRig(And("n", None, [Do("a", HAND, 2.0), Do("b", HAND, 1.0)]), ONE_HAND)
    rig.ticks(2)
    rig.deny("a", after_s=2.0)
    rig.ticks(2)
    assert rig.asks == ["b"]
    rig.deny("b", after_s=100.0)
    rig.ticks(5)
    assert rig.asks == []
    rig.ticks(20)
    assert rig.asks == ["a"]


def test_what_a_peer_has_is_not_asked_for_until_it_lets_go() -> None:
    rig = MemberRig(And("n", None, [Do("a", (), 2.0), Do("b")]))
    rig.takes("a")
    rig.ticks(3)
    assert rig.asks == ["b"]
    rig.takes("a", "")
    rig.ticks(2)
    assert rig.asks == ["b", "a"]


def test_two_steps_of_one_piece_need_one_claim() -> None:
    piece = Then("t", None, [Stand("s"), And("n", None, [Do("a"), Do("b")])])
    rig = MemberRig(And("r", None, [piece]))
    rig.ticks(2)
    rig.win("t")
    rig.end("s")
    rig.ticks(2)
    assert rig.going() == ["a", "b"]
    assert rig.asks == []


def test_a_piece_that_is_not_wanted_any_more_when_it_is_won_is_unused() -> None:
    rig = MemberRig(And("n", None, [Act("a", lasting=True), Do("b")]))
    rig.ticks(2)
    rig.see(a_goal=True)
    assert rig.over == {"a": "done"}
    rig.win("a")
    assert rig.going() == []
    assert rig.unused() == ["a"]


def test_a_claim_below_an_or_keeps_the_robot_from_the_other_branch() -> None:
    rig = MemberRig(Or("o", None, [Do("a", HAND, 2.0), Do("b", HAND, 1.0)]), TWO_HANDS)
    rig.ticks(5)
    assert rig.asks == ["a"]
    rig.deny("a", after_s=100.0)
    rig.ticks(3)
    assert rig.asks == ["b"]


def test_an_order_of_the_team_needs_every_thing_that_the_leaf_shares() -> None:
    needs = (Need("saw"), Need("drill"))
    rig = MemberRig(And("n", None, [Do("a", needs)]), things=("drill", "saw"))
    rig.ticks(2)
    assert rig.asks == ["a"]
    rig.win("a")
    assert rig.asks == ["drill"], "in the order of the mission"
    rig.win("drill")
    assert rig.going() == []
    rig.win("saw")
    assert rig.going() == ["a"]
    assert rig.unused() == []
    rig.end("a")
    assert sorted(rig.unused()) == ["drill", "saw"]


def test_a_thing_that_is_denied_gives_the_piece_back_too() -> None:
    rig = MemberRig(And("n", None, [Do("a", (Need("saw"),))]), things=("saw",))
    rig.ticks(2)
    rig.win("a")
    rig.deny("saw", after_s=5.0)
    assert rig.unused() == ["a"]
    assert rig.state("a") is NodeState.WAITING


# -- what others do --------------------------------------------------------------------------------


def test_what_others_have_done_is_done_here_too() -> None:
    rig = MemberRig(Then("t", None, [Do("a"), Do("b")]))
    rig.ticks(2)
    rig.learn("a")
    rig.ticks(2)
    assert rig.state("a") is NodeState.DONE
    assert rig.asks == ["a", "b"]
    rig.learn("b")
    assert rig.status is SUCCESS


def test_facts_may_come_in_any_order() -> None:
    rig = MemberRig(Then("t", None, [Do("a"), And("n", None, [Do("b"), Do("c")]), Do("d")]))
    rig.tick()
    rig.learn("c")
    rig.learn("d")
    rig.learn("b")
    assert rig.state("b") is NodeState.INACTIVE
    rig.learn("a")
    assert rig.status is SUCCESS


def test_a_piece_of_several_steps_is_done_as_a_whole() -> None:
    piece = Then("t", None, [Stand("s"), Do("a")])
    rig = MemberRig(Then("r", None, [piece, Do("b")]))
    rig.ticks(2)
    rig.learn("t")
    rig.ticks(2)
    assert rig.state("t") is NodeState.DONE
    assert rig.asks[-1] == "b"


def test_an_alternative_done_by_others_closes_the_rest() -> None:
    rig = MemberRig(Or("o", None, [Do("a"), Then("t", None, [Do("b"), Do("c")])]))
    rig.ticks(2)
    rig.learn("b")
    rig.deny("a")
    rig.ticks(2)
    assert rig.state("a") is NodeState.INACTIVE
    assert rig.state("c") is NodeState.CLAIMING


def test_what_another_has_done_is_done_although_this_robot_claims_it() -> None:
    rig = MemberRig(Then("t", None, [Do("a"), Do("b")]))
    rig.ticks(2)
    assert rig.state("a") is NodeState.CLAIMING
    rig.piece("a").learn()
    assert rig.state("a") is NodeState.DONE
    assert not rig.rights.claiming


def test_a_later_step_that_a_peer_did_settles_the_branch_before_its_turn() -> None:
    rig = MemberRig(Or("o", None, [Do("a"), Then("t", None, [Do("b", (), 0.5), Do("c")])]))
    rig.tick()
    rig.learn("c")
    rig.ticks(2)
    assert rig.state("a") is NodeState.INACTIVE
    assert rig.asks == ["b"]


def test_a_milder_stop_does_not_replace_a_harder_one() -> None:
    rig = MemberRig(And("n", None, [Do("a")]))
    rig.ticks(2)
    rig.win("a")
    for how in (Stop.CANCEL, Stop.KILL, Stop.INTERRUPT):
        rig.piece("a").cease(how)
    assert rig.piece("a").ceasing is Stop.KILL


def test_a_branch_that_is_given_up_while_it_is_claimed_leaves_the_others() -> None:
    rig = MemberRig(Or("o", None, [Do("a", (), 2.0), Do("b")]))
    rig.ticks(2)
    assert rig.asks == ["a"]
    rig.piece("a").abandon(LOST)
    rig.ticks(2)
    assert rig.asks == ["a", "b"]


def test_an_undone_step_of_a_branch_that_has_begun_does_not_open_the_others() -> None:
    rig = MemberRig(
        And("r", None, [Or("o", None, [Then("p", None, [Do("a"), Do("b")]), Do("c")]), Do("d")])
    )
    rig.ticks(2)
    rig.learn("a")
    rig.learn("b")
    rig.piece("b").reopen()
    rig.ticks(2)
    assert rig.state("b") is NodeState.CLAIMING
    assert rig.state("c") is NodeState.INACTIVE


def test_who_stops_in_a_branch_joins_the_one_in_which_the_team_has_done_something() -> None:
    branches = [Then("p", None, [Do("a"), Do("b")]), Then("q", None, [Do("c"), Do("d")])]
    rig = MemberRig(Or("o", None, branches))
    rig.ticks(2)
    rig.learn("a")
    rig.ticks(2)
    rig.win("b")
    rig.learn("d")
    rig.cease("b")
    rig.end("b", "halted")
    rig.rights.lost(rig.name("b"))
    rig.ticks(2)
    assert rig.state("b") is NodeState.INACTIVE
    assert rig.state("c") is NodeState.CLAIMING


def test_what_only_says_that_it_is_done_is_tried_again() -> None:
    rig = MemberRig(And("n", None, [Act("a", lasting=True)]), retries=1, cooldown_s=0.1)
    rig.ticks(2)
    rig.win("a")
    rig.end("a")
    assert rig.over == {}
    rig.ticks(3)
    rig.end("a")
    assert rig.over == {"a": "not_seen"}


def test_a_motion_that_lost_its_permit_was_no_attempt() -> None:
    rig = MemberRig(And("n", None, [Do("a")]), retries=0)
    rig.ticks(2)
    for code in ("lease", "fenced", "no_permit"):
        rig.win("a")
        rig.end("a", code)
        assert rig.over == {}
        rig.rights.lost(rig.name("a"))
        rig.ticks(3)
        assert rig.asks == ["a"]


def test_a_task_that_is_one_piece_is_stopped_and_asked_for_again() -> None:
    rig = MemberRig(Then("t", None, [Stand("s"), Do("a")]))
    rig.ticks(2)
    rig.win("t")
    rig.cease("t")
    rig.end("s", "halted")
    rig.rights.lost("t")
    rig.ticks(3)
    assert rig.asks == ["t"]


def test_what_is_over_already_stands_still() -> None:
    rig = MemberRig(And("n", None, [Do("a"), Do("b")]))
    rig.ticks(2)
    rig.learn("a")
    rig.cease("a")
    assert rig.rights.ceasing == {}
    assert rig.state("a") is NodeState.DONE


def test_own_work_is_told_once() -> None:
    rig = MemberRig(And("n", None, [Do("a"), Do("b")]))
    rig.ticks(2)
    rig.win("a", "b")
    rig.end("a")
    assert rig.over == {"a": "done"}
    rig.over.clear()
    rig.learn("a")
    assert rig.over == {}
    rig.end("b")
    assert rig.status is SUCCESS


# -- failing ---------------------------------------------------------------------------------------


def test_what_fails_here_is_left_to_the_others() -> None:
    rig = MemberRig(And("n", None, [Do("a")]), retries=0)
    rig.ticks(2)
    rig.win("a")
    rig.end("a", "slipped")
    assert rig.over == {"a": "slipped"}
    assert rig.state("a") is NodeState.WAITING
    rig.ticks(30)
    assert rig.asks == [], "this robot gave up"
    assert rig.status is RUNNING
    rig.learn("a")
    assert rig.status is SUCCESS


def test_a_piece_of_several_steps_that_fails_begins_anew_elsewhere() -> None:
    piece = Then("t", None, [Stand("s", HAND), Do("a")])
    rig = MemberRig(And("n", None, [piece]), ONE_HAND, retries=0)
    rig.ticks(2)
    rig.win("t")
    rig.end("s")
    rig.tick()
    rig.end("a", "slipped")
    assert rig.over == {"t": "slipped"}
    assert rig.owners("hand") == set()
    assert rig.state("t") is NodeState.WAITING
    assert rig.state("s") is NodeState.INACTIVE


def test_what_the_team_gives_up_fails_and_another_branch_is_taken() -> None:
    rig = MemberRig(Or("o", None, [Do("a", (), 2.0), Do("b")]))
    rig.ticks(2)
    rig.deny("a", after_s=50.0)
    rig.piece("a").abandon(LOST)
    rig.ticks(2)
    assert rig.asks == ["b"]
    rig.deny("b", after_s=50.0)
    rig.ticks(2)
    assert rig.state("a") is NodeState.FAILED
    rig.piece("b").abandon(LOST)
    rig.tick()
    assert rig.status is FAILURE


def test_what_was_half_done_of_what_the_team_gives_up_leaves_the_other_branch() -> None:
    piece = Then("t", None, [Stand("s", HAND, 2.0), Do("a", (Need("drill"),), 2.0)])
    rig = MemberRig(Or("o", None, [piece, Do("b")]), ONE_HAND, things=("drill",))
    rig.ticks(2)
    rig.win("t")
    rig.end("s")
    rig.ticks(2)
    rig.deny("drill", after_s=50.0)
    assert rig.asks == [], "it stays with the branch that it has begun"
    rig.piece("t").abandon(LOST)
    rig.ticks(2)
    assert rig.state("t") is NodeState.FAILED
    assert rig.asks == ["b"]


def test_what_the_team_gives_up_of_a_branch_with_something_done_fails_the_or() -> None:
    rig = MemberRig(Or("o", None, [Then("t", None, [Do("a", (), 2.0), Do("c")]), Do("b")]))
    rig.ticks(2)
    rig.learn("a")
    rig.piece("c").abandon(LOST)
    rig.ticks(2)
    assert rig.status is FAILURE


def test_without_another_branch_the_task_has_failed() -> None:
    rig = MemberRig(Then("t", None, [Do("a"), Do("b")]))
    rig.ticks(2)
    rig.piece("a").abandon(LOST)
    rig.tick()
    assert rig.status is FAILURE


def test_what_is_given_up_before_its_turn_fails_when_its_turn_comes() -> None:
    rig = MemberRig(Then("t", None, [Do("a"), Do("b")]))
    rig.ticks(2)
    rig.piece("b").abandon(LOST)
    rig.tick()
    assert rig.status is RUNNING
    rig.learn("a")
    assert rig.status is FAILURE


# -- stopping --------------------------------------------------------------------------------------


def test_a_piece_is_stopped_and_asks_again() -> None:
    rig = MemberRig(And("n", None, [Do("a"), Do("b")]))
    rig.ticks(2)
    rig.win("a", "b")
    rig.cease("a", Stop.INTERRUPT)
    assert rig.halted == {"a": Stop.INTERRUPT}
    assert rig.state("a") is NodeState.STOPPING
    rig.end("a", "halted")
    rig.rights.lost(rig.name("a"))
    rig.ticks(2)
    assert rig.asks == ["a"]
    assert rig.going() == ["b"]


def test_a_stopped_piece_of_several_steps_goes_on_where_it_was() -> None:
    piece = Then("t", None, [Stand("s"), Do("a"), Do("b")])
    rig = MemberRig(And("n", None, [piece]))
    rig.ticks(2)
    rig.win("t")
    rig.end("s")
    rig.tick()
    rig.end("a")
    rig.tick()
    rig.cease("t", Stop.INTERRUPT)
    rig.end("b", "halted")
    rig.rights.lost(rig.name("t"))
    rig.ticks(3)
    assert rig.state("a") is NodeState.DONE
    rig.win("t")
    assert rig.order == ["s", "a", "b", "b"]


def test_what_was_done_by_somebody_else_meanwhile_is_done_once_it_stands_still() -> None:
    rig = MemberRig(And("n", None, [Do("a")]))
    rig.ticks(2)
    rig.win("a")
    rig.learn("a")
    rig.cease("a")
    assert rig.status is RUNNING
    rig.end("a", "halted")
    rig.ticks(2)
    assert rig.status is SUCCESS


def test_a_withheld_piece_is_not_asked_for_until_it_is_allowed() -> None:
    rig = MemberRig(And("n", None, [Do("a", (), 2.0), Do("b")]))
    rig.piece("a").withhold(Reason("person", "ann does it"))
    rig.ticks(3)
    assert rig.asks == ["b"]
    rig.piece("a").allow()
    rig.ticks(2)
    assert rig.asks == ["b", "a"]


def test_withholding_takes_a_claim_back() -> None:
    rig = MemberRig(And("n", None, [Do("a", HAND)]), ONE_HAND)
    rig.ticks(2)
    rig.piece("a").withhold(Reason("person", "ann does it"))
    assert rig.owners("hand") == set()
    assert not rig.rights.claiming


# -- taking back -----------------------------------------------------------------------------------


def test_an_undone_piece_is_asked_for_again_and_what_follows_waits() -> None:
    rig = MemberRig(Then("t", None, [Do("a"), Do("b")]))
    rig.ticks(2)
    rig.learn("a")
    rig.ticks(2)
    assert rig.asks == ["a", "b"]
    rig.piece("a").reopen()
    rig.ticks(2)
    assert rig.state("b") is NodeState.INACTIVE
    assert rig.asks == ["a", "b", "a"]


def test_a_task_that_was_done_is_not_done_any_more() -> None:
    rig = MemberRig(Then("t", None, [And("n", None, [Do("a"), Do("b")]), Do("c")]))
    rig.ticks(2)
    rig.learn("a")
    rig.learn("b")
    rig.learn("c")
    assert rig.status is SUCCESS
    rig.piece("c").reopen()
    rig.piece("a").reopen()
    rig.ticks(2)
    assert rig.status is RUNNING
    assert rig.state("c") is NodeState.INACTIVE
    assert rig.asks[-1] == "a"
    rig.learn("a")
    rig.ticks(2)
    assert rig.asks[-1] == "c"


def test_an_undone_alternative_lets_the_others_compete_again() -> None:
    rig = MemberRig(And("r", None, [Or("o", None, [Do("a"), Do("b", (), 2.0)]), Do("c")]))
    rig.ticks(2)
    rig.learn("a")
    rig.piece("a").reopen()
    rig.ticks(2)
    assert rig.state("b") is NodeState.CLAIMING


def test_permits_name_the_unit_of_each_leaf() -> None:
    retried = Retry("r", RetryParams(2), Do("a"))
    rig = MemberRig(And("n", None, [retried, Do("b")]))
    leaves = [node for node in rig.engine.root.iterate() if isinstance(node, Leaf)]
    assert {leaf.name: leaf.permit for leaf in leaves} == {"a": "n/r", "b": "n/b"}
    alone = Rig(And("n", None, [Do("a")]))
    assert isinstance(alone.engine, Engine)
    assert alone.node("a").permit == ""  # type: ignore[attr-defined]


def test_shared_things_are_resources_like_others() -> None:
    rig = MemberRig(
        And("n", None, [Do("a", (Need("saw"),), 2.0), Do("b", (Need("saw"),))]),
        (ResourceModel("hand", "gripper"),),
        things=("saw",),
    )
    rig.ticks(2)
    assert rig.asks == ["a"], "one of this robot's own leaves at a time"
    rig.takes("saw")
    rig.deny("a")
    rig.ticks(30)
    assert rig.asks == []
    rig.takes("saw", "")
    rig.ticks(2)
    assert rig.asks == ["a"]
