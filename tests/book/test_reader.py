"""A page that is true is followed to its end; of one that is not it says where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.book.page import Page, moves_of
from tests.book.reader import Differs, fits, follow, stands_in


def page(text: str) -> Page:
    return Page("told", frozenset(), moves_of(text))


def block(language: str, caption: str, text: str) -> str:
    return f"```{{code-block}} {language}\n:caption: {caption}\n\n{text}\n```\n\n"


@pytest.mark.real
def test_files_stay_and_one_shell_goes_on(tmp_path: Path) -> None:
    text = (
        block("text", "a/b.txt", "hello")
        + "```console\n$ cd a; name=b\n$ cat $name.txt\nhello\n```\n"
    )
    follow(page(text), tmp_path)


@pytest.mark.real
def test_other_terminals_are_waited_for_at_the_end(tmp_path: Path) -> None:
    listens = block("console", "terminal 2", "$ mkfifo p; cat p\nheard")
    follow(
        page(listens + "```console\n$ until [ -p p ]; do :; done; echo heard >p\n```\n"), tmp_path
    )


@pytest.mark.real
def test_ctrl_c_ends_what_runs_in_another_terminal(tmp_path: Path) -> None:
    text = block("console", "terminal 2", "$ touch ready; sleep 1000  # exit 130\n^C")
    follow(page(text + "```console\n$ until [ -e ready ]; do :; done\n```\n"), tmp_path)


@pytest.mark.real
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("```console\n$ echo a\nb\n```\n", "told.md:2: $ echo a\n  says something else\n  | a"),
        ("```console\n$ exit_code_is_not_known\n```\n", "exit code 127, not 0"),
        ("```console\n$ true  # exit 2\n```\n", "exit code 0, not 2"),
        (block("console", "terminal 2", "$ echo a\nb"), "says something else"),
        (block("yaml", "no.yaml, in part", "a: 1"), "there is no file no.yaml"),
        (
            block("yaml", "a.yaml", "a: 1") + block("yaml", "a.yaml, in part", "a: 2"),
            "do not stand",
        ),
        ("```yaml\nmission: m\n```\n", "exit code 2, not 0"),
    ],
)
def test_what_is_not_true_is_told_with_its_place(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(Differs) as caught:
        follow(page(text), tmp_path)
    assert why in str(caught.value)


def test_dots_stand_for_anything() -> None:
    assert fits(("a ... c", "...", "z"), ["a b c", "d", "e", "z"])
    assert fits(("...", "z"), ["z"])
    assert not fits(("a ... c",), ["a b d"])
    assert not fits(("a",), ["a", "b"])


def test_a_part_stands_there_however_far_it_is_indented() -> None:
    whole = "task:\n  and:\n    - a: 1\n    - b: 2\n\n    - c: 3\n"
    assert stands_in("- a: 1\n- b: 2\n", whole)
    assert stands_in("and:\n  - a: 1\n...\n  - c: 3\n", whole)
    assert not stands_in("and:\n  - b: 2\n", whole)
    assert not stands_in("- a: 1\n  - b: 2\n", whole)
