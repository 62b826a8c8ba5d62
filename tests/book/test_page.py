"""What a page is taken for; a block that nobody would run is refused."""

from __future__ import annotations

import pytest

from tests.book.page import (
    BOOK,
    Command,
    NotThisWay,
    Part,
    Typed,
    Written,
    moves_of,
    names,
    needs_of,
)


def console(*commands: Command, line: int = 1, terminal: str = "", cut: bool = False) -> Typed:
    return Typed(line, terminal, commands, cut)


def test_a_block_with_a_caption_is_a_file_and_one_in_part_is_a_quote() -> None:
    text = "# A\n\n```{code-block} yaml\n:caption: a.yaml\n\nx: 1\n```\n"
    assert moves_of(text) == (Written(6, "a.yaml", "x: 1\n"),)
    assert moves_of(text.replace("a.yaml", "a.yaml, in part")) == (Part(6, "a.yaml", "x: 1\n"),)


def test_commands_go_on_behind_an_arrow_and_what_follows_is_what_they_say() -> None:
    text = "```console\n$ one \\\n> more\nsaid\n> said, too\n$ two  # exit 2\n```\n"
    assert moves_of(text) == (
        console(
            Command(2, "one \\\nmore", 0, ("said", "> said, too")),
            Command(6, "two", 2, None),
            line=2,
        ),
    )


def test_another_terminal_may_end_with_ctrl_c() -> None:
    text = "```{code-block} console\n:caption: terminal 2\n$ one\n^C\n```\n"
    (move,) = moves_of(text)
    assert move == console(Command(3, "one", 0, None), line=3, terminal="terminal 2", cut=True)


def test_lines_count_from_the_top_also_below_a_front_matter() -> None:
    text = "---\nneeds: [ros]\n---\n```console\n$ one\n```\n"
    assert needs_of(text) == {"ros"}
    assert moves_of(text)[0].line == 5


@pytest.mark.parametrize(
    "text",
    [
        "```python\nx = 1\n```\n",
        "```\nwho knows\n```\n",
        "```sh\nmake demo\n```\n",
        "```console\nno command\n```\n",
        "text\n\n    cotree run\n",
    ],
)
def test_what_nobody_would_run_is_refused_by_line(text: str) -> None:
    with pytest.raises(NotThisWay, match=r"^line \d+: "):
        moves_of(text)


def test_what_is_done_elsewhere_and_pictures_are_only_looked_at() -> None:
    assert not moves_of(
        "```{code-block} sh\n:class: elsewhere\nmake demo\n```\n```text\n+--+\n```\n"
    )


def test_code_in_a_note_counts_and_a_table_of_contents_is_none() -> None:
    text = "````{note}\n```console\n$ one\n```\n````\n```{toctree}\n:glob:\n\n*\n```\n"
    (move,) = moves_of(text)
    assert move == console(Command(3, "one", 0, None), line=3)


def test_a_mission_without_a_name_is_validated() -> None:
    (move,) = moves_of("```yaml\nmission: m\n```\n")
    assert isinstance(move, Typed)
    assert move.commands[0].text.startswith("cotree validate ")


def test_every_page_is_followed_somewhere() -> None:
    needs = {name: needs_of((BOOK / f"{name}.md").read_text(encoding="utf-8")) for name in names()}
    assert {need for each in needs.values() for need in each} <= {"ros", "senses"}
    assert "why/ward" in needs
    assert "reference/words" not in needs
