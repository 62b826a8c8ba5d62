"""Waiting and performing, and what every leaf inherits."""

from __future__ import annotations

import pytest
from py_trees.common import Status

from cotree.behaviours.leaf import ActionLeaf, Leaf
from cotree.behaviours.perform import PerformByName, PerformParams
from cotree.behaviours.wait import Wait, WaitParams
from cotree.behaviours.wrapper import Wrapper
from cotree.core.actions import Pause, Perform
from cotree.core.belief import Belief, View
from cotree.core.resources import Need
from cotree.core.steps import Step

VIEW = View(Belief(), "r")


def test_wait_is_a_pause_and_nothing_but_time() -> None:
    wait = Wait("w", WaitParams(5.0))
    assert wait.action() == Pause(5.0)
    assert wait.step(VIEW) == Step(duration_s=5.0)
    assert wait.needs(VIEW) == ()


def test_perform_needs_what_its_yaml_says() -> None:
    leaf = PerformByName("p", PerformParams("scan", 4.0, ("head", "left_gripper")))
    assert leaf.needs(VIEW) == (Need("head"), Need("left_gripper"))
    assert leaf.action() == Perform("scan", 4.0)
    assert leaf.step(VIEW) == Step(leaf.needs(VIEW), duration_s=4.0)


def test_a_bare_leaf_needs_nothing_and_succeeds() -> None:
    leaf = Leaf("l")
    assert (leaf.needs(VIEW), leaf.potential(VIEW), leaf.ready(VIEW), leaf.goal(VIEW)) == (
        (), 1.0, None, False,
    )  # fmt: skip
    assert leaf.step(VIEW) is None
    assert leaf.update() is Status.SUCCESS
    with pytest.raises(LookupError, match="l was granted no gripper"):
        leaf.resource("gripper")


def test_an_action_leaf_must_say_its_action() -> None:
    with pytest.raises(NotImplementedError):
        ActionLeaf("a").action()


def test_wrappers_are_not_ticked_by_py_trees() -> None:
    wrapper = Wrapper("w", None, Leaf("l"))
    with pytest.raises(RuntimeError, match=r"w is ticked by cotree\.trees\.Engine"):
        next(wrapper.tick())
    with pytest.raises(RuntimeError, match=r"w is ticked by cotree\.trees\.Engine"):
        wrapper.update()
    assert wrapper.before() is None
    assert wrapper.after(Status.SUCCESS) is Status.SUCCESS
