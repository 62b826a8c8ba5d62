"""Whatever is fed to the loader, it answers with a mission or with located lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cotree.behaviours.declare import Declaration
from cotree.core.errors import InputError
from cotree.trees.reading import loads, yaml_text
from cotree.trees.reading.advice import warnings_of
from cotree.trees.reading.anything import check_text
from cotree.trees.reading.source import decode

ROOT = Path(__file__).parents[3]
GOOD = [
    path.read_text(encoding="utf-8")
    for folder in (
        "config/missions",
        "config/experiments",
        "config/worlds",
        "config/robots",
        "tests/corpus/bad",
    )
    for path in sorted((ROOT / folder).glob("*.yaml"))
    if path.name not in ("not_utf8.yaml", "utf16.yaml")
]
PIECES = [
    *("[", "]", "{", "}", ":", "- ", "&a ", "*a", "!x ", "<<: ", "'", '"', "|\n", "\t", "\n", "#"),
    *("$", "${", "$$", "%", "---\n", "...\n", "? ", "null", "true", "0", "-1", "1e999", "\\", "\0"),
    *("then", "for each", "do", "name", "subtrees", "include", "policy", "é", "\ud800", "\u202e"),
]
SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def answer(text: str, words: Mapping[str, Declaration]) -> None:
    """Read it; anything but a mission or located lines is an error of the test."""
    said = []
    try:
        warnings_of(loads(text, "f.yaml", files={}, catalogue=words), words)
    except InputError as error:
        said = str(error).split("\n")
    try:
        check_text(text, "f.yaml", words)
    except InputError as error:
        said += str(error).split("\n")
    for line in said:
        assert re.match(r"^f\.yaml:[1-9]\d*:[1-9]\d*: .", line), line
        line.encode("utf-8")


@SHARED
@given(data=st.binary(max_size=300))
def test_random_bytes(data: bytes, words: Mapping[str, Declaration]) -> None:
    try:
        text = decode(data, "f.yaml")
    except InputError:
        return
    answer(text, words)


@SHARED
@given(text=st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_random_text(text: str, words: Mapping[str, Declaration]) -> None:
    answer(text, words)


mutations = st.lists(
    st.tuples(
        st.integers(0, 2000),
        st.integers(0, 12),
        st.sampled_from(PIECES) | st.text(max_size=3),
    ),
    min_size=1,
    max_size=4,
)


def mutated(text: str, changes: list[tuple[int, int, str]]) -> str:
    for place, cut, insert in changes:
        at = place % (len(text) + 1)
        text = text[:at] + insert + text[at + cut :]
    return text


@SHARED
@given(good=st.sampled_from(GOOD), changes=mutations)
def test_random_mutations_of_missions(
    good: str, changes: list[tuple[int, int, str]], words: Mapping[str, Declaration]
) -> None:
    answer(mutated(good, changes), words)


@SHARED
@given(good=st.sampled_from(GOOD), changes=mutations)
def test_random_mutations_with_the_parser_in_python(
    good: str, changes: list[tuple[int, int, str]], words: Mapping[str, Declaration]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_text, "LOADER", yaml.SafeLoader)
        answer(mutated(good, changes), words)


KEYS = (
    *("then", "and", "wait", "move", "place", "pick", "perform", "retry", "parallel", "sub"),
    *("name", "do", "of", "for each", "object", "at", "to", "x", "what", "needs", "times"),
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from([*PIECES, "$x"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)
    ),
    max_leaves=25,
)
HEAD = """\
mission: m
team: {r: {robot: {resources: {base: base, arm: gripper, eye: head}}}}
world: {places: {a: [0, 0]}, objects: {cup: [1, 1]}}
subtrees: {sub: {parameters: [x], do: {then: [{perform: "$x"}, {wait: "$x"}]}}}
"""


@SHARED
@given(task=values)
def test_random_structures(task: object, words: Mapping[str, Declaration]) -> None:
    text = yaml.safe_dump({"task": task}, allow_unicode=True)
    answer(HEAD + text, words)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{" * 100_000,
        "- " * 100_000,
        "? " * 100_000,
        "a: " * 80_000,
        "'" * 200_000,
        "x" * 250_000,
        "x " * 120_000,
        "- x\n" * 60_000,
        "".join(f"k{i}: \n" for i in range(20_000)),
        "&a " * 80_000,
        "!" * 200_000,
        "#" * 200_000,
        "\n" * 250_000,
        "task: " + "9" * 200_000,
        "task: 1e" + "9" * 200_000,
        "task: {wait: '" + "1" * 200_000 + "'}",
        "task: {wait: '1" + " " * 200_000 + "x'}",
        "task: {then: [" + "plase: 1, " * 9 + "]}",
        "task: {then: [" + "plase, " * 9_000 + "]}",
        "task: {then: [{" + "x" * 200_000 + ": 1}]}",
        "task: '" + "$" * 200_000 + "'",
        "task: {perform: '" + "${x" * 60_000 + "'}",
    ],
    ids=lambda text: text[:12].strip() + str(len(text)),
)
def test_large_nonsense_is_answered(text: str, words: Mapping[str, Declaration]) -> None:
    answer(text, words)
    answer(HEAD + text, words)
