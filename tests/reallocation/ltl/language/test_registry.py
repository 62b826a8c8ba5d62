from __future__ import annotations

import pytest

from cotree.reallocation.ltl.language.formula import FormulaError
from cotree.reallocation.ltl.language.printing import text_of
from cotree.reallocation.ltl.language.registry import (
    MOST_STEPS,
    PATTERNS,
    Given,
    Pattern,
    PatternError,
    read_pattern,
)

ATOMS = ["p3", "p4", "loaded", "standby", "training"]


READ: list[tuple[str, Given, str]] = [
    ("visit", "p3", "<>p3"),
    ("visit", {"op": "standby", "place": "p3"}, "<>(p3 && standby)"),
    (
        "deliver",
        {"to": "p3", "loaded": "loaded", "done": "standby"},
        "<>(p3 && standby) && [](!p3 && X p3 -> loaded)",
    ),
    ("enter only", {"place": "p4", "when": "training"}, "[](!p4 && X p4 -> training)"),
    ("sequence", ["p3 && loaded", "p4"], "<>(p3 && loaded && <>p4)"),
    ("sequence", "p3", "<>p3"),
    ("avoid", ["p3", "p4"], "[]!(p3 || p4)"),
    ("never until", {"never": "p3", "until": "p4"}, "!p3 U p4"),
    ("not before", {"what": "p3", "before": "p4"}, "!p3 W p4"),
    ("respond", {"trigger": "p3", "response": "p4"}, "[](p3 -> <>p4)"),
]


@pytest.mark.parametrize(("name", "given", "text"), READ)
def test_patterns_are_read_as_they_stand_in_a_mission(name: str, given: Given, text: str) -> None:
    assert text_of(read_pattern(name, given, ATOMS)) == text


def test_every_pattern_is_read_in_the_test_above() -> None:
    assert {str(case[0]) for case in READ} == set(PATTERNS)


@pytest.mark.parametrize(
    ("name", "given", "message", "parameter"),
    [
        ("vist", "p3", "there is no pattern 'vist'; did you mean 'visit'?", None),
        ("visit", ["p3"], "visit takes names: visit: {place: …}", None),
        ("respond", "p3", "respond takes names: respond: {trigger: …, response: …}", None),
        ("visit", {"place": "p3", "to": "p4"}, "visit has no parameter 'to'", "to"),
        ("deliver", {"to": "p3"}, "deliver needs 'loaded'", "loaded"),
        ("sequence", [], "sequence takes a list: sequence: [a, b]", "steps"),
        ("avoid", {"p3": "p4"}, "avoid takes a list: avoid: [a, b]", "what"),
        ("sequence", ["p3"] * (MOST_STEPS + 1), "101 steps are more than 100", None),
    ],
)
def test_a_wrong_use_is_named(name: str, given: Given, message: str, parameter: str | None) -> None:
    with pytest.raises(PatternError) as caught:
        read_pattern(name, given, ATOMS)
    assert str(caught.value).startswith(message)
    assert caught.value.parameter == parameter


def test_a_mistake_inside_a_parameter_keeps_its_place() -> None:
    with pytest.raises(PatternError) as caught:
        read_pattern("sequence", ["p3", "p4 && p5"], ATOMS)
    error = caught.value
    assert str(error).startswith("steps[1]: no region, state or fact is called 'p5'")
    assert error.parameter == "steps[1]"
    assert isinstance(error.formula, FormulaError)
    assert (error.formula.start, error.formula.end) == (6, 8)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(PatternError, match="place is a formula, not 3"):
        read_pattern("visit", {"place": 3})  # type: ignore[dict-item]


def test_the_longest_list_is_read() -> None:
    assert read_pattern("sequence", ["p3 && loaded"] * MOST_STEPS).depth <= 2 * MOST_STEPS + 1


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_every_pattern_explains_itself(pattern: Pattern) -> None:
    assert pattern.doc.endswith(".")
    assert all(parameter.doc for parameter in pattern.parameters)
