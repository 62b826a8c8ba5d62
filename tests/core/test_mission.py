from __future__ import annotations

import msgspec
import pytest

from cotree.core.mission import Blueprint, Mark, Mission, Teammate, World

MARK = Mark("tea_table.yaml", 12, 9)


def node(name: str, *children: Blueprint, path: str = "") -> Blueprint:
    return Blueprint("then", name, path or name, None, children, MARK)


def test_a_mark_reads_as_file_line_and_column() -> None:
    assert str(MARK) == "tea_table.yaml:12:9"


def test_walking_meets_parents_first_and_children_in_order() -> None:
    tree = node("tea", node("cup", node("pick"), node("place")), node("sugar"))
    assert [found.name for found in tree.walk()] == ["tea", "cup", "pick", "place", "sugar"]


def test_walking_a_leaf_meets_only_itself() -> None:
    leaf = node("pick")
    assert list(leaf.walk()) == [leaf]


def test_a_mission_without_a_policy_has_a_sensible_one() -> None:
    mission = Mission("tea", {"ann": Teammate("ann", None)}, World(), node("tea"))
    assert mission.policy.selector == "greedy"
    assert mission.policy.rate_hz > 0.0
    assert mission.chance.noise == mission.chance.failure == 0.0


def test_a_mission_does_not_change() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        Mission("tea", {}, World(), node("tea")).name = "toast"  # type: ignore[misc]


def test_a_world_survives_the_wire() -> None:
    world = World(places={"tray": (1.0, 2.0, 0.0)}, objects={"cup": (0.0, 0.5, 0.0)})
    assert msgspec.json.decode(msgspec.json.encode(world), type=World) == world
