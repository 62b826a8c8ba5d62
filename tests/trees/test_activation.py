"""Levels spread down and fade; potentials spread up from the best leaf that could start."""

from __future__ import annotations

import pytest

from cotree.trees.activation import highest, level, potential
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, Act, Rig


def value(rig: Rig, name: str) -> float:
    return potential(rig.engine.parts[rig.node(name)], rig.engine.pool)


def height(rig: Rig, name: str) -> float:
    return level(rig.engine.parts[rig.node(name)], rig.now_s)


def test_it_is_everybodys_turn_in_an_and_and_only_the_firsts_in_a_then() -> None:
    rig = Rig(And("n", None, [Then("t", None, [Act("a", HAND), Act("b")]), Act("c")]))
    rig.tick()
    assert [height(rig, name) for name in ("n", "t", "a", "b", "c")] == [1.0, 1.0, 1.0, 0.0, 1.0]


def test_levels_do_not_depend_on_the_number_of_children_or_on_depth() -> None:
    inner = And("i", None, [Act(f"a{k}", HAND) for k in range(12)])
    rig = Rig(And("n", None, [And("m", None, [inner])]), ONE_HAND)
    rig.ticks(200)
    assert {height(rig, f"a{k}") for k in range(12)} == {1.0}


def test_a_level_fades_once_the_turn_is_over() -> None:
    rig = Rig(Or("o", None, [Act("a", (), 2.0), Act("b")]))
    rig.ticks(2)
    assert height(rig, "b") == 1.0
    rig.tick(after_s=1.0)
    assert height(rig, "b") == pytest.approx(0.98**20)
    assert height(rig, "a") == 1.0


def test_and_and_or_have_the_potential_of_their_best_leaf_and_not_the_mean() -> None:
    tree = And(
        "n", None, [Or("o", None, [Act("a", HAND, 4.0), Act("b", HAND, 6.0)]), Act("c", HAND, 1.0)]
    )
    rig = Rig(tree)
    rig.tick()
    assert (value(rig, "n"), value(rig, "o")) == (6.0, 6.0)
    best = highest(rig.engine.parts[tree], rig.engine.pool)
    assert best is not None
    assert best[1].name == "b"


def test_then_has_the_potential_of_its_first_child_that_is_not_done() -> None:
    rig = Rig(Then("t", None, [Act("a", (), 1.0), Act("b", HAND, 7.0)]), ONE_HAND)
    rig.tick()
    assert value(rig, "t") == 1.0
    rig.tick()
    assert value(rig, "t") == 0.0, "what runs does not compete"
    rig.end("a")
    assert value(rig, "t") == 7.0


def test_only_the_chosen_branch_counts() -> None:
    branch = And("l", None, [Act("a", HAND, 3.0), Act("b", HAND, 2.0)])
    rig = Rig(Or("o", None, [branch, Act("c", (), 2.5)]), ONE_HAND)
    rig.ticks(2)
    assert rig.going() == ["a"]
    assert value(rig, "o") == 2.0


def test_who_is_not_ready_has_no_potential() -> None:
    rig = Rig(And("n", None, [Act("a")]))
    rig.see(a_ready=False)
    assert value(rig, "n") == 0.0
