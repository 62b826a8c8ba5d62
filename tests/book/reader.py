"""Somebody who does what a page says, from top to bottom, and compares what is printed there."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from pathlib import Path

from tests.book.page import BOOK, Command, Move, Page, Part, Typed, Written
from tests.book.terminal import Terminal
from tests.kit.conducted import AUDIENCE, JOIN, Conductor
from tests.kit.waiting import Late

ANYTHING = "..."
BEAT_S = 0.00625
"""A tick of who lives eight times as fast as real time; no page has a faster one."""
KEPT = ("LD_LIBRARY_PATH", "MUJOCO_GL", "ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE")
"""Variables of whoever runs the tests that the reader has, too."""


SILENCE = "the team said no: silence"
"""What a robot says whose question, or its answer, did not come in time over the bus."""


class Differs(AssertionError):
    """The page says one thing, and something else happened; says where."""


def follow(page: Page, folder: Path) -> None:
    """Do everything that the page says in this empty folder."""
    room, scripts = folder / "here", folder / "typed"
    room.mkdir()
    scripts.mkdir()
    with contextlib.ExitStack() as closing:
        reader = _Reader(page, room, scripts, closing)
        if any(isinstance(move, Typed) and move.terminal for move in page.moves):
            reader.together(scripts / "time")
        for move in page.moves:
            reader.make(move)
        reader.leave()


class _Reader:
    def __init__(
        self, page: Page, room: Path, scripts: Path, closing: contextlib.ExitStack
    ) -> None:
        self._page, self._room, self._scripts, self._closing = page, room, scripts, closing
        self._terminals: dict[str, Terminal] = {}
        self._waiting: list[tuple[Typed, Terminal]] = []
        self._shell = environment(room)

    def together(self, time: Path) -> None:
        """Processes of several terminals have one time, which waits for whoever is held up."""
        self._closing.callback(Conductor(time, BEAT_S, BEAT_S).close)
        cotree = time.with_name("cotree")
        path = f"PYTHONPATH=${{PYTHONPATH-}}:{BOOK.parent}"
        python = f"{path} exec {sys.executable} -m tests.kit.conducted {time}"
        cotree.write_text(
            "#!/bin/sh\n"
            'case "$1" in\n'
            f'robot|witness|person) {python} {JOIN} cotree "$@" ;;\n'
            f'view) {python} {AUDIENCE} cotree "$@" ;;\n'
            "esac\n"
            f'exec {shutil.which("cotree", path=self._shell["PATH"])} "$@"\n'
        )
        cotree.chmod(0o755)
        self._shell["PATH"] = os.pathsep.join([str(cotree.parent), self._shell["PATH"]])

    def make(self, move: Move) -> None:
        """One step of the page."""
        if isinstance(move, Written):
            file = self._room / move.name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(move.text, encoding="utf-8")
        elif isinstance(move, Part):
            self._compare_part(move)
        elif move.terminal.startswith("\0"):
            (self._room / "mission-here.yaml").write_text(move.terminal[1:], encoding="utf-8")
            self._type(Typed(move.line, "", move.commands, False))
            (self._room / "mission-here.yaml").unlink()
        else:
            self._type(move)

    def leave(self) -> None:
        """Wait for the other terminals, and compare what they said."""
        for typed, terminal in self._waiting:
            if typed.interrupted:
                if typed.commands[-1].says:
                    terminal.speaks()  # the reader has seen what it shows
                terminal.interrupt()
            for command in typed.commands:
                self._compare(command, terminal)

    def _type(self, typed: Typed) -> None:
        terminal = self._terminal(typed.terminal)
        for command in typed.commands:
            terminal.type(command.text)
            if not typed.terminal:
                self._compare(command, terminal)
        if typed.terminal:
            self._waiting.append((typed, terminal))

    def _terminal(self, name: str) -> Terminal:
        if name not in self._terminals:
            script = self._scripts / f"{len(self._terminals)}_"
            made = Terminal(self._room, self._shell, script)
            self._closing.callback(made.close)
            self._terminals[name] = made
        return self._terminals[name]

    def _compare(self, command: Command, terminal: Terminal) -> None:
        try:
            code, said = terminal.hear()
        except Late as late:
            place = f"{self._page.name}.md:{command.line}: $ {command.text}"
            raise Late(f"{place}: {late}") from None
        if code != command.code:
            raise self._differs(command, f"exit code {code}, not {command.code}", said)
        if command.says is not None and not fits(command.says, said):
            others = [line for other in self._terminals.values() for line in other.so_far()]
            differs = self._differs(command, "says something else", [*said, *others])
            if any(SILENCE in line for line in (*said, *others)):
                raise Late(
                    f"a robot was answered by nobody, so another one did its work: {differs}"
                )
            raise differs

    def _compare_part(self, part: Part) -> None:
        own = self._room / part.name
        file = own if own.exists() else BOOK.parent / part.name
        if not file.exists():
            raise Differs(f"{self._page.name}.md:{part.line}: there is no file {part.name}")
        if not stands_in(part.text, file.read_text(encoding="utf-8")):
            what = f"these lines do not stand like that in {part.name}"
            raise Differs(f"{self._page.name}.md:{part.line}: {what}")

    def _differs(self, command: Command, what: str, said: list[str]) -> Differs:
        place = f"{self._page.name}.md:{command.line}: $ {command.text}"
        lines = [f"{place}\n  {what}", *(f"  | {line}" for line in said)]
        if command.says is not None:
            lines += ["  the page has", *(f"  | {line}" for line in command.says)]
        return Differs("\n".join(lines))


def environment(home: Path) -> dict[str, str]:
    """What a reader's shell has: the installed ``cotree``, and nothing of this machine's owner."""
    kept = {name: os.environ[name] for name in KEPT if os.environ.get(name)}
    return {
        **kept,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
        "COLUMNS": "100",
    }


def fits(printed: tuple[str, ...], said: list[str]) -> bool:
    """Whether this is what the page has, where ``...`` stands for anything."""
    return bool(re.fullmatch(_pattern([line.rstrip() for line in _trimmed(printed)]), _text(said)))


def stands_in(part: str, whole: str) -> bool:
    """Whether these lines stand there one behind the other, however far they are indented."""
    lines = [line.rstrip() for line in part.strip("\n").splitlines()]
    within = min(len(line) - len(line.lstrip()) for line in lines if line)
    wanted = "".join(
        "(?:.*\n)*?"
        if line.strip() == ANYTHING
        else (r"(?P=within)" if line else "") + re.escape(line[within:]) + r"[ \t]*\n"
        for line in lines[1:]
    )
    first = r"^(?P<within>[ \t]*)" + re.escape(lines[0][within:]) + r"[ \t]*\n"
    return bool(re.search(first + wanted, whole.rstrip("\n") + "\n", re.MULTILINE))


def _pattern(lines: list[str]) -> str:
    return "".join(
        "(?:.*\n)*?"
        if line.strip() == ANYTHING
        else ".*".join(map(re.escape, line.split(ANYTHING))) + "\n"
        for line in lines
    )


def _text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in _trimmed(lines))


def _trimmed(lines: list[str] | tuple[str, ...]) -> list[str]:
    """Without the empty lines before and behind."""
    return "\n".join(lines).strip("\n").splitlines()
