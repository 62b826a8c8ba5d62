"""How ways, places and facts are otherwise than the mission's file says."""

from __future__ import annotations

from cotree.trees.errands.surroundings import Surroundings
from cotree.trees.reading import loads

MISSION = """
mission: around
team: {r0: {at: a, robot: {resources: {base: base}}}}
world:
  places: {a: [0, 0], b: [1, 0]}
  ways: {between: [[a, b]]}
  areas: {ward: [b], dry: [a, b]}
  facts: {door_open: false, day: true, spare: true}
ltl: ["<>(b && door_open)", "<>(a && day)"]
"""


def looked(**facts: str | float | bool) -> Surroundings:
    found = Surroundings(loads(MISSION))
    told = {name.replace("__", "/").replace("_to_", "-"): value for name, value in facts.items()}
    found.look({"door_open": False, "day": True, "spare": True, **told})
    return found


def test_as_long_as_all_is_as_written_nothing_is_known_besides() -> None:
    found = looked(spare=False)
    assert found.known() == ((), (), (), None)
    assert (found.true_at(("a", "idle")), found.true_at(("b", "idle"))) == (None, None)


def test_what_opened_closed_or_is_called_otherwise_is_known() -> None:
    found = looked(cost__b_to_a=4, r0__closed__b=True, areas__a="ward, moon", door_open=True)
    assert found.costs == (("", "b", "a", 4.0),)
    assert found.closed == (("r0", "b"),)
    assert found.areas == (("a", ("ward",)),), "there is no area called moon"
    assert found.holding == frozenset(("door_open", "day"))
    assert found.true_at(("a", "idle")) == ("day", "door_open", "ward")


def test_what_makes_no_sense_is_passed_over() -> None:
    found = looked(cost__a_to_x=4, cost__a_to_b=-1, closed__x=True, areas__a=7.0, closed__b="yes")
    assert found.known() == ((), (), (), None)


def test_only_facts_of_the_sentence_matter_beside_ways_and_places() -> None:
    found = looked()
    told = {"door_open": True, "day": True, "spare": False, "cost/a-b": True, "r0/upright": False}
    assert {name: found.tells(name) for name in told} == told
