"""The rules of ``holding``: taken before the first step inside, given back after the last one."""

from __future__ import annotations

from typing import Any

from py_trees.behaviour import Behaviour
from py_trees.composites import Sequence

from cotree.behaviours.holding import Holding, HoldingParams
from cotree.behaviours.retry import Retry, RetryParams
from cotree.core.mission import ResourceModel
from cotree.core.resources import Need
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.then import Then
from tests.kit.rig import HAND, ONE_HAND, Act, Rig

THINGS = [ResourceModel("corridor", "corridor"), ResourceModel("lift", "lift")]
CORRIDOR = (Need("corridor"),)


def holding(child: Behaviour, *what: str, name: str = "h") -> Holding:
    return Holding(name, HoldingParams(what or ("corridor",)), child)


def a_rig(*children: Behaviour, word: type[Any] = And) -> Rig:
    return Rig(word("n", None, list(children)), [*ONE_HAND, *THINGS])


def has(rig: Rig, thing: str = "corridor") -> bool:
    return rig.engine.registry.state()[thing].locked


def test_a_leaf_takes_what_is_held_around_it_together_with_its_needs() -> None:
    rig = a_rig(holding(Act("a", HAND), "corridor", "lift"))
    rig.ticks(2)
    assert rig.going() == ["a"]
    assert (has(rig), has(rig, "lift"), has(rig, "hand")) == (True, True, True)
    rig.end("a")
    assert (has(rig), has(rig, "lift"), has(rig, "hand")) == (False, False, False)


def test_one_at_a_time_holds_a_thing() -> None:
    rig = a_rig(holding(Act("a")), holding(Act("b"), name="i"), Act("c", CORRIDOR))
    rig.ticks(2)
    assert rig.going() == ["a"]
    rig.end("a")
    rig.ticks(2)
    assert rig.going() == ["b"]
    rig.end("b")
    rig.ticks(2)
    assert rig.going() == ["c"]


def test_nothing_is_taken_while_the_leaf_inside_lacks_something() -> None:
    rig = a_rig(Act("a", HAND), holding(Act("b", HAND)))
    rig.ticks(2)
    assert rig.going() == ["a"]
    assert not has(rig)


def test_several_leaves_are_held_for_from_the_first_to_the_last() -> None:
    inside = Sequence("s", memory=True, children=[Act("a", HAND), Act("b", CORRIDOR)])
    rig = a_rig(holding(inside), Act("c", CORRIDOR))
    rig.ticks(3)
    assert rig.going() == ["a"]
    assert has(rig)
    rig.end("a")
    rig.ticks(2)
    assert rig.going() == ["b"], "what is held around it need not be asked for"
    assert has(rig)
    rig.end("b")
    rig.ticks(2)
    assert rig.going() == ["c"]


def test_a_whole_then_can_be_held_for() -> None:
    inside = Then("t", None, [Act("a"), And("u", None, [Act("b", CORRIDOR), Act("d")])])
    rig = a_rig(holding(inside), Act("c", CORRIDOR))
    rig.ticks(3)
    rig.end("a")
    rig.ticks(2)
    assert rig.going() == ["b", "d"]
    rig.end("b")
    assert has(rig)
    rig.end("d")
    rig.ticks(2)
    assert rig.going() == ["c"]


def test_one_inside_the_other_takes_both_at_once() -> None:
    rig = a_rig(holding(holding(Act("a"), "lift", "corridor", name="i"), "corridor"))
    rig.ticks(2)
    assert (has(rig), has(rig, "lift")) == (True, True)
    rig.end("a")
    assert (has(rig), has(rig, "lift")) == (False, False)


def test_a_step_of_a_then_gives_back_before_the_next_one() -> None:
    rig = a_rig(holding(Act("a")), Act("b"), word=Then)
    rig.ticks(2)
    rig.end("a")
    rig.ticks(2)
    assert rig.going() == ["b"]
    assert not has(rig)


def test_what_fails_inside_gives_back() -> None:
    rig = a_rig(holding(Sequence("s", memory=True, children=[Act("a"), Act("b")])))
    rig.ticks(3)
    assert has(rig)
    rig.end("a", "slipped")
    assert not has(rig)


def test_a_leaf_that_is_tried_again_asks_again() -> None:
    rig = a_rig(holding(Retry("r", RetryParams(times=2, pause=0.0), Act("a"))))
    rig.ticks(2)
    rig.end("a", "slipped")
    rig.ticks(3)
    assert rig.going() == ["a"]
    assert has(rig)


def test_stopping_gives_back() -> None:
    rig = a_rig(holding(Sequence("s", memory=True, children=[Act("a"), Act("b")])))
    rig.ticks(3)
    assert not rig.halt(Stop.CANCEL)
    assert has(rig), "what is inside still moves"
    assert rig.halt(Stop.CANCEL, rig.ended("a", "stopped"))
    assert not has(rig)
