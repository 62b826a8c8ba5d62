"""What the page is told about acts: whether they were done, and what can be done now.

One reply is one JSON object, told apart by ``k``; every field is always there.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Reply(msgspec.Struct, frozen=True, tag_field="k", tag=str.lower):
    """Anything that a page is told about acts."""


class Ack(Reply, frozen=True):
    """The act was done."""

    n: int


class No(Reply, frozen=True):
    """The act was not done: what is wrong, and the remedy."""

    n: int
    text: str


class May(Reply, frozen=True):
    """What this page may do now; told at the beginning and at each change."""

    persons: tuple[str, ...] = ()
    """Whom a page can be."""
    person: str = ""
    """Whom this one is; it falls back to nobody when a newer page is her."""
    operate: bool = False
    """Whether there is anything to be armed."""
    armed: bool = False
    paused: bool = False
    breakpoints: tuple[str, ...] = ()
    stopped_at: tuple[str, ...] = ()
    """Breakpoints that the run has come to, and stands at."""
    injections: tuple[str, ...] = ()
    """What can be injected into this run."""
    removable: tuple[str, ...] = ()
    """Robots that are switched off, and can be taken out of the team for good."""


class Standing(msgspec.Struct, frozen=True):
    """How a run stands that can be operated: ``May`` without the page that it is told to."""

    paused: bool = False
    breakpoints: tuple[str, ...] = ()
    stopped_at: tuple[str, ...] = ()
    injections: tuple[str, ...] = ()
    removable: tuple[str, ...] = ()


class Asked(msgspec.Struct, frozen=True):
    """A question that is open, and that this person hears now."""

    id: str
    robot: str
    piece: str
    text: str
    until_s: float
    """When the robot no longer waits, on the mission's clock; then the person keeps the piece, or
    is taken not to help."""
    about: Literal["keep", "done", "help"] = "keep"
    """``keep`` and ``help``: ``Answer`` says who does it.  ``done``: ``Done`` or ``Failed``."""


class Job(msgspec.Struct, frozen=True):
    """A piece that a person can do; whether its turn has come, and who is at it, is in the tree."""

    piece: str
    """The path of its leaf."""
    text: str
    """What people call it."""


class Request(msgspec.Struct, frozen=True):
    """What the team asks of a person, and no question of a robot: an assignment of a plan."""

    piece: str
    text: str
    by: str = ""
    """Who wants it."""
    later: str = ""
    """Why it cannot be begun yet; empty: it can."""


class You(Reply, frozen=True):
    """What this page's person has to know; told when it is somebody, and at each change.

    The last one told holds whole: what is not in it is no more.
    """

    person: str
    t: float = 0.0
    """When this was so, on the clock of ``until_s``."""
    doing: str = ""
    """The piece that her hand is at; empty: nothing."""
    asked: tuple[Asked, ...] = ()
    free: tuple[Job, ...] = ()
    """What she can take now."""
    requests: tuple[Request, ...] = ()
    refused: tuple[str, ...] = ()
    """Pieces that she has refused, and robots ask her no more for."""
    given: tuple[tuple[str, str], ...] = ()
    """Pieces that she has given to robots, with the robot."""
    gone: bool = False
    """Nobody can speak for her any more: the run is over."""

    def same(self, other: You) -> bool:
        """Whether nothing has changed but the time."""
        return msgspec.structs.replace(self, t=other.t) == other


_encoder = msgspec.json.Encoder()


def encode(reply: Reply) -> bytes:
    """A reply as JSON."""
    return _encoder.encode(reply)
