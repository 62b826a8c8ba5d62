"""What a robot must hold before a unit may run: asked for, kept while needed, given back."""

from __future__ import annotations

from cotree.behaviours.leaf import Leaf
from cotree.core.changes import NodeState
from cotree.core.resources import Need
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from cotree.trees.unit import Unit
from tests.kit.member import NO, MemberRig
from tests.kit.rig import HAND, ONE_HAND, TWO_HANDS, Act, Rig


class Do(Act):
    """An action whose goal nobody can see."""

    goal = Leaf.goal


class Stand(Do):
    hands_on = True


SAW = (Need("saw"),)
BOTH = (Need("saw"), Need("drill"))


def two(*needs: Need) -> MemberRig:
    return MemberRig(And("n", None, [Do("a", needs, 2.0), Do("b", needs)]), things=("drill", "saw"))


def started(rig: MemberRig) -> list[str]:
    """From now on: the units that are about to run."""
    found: list[str] = []

    def note(unit: Unit) -> None:
        assert not unit.busy(), "the permit comes first"
        found.append(unit.path)

    rig.rights.starts = note
    return found


def test_a_unit_needs_its_piece_and_then_the_things_in_the_order_of_the_mission() -> None:
    rig = two(*BOTH)
    rig.ticks(2)
    unit = rig.piece("a").units[0]
    assert [right.name for right in rig.rights.needed(unit)] == ["n/a", "drill", "saw"]


def test_who_holds_everything_starts_without_asking_again() -> None:
    rig = MemberRig(And("r", None, [Then("t", None, [Stand("s"), Do("a")])]))
    began = started(rig)
    rig.ticks(2)
    rig.win("t")
    rig.end("s")
    rig.ticks(2)
    assert began == ["r/t/s", "r/t/a"]
    assert rig.asks == []
    assert not rig.rights.claiming


def test_a_right_is_asked_for_once_however_many_units_lack_it() -> None:
    rig = two(*SAW)
    rig.ticks(2)
    rig.win("a")
    assert rig.asks == ["saw"]
    rig.ticks(5)
    assert rig.asks == ["saw"]
    rig.win("saw")
    assert rig.going() == ["a"]


def test_what_is_won_for_a_unit_that_lacks_more_is_kept_and_the_rest_is_asked() -> None:
    rig = two(*BOTH)
    rig.ticks(2)
    rig.win("a")
    rig.win("drill")
    assert rig.going() == []
    assert rig.unused() == []
    assert rig.state("a") is NodeState.CLAIMING
    assert rig.asks == ["saw"]


def test_a_right_begins_with_the_first_unit_that_runs_under_it() -> None:
    rig = MemberRig(And("n", None, [Do("a", SAW)]), things=("saw",))
    rig.ticks(2)
    rig.win("a")
    assert not rig.rights.all["n/a"].began
    rig.win("saw")
    assert rig.rights.all["n/a"].began
    assert rig.rights.all["saw"].began


def test_what_is_won_anew_has_not_begun() -> None:
    rig = MemberRig(And("n", None, [Do("a")]))
    rig.ticks(2)
    rig.win("a")
    rig.rights.lost("n/a")
    rig.rights.won("n/a")
    assert not rig.rights.all["n/a"].began


def test_a_denial_reaches_every_unit_that_waits_for_it_and_their_hands_are_free() -> None:
    rig = MemberRig(
        And("n", None, [Do("a", (*HAND, *SAW), 3.0), Do("b", HAND, 2.0)]), ONE_HAND, ("saw",)
    )
    rig.ticks(2)
    rig.win("a")
    rig.deny("saw", after_s=50.0)
    rig.ticks(2)
    assert rig.state("a") is NodeState.WAITING
    assert rig.asks == ["b"]
    assert rig.owners("hand") == {"n/b"}


def test_a_denied_claim_leaves_nothing_claimed() -> None:
    rig = MemberRig(And("n", None, [Do("a", HAND)]), ONE_HAND)
    rig.ticks(2)
    assert rig.rights.claiming
    rig.deny("a", after_s=50.0)
    assert not rig.rights.claiming
    assert rig.owners("hand") == set()
    rig.rights.won("n/a")
    rig.tick()
    assert rig.going() == [], "nobody waits for it any more"


def test_what_a_piece_kept_for_another_attempt_is_free_when_the_piece_is_lost() -> None:
    piece = Then("t", None, [Stand("s", (Need("gripper", keep=True),)), Do("a", HAND)])
    rig = MemberRig(And("n", None, [piece]), ONE_HAND)
    rig.ticks(2)
    rig.win("t")
    rig.end("s")
    assert rig.owners("hand") == {"n/t"}
    rig.cease("t")
    rig.end("a", "halted")
    rig.rights.lost("n/t")
    assert rig.owners("hand") == set()


def test_a_piece_that_runs_keeps_its_hands_when_a_denial_comes_late() -> None:
    rig = MemberRig(And("n", None, [Do("a", HAND)]), ONE_HAND)
    rig.ticks(2)
    rig.win("a")
    rig.rights.denied("n/a", NO, 0.0)
    rig.tick()
    assert rig.going() == ["a"]
    assert rig.owners("hand") == {"n/a"}
    rig.rights.lost("n/a")
    assert rig.owners("hand") == {"n/a"}, "it moves until it is stopped"


def together(*first: Act) -> MemberRig:
    """A piece whose first step is several at once."""
    piece = Then("t", None, [And("m", None, first), Do("z")])
    return MemberRig(And("n", None, [piece]), things=("saw",))


def test_two_units_that_lack_the_same_right_ask_for_it_once() -> None:
    rig = together(Stand("a"), Stand("b"))
    rig.ticks(3)
    assert rig.asks == ["t"]
    rig.win("t")
    assert rig.going() == ["a", "b"]


def test_a_piece_that_is_lost_frees_what_it_kept_for_another_attempt() -> None:
    piece = Then("t", None, [Stand("s", (Need("gripper", keep=True),)), Do("a", (*HAND, *SAW))])
    rig = MemberRig(And("n", None, [piece]), ONE_HAND, ("saw",))
    rig.ticks(2)
    rig.win("t")
    rig.end("s")
    rig.ticks(2)
    rig.deny("saw", after_s=50.0)
    assert rig.owners("hand") == {"n/t"}
    rig.rights.lost("n/t")
    assert rig.owners("hand") == set()


# -- given back ------------------------------------------------------------------------------------


def test_nothing_is_unused_when_nothing_is_held() -> None:
    assert two().unused() == []


def test_what_runs_or_is_being_stopped_or_waited_with_is_in_use() -> None:
    rig = two(*SAW)
    rig.ticks(2)
    rig.win("a")
    assert rig.unused() == [], "it waits with it for the saw"
    rig.win("saw")
    assert rig.unused() == []
    rig.cease("a")
    assert rig.unused() == []
    rig.end("a", "halted")
    assert rig.unused() == ["saw"], "the piece has begun, and must be looked at"


def test_what_is_being_stopped_before_it_began_is_not_given_back_twice() -> None:
    rig = MemberRig(And("n", None, [Do("a"), Do("b")]))
    rig.ticks(2)
    rig.rights.won("n/a")
    rig.rights.all["n/a"].began = False
    rig.piece("a").cease(Stop.CANCEL)
    assert rig.unused() == []


# -- what others have ------------------------------------------------------------------------------


def test_a_thing_that_a_peer_has_hinders_whoever_needs_it_and_says_who() -> None:
    rig = two(*SAW)
    rig.ticks(2)
    rig.rights.taken({"saw": "bob"})
    unit = rig.piece("b").units[0]
    assert str(rig.rights.hindrance(unit)) == "bob has saw [taken]"
    rig.rights.taken({"saw": "", "n/b": "eve"})
    assert str(rig.rights.hindrance(unit)) == "eve has it [taken]"


def test_what_this_robot_holds_is_no_hindrance_whatever_others_say() -> None:
    rig = two()
    rig.ticks(2)
    rig.win("a")
    rig.rights.taken({"n/a": "bob"})
    assert rig.rights.hindrance(rig.piece("a").units[0]) is None


def test_a_unit_of_no_piece_is_never_hindered() -> None:
    rig = two()
    unit = rig.piece("a").units[0]
    unit.piece = None
    assert rig.rights.hindrance(unit) is None


def test_everybody_is_considered_anew_only_when_something_was_let_go() -> None:
    rig = two()
    rig.ticks(1)
    times: list[int] = []
    rig.rights.reconsider = lambda: times.append(1)
    rig.rights.taken({"saw": "bob"})
    rig.rights.taken({"saw": "eve"})
    assert times == []
    rig.rights.taken({"saw": ""})
    rig.rights.taken({"drill": ""})
    assert times == [1]


def test_who_was_told_to_wait_asks_at_once_when_nobody_has_it_any_more() -> None:
    rig = two()
    rig.ticks(2)
    rig.deny("a", after_s=10.0)
    rig.takes("a")
    rig.ticks(2)
    assert "a" not in rig.asks
    rig.takes("a", "")
    rig.ticks(2)
    assert "a" in rig.asks


def test_who_waits_for_something_else_goes_on_waiting() -> None:
    rig = two()
    rig.ticks(2)
    rig.deny("a", after_s=10.0)
    rig.piece("a").units[0].cool_s += 1.0
    rig.takes("a")
    rig.takes("a", "")
    rig.ticks(2)
    assert "a" not in rig.asks


# -- users of a thing, and stopping ----------------------------------------------------------------


def test_users_of_a_thing_are_the_pieces_that_hold_it_now() -> None:
    rig = MemberRig(
        And("n", None, [Do("a", SAW, 2.0), Do("b", (Need("drill"),))]), things=("drill", "saw")
    )
    rig.ticks(2)
    assert rig.rights.users("saw") == [], "nobody holds anything yet"
    rig.win("a", "b")
    rig.win("saw", "drill")
    assert [piece.path for piece in rig.rights.users("saw")] == ["n/a"]
    assert [piece.path for piece in rig.rights.users("drill")] == ["n/b"]
    rig.end("a")
    assert rig.rights.users("saw") == []


def test_who_waits_for_a_thing_is_no_user_of_it() -> None:
    rig = together(Stand("a"), Stand("b", SAW))
    rig.see(b_ready=False)
    rig.ticks(2)
    rig.win("t")
    assert rig.going() == ["a"]
    assert rig.rights.users("saw") == []


def test_pieces_that_stand_still_are_named_once() -> None:
    rig = two()
    rig.ticks(2)
    rig.win("a", "b")
    rig.piece("a").cease(Stop.CANCEL)
    rig.piece("b").cease(Stop.CANCEL)
    assert rig.rights.go_on_ceasing() == []
    Rig.tick(rig)  # nobody looks after what ceases
    Rig.tick(rig, rig.ended("a", "halted"))
    assert [piece.path for piece in rig.rights.go_on_ceasing()] == ["n/a"]
    assert [piece.path for piece in rig.rights.ceasing] == ["n/b"]


def test_pieces_over_are_told_with_their_reason() -> None:
    rig = MemberRig(And("n", None, [Do("a"), Do("b")]), retries=0)
    rig.ticks(2)
    rig.win("a", "b")
    rig.end("a")
    rig.end("b", "slipped")
    assert rig.over == {"a": "done", "b": "slipped"}


# -- alternatives, and two hands -------------------------------------------------------------------


def test_both_hands_ask_at_once_and_one_denial_leaves_the_other_alone() -> None:
    rig = MemberRig(And("n", None, [Do("a", HAND), Do("b", HAND)]), TWO_HANDS)
    rig.ticks(2)
    assert rig.asks == ["a", "b"]
    rig.deny("a", after_s=50.0)
    assert rig.state("b") is NodeState.CLAIMING
    rig.win("b")
    assert rig.going() == ["b"]


def test_a_peers_alternative_is_not_wanted_while_it_has_it() -> None:
    rig = MemberRig(Or("o", None, [Do("a", (), 2.0), Do("b")]))
    rig.takes("a")
    rig.takes("b")
    rig.ticks(3)
    assert rig.asks == []
    assert [str(reason) for reason in rig.engine.stuck] == [
        "o/a: peer has it [taken]",
        "o/b: peer has it [taken]",
    ]
