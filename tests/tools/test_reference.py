"""The pages of the reference are those that the program prints today, and complete."""

from __future__ import annotations

import inspect
import re

import pytest

from cotree.cli import whole_parser
from cotree.runtime.acts import Take
from cotree.runtime.alone import check_robots
from cotree.runtime.messages import TOPICS, Heard
from cotree.trees.reading import loads
from tools.reference import commands, messages
from tools.reference.__main__ import FOLDER, pages

MESSAGES = messages.page()
COMMANDS = commands.page()


@pytest.mark.parametrize("name", pages())
def test_the_committed_page_is_current(name: str) -> None:
    """Make it anew with ``make reference``."""
    assert (FOLDER / name).read_text(encoding="utf-8") == pages()[name]


def test_every_mission_of_the_reference_can_be_run() -> None:
    page = (FOLDER / "words.md").read_text(encoding="utf-8")
    missions = re.findall(r"```yaml\n(mission:.*?)```", page, re.DOTALL)
    assert len(missions) > 20
    for text in missions:
        check_robots(loads(text))


def test_every_command_is_told_with_its_options() -> None:
    for line in whole_parser().format_help().splitlines():
        if line.startswith("    ") and not line.startswith("     "):
            assert f"## `cotree {line.split()[0]}`" in COMMANDS
    assert "| `--seeds N` |" in COMMANDS
    assert "## `cotree new package`" in COMMANDS


def test_every_message_of_a_record_is_told_once_with_all_its_fields() -> None:
    for message in TOPICS.values():
        assert MESSAGES.count(f"\n### {message.__name__}\n") >= 1
        told = MESSAGES.partition(f"\n### {message.__name__}\n\n{inspect.getdoc(message)}")[2]
        for name in message.__struct_fields__:
            assert f"| `{name}` |" in told.partition("\n#")[0]


def test_a_field_says_its_type_its_default_and_its_meaning() -> None:
    letters = next(each for each in messages.fields(Heard) if each.name == "letters")
    assert letters == messages.Field(
        "letters", "tuple[Letter, ...]", "()", "In a team: what the peers said."
    )
    assert [each.name for each in messages.fields(Take)] == [
        "n",
        "piece",
    ]  # what it is made of, too


def test_every_part_has_messages() -> None:
    for part in messages.PARTS:
        told = MESSAGES.partition(f"\n## {part}\n")[2].partition("\n## ")[0]
        assert "\n### " in told
