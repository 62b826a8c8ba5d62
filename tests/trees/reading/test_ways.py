from __future__ import annotations

from collections.abc import Mapping

import pytest

from cotree.behaviours.declare import Declaration
from cotree.core.errors import InputError
from cotree.core.mission import Mission, Operation, Way
from cotree.trees.reading import loads

WARD = """
mission: a ward
team:
  dog: {robot: {resources: {base: base}, MODEL}, TEAM}
world:
  places: {a: [0, 0], b: [3, 4], c: [3, 0]}
  WORLD
task: {move: a}
"""


def ward(
    words: Mapping[str, Declaration], world: str = "", model: str = "speed: 1", team: str = "at: a"
) -> Mission:
    text = WARD.replace("WORLD", world).replace("MODEL", model).replace("TEAM", team)
    return loads(text, catalogue=words)


def wrong(words: Mapping[str, Declaration], **parts: str) -> str:
    with pytest.raises(InputError) as caught:
        ward(words, **parts)
    (mistake,) = caught.value.mistakes
    return mistake.message


def test_places_in_a_row_are_joined_in_both_directions_at_their_length(
    words: Mapping[str, Declaration],
) -> None:
    ways = ward(words, world="ways: {between: [[a, b, c]]}").world.ways
    assert ways == (
        Way("a", "b", 5.0),
        Way("b", "a", 5.0),
        Way("b", "c", 4.0),
        Way("c", "b", 4.0),
    )


def test_one_cost_for_all_and_another_for_some(words: Mapping[str, Declaration]) -> None:
    world = "ways: {between: [[a, b]], cost: 10, costs: {b -> a: 15, b - c: 20}, stay: 0.5}"
    found = ward(words, world=world).world
    assert {(way.source, way.target): way.cost for way in found.ways} == {
        ("a", "b"): 10,
        ("b", "a"): 15,
        ("b", "c"): 20,
        ("c", "b"): 20,
    }
    assert found.stay_cost == 0.5


def test_areas_are_names_for_places(words: Mapping[str, Declaration]) -> None:
    found = ward(words, world="areas: {ward: [a, b], home: a}").world
    assert found.areas == {"ward": ("a", "b"), "home": ("a",)}


@pytest.mark.parametrize(
    ("world", "said"),
    [
        ("ways: [a, b]", "'ways' must be a mapping, found a list"),
        ("ways: {between: [[a]]}", "'between': expected two places or more"),
        ("ways: {between: [[a, d]]}", "'between': no place 'd'"),
        (
            "ways: {costs: {a: 3}}",
            "'a' is no way; write 'c4 - c5', or 'c9 -> c5' for one direction",
        ),
        ("ways: {costs: {a -> d: 3}}", "no place 'd'"),
        ("ways: {costs: {a - b: 0}}", "must be at least 1e-06"),
        ("areas: {a: [b]}", "'a' is a place already"),
        ("areas: {ward: [d]}", "no place 'd'"),
    ],
)
def test_ways_are_checked(words: Mapping[str, Declaration], world: str, said: str) -> None:
    assert said in wrong(words, world=world)


def test_a_robot_has_operating_states_and_what_changes_them(
    words: Mapping[str, Declaration],
) -> None:
    model = (
        "states: [standby, loaded], operations: "
        "{pick: {from: standby, to: loaded, at: a, cost: 10, duration: 4 s}}"
    )
    dog = ward(words, model=model, team="state: loaded").team["dog"]
    assert dog.robot is not None
    assert dog.robot.states == ("standby", "loaded")
    assert dog.robot.operations == (Operation("pick", "standby", "loaded", 10, ("a",), 4.0),)
    assert dog.state == "loaded"


def test_a_robot_may_have_ways_of_its_own(words: Mapping[str, Declaration]) -> None:
    dog = ward(words, model="ways: {costs: {a -> b: 2}}").team["dog"].robot
    assert dog is not None
    assert dog.ways == (Way("a", "b", 2),)


PICK = "operations: {pick: {from: standby, to: loaded, cost: 1}}"


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("states: standby", "'states': expected a list"),
        ("states: [standby, standby]", "'standby' is written twice"),
        ("states: [to be]", "an operating state must be a letter"),
        (PICK, "no operating state 'standby'; it needs 'states: [standby, loaded]'"),
        (f"states: [standby, load], {PICK}", "no operating state 'loaded'; did you mean 'load'?"),
        ("operations: [pick]", "'operations' must be a mapping, found a list"),
        ("operations: {pick: now}", "operation 'pick' must be a mapping such as"),
        (
            "states: [on, off], operations: {pick: {from: on, to: on, cost: 1}}",
            "an operation leads to another state",
        ),
        (
            "states: [on, off], operations: {pick: {from: on, to: off, at: d, cost: 1}}",
            "no place or area 'd'",
        ),
        ("states: [on, off], operations: {pick: {from: on, to: off}}", "needs 'cost'"),
        ("ways: {costs: {a -> d: 2}}", "no place 'd'"),
    ],
)
def test_a_robots_states_are_checked(
    words: Mapping[str, Declaration], model: str, said: str
) -> None:
    with pytest.raises(InputError) as caught:
        ward(words, model=model)
    assert said in caught.value.mistakes[0].message


def test_a_robot_starts_at_a_place_that_exists_in_a_state_that_it_has(
    words: Mapping[str, Declaration],
) -> None:
    assert ward(words, team="at: b").team["dog"].start == (3, 4, 0)
    assert "'at': no place 'd'" in wrong(words, team="at: d")
    assert "no operating state 'on'; its model has no 'states'" in wrong(words, team="state: on")
