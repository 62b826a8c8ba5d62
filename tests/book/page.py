"""A page of the book, read as what is to be written, run and compared, in the order of the page.

The contract of a page stands in ``docs/book.md``.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

BOOK = Path(__file__).parents[2] / "docs"
IN_PART = ", in part"
PICTURES = frozenset({"text", "mermaid"})
"""What is only looked at."""
FRONT = re.compile(r"\A---\n(.*?\n)---\n", re.DOTALL)
OPTION = re.compile(r":([\w-]+):\s*(.*)")
DIRECTIVE = "{code-block}"
DIRECTIVE_NAME = re.compile(r"\{(?!code-block\})")
"""Of what is no code: a note, a table of contents."""
NEEDED_EXIT = re.compile(r"\s+# exit (\d+)\s*$")


class NotThisWay(Exception):
    """A page has something that nobody would run; says where and what to write instead."""


@dataclass(frozen=True)
class Written:
    """A file that the reader writes."""

    line: int
    name: str
    text: str


@dataclass(frozen=True)
class Part:
    """Lines of a file that the page wrote before, or of one of the repository."""

    line: int
    name: str
    text: str


@dataclass(frozen=True)
class Command:
    """What is typed, the code with which it ends, and what it then says (None: not told)."""

    line: int
    text: str
    code: int
    says: tuple[str, ...] | None


@dataclass(frozen=True)
class Typed:
    """Commands in a terminal; only in the first ("") is waited for them."""

    line: int
    terminal: str
    commands: tuple[Command, ...]
    interrupted: bool


Move = Written | Part | Typed


@dataclass(frozen=True)
class Page:
    """``name`` is the way to it in docs/, without ``.md``."""

    name: str
    needs: frozenset[str]
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Fence:
    """One block of code, as it is written."""

    line: int
    language: str
    options: dict[str, str]
    text: str


def names() -> list[str]:
    """Of all pages that people wrote; those of docs/reference are printed by cotree itself."""
    found = (file.relative_to(BOOK).with_suffix("").as_posix() for file in BOOK.rglob("*.md"))
    return sorted(name for name in found if not name.startswith(("reference/", "_")))


def read(name: str) -> Page:
    """The page of this name."""
    text = _text(name)
    return Page(name, needs_of(text), moves_of(text))


def that_need(*needs: str) -> list[str]:
    """The names of all pages that need just this beside ``cotree[all]``."""
    return [name for name in names() if needs_of(_text(name)) == frozenset(needs)]


def needs_of(text: str) -> frozenset[str]:
    """What has to be installed beside ``cotree[all]``."""
    front = FRONT.match(text)
    told = yaml.safe_load(front[1]) if front else {}
    return frozenset(told.get("needs", ()))


def moves_of(text: str) -> tuple[Move, ...]:
    """Everything that is done by somebody who follows this text."""
    front = FRONT.match(text)
    if front:  # keeps the numbers of lines
        text = "\n" * front[0].count("\n") + text[front.end() :]
    made = (move_of(fence) for fence in fences_of(text))
    return tuple(move for move in made if move)


def fences_of(text: str) -> Iterator[Fence]:
    """Every block of code; the options of a directive are taken off its text."""
    for token in MarkdownIt().parse(text):
        if token.type == "fence" and DIRECTIVE_NAME.match(token.info):
            yield from _inside(token)
        elif token.type == "fence":
            yield _fence(token)
        elif token.type == "code_block":
            raise NotThisWay(f"line {_line(token)}: code that is only indented; put it in ```")


def move_of(fence: Fence) -> Move | None:
    """What a block asks for; None: only to be looked at."""
    caption = fence.options.get("caption", "")
    if fence.language == "console":
        return typed(fence)
    if caption.endswith(IN_PART):
        return Part(fence.line, caption[: -len(IN_PART)], fence.text)
    if caption:
        return Written(fence.line, caption, fence.text)
    if fence.language == "yaml":
        check = Command(fence.line, "cotree validate mission-here.yaml", 0, None)
        return Typed(fence.line, f"\0{fence.text}", (check,), False)
    elsewhere = fence.language == "sh" and fence.options.get("class") == "elsewhere"
    if fence.language in PICTURES or elsewhere:
        return None
    what = f"a block of {fence.language or 'nothing'!r} that nobody runs"
    raise NotThisWay(f"line {fence.line}: {what}; give it a caption, or say console or text")


def typed(fence: Fence) -> Typed:
    """The commands of a terminal, each with what it says."""
    lines = fence.text.splitlines()
    interrupted = bool(lines) and lines[-1].strip() == "^C"
    if interrupted:
        lines.pop()
    commands: list[Command] = []
    for place, line in enumerate(lines):
        if line.startswith("$ "):
            commands.append(_command(fence.line + place, line[2:]))
        elif not commands:
            raise NotThisWay(f"line {fence.line}: the first line of a console begins with '$ '")
        else:
            commands[-1] = _longer(commands[-1], line)
    return Typed(fence.line, fence.options.get("caption", ""), tuple(commands), interrupted)


def _command(line: int, text: str) -> Command:
    code = NEEDED_EXIT.search(text)
    return Command(line, text[: code.start()] if code else text, int(code[1]) if code else 0, None)


def _longer(command: Command, line: str) -> Command:
    """A line further: of the command as long as it says nothing, or of what it says."""
    if line.startswith("> ") and command.says is None:
        return _command(command.line, f"{command.text}\n{line[2:]}")
    said = (*(command.says or ()), line)
    return Command(command.line, command.text, command.code, said)


def _text(name: str) -> str:
    return (BOOK / f"{name}.md").read_text(encoding="utf-8")


def _inside(token: Token) -> Iterator[Fence]:
    """The code in a note."""
    for fence in fences_of(token.content):
        yield dataclasses.replace(fence, line=_line(token) + fence.line)


def _fence(token: Token) -> Fence:
    language = token.info.strip()
    options: dict[str, str] = {}
    lines = token.content.splitlines(keepends=True)
    line = _line(token) + 1
    if language.startswith(DIRECTIVE):
        language = language[len(DIRECTIVE) :].strip()
        while lines and (option := OPTION.match(lines[0])):
            options[option[1]] = option[2].strip()
            del lines[0]
            line += 1
        if lines and not lines[0].strip():
            del lines[0]
            line += 1
    return Fence(line, language, options, "".join(lines))


def _line(token: Token) -> int:
    assert token.map is not None
    return token.map[0] + 1
