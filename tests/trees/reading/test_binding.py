from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from cotree.behaviours.declare import Seconds, parameter
from cotree.core.mission import Mark
from cotree.trees.reading.binding import Binder, Field, fields_of
from cotree.trees.reading.findings import MOST, Findings, Stopped
from cotree.trees.reading.kinds import Number
from cotree.trees.reading.nodes import Hole, Node, Table
from cotree.trees.reading.yaml_text import parse

MARK = Mark("f", 9, 9)


@dataclass(frozen=True)
class Params:
    what: str = parameter("the thing")
    times: int = parameter("how often", default=3, low=1)
    pause: Seconds = parameter("between", default=0.0)
    tags: tuple[str, ...] = field(default_factory=tuple)

    def __post_init__(self) -> None:
        if self.what == "nothing":
            raise ValueError("'what' cannot be nothing\nreally")


def table(text: str) -> Table:
    node = parse(text, "f", Findings())
    assert isinstance(node, Table)
    return node


def bind(node: Table, fields: Mapping[str, Field] | None = None) -> tuple[Any, list[str]]:
    findings = Findings()
    values = Binder(findings).bind(node, fields or fields_of(Params), "'do'", MARK)
    return values, [str(p) for p in findings.error().mistakes]


def test_written_values_are_bound_and_defaults_left_to_the_dataclass() -> None:
    values, problems = bind(table("{what: x, pause: 2 s, tags: [a]}"))
    assert not problems
    assert Params(**values) == Params("x", 3, 2.0, ("a",))


def test_every_mistake_of_a_mapping_is_reported() -> None:
    values, problems = bind(table("{tims: 2, pause: soon, times: 0}"))
    assert values is None
    assert problems == [
        "f:1:2: 'do' has no 'tims'; did you mean 'times'?",
        "f:1:18: 'pause': expected a duration such as '10 s', found 'soon'",
        "f:1:31: 'times': must be at least 1, found the number 0",
        "f:9:9: 'do' needs 'what': the thing",
    ]


def test_an_unknown_value_silences_the_binding() -> None:
    whole = table("{what: x, tags: [a]}")
    hole: Node = Hole(MARK)
    entry = whole.entries["what"]
    node = Table(whole.mark, {"what": type(entry)(entry.key, hole)})
    assert bind(node) == (None, [])


def test_nothing_is_missing_from_a_mapping_that_was_not_read_whole() -> None:
    assert bind(Table(MARK, {}, complete=False)) == (None, [])


def test_two_spellings_of_one_field_exclude_each_other() -> None:
    fields = {"rate": Field("rate", Number(), to="rate_hz"), "rate_hz": Field("rate_hz", Number())}
    assert bind(table("{rate: 1}"), fields) == ({"rate_hz": 1.0}, [])
    assert bind(table("{rate: 1, rate_hz: 2}"), fields)[1] == [
        "f:1:11: 'rate_hz' is written twice, in two spellings"
    ]


def test_a_refusal_of_the_parameters_themselves_is_one_line() -> None:
    findings = Findings()
    assert Binder(findings).make(Params, {"what": "nothing"}, MARK) is None
    assert str(findings.error()) == "f:9:9: 'what' cannot be nothing"


def test_findings_count_a_problem_once_and_stop_at_many() -> None:
    findings = Findings()
    for _ in range(3):
        findings.add(MARK, "same")
    assert len(findings.error().mistakes) == 1
    for number in range(MOST - 1):
        findings.add(MARK, str(number))
    with pytest.raises(Stopped):
        findings.add(MARK, "more")
    problems = findings.error().mistakes
    assert len(problems) == MOST + 1
    assert problems[-1].message == "stopped reading here after 100 mistakes"
