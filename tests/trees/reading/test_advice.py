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


TWO = "team: {a: {robot: pr2}, b: {robot: pr2}}"
VOTES = (
    "2:25: two robots without a witness cannot continue past the other's death; add a third vote: "
    "a tablet, a base station: write 'coordination: {witness: [tablet]}'"
)


def unsure(place: str, name: str) -> str:
    return (
        f"{place}: nobody can see whether '{name}' was done, so after a crash a person must say; "
        "write 'if_unsure: redo' beside it if doing it again does no harm"
    )


def odd_in_a_team(task: str, coordination: str = "witness: [tablet]", **more: str) -> list[str]:
    return odd(task, team=TWO, more=f"coordination: {{{coordination}}}\n", **more)


def test_a_team_of_one_robot_needs_no_third_vote() -> None:
    assert odd("wait: 1") == []
    assert odd("wait: 1", team="team: {r: {robot: pr2}, ann: {person: {}}}") == []


def test_two_robots_want_a_third_vote() -> None:
    assert odd("and: [{wait: 1}]", team=TWO) == [VOTES]
    assert odd_in_a_team("and: [{wait: 1}]") == []
    assert odd_in_a_team("and: [{wait: 1}]", "partition: home") == []
    assert odd("and: [{wait: 1}]", team=TWO.replace("b:", "c: {robot: pr2}, b:")) == []


def test_rules_that_promise_little_are_told_of() -> None:
    assert odd_in_a_team("and: [{wait: 1}]", "witness: [tablet], rule: paper") == [
        "2:25: 'rule: paper' can let two robots do the same thing; it is there to compare with"
    ]
    assert odd_in_a_team("and: [{wait: 1}]", "partition: optimistic") == [
        "2:25: 'partition: optimistic' goes on only with what says 'repeatable: true', which "
        "nothing in this task does"
    ]
    assert odd_in_a_team("and: [{wait: 1, repeatable: true}]", "partition: optimistic") == []
    assert odd("wait: 1", more="coordination: {rule: paper}") == []


def test_what_a_person_will_be_asked_about_is_told() -> None:
    assert odd_in_a_team("and: [{perform: wave}, {wait: 1}, {move: here}]") == [
        unsure("4:15", "perform wave")
    ]
    assert odd_in_a_team("and: [{retry: {do: {perform: wave}}}, {sequence: [wait: 1]}]") == [
        unsure("4:15", "retry"),
        unsure("4:47", "sequence"),
    ]
    assert odd("and: [{perform: wave}]") == [], "one robot knows what it did"


@pytest.mark.parametrize(
    "task",
    [
        "and: [{perform: wave, if_unsure: ask}]",
        "and: [{perform: wave}], if_unsure: redo",
        "and: [{sequence: [wait: 1], if_unsure: resume}]",
        "and: [{retry: {do: {wait: 1}}}]",
        "then: [{move: here}, {perform: wave}]",
        "and: [then: [{move: cup}, {pick: cup}, {move: here}, {place: {object: cup, at: here}}]]",
    ],
)
def test_nobody_is_asked_about_what_can_be_seen_or_done_again(task: str) -> None:
    assert odd_in_a_team(task) == []


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


def test_a_place_that_no_arm_reaches_is_told_of() -> None:
    """``place`` drives no base, so it would wait for ever."""
    place = "place: {object: cup, at: there}"
    assert odd(place) == [
        "4:8: 'place' brings cup with one arm, the base standing, and no robot stands where it "
        "reaches both (5, 5.1) and (5, 5): put 'move' and 'pick' before it"
    ]
    assert odd(place, team="team: {r: {robot: pr2, at: [5, 5]}}") == []
    assert odd(place, team="team: {r: {robot: pr2}, ann: {person: {}}}") == []
    assert odd(f"then: [{{move: there}}, {{{place}}}]") == []
    assert odd(f"then: [{{move: cup}}, {{pick: cup}}, {{{place}}}]") == []
    assert odd("place: {object: jug, at: here}") == []


LENS = (
    "team: {a: {robot: {components: {camera: perception, hand: manipulation, wheels: locomotion}}},"
    " b: {robot: {components: {lens: perception thermal}}}}"
)
HOT = (
    "coordination: {witness: [tablet]}\n"
    "jobs: {hot: {needs: [perception thermal, manipulation, locomotion], objects: {cup: there}, "
    "goal: [cup on here]}}\n"
)


def test_a_type_that_passive_matching_does_not_look_at_is_told() -> None:
    assert odd("job: hot", team=LENS, more=HOT) == [
        "4:8: job 'hot' asks for perception thermal, but passive matching looks at levels only, "
        "and takes a's 'camera' (plain) for it; write 'matching: {method: active}', which looks "
        "at types, or say a level"
    ]


def test_a_type_is_looked_at_by_active_matching_and_told_apart_by_its_level() -> None:
    assert odd("job: hot", team=LENS, more=f"{HOT}matching: {{method: active}}\n") == []
    level = HOT.replace("perception thermal,", "{domain: perception, type: thermal, level: 3},")
    assert odd("job: hot", team=LENS, more=level) == []
