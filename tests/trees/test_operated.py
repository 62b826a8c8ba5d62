"""What an operator does to one tree: breakpoints hold starts, and results can be overridden."""

from __future__ import annotations

import pytest
from py_trees.common import Status

from cotree.core.changes import NodeChange, NodeState
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.controls import MemoryParams, Sequence
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, TWO_HANDS, Act, Fact, Rig


def paths(rig: Rig) -> dict[str, str]:
    return {node.name: str(getattr(node, "path", node.name)) for node in rig.engine.tree.iterate()}


def stop_at(rig: Rig, *names: str) -> None:
    for name in names:
        rig.engine.operating.break_at(paths(rig)[name], on=True)


def began(rig: Rig) -> Rig:
    """Opened, and decided once."""
    rig.ticks(2)
    return rig


def go_on(rig: Rig) -> Status:
    rig.engine.operating.go_on(rig.engine.operating.stopped_at)
    return rig.tick()


# -- breakpoints ---------------------------------------------------------------------------------


def test_a_leaf_is_held_until_somebody_lets_it_go_on() -> None:
    rig = Rig(Then("task", children=[Act("a"), Act("b")]))
    stop_at(rig, "b")
    began(rig)
    assert rig.order == ["a"]
    rig.end("a")
    rig.tick()
    assert rig.engine.operating.stopped_at == (paths(rig)["b"],)
    assert rig.engine.stuck == (), "somebody will let it go on"
    rig.ticks(5)
    assert rig.order == ["a"]
    assert rig.state("b") is NodeState.WAITING
    told = [c for c in rig.changes if isinstance(c, NodeChange) and c.path == paths(rig)["b"]]
    assert {c.message for c in told} <= {"held at the operator's breakpoint"}
    go_on(rig)
    assert rig.order == ["a", "b"]
    assert not rig.engine.operating.stopped_at


def test_what_would_start_with_it_waits_too_so_that_the_decision_is_made_again_unchanged() -> None:
    rig = Rig(And("task", children=[Act("a", HAND), Act("b", HAND), Act("c")]), TWO_HANDS)
    stop_at(rig, "b")
    began(rig)
    assert rig.order == []
    go_on(rig)
    assert rig.order == ["a", "b", "c"]


def test_a_breakpoint_counts_again_when_the_leaf_is_tried_again() -> None:
    rig = Rig(Then("task", children=[Act("a"), Act("b")]), retries=2, cooldown_s=0.0)
    stop_at(rig, "a")
    began(rig)
    go_on(rig)
    rig.end("a", "slipped")
    rig.tick()
    assert rig.engine.operating.stopped_at == (paths(rig)["a"],)
    assert rig.order == ["a"]


def test_a_breakpoint_that_is_taken_away_lets_it_go_on() -> None:
    rig = Rig(Then("task", children=[Act("a"), Act("b")]))
    stop_at(rig, "a")
    began(rig)
    rig.engine.operating.break_at(paths(rig)["a"], on=False)
    rig.tick()
    assert rig.order == ["a"]


@pytest.mark.parametrize("kind", [And, Then])
def test_a_branch_is_held_once_until_it_is_over(kind: type[And] | type[Then]) -> None:
    branch = kind("branch", children=[Act("a"), Act("b")])
    rig = Rig(Then("task", children=[branch, Act("c")]))
    stop_at(rig, "branch")
    began(rig)
    assert rig.engine.operating.stopped_at == (paths(rig)["branch"],)
    go_on(rig)
    rig.end("a")
    rig.tick()
    assert not rig.engine.operating.stopped_at
    assert rig.order == ["a", "b"]
    rig.end("b")
    rig.tick()
    assert rig.order == ["a", "b", "c"]


def test_the_root_is_held_before_anything_starts() -> None:
    rig = Rig(Or("task", children=[Act("a"), Act("b")]))
    stop_at(rig, "task")
    began(rig)
    assert rig.order == []
    go_on(rig)
    assert rig.order == ["a"]


def test_a_leaf_inside_a_subtree_is_held_and_so_is_a_condition() -> None:
    inner = Sequence("inner", MemoryParams(), [Act("a"), Fact("open"), Act("b", HAND)])
    rig = Rig(And("task", children=[inner]), ONE_HAND)
    stop_at(rig, "open", "b")
    began(rig)
    rig.see(open=True)
    rig.end("a")
    assert rig.engine.operating.stopped_at == (paths(rig)["open"],)
    rig.ticks(3)
    assert rig.engine.operating.stopped_at == (paths(rig)["open"],)
    go_on(rig)
    rig.tick()
    assert rig.engine.operating.stopped_at == (paths(rig)["b"],)
    assert rig.order == ["a"]
    go_on(rig)
    rig.tick()
    assert rig.order == ["a", "b"]


def test_a_subtree_is_held_as_a_whole_and_once() -> None:
    inner = Sequence("inner", MemoryParams(), [Act("a"), Act("b")])
    rig = Rig(And("task", children=[inner, Act("c")]))
    stop_at(rig, "inner")
    began(rig)
    assert rig.order == []
    go_on(rig)
    rig.tick()
    rig.end("a")
    rig.ticks(3)
    assert sorted(rig.order) == ["a", "b", "c"]


def test_what_nobody_holds_is_as_ever() -> None:
    plain, held = (
        Rig(And("task", children=[Act("a", HAND, 2.0), Act("b", HAND), Act("c")]), ONE_HAND)
        for _ in range(2)
    )
    stop_at(held, "b")
    held.engine.operating.break_at(paths(held)["b"], on=False)
    assert plain.run() == held.run()
    assert plain.order == held.order


# -- overriding ----------------------------------------------------------------------------------


def test_a_leaf_ends_as_wanted_once_its_action_stands_still() -> None:
    rig = began(Rig(Then("task", children=[Act("a", HAND), Act("b", HAND)]), ONE_HAND))
    rig.engine.operating.override(paths(rig)["a"], success=True)
    rig.tick()
    assert rig.halted == {"a": Stop.CANCEL}
    assert rig.order == ["a"]
    rig.end("a", "halted")
    assert rig.state("a") is NodeState.DONE
    rig.tick()
    assert rig.order == ["a", "b"]


def test_an_action_that_does_not_stop_is_killed_before_the_leaf_ends() -> None:
    rig = began(Rig(Then("task", children=[Act("a"), Act("b")]), halt_s=1.0))
    rig.engine.operating.override(paths(rig)["a"], success=False)
    rig.ticks(5)
    assert rig.halted == {"a": Stop.CANCEL}
    rig.tick(after_s=1.0)
    assert rig.halted == {"a": Stop.KILL}
    assert rig.state("a") is NodeState.RUNNING


def test_a_failure_that_is_wanted_counts_as_an_attempt_and_says_by_whom() -> None:
    rig = Rig(Then("task", children=[Act("a")]), retries=1, cooldown_s=0.0)
    for _ in range(2):
        rig.tick()
        rig.engine.operating.override(paths(rig)["a"], success=False)
        rig.tick()
        rig.end("a", "halted")
    assert rig.order == ["a", "a"]
    assert rig.status is Status.FAILURE
    reason = rig.engine.reason_of(rig.engine.root)
    assert (reason.code, reason.message) == ("overridden", "overridden by the operator")


def test_only_leaves_that_run_can_be_overridden() -> None:
    inner = Sequence("inner", MemoryParams(), [Act("b"), Act("c")])
    rig = Rig(And("task", children=[Act("a"), inner]))
    assert rig.engine.operating.running_leaves() == []
    began(rig).tick()
    assert rig.engine.operating.running_leaves() == [paths(rig)["a"], paths(rig)["b"]]
    rig.engine.operating.override(paths(rig)["c"], success=True)
    rig.engine.operating.override(paths(rig)["inner"], success=True)
    rig.tick()
    assert rig.halted == {}


def test_a_halt_of_the_whole_tree_comes_first() -> None:
    rig = began(Rig(Then("task", children=[Act("a")])))
    rig.engine.operating.override(paths(rig)["a"], success=True)
    rig.tick()
    assert not rig.halt(Stop.KILL)
    assert rig.halt(Stop.KILL, rig.ended("a", "halted"))
    assert rig.state("a") is NodeState.INACTIVE
