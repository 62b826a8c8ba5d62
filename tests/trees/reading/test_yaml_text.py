from __future__ import annotations

import contextlib
from typing import Any

import pytest
import yaml

from cotree.core.mission import Mark
from cotree.trees.reading.building import MOST_DEPTH, MOST_NODES
from cotree.trees.reading.findings import Findings, Stopped
from cotree.trees.reading.nodes import Hole, Items, Node, Scalar, Table, plain
from cotree.trees.reading.yaml_text import meaning, parse

LOADERS: list[Any] = [yaml.SafeLoader]
if hasattr(yaml, "CSafeLoader"):
    LOADERS.append(yaml.CSafeLoader)


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def loader(request: pytest.FixtureRequest) -> Any:
    return request.param


def read(text: str, loader: Any) -> tuple[Node | None, list[str]]:
    findings = Findings()
    node = None
    with contextlib.suppress(Stopped):
        node = parse(text, "f", findings, loader)
    return node, str(findings.error()).splitlines()


def good(text: str, loader: Any) -> Node:
    node, problems = read(text, loader)
    assert not problems
    assert node is not None
    return node


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("5", 5),
        ("-0", 0),
        ("+7", 7),
        ("010", 10),
        ("1.5", 1.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        ("-1.5E-2", -0.015),
    ],
)
def test_plain_scalars_mean_what_the_core_schema_says(text: str, value: object) -> None:
    found = meaning(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "word",
    [
        *("yes", "no", "on", "off", "y", "n", "tRue", "nUll", "12:30", "1:2:3", "2024-01-01"),
        *("0o17", "0x1F", "0b1", "1_000", ".inf", "-.INF", ".nan", "1e999", "1e", "."),
        *("+", "1.2.3", "٣", "½", "=", "<"),
    ],
)
def test_everything_else_stays_a_word(word: str) -> None:
    assert meaning(word) == word


def test_quotes_make_words_of_anything(loader: Any) -> None:
    node = good('["5", \'true\', ""]', loader)
    assert plain(node) == ["5", "true", ""]
    assert plain(good("a: |\n  7\n", loader)) == {"a": "7\n"}


def test_everything_knows_its_place(loader: Any) -> None:
    node = good("a: 1\nb:\n  - é: x\n    c: [2]\n", loader)
    assert isinstance(node, Table)
    assert node.mark == Mark("f", 1, 1)
    assert node.entries["b"].key.mark == Mark("f", 2, 1)
    items = node.entries["b"].value
    assert isinstance(items, Items)
    assert items.mark == Mark("f", 3, 3)
    inner = items.items[0]
    assert isinstance(inner, Table)
    assert inner.entries["é"].value == Scalar(Mark("f", 3, 8), "x", "x")
    assert inner.entries["c"].value.mark == Mark("f", 4, 8)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\na: 2", "f:2:1: duplicate key 'a'; the first is on line 1"),
        ('a: 1\n"a": 2', "f:2:1: duplicate key 'a'; the first is on line 1"),
        ("a: &x 1", "f:1:4: anchors are not allowed (&x)"),
        ("- *x", "f:1:3: aliases are not allowed (*x); use a subtree, or repeat it"),
        ("a: !!str 1", "f:1:4: tags are not allowed (tag:yaml.org,2002:str)"),
        ("a: !mine [1]", "f:1:4: tags are not allowed (!mine)"),
        ("a: ! 1", "f:1:4: tags are not allowed (!)"),
        ("%TAG ! x:\n---\na: 1", "f:1:1: tags are not allowed (%TAG)"),
        ("<<: {a: 1}", "f:1:1: merge keys are not allowed (<<)"),
        ("? [a]\n: 1", "f:1:3: a key must be a word"),
        ('"": 1', "f:1:1: a key is missing before ':'"),
        ("a: 1\n---\nb: 2", "f:2:1: a second document starts here; write one per file"),
        ("", "f:1:1: the file is empty"),
        ("# only this", "f:1:1: the file is empty"),
        ("---\n...\n", "f:1:1: the file is empty"),
        ('a: "\\0"', "f:1:4: unprintable characters in '\\x00'"),
    ],
)
def test_what_a_mission_must_not_contain_is_refused(text: str, said: str, loader: Any) -> None:
    assert read(text, loader)[1] == [said]


def test_an_undefined_alias_is_refused_like_a_defined_one(loader: Any) -> None:
    assert len(read("[&a x, *a, *b]", loader)[1]) == 3


@pytest.mark.parametrize(
    "text",
    ["a: [1", "a: 'x", "\ta: 1", "a: b: c", "a:\n  b\n c: 1", "@", 'a: "\\q"', "%YAML 9.9\n---\na"],
)
def test_a_syntax_error_is_one_located_line(text: str, loader: Any) -> None:
    (said,) = read(text, loader)[1]
    assert said.startswith("f:")
    assert ": not valid YAML: " in said


def test_a_code_beyond_unicode_is_no_traceback(loader: Any) -> None:
    (said,) = read('a: "\\UFFFFFFFF"', loader)[1]
    assert "not valid YAML" in said


def test_tabs_and_open_quotes_get_a_hint(loader: Any) -> None:
    assert "indent with spaces" in read("a:\n\tb: 1", loader)[1][0]
    assert "it begins on line 2" in read("a: 1\nb: 'x\n\n", loader)[1][0]


def test_reading_goes_on_after_a_refused_part(loader: Any) -> None:
    node, problems = read("a: &x 1\nb: *x\nc: !t 2\na: 3\nd: 4", loader)
    assert len(problems) == 4
    assert isinstance(node, Table)
    assert plain(node) == {"a": 1, "b": None, "c": None, "d": 4}
    assert isinstance(node.entries["b"].value, Hole)


def test_depth_is_bounded(loader: Any) -> None:
    good("[" * MOST_DEPTH + "]" * MOST_DEPTH, loader)
    said = read("[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1), loader)[1]
    assert said == ["f:1:33: nested more than 32 levels deep"]


def test_the_number_of_nodes_is_bounded(loader: Any) -> None:
    good("[" + "x," * (MOST_NODES - 1) + "]", loader)
    (said,) = read("[" + "x," * MOST_NODES + "]", loader)[1]
    assert said.endswith("the file has more than 10000 nodes")


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("task:\n  then\n    - wait: 1\n", 2, 3, "then"),
        ("task:\n  then   # in order\n\n    - wait: 1\n", 2, 3, "then"),
        ("task:\n  then:\n    - at rate\n        - wait: 1\n", 3, 7, "at rate"),
        ("task\n  then: 5\n", 1, 1, "task"),
    ],
)
def test_a_missing_colon_is_told_where_it_is_missing(
    text: str, line: int, column: int, word: str, loader: Any
) -> None:
    node, (said, *_) = read(text, loader)
    assert node is None
    assert said.startswith(f"f:{line}:{column}: not valid YAML")
    assert said.endswith(f"; is a ':' missing after '{word}'?")


@pytest.mark.parametrize(
    "text",
    [
        "task:\n  - a\n - b: 1\n",
        "a: [\n  b: 1\n",
        "text: some words\n  more: 1\n",
        "- ? x\n    - y: 1\n  z\n",
    ],
)
def test_other_mistakes_of_syntax_are_not_called_a_missing_colon(text: str, loader: Any) -> None:
    _, said = read(text, loader)
    assert said
    assert "is a ':' missing" not in said[0]
