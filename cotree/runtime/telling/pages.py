"""What processes tell viewers: pages on the topic ``telling``, each of use by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from cotree.core.actions import Command, Event
from cotree.core.changes import Change
from cotree.core.checked import Checked
from cotree.core.reasons import Reason
from cotree.runtime.bus import MOST_BYTES
from cotree.runtime.messages import Hello, Node, Team
from cotree.team.messages import Count, Name

VERSION = 1
T = TypeVar("T")


class Opening(msgspec.Struct, frozen=True, tag="opening"):
    """Which mission it is, without its text, who takes part, and how many nodes the tree has."""

    hello: Hello
    team: Team
    nodes: Count


class Nodes(msgspec.Struct, frozen=True, tag="nodes"):
    """Some of the nodes of the tree, in order; the first one has this index."""

    first: Count
    nodes: tuple[Node, ...]


class Life(msgspec.Struct, frozen=True, tag="life"):
    """A robot's process has come to life."""

    life: int
    remembers: bool
    """There was something on its disk."""


class Tick(msgspec.Struct, frozen=True, tag="tick", omit_defaults=True):
    """What one tick heard, changed and ordered, as far as a viewer shows it."""

    n: Count
    """Counts the ticks that this process tells, from 1."""
    events: tuple[Event, ...] = ()
    changes: tuple[Change, ...] = ()
    commands: tuple[Command, ...] = ()


class Stand(msgspec.Struct, frozen=True, tag="stand"):
    """How some things stand after that tick, whether that is news or not."""

    n: Count
    changes: tuple[Change, ...] = ()


class Keeps(msgspec.Struct, frozen=True, tag="keeps", omit_defaults=True):
    """How well the process keeps up (``Measured``); in no record, as no two runs have the same."""

    ticks: Count
    overruns: Count
    longest_s: float
    late_p99_s: float | None = None


class Last(msgspec.Struct, frozen=True, tag="last"):
    """The process ends."""

    result: Name
    reasons: tuple[Reason, ...] = ()


Inside: TypeAlias = Opening | Nodes | Life | Tick | Stand | Keeps | Last


class Page(msgspec.Struct, frozen=True):
    """Around all of it."""

    v: int
    mission: Name
    tree: Name
    sender: Name
    process: int
    """Rises with each process of the sender."""
    t: float
    """When it was made, on the clock of the sender."""
    inside: Annotated[Inside, Meta(description="what is told")]


_json = Checked(Page, "a page", MOST_BYTES)
_encoder = msgspec.json.Encoder(enc_hook=str)  # as in a record: reasons may hold anything


def encode(page: Page) -> bytes:
    """The page as JSON."""
    return _encoder.encode(page)


decode = _json.decode
"""The page again; ValueError says in one line what is wrong with it."""


def fitting(items: Sequence[T], made: Callable[[int, Sequence[T]], bytes]) -> Iterator[bytes]:
    """Pages that hold all of these, each short enough to be sent; what never fits is left out.

    ``made`` makes one page of some of them and of where they begin.
    """
    rest = [(0, items)]
    while rest:
        first, some = rest.pop()
        page = made(first, some)
        if len(page) <= MOST_BYTES:
            yield page
        elif len(some) > 1:
            half = len(some) // 2
            rest += [(first + half, some[half:]), (first, some[:half])]
