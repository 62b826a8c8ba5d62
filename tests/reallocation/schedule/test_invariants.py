from __future__ import annotations

import pytest

from cotree.core.resources import Mode, Need, Resource
from cotree.reallocation.schedule.invariants import broken_loads, broken_resources

LINEAGES = {"a/x": ("a/x", "a"), "a": ("a",), "b": ("b",)}


def broken(resource: Resource, running: frozenset[str], over: frozenset[str]) -> list[str]:
    return list(broken_resources({"arm": resource}, running, over, LINEAGES.__getitem__))


def arm(*owners: str, users: tuple[str, ...] = (), load: str | None = None) -> Resource:
    return Resource("arm", "arm", frozenset(owners), frozenset(users), Mode.EXCLUSIVE, load=load)


def test_one_lineage_may_own_and_one_leaf_that_runs_may_use() -> None:
    assert broken(arm("a/x", "a", users=("a/x",)), frozenset({"a/x"}), frozenset()) == []
    assert broken(arm("a", load="cup"), frozenset(), frozenset({"a"})) == []


@pytest.mark.parametrize(
    ("resource", "complaint"),
    [
        (arm("a", "b"), "arm has owners ['a', 'b']"),
        (arm("a", users=("a", "a/x")), "arm has users ['a', 'a/x']"),
        (arm("b", users=("b",)), "arm is used by a leaf that does not run"),
        (arm("b"), "arm belongs to b, which is over"),
    ],
)
def test_what_does_not_hold_is_named(resource: Resource, complaint: str) -> None:
    assert complaint in broken(resource, frozenset({"a", "a/x"}), frozenset({"b"}))


def test_hands_hold_one_thing_and_put_down_what_they_hold() -> None:
    state = {"arm": arm("a", load="cup")}
    pairs = [(Need("arm", takes="pot"), "arm"), (Need("arm", holding="pot", drops=True), "arm")]
    assert list(broken_loads(state, "a", pairs)) == [
        "a: arm holds two things",
        "a: arm does not hold pot",
    ]
    assert list(broken_loads(state, "a", [(Need("arm", holding="cup", drops=True), "arm")])) == []
