from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cotree.core.errors import InputError
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import loads
from cotree.trees.reading.findings import Findings, Stopped
from cotree.trees.reading.nodes import plain
from cotree.trees.reading.source import decode
from cotree.trees.reading.yaml_text import parse
from cotree.trees.schema import schema

ROOT = Path(__file__).parents[2]
WORDS = catalogue()
SCHEMA = schema(WORDS)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
BAD = sorted((ROOT / "tests" / "corpus" / "bad").glob("*.yaml"))
MISSIONS = sorted((ROOT / "config" / "missions").glob("*.yaml"))
MISSIONS += sorted((ROOT / "config" / "experiments").glob("*.yaml"))
HEAD = "mission: m\nteam: {pr2: {robot: pr2}}\nworld: kitchen\n"


def data_of(text: str) -> Any:
    node = parse(text, "f", Findings())
    return None if node is None else plain(node)


def test_it_is_valid_json_schema_of_2020_12() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


@pytest.mark.parametrize("path", MISSIONS, ids=lambda path: path.stem)
def test_every_mission_of_the_package_is_valid(path: Path) -> None:
    assert not list(VALIDATOR.iter_errors(data_of(path.read_text(encoding="utf-8"))))


def test_most_bad_files_that_are_yaml_are_refused_by_an_editor_already() -> None:
    """The rest needs the world, other files, or the meaning of the mission's own words."""
    refused = accepted = 0
    for path in BAD:
        findings = Findings()
        try:
            node = parse(decode(path.read_bytes(), path.name), path.name, findings)
        except (InputError, Stopped):
            continue
        if findings or node is None:
            continue  # no YAML of ours, so an editor marks it without a schema
        if VALIDATOR.is_valid(plain(node)):
            accepted += 1
        else:
            refused += 1
    assert refused >= 67
    assert accepted <= 34


@pytest.mark.parametrize(
    "task",
    [
        "{wait: 5}",
        "{wait: 5 s, name: nap}",
        "{move: [1, 2]}",
        "{move: {to: table}}",
        "{then: [{wait: 1}]}",
        "{parallel: {need: 1, of: [{wait: 1}]}}",
        "{retry: {do: {wait: 1}}}",
        "{then: [for each: {x: [1, 2], do: {wait: $x}}]}",
        "{then: [for each: {x: [1, 2], do: {retry: {times: $x, do: {wait: 1}}}}]}",
    ],
)
def test_right_tasks_are_valid(task: str) -> None:
    text = f"{HEAD}task: {task}\n"
    loads(text, catalogue=WORDS)
    VALIDATOR.validate(data_of(text))


@pytest.mark.parametrize(
    "task",
    [
        "{plase: 1}",
        "wait",
        "5",
        "[]",
        "{}",
        "{name: x}",
        "{wait: 1, move: x}",
        "{wait: soon}",
        "{wait: 5 kg}",
        "{wait: $x}",
        "{wait: -1}",
        "{move: [1]}",
        "{then: []}",
        "{then: {wait: 1}}",
        "{retry: {times: 0, do: {wait: 1}}}",
        "{retry: {times: 2}}",
        "{retry: {do: [{wait: 1}]}}",
        "{place: {object: cup}}",
        "{place: {object: cup, at: x, att: y}}",
        "{then: [for each: {do: {wait: 1}}]}",
        "{for each: {x: [1], do: {wait: 1}}}",
    ],
)
def test_wrong_tasks_are_refused(task: str) -> None:
    assert not VALIDATOR.is_valid(data_of(f"{HEAD}task: {task}\n"))


def test_own_words_are_allowed_only_where_subtrees_can_come_from() -> None:
    text = HEAD + "task: {then: [{nap: 5}, rest]}\n"
    assert not VALIDATOR.is_valid(data_of(text))
    assert VALIDATOR.is_valid(data_of(text + "include: lib.yaml\n"))
    assert VALIDATOR.is_valid(
        data_of(text + "subtrees: {nap: {parameters: [x], do: {wait: $x}}, rest: {do: {nap: 1}}}\n")
    )


def test_an_editor_is_told_what_everything_means() -> None:
    node = SCHEMA["$defs"]["node"]["anyOf"][1]["properties"]
    assert set(node) == {*WORDS, "name", "for each"}
    for word in WORDS:
        assert node[word]["description"]
    long_form = node["place"]
    assert long_form["properties"]["at"]["description"]
    assert long_form["required"] == ["object", "at"]
