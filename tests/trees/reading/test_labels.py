from __future__ import annotations

import pytest

from cotree.core.places import Location
from cotree.trees.reading.labels import LONGEST, phrase, say


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (True, "true"),
        (False, "false"),
        (1.0, "1"),
        (0.25, "0.25"),
        (3, "3"),
        ("x", "x"),
        (("a", 1.5), "[a, 1.5]"),
        ({"a": True, "b": 2.0}, "{a: true, b: 2}"),
        (Location("kitchen"), "kitchen"),
        (Location(point=(1.0, 2.0, 0.0)), "(1, 2)"),
        (Location(point=(1.0, 2.0, 0.5)), "(1, 2, 0.5)"),
    ],
)
def test_values_are_said_shortly(value: object, said: str) -> None:
    assert say(value) == said


def test_prepositions_are_said_before_their_values() -> None:
    assert phrase("place", [("object", "cup"), ("at", "tray")]) == "place cup at tray"


def test_a_label_can_be_part_of_a_path_and_stays_short() -> None:
    assert phrase("say", [("what", "a/b $c\n")]) == "say a_b _c_"
    assert len(phrase("say", [("what", "x" * 100)])) == LONGEST
