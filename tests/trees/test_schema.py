from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.core.errors import InputError
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import loads
from cotree.trees.reading.anything import check_text
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
PARTS = [
    path
    for folder in ("robots", "worlds", "missions/shared")
    for path in sorted((ROOT / "config" / folder).glob("*.yaml"))
]
HEAD = "mission: m\nteam: {pr2: {robot: pr2}}\nworld: kitchen\nshared: [lift]\n"


def data_of(text: str) -> Any:
    node = parse(text, "f", Findings())
    return None if node is None else plain(node)


def bad_data() -> list[Any]:
    """What stands in the bad files that are YAML of ours; an editor marks others without help."""
    found = []
    for path in BAD:
        findings = Findings()
        try:
            node = parse(decode(path.read_bytes(), path.name), path.name, findings)
        except (InputError, Stopped):
            continue
        if node is not None and not findings:
            found.append(plain(node))
    return found


def test_it_is_valid_json_schema_of_2020_12() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


@pytest.mark.parametrize("path", MISSIONS, ids=lambda path: path.stem)
def test_every_mission_of_the_package_is_valid(path: Path) -> None:
    assert not list(VALIDATOR.iter_errors(data_of(path.read_text(encoding="utf-8"))))


def test_most_bad_files_that_are_yaml_are_refused_by_an_editor_already() -> None:
    """The rest needs the world, other files, or the meaning of the mission's own words."""
    refused = [data for data in bad_data() if not VALIDATOR.is_valid(data)]
    accepted = [data for data in bad_data() if VALIDATOR.is_valid(data)]
    assert len(refused) >= 74
    assert len(accepted) <= 35


def test_a_validator_says_what_is_wrong_instead_of_that_nothing_fits() -> None:
    """No word of alternatives, and each mistake at its place."""
    for data in bad_data():
        for error in VALIDATOR.iter_errors(data):
            assert "not valid under any" not in error.message
            assert "False schema" not in error.message
    data = data_of(HEAD + "task: {then: [{wait: 1}, {retry: {do: {plase: 1}}}]}\n")
    (error,) = VALIDATOR.iter_errors(data)
    assert list(error.absolute_path) == ["task", "then", 1, "retry", "do"]
    assert error.message == "Additional properties are not allowed ('plase' was unexpected)"


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("subtrees: {nap: {do: {wait: 1}}}", True),
        ("include: [a.yaml]", True),
        ("subtrees: {nap: {do: {wait: soon}}}", False),
        ("subtrees: {}\npolicy: {}", False),
        ("places: {a: [0, 0]}\nfacts: {open: true}", True),
        ("facts: {open: [1]}", False),
        ("places: {a: [0]}", False),
        ("places: {}\nresources: {}", False),
        ("resources: {base: base}\nspeed: 1 m/s", True),
        ("speed: 1 m/s", False),
        (
            "components: {camera: perception thermal, wheels: {domain: locomotion, at: [1, 1, 1]}}",
            True,
        ),
        ("components: [2 manipulation]\nports: 2\nsize: 3\nbattery: 0.5", True),
        ("components: [{domain: manipulation, count: 0}]", False),
        ("resources: {base: base}\nweight: 1", False),
        ("task: {wait: 1}", False),
        ("{}", False),
        ("[]", False),
        ("hello", False),
    ],
)
def test_files_that_missions_mention_are_checked_as_what_they_are(text: str, good: bool) -> None:
    assert VALIDATOR.is_valid(data_of(text)) == good


@pytest.mark.parametrize("path", PARTS, ids=lambda path: f"{path.parent.stem}/{path.stem}")
def test_every_part_of_the_package_is_valid(path: Path) -> None:
    assert not list(VALIDATOR.iter_errors(data_of(path.read_text(encoding="utf-8"))))


@pytest.mark.parametrize(
    "task",
    [
        "{wait: 5}",
        "{wait: 5 s, name: nap}",
        "{wait: 5 s, name: nap, if_unsure: redo, repeatable: true}",
        "{wait: 5 s, repeatable: false}",
        "{then: [for each: {x: [redo], do: {wait: 1, if_unsure: $x}}]}",
        "{then: [{move: {to: table, through: lift}}, {holding: {what: [lift], do: {wait: 1}}}]}",
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
        "{if_unsure: redo}",
        "{if_unsure: redo, name: x}",
        "{wait: 1, if_unsure: again}",
        "{wait: 1, repeatable: maybe}",
        "{wait: 1, if_unsure: redo, move: x}",
        "{holding: {do: {wait: 1}}}",
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


@pytest.mark.parametrize(
    ("more", "good"),
    [
        ("shared: [lift, corridor]", True),
        ("shared: lift", True),
        ("shared: [lift, lift]", False),
        ("shared: [a-b]", False),
        ("shared: {lift: 1}", False),
        ("coordination: {witness: [tablet], lease: 3 s, rule: quorum}", True),
        ("coordination: {witness: tablet}", True),
        ("coordination: {partition: blok}", False),
        ("coordination: {lease: 0}", False),
        ("simulation: {people: {ann: [{reaches_for: cup, after: [a], answers: no}]}}", True),
        ("simulation: {people: {ann: [{after: cup}]}}", False),
        ("simulation: {people: {ann: [{reaches_for: cup, answers: maybe}]}}", False),
    ],
)
def test_what_a_team_says_is_checked(more: str, good: bool) -> None:
    head = HEAD.replace("shared: [lift]\n", "")
    text = f"{head}task: {{wait: 1}}\n{more}\n"
    assert VALIDATOR.is_valid(data_of(text)) == good


def test_own_words_are_allowed_only_where_subtrees_can_come_from() -> None:
    text = HEAD + "task: {then: [{nap: 5}, rest]}\n"
    assert not VALIDATOR.is_valid(data_of(text))
    assert VALIDATOR.is_valid(data_of(text + "include: lib.yaml\n"))
    assert VALIDATOR.is_valid(
        data_of(text + "subtrees: {nap: {parameters: [x], do: {wait: $x}}, rest: {do: {nap: 1}}}\n")
    )


def test_an_editor_is_told_what_everything_means() -> None:
    node = SCHEMA["$defs"]["node"]["else"]["properties"]
    assert set(node) == {*WORDS, "name", "if_unsure", "repeatable", "allocate"}
    for word in WORDS:
        assert node[word]["description"]
    long_form = node["place"]
    assert long_form["properties"]["at"]["description"]
    assert long_form["required"] == ["object", "at"]


GOOD = [path.read_text(encoding="utf-8") for path in [*MISSIONS, *PARTS]]


@given(text=st.sampled_from(GOOD), at=st.integers(0, 500), instead=st.integers(0, 500))
@settings(max_examples=300)
def test_what_the_loader_accepts_the_schema_accepts(text: str, at: int, instead: int) -> None:
    """A word of a good file is replaced by another of its words."""
    found = list(re.finditer(r"[\w.]+", text))
    out, put = found[at % len(found)], found[instead % len(found)]
    changed = text[: out.start()] + put[0] + text[out.end() :]
    try:
        check_text(changed, str(ROOT / "config" / "missions" / "f.yaml"), WORDS)
    except InputError:
        return
    assert not [error.message for error in VALIDATOR.iter_errors(data_of(changed))]
