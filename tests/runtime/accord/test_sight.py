"""What became of a piece that somebody left, as far as perception can say."""

from __future__ import annotations

import pytest
from py_trees.behaviour import Behaviour
from py_trees.composites import Sequence

from cotree.core.belief import View
from cotree.runtime.accord.sight import goal_leaf, look
from cotree.team.effects import Outcome
from cotree.trees.and_ import And
from cotree.trees.then import Then
from tests.kit.acts import Do, Stand, lasting
from tests.kit.member import MemberRig
from tests.kit.rig import Act, Probe


class Blind(Act):
    def goal(self, view: View) -> bool:
        raise self.error

    error: BaseException = ValueError("no camera")


def robot(*children: Behaviour) -> MemberRig:
    return MemberRig(And("n", None, list(children)))


def first(member: MemberRig) -> Outcome:
    return look(next(iter(member.rights.pieces.values())), member.desk)


def test_a_goal_that_lasts_and_holds_is_done_and_otherwise_untouched() -> None:
    member = robot(lasting("x"))
    assert first(member) is Outcome.UNTOUCHED
    member.see(x_goal=True)
    assert first(member) is Outcome.DONE


@pytest.mark.parametrize(
    "node", [Do("x"), Act("x"), Sequence("s", memory=True, children=[Probe("b"), lasting("c")])]
)
def test_what_has_no_goal_that_lasts_nobody_can_see(node: Behaviour) -> None:
    assert first(robot(node)) is Outcome.PARTIAL


def test_a_goal_that_raises_says_nothing_except_that_memory_is_full() -> None:
    blind = Blind("x", lasting=True)
    member = robot(blind)
    assert first(member) is Outcome.PARTIAL
    blind.error = MemoryError()
    with pytest.raises(MemoryError):
        first(member)


def test_of_several_steps_the_last_one_says_whether_all_is_done() -> None:
    member = robot(Then("t", None, [Stand("s"), lasting("x")]))
    (piece,) = member.rights.pieces.values()
    leaf = goal_leaf(piece.root)
    assert leaf is not None
    assert leaf.name == "x"
    member = robot(Then("t", None, [Stand("s"), And("m", None, [lasting("x"), lasting("y")])]))
    (piece,) = member.rights.pieces.values()
    assert goal_leaf(piece.root) is None
