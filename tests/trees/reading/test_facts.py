"""Facts of the world, and events that change them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cotree.core.mission import Happening
from cotree.trees.catalogue import catalogue
from cotree.trees.first_view import first_view
from cotree.trees.reading import loads

HEAD = "mission: m\nteam: {r: {robot: pr2}}\ntask: {wait: 1}\n"
WORDS = catalogue()


def test_facts_are_what_yaml_says_they_are() -> None:
    text = 'world: {facts: {open: true, "battery level": 0.5, who: ann, n: 3, "7": "7"}}'
    mission = loads(HEAD + text, catalogue=WORDS)
    assert mission.world.facts == {
        "open": True,
        "battery level": 0.5,
        "who": "ann",
        "n": 3.0,
        "7": "7",
    }
    assert first_view(mission).fact("who") == "ann"
    assert first_view(mission).fact("what") is None


def test_events_are_read_with_their_units() -> None:
    events = "[{at: 1 min, fact: open, equals: false}, {equals: 5, fact: n, at: 2}]"
    mission = loads(f"{HEAD}simulation: {{events: {events}}}", catalogue=WORDS)
    assert mission.chance.events == (Happening(60.0, "open", False), Happening(2.0, "n", 5.0))


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ("5", "'events': expected a list, each an event such as {at: 10 s, fact: door_open"),
        ("[5]", "'events': expected an event such as {at: 10 s, fact: door_open, equals: false}"),
        ("[{}]", "'events': an event needs 'at': when, counted from the start"),
        ("[{at: 1, fact: a}]", "'events': an event needs 'equals': its value from then on"),
        ("[{at: 1, fact: a, equal: 1}]", "an event has no 'equal'; did you mean 'equals'?"),
        ("[{at: soon, fact: a, equals: 1}]", "expected a duration such as '10 s', found 'soon'"),
        ("[{at: 1, fact: a, equals: [1]}]", "expected text, a number, or true or false"),
        ("[{at: 1, fact: 2, equals: 1}]", "expected the name of a fact, found the number 2"),
    ],
)
def test_a_wrong_event_says_what_would_be_right(
    wrong: Callable[[str], list[str]], events: str, said: str
) -> None:
    (line,) = wrong(f"task: {{wait: 1}}\nsimulation: {{events: {events}}}")
    assert said in line
    assert line.startswith("2:")
