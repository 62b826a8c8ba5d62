"""The reference is complete, true and current."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cotree.behaviours.declare import Children
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import loads
from cotree.trees.reading.binding import fields_of
from cotree.trees.reading.mission import KEYS
from cotree.trees.reading.settings import POLICY, SIMULATION
from cotree.trees.reference.book import book, page, summary
from cotree.trees.reference.pages import in_terminal
from cotree.trees.reference.sections import SECTIONS

ROOT = Path(__file__).parents[3]
OURS = catalogue(offers=[])
TEXT = book(OURS)
EXAMPLES = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
HEAD = """\
mission: m
team: {r: {robot: pr2}, pr2: {robot: pr2}}
world:
  places: {kitchen: [0, 0], shelf: [1, 1], table: [2, 2], tray: [3, 3], sink: [4, 4]}
  objects: {cup: [1, 1]}
jobs:
  carry: {needs: [manipulation], objects: {cup: table}, goal: [cup on tray]}
%stask:
"""
ONCE = {"ltl": "ltl: <>kitchen\n", "steps": "steps: {all: {glue: {takes: {pr2: 9 s}}}}\n"}
"""What words stand for that stand for something of the mission."""


def test_every_word_and_each_of_its_parameters_is_told() -> None:
    for word, declaration in OURS.items():
        told = TEXT.partition(f"### `{word}`\n")[2].partition("\n#")[0]
        keys = set() if declaration.params is None else set(fields_of(declaration.params))
        if declaration.children is not Children.NONE:
            keys.add(declaration.child_key)
        assert keys == set(re.findall(r"^\| `(\w+)` \|", told, re.MULTILINE))
        assert "```yaml" in told


def test_every_key_of_a_mission_is_told() -> None:
    for key in KEYS:
        assert f"| `{key}` |" in TEXT
    settings = TEXT.partition("## policy")[2]
    for field in (*POLICY.values(), *SIMULATION.values()):
        assert f"`{field.name}`" in settings


@pytest.mark.parametrize(
    "line",
    [
        "| `times` | a whole number, at least 1 | `3` | how often at most, the first attempt incl",
        "| `noise` | a number, from 0 to 10 | `0` | coefficient of variation of durations |",
        "| `rate` | a rate such as '5 Hz', from 0.1 to 1000 Hz | `20 Hz` | ticks per second |",
        "| `speed` | a speed such as '0.5 m/s', at least 0.001 m/s | `0.5 m/s` | how fast it d",
        "| duration | `s`, `ms`, `min`, `h` | `s` |",
    ],
)
def test_limits_units_and_defaults_are_told(line: str) -> None:
    assert line in TEXT


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.strip().splitlines()[0])
def test_every_example_can_be_loaded(example: str) -> None:
    if example.startswith("mission:"):
        loads(example, catalogue=OURS)
        return
    once = next((ONCE[word] for word in ONCE if example.startswith(f"- {word}\n")), "")
    nodes = [example] if not example.startswith("- ") else re.split(r"^- ", example, flags=re.M)
    for node in filter(None, nodes):
        text = "".join(f"  {line}\n" for line in node.splitlines())
        loads(HEAD % once + text, catalogue=OURS, checks=())


def test_there_are_examples_of_all_kinds() -> None:
    assert len(EXAMPLES) >= len(OURS) + 7


def test_the_summary_has_a_line_for_each_word() -> None:
    lines = summary(OURS).splitlines()
    for word in OURS:
        (line,) = [line for line in lines if line.startswith(f"  {word}  ")]
        assert len(line) > 20
    assert lines[-1] == f"  {', '.join(SECTIONS)}"


def test_a_page_explains_one_word_without_markdown() -> None:
    text = page("retry", OURS)
    assert text is not None
    assert text.splitlines()[0] == "retry"
    assert "      - retry: {times: 3, pause: 2 s, do: {wait: 1 s}}\n" in text
    assert "  times: how often at most" in text
    assert "      a whole number, at least 1; default: 3\n" in text
    assert text.endswith("      a node; required")
    assert "`" not in text


def test_a_page_can_be_of_a_part_of_missions() -> None:
    for topic in SECTIONS:
        text = page(topic, OURS)
        assert text is not None
        if topic in OURS:  # told of the word first
            text = text.removeprefix(in_terminal(OURS[topic])).lstrip()
        assert text in TEXT
    assert page("xyzzy", OURS) is None


@pytest.mark.parametrize(("folder", "section"), [("robots", "robots"), ("worlds", "world")])
def test_what_the_package_brings_is_named(folder: str, section: str) -> None:
    text = " ".join(SECTIONS[section]().split())
    names = sorted(path.stem for path in (ROOT / "config" / folder).glob("*.yaml"))
    said = ", ".join(f"`{name}`" for name in names)
    assert f"those of the package ({said})" in text
