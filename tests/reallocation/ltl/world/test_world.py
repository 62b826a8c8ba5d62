from __future__ import annotations

import pytest

from cotree.reallocation.ltl.world import world as world_module
from cotree.reallocation.ltl.world.changes import Block, Close, Disable, Open, Relabel
from cotree.reallocation.ltl.world.chart import Action, Kind, Map, both_ways, micro
from cotree.reallocation.ltl.world.system import State, System
from cotree.reallocation.ltl.world.world import World
from tests.kit.hospital import facts, hospital


def ways(system: System) -> set[tuple[str, str]]:
    found = set()
    for arc in range(len(system.source)):
        here, there = system.states[system.source[arc]], system.states[system.target[arc]]
        if here.region != there.region:
            found.add((here.region, there.region))
    return found


def cost(system: System, source: tuple[str, str], target: tuple[str, str]) -> int | None:
    a, b = system.index(*source), system.index(*target)
    arcs = range(system.first[a], system.first[a + 1])
    return next((int(system.cost[arc]) for arc in arcs if system.target[arc] == b), None)


@pytest.mark.parametrize("kind", ["DR", "A1", "Wassi"])
def test_the_hospital_has_the_states_and_arcs_of_the_paper(kind: str) -> None:
    system = hospital().system(kind)
    assert [len(system.states), len(system.source)] == facts()["sizes"]["ts"][kind]


def test_an_arc_changes_one_thing_and_its_guard_is_asked_where_it_starts() -> None:
    system = hospital().system("A1")
    for arc in range(len(system.source)):
        here, there = system.states[system.source[arc]], system.states[system.target[arc]]
        assert here.region == there.region or here.op == there.op
        if system.action(int(system.source[arc]), int(system.target[arc])) == "pick":
            assert here == State("s1", "standby")


def test_costs_are_directed_and_of_the_kind() -> None:
    world = hospital()
    dr, a1 = world.system("DR"), world.system("A1")
    assert cost(dr, ("c9", "loaded"), ("c5", "loaded")) == micro(15)
    assert cost(dr, ("c5", "loaded"), ("c9", "loaded")) == micro(10)
    assert cost(dr, ("c3", "loaded"), ("p6", "loaded")) == micro(10)
    assert cost(a1, ("c3", "loaded"), ("p6", "loaded")) == micro(5)
    assert cost(a1, ("x1", "standby"), ("x1", "standby")) == micro(0.01)


def test_a_change_for_one_robot_leaves_the_others_alone() -> None:
    world = hospital().changed([Block("c3", "p3")], "first")
    assert ("c3", "p3") not in ways(world.system("DR", "first"))
    assert ("c3", "p3") in ways(world.system("DR", "second"))
    assert world.system("DR", "second") is hospital().system("DR")
    assert ("c3", "p3") in ways(hospital().system("DR", "first"))


def test_a_change_for_all_reaches_every_kind() -> None:
    world = hospital().changed([Close("c5"), Open("p5", "p6", 7)])
    for kind in ("DR", "A1", "Wassi"):
        found = ways(world.system(kind, "somebody"))
        assert not any(target == "c5" for _, target in found)
        assert ("c5", "c4") in found
        assert ("p5", "p6") in found


def test_a_kind_that_has_a_way_of_its_own_loses_it_when_it_is_blocked() -> None:
    world = hospital().changed([Block("c3", "p6")])
    assert cost(world.system("A1"), ("c3", "loaded"), ("p6", "loaded")) is None


def test_what_holds_in_a_region_is_part_of_its_label_and_of_guards() -> None:
    world = hospital().changed([Relabel("p1", frozenset({"clean"}))], "first")
    system = world.system("DR", "first")
    assert system.labels[system.index("p1", "loaded")] == {"p1", "loaded", "clean"}
    shop = Kind("k", ("off", "on"), (Action("light", "off", "on", 1, frozenset({"lamp"})),))
    room = Map(("a", "b"), both_ways([("a", "b")], 1), 1, {"b": frozenset({"lamp"})})
    lit = World(room, (shop,)).system("k")
    assert cost(lit, ("b", "off"), ("b", "on")) == micro(1)
    assert cost(lit, ("a", "off"), ("a", "on")) is None


def test_an_action_that_is_out_of_order_is_gone() -> None:
    system = hospital().changed([Disable("pick")], "first").system("DR", "first")
    assert cost(system, ("s1", "standby"), ("s1", "loaded")) is None
    assert cost(system, ("s1", "loaded"), ("s1", "standby")) == micro(10)


def test_changes_add_up_in_order() -> None:
    world = hospital().changed([Block("c3", "p3")]).changed([Open("c3", "p3", 99)])
    assert cost(world.system("DR"), ("c3", "loaded"), ("p3", "loaded")) == micro(99)


def test_mistakes_say_what_would_be_right() -> None:
    with pytest.raises(ValueError, match="no region 'z'"):
        Map(("a",), {("a", "z"): 1.0}, 1)
    with pytest.raises(ValueError, match="'gone' is no operating state; it has off"):
        Kind("k", ("off",), (Action("x", "off", "gone", 1),))
    with pytest.raises(ValueError, match="above 0"):
        micro(0)
    with pytest.raises(ValueError, match="there are DR, A1, Wassi"):
        hospital().system("dog")
    with pytest.raises(ValueError, match=r"no state \(p1, training\)"):
        hospital().system("DR").index("p1", "training")


def test_worlds_forget_what_was_built_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_module, "MOST_SYSTEMS", 2)
    world = World(hospital().map, hospital().kinds)
    first = world.system_after("DR", ())
    for region in ("p1", "p2"):
        world.system_after("DR", (Close(region),))
    assert world.system_after("DR", ()) is not first
    assert world.system_after("DR", ()) is world.system_after("DR", ())
