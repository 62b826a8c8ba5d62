"""Where what a person does and says comes from: lines that are typed, or acts of a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, cast

import msgspec

from cotree.runtime.acts import Taking
from cotree.runtime.hatch import Hatch, Ticket
from cotree.runtime.messages import Acted, Message
from cotree.runtime.replies import You

Said: TypeAlias = "str | Ticket"
Write: TypeAlias = Callable[[Message], None]


def _nowhere(message: Message) -> None:
    """Nobody keeps a record."""


def content(said: Said) -> str | Taking:
    """What was said, whoever said it; a person's hatch takes nothing but acts of people."""
    return said if isinstance(said, str) else cast("Taking", said.act)


class Mouth(Protocol):
    """What is said for one person, whenever it comes."""

    looks: bool
    """Whether ``show`` has to be told anything."""

    @property
    def waiting(self) -> bool:
        """Whether there is something, or the news that nothing will come any more."""

    def take(self) -> list[Said | None]:
        """What was said since the last call; None is the end of all."""

    def settle(self, said: Said, wrong: str | None, meant: Taking | None, now_s: float) -> None:
        """It is done, and this was ``meant``; or it is said what is wrong with it."""

    def show(self, you: You) -> None:
        """What the person has to know from now on."""


class Lines(Protocol):
    """Where lines come from, whenever they come."""

    @property
    def waiting(self) -> bool:
        """Whether there is a line, or the news that none will come any more."""

    def take(self) -> list[str | None]:
        """The lines since the last call; None is the end of all."""


class Typed:
    """Implements ``Mouth`` for lines; who types sees everything else on the same screen."""

    looks = False

    def __init__(
        self, person: str, lines: Lines, reply: Callable[[str], None], write: Write = _nowhere
    ) -> None:
        self._person = person
        self._lines = lines
        self._reply = reply
        self._write = write

    @property
    def waiting(self) -> bool:
        """Whether there is a line, or the end of all."""
        return self._lines.waiting

    def take(self) -> list[Said | None]:
        """The lines since the last call."""
        return list(self._lines.take())

    def settle(self, said: Said, wrong: str | None, meant: Taking | None, now_s: float) -> None:
        """Say what is wrong with a line, or keep what was meant by it."""
        if wrong is not None:
            self._reply(wrong)
        elif meant is not None:
            self._write(Acted(now_s, self._person, meant))

    def show(self, you: You) -> None:
        """The screen shows it already."""


class AtPage:
    """Implements ``Mouth`` for a person at a page; all that she does is in the record."""

    looks = True

    def __init__(self, person: str, hatch: Hatch[You], write: Write = _nowhere) -> None:
        self._person = person
        self._hatch = hatch
        self._write = write
        self._shown: You | None = None

    @property
    def waiting(self) -> bool:
        """Whether there is an act; a page that is gone may come back, so there is no end."""
        return self._hatch.waiting

    def take(self) -> list[Said | None]:
        """The acts since the last call."""
        return list(self._hatch.take())

    def settle(self, said: Said, wrong: str | None, meant: Taking | None, now_s: float) -> None:
        """Answer, and keep it."""
        assert isinstance(said, Ticket)
        act = msgspec.structs.replace(said.act, n=0)
        self._write(Acted(now_s, self._person, act, wrong or ""))
        self._hatch.answer(said, wrong)

    def show(self, you: You) -> None:
        """Tell the page when there is something new."""
        if self._shown is None or not you.same(self._shown):
            self._shown = you
            self._hatch.show(you)
