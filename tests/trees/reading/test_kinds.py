from __future__ import annotations

from typing import Any, Literal, Union

import jsonschema
import pytest

from cotree.behaviours.declare import Hertz, Metres, ObjectName, Seconds
from cotree.core.places import Location, Point
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.kind_of import kind_of
from cotree.trees.reading.kinds import Kind, Mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, plain
from cotree.trees.reading.quantities import Quantity
from cotree.trees.reading.yaml_text import parse

NAMES = Names(frozenset({"kitchen"}), frozenset({"cup"}))
SPEED = Quantity("m/s")


def node_of(text: str) -> Node:
    findings = Findings()
    node = parse(f"[{text}]", "f", findings)
    assert not findings
    return node.items[0]  # type: ignore[union-attr]


def kind(hint: Any) -> Kind:
    return hint if isinstance(hint, Quantity) else kind_of(hint)


def refused(hint: Any, text: str) -> str:
    with pytest.raises(Mismatch) as caught:
        kind(hint).read(node_of(text), NAMES)
    return caught.value.message


@pytest.mark.parametrize(
    ("hint", "text", "value"),
    [
        (str, "no", "no"),
        (str, '"5"', "5"),
        (int, "5", 5),
        (float, "5", 5.0),
        (bool, "true", True),
        (Literal["a", "b"], "b", "b"),
        (int | None, "null", None),
        (int | None, "3", 3),
        (Union[int, None], "3", 3),  # noqa: UP007  (both spellings are read)
        (tuple[int, ...], "[1, 2]", (1, 2)),
        (tuple[str, ...], "[]", ()),
        (dict[str, str | float | bool], "{a: x, b: 1, c: true}", {"a": "x", "b": 1.0, "c": True}),
        (Seconds, "10", 10.0),
        (Seconds, "10 s", 10.0),
        (Seconds, "500ms", 0.5),
        (Seconds, "2 min", 120.0),
        (Seconds, "1.5 h", 5400.0),
        (Metres, "30 cm", 0.3),
        (Metres, "2 km", 2000.0),
        (Hertz, "5 Hz", 5.0),
        (Hertz, "1 kHz", 1000.0),
        (SPEED, "36 km/h", 10.0),
        (Point, "[1, 2]", (1.0, 2.0, 0.0)),
        (Location, "kitchen", Location("kitchen")),
        (Location, "cup", Location("cup")),
        (Location, "[1, 2, 3]", Location(point=(1.0, 2.0, 3.0))),
        (ObjectName, "cup", "cup"),
    ],
)
def test_a_value_is_read_and_the_schema_agrees(hint: Any, text: str, value: object) -> None:
    node = node_of(text)
    found = kind(hint).read(node, NAMES)
    assert found == pytest.approx(value) if isinstance(value, float) else found == value
    assert type(found) is type(value)
    jsonschema.validate(plain(node), kind(hint).schema())


@pytest.mark.parametrize(
    ("hint", "text", "said"),
    [
        (str, "5", 'expected text, found the number 5; put it in quotes: "5"'),
        (str, "true", 'expected text, found true; put it in quotes: "true"'),
        (str, "[a]", "expected text, found a list"),
        (str, "null", "expected text, found nothing"),
        (int, "5.0", "expected a whole number, found the number 5.0"),
        (int, "true", "expected a whole number, found true"),
        (int, "0x1F", "expected a whole number, found '0x1F'"),
        (float, "fast", "expected a number, found 'fast'"),
        (float, ".inf", "expected a number, found '.inf'"),
        (float, "false", "expected a number, found false"),
        (bool, "no", "expected true or false, found 'no'"),
        (bool, "1", "expected true or false, found the number 1"),
        (Literal["fast", "slow"], "5", "expected one of fast, slow, found the number 5"),
        (int | None, "x", "expected a whole number, found 'x'"),
        (tuple[int, ...], "5", "expected a list, each a whole number, found the number 5"),
        (tuple[int, ...], "[1, x]", "expected a whole number, found 'x'"),
        (dict[str, float], "[1]", "expected a mapping, each value a number, found a list"),
        (dict[str, float], "{a: x}", "'a': expected a number, found 'x'"),
        (
            dict[str, str | float | bool],
            "{a: null}",
            "'a': expected text, a number, or true or false, found nothing",
        ),
        (Seconds, "12:30", "expected a duration such as '10 s', found '12:30'"),
        (Seconds, "true", "expected a duration such as '10 s', found true"),
        (Seconds, "-1 s", "must be at least 0, found '-1 s'"),
        (Seconds, "1e308 h", "expected a duration such as '10 s', found '1e308 h'"),
        (Metres, "[1]", "expected a length such as '0.3 m', found a list"),
        (SPEED, "fast", "expected a speed such as '0.5 m/s', found 'fast'"),
        (
            Point,
            "[1, 2, 3, 4]",
            "expected a point [x, y] or [x, y, z] in metres, found a list of 4",
        ),
        (Point, "here", "expected a point [x, y] or [x, y, z] in metres, found 'here'"),
        (Location, "{x: 1}", "expected a place, an object, or a point [x, y], found a mapping"),
        (Location, "5", "expected a place, an object, or a point [x, y], found the number 5"),
        (ObjectName, "null", "expected the name of an object, found nothing"),
        (ObjectName, "[cup]", "expected the name of an object, found a list"),
    ],
)
def test_a_wrong_value_says_what_was_expected_and_found(hint: Any, text: str, said: str) -> None:
    assert refused(hint, text) == said


@pytest.mark.parametrize(
    ("hint", "text", "said"),
    [
        (Literal["fast", "slow"], "fats", "unknown word 'fats'; did you mean 'fast'?"),
        (Seconds, "5 sec", "found unit 'sec'; known: s, ms, min, h"),
        (Location, "kichen", "no place or object 'kichen'; did you mean 'kitchen'?"),
        (ObjectName, "cub", "no object 'cub'; did you mean 'cup'?"),
        (ObjectName, "kitchen", "no object 'kitchen'; known: cup"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_one(hint: Any, text: str, said: str) -> None:
    assert refused(hint, text).endswith(said)


def test_limits_are_inclusive_and_reach_inner_values() -> None:
    limited = kind_of(tuple[int, ...] | None, low=1, high=3)
    assert limited.read(node_of("[1, 3]"), NAMES) == (1, 3)
    for text, said in {"[0]": "must be at least 1", "[4]": "must be at most 3"}.items():
        with pytest.raises(Mismatch, match=said):
            limited.read(node_of(text), NAMES)
        assert not jsonschema.Draft202012Validator(limited.schema()).is_valid(plain(node_of(text)))


def test_any_name_may_be_right_in_an_unknown_world() -> None:
    unknown = Names(complete=False)
    assert kind_of(ObjectName).read(node_of("sofa"), unknown) == "sofa"
    assert kind_of(Location).read(node_of("sofa"), unknown) == Location("sofa")


def test_messages_stay_short_and_printable() -> None:
    said = refused(int, '"' + "x" * 5000 + '"')
    assert len(said) < 100
    assert "\n" not in refused(int, '"a\\nb"')


@pytest.mark.parametrize("hint", [list[int], tuple[int, str], dict[int, str], object, int | list])
def test_a_parameter_of_another_type_is_refused_when_it_is_declared(hint: Any) -> None:
    with pytest.raises(TypeError, match="a parameter cannot be"):
        kind_of(hint)
