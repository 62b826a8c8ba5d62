"""What is odd but refuses nothing."""

from __future__ import annotations

import pytest

from cotree.trees.catalogue import catalogue
from cotree.trees.reading import loads
from cotree.trees.reading.advice import warnings_of

WORDS = catalogue()
TEAM = "team: {r: {robot: pr2}}"
WORLD = "world: {places: {here: [0, 0.2], there: [5, 5]}, objects: {cup: [5, 5.1], jug: [0, 0]}}"


def odd(task: str, *, team: str = TEAM, world: str = WORLD, more: str = "") -> list[str]:
    text = f"mission: m\n{team}\n{world}\ntask: {{{task}}}\n{more}"
    mission = loads(text, "m.yaml", catalogue=WORDS)
    return [str(mistake).removeprefix("m.yaml:") for mistake in warnings_of(mission, WORDS)]


CANNOT = "cannot be run yet; this release runs exactly one robot"


@pytest.mark.parametrize(
    ("team", "said"),
    [
        (TEAM, []),
        (
            "team: {a: {robot: pr2}, b: {robot: pr2}}",
            [f"2:25: warning: a team of 2 robots {CANNOT}"],
        ),
        (
            "team: {r: {robot: pr2}, ann: {person: {}}}",
            [f"2:25: warning: a team of 1 robot and 1 person {CANNOT}"],
        ),
        ("team: {ann: {person: {}}, bo: {person: {}}}", [f"2:8: a team of 2 people {CANNOT}"]),
    ],
)
def test_a_team_that_cannot_be_run_yet_is_told_of(team: str, said: list[str]) -> None:
    assert odd("wait: 1", team=team) == [line.replace("warning: ", "") for line in said]


def test_a_guard_on_a_fact_that_nothing_sets_is_told_of() -> None:
    task = "guard: {fact: door_open, do: {wait: 1}}"
    assert odd(task) == [
        "4:8: nothing in this mission sets the fact 'door_open'; set it with 'facts:' in the world"
    ]
    assert odd(task, world="world: {facts: {door_open: true}}") == []
    assert odd(task, world="world: {facts: {door-open: true}}") == [
        "4:8: nothing in this mission sets the fact 'door_open'; did you mean 'door-open'?"
    ]
    event = "simulation: {events: [{at: 1, fact: door_open, equals: true}]}"
    assert odd(task, more=event) == []


STRANDED = (
    "waits for the base at (5, 5.1), but it neither starts there nor does anything move it there: "
    "put a 'move' before it"
)


@pytest.mark.parametrize(
    "task",
    [
        "pick: jug",
        "then: [{move: cup}, {pick: cup}]",
        "then: [{move: there}, {pick: cup}]",
        "and: [{move: there}, {pick: cup}]",
        "then: [{pick: jug}, {place: {object: jug, at: here}}]",
        "then: [{pick: jug}, {place: {object: jug, at: here}}, {pick: jug}]",
        "then: [{move: cup}, {pick: cup}, {move: here}, {place: {object: cup, at: here}},"
        " {pick: cup}]",
        "then: [{perform: {what: wander, needs: [base]}}, {pick: cup}]",
    ],
)
def test_who_starts_there_or_is_driven_there_is_not_stranded(task: str) -> None:
    assert odd(task) == []


def test_a_leaf_to_which_nothing_drives_the_base_is_told_of() -> None:
    assert odd("pick: cup") == [f"4:8: 'pick' {STRANDED}"]
    assert odd("then: [{move: here}, {pick: cup}]") == [f"4:30: 'pick' {STRANDED}"]
    assert odd("then: [{pick: jug}, {place: {object: jug, at: there}}]")[0].startswith(
        "4:29: 'place' waits for the base at (5, 5)"
    )
    assert odd("pick: cup", team="team: {r: {robot: pr2, at: [5, 5]}}") == []
