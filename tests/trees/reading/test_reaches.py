"""What people do in simulation: leaves are found as people speak of them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cotree.behaviours.declare import Declaration
from cotree.core.errors import InputError
from cotree.core.mission import Reach
from cotree.trees.reading import loads

Words = Mapping[str, Declaration]

HEAD = """\
mission: m
team: {pr2: {robot: pr2}, ann: {person: {}}}
world: {places: {tray: [0, 0]}, objects: {cup: [0, 0], jug: [0, 0], pot: [0, 0]}}
task:
  then:
    - then: [{pick: cup}, {place: {object: cup, at: tray}}]
      name: first
    - then: [{pick: jug}, {place: {object: jug, at: tray}, name: put it}]
      name: second
    - then: [{pick: jug}, {place: {object: jug, at: tray}, name: put it}]
      name: third
    - wait: 1
simulation:
  people:
"""
LINES = HEAD.count("\n")
CUP, JUG = "task/first/place cup at tray", "task/second/put it"


def read(text: str, words: Words) -> tuple[Reach, ...]:
    mission = loads(f"{HEAD}    ann: [{text}]\n", "t.yaml", catalogue=words)
    return mission.chance.people["ann"]


def wrong(text: str, words: Words) -> list[str]:
    try:
        loads(HEAD + text, "t.yaml", catalogue=words)
    except InputError as error:
        return [f"{p.mark.line - LINES}:{p.mark.column}: {p.message}" for p in error.mistakes]
    return []


@pytest.mark.parametrize("name", ["cup", "first", CUP, "place cup at tray", "task/first"])
def test_a_leaf_is_found_by_path_name_or_object(words: Words, name: str) -> None:
    assert read(f"{{reaches_for: {name}}}", words) == (Reach(CUP),)


def test_a_script_is_read_with_its_defaults(words: Words) -> None:
    line = "{reaches_for: second, after: [cup, third], delay: 500 ms, answers: no, acts: false}"
    third = "task/third/put it"
    assert read(line, words) == (Reach(JUG, (CUP, third), 0.5, keeps=False, acts=False),)
    assert read("{reaches_for: cup, after: wait 1 s, answers: yes}", words) == (
        Reach(CUP, ("task/wait 1 s",), 0.0, keeps=True, acts=True),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("    bo: []", "1:5: no person 'bo' in the team; known: ann"),
        ("    pr2: []", "1:5: 'pr2' is a robot; only people follow a script"),
        ("    ann: cup", "1:10: 'people': 'ann': expected a list of reaches, or {simulated: "),
        ("    ann: [cup]", "1:11: 'people': 'ann': expected a reach such as {reaches_for: cup"),
        ("    ann: [{}]", "1:11: 'people': 'ann': a reach needs 'reaches_for': the leaf that"),
        (
            "    ann: [{reach_for: cup}]",
            "1:12: 'people': 'ann': a reach has no 'reach_for'; did you mean 'reaches_for'?",
        ),
        (
            "    ann: [{reaches_for: cup, answers: ok}]",
            "1:39: 'people': 'ann': unknown word 'ok'; did you mean 'no'?",
        ),
        ("    ann: [{reaches_for: cups}]", "1:25: no leaf 'cups'; did you mean 'cup'?"),
        (
            "    ann: [{reaches_for: cup, after: [cup, juk]}]",
            "1:43: no leaf 'juk'; did you mean 'jug'?",
        ),
        (
            "    ann: [{reaches_for: jug}]",
            "1:25: 'jug' can be one of 2 leaves: 'task/second/put it' or 'task/third/put it'",
        ),
        (
            "    ann: [{reaches_for: task}]",
            "1:25: 'task' can be one of 3 leaves: 'task/first/place cup at tray' or "
            "'task/second/put it', or another one",
        ),
        (
            "    ann: [{reaches_for: wait 1 s}]",
            "1:25: 'task/wait 1 s' brings no object anywhere, so no hand can be seen going for it",
        ),
    ],
)
def test_a_script_is_checked(words: Words, text: str, said: str) -> None:
    (found,) = wrong(text + "\n", words)
    assert found.startswith(said)


def test_a_line_may_be_for_when_help_is_asked(words: Words) -> None:
    assert read("{reaches_for: cup, asked: true}", words) == (Reach(CUP, asked=True),)
    assert read("{reaches_for: cup}", words) == (Reach(CUP, asked=False),)
