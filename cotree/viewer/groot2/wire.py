"""The numbers of the Groot2 protocol, version 2: headers, requests, states, transitions.

A request is a ZeroMQ message of a header and perhaps a body; a reply repeats the header, says which
tree it is about, and perhaps has a body.  A reply of the parts ``error`` and a text is a refusal.
"""

from __future__ import annotations

import enum
import struct

import msgspec

from cotree.core.changes import NodeState

PROTOCOL = 2
HEADER = struct.Struct("<BBI")
"""Version, kind, and the number of the request, which the reply repeats."""
STATUS = struct.Struct("<HB")
"""A node's number and its state."""
TREE_BYTES = 16
"""Of the tree's identity in a reply."""
MOST_NODES = 0xFFFF
"""Nodes are numbered from 1."""
ERROR = b"error"


class Kind(enum.IntEnum):
    """What a monitor asks for; the numbers are letters."""

    TREE = ord("T")
    STATUS = ord("S")
    BLACKBOARD = ord("B")
    HOOK_INSERT = ord("I")
    HOOK_REMOVE = ord("R")
    BREAKPOINT_UNLOCK = ord("U")
    HOOKS_DUMP = ord("D")
    REMOVE_ALL_HOOKS = ord("A")
    DISABLE_ALL_HOOKS = ord("X")
    TOGGLE_RECORDING = ord("r")
    GET_TRANSITIONS = ord("t")


class State(enum.IntEnum):
    """How a node stands."""

    IDLE = 0
    RUNNING = 1
    SUCCESS = 2
    FAILURE = 3
    SKIPPED = 4


FROM = 10
"""Added to the state that an idle node had before, so that a monitor still shows it."""
STATES = {
    NodeState.INACTIVE: State.IDLE,
    NodeState.WAITING: State.IDLE,
    NodeState.CLAIMING: State.IDLE,
    NodeState.RUNNING: State.RUNNING,
    NodeState.STOPPING: State.RUNNING,
    NodeState.DONE: State.SUCCESS,
    NodeState.SKIPPED: State.SKIPPED,
    NodeState.FAILED: State.FAILURE,
}


class Request(msgspec.Struct, frozen=True):
    """What a monitor wants."""

    kind: Kind
    number: int
    body: bytes | None = None


class Malformed(Exception):
    """No request, or none that can be answered; the text is one line for the monitor."""


def request_of(parts: list[bytes]) -> Request:
    """The request in the parts of a message."""
    if not 1 <= len(parts) <= 2:
        raise Malformed(f"a request has one part or two, not {len(parts)}")
    if len(parts[0]) != HEADER.size:
        raise Malformed(f"a header has {HEADER.size} bytes, not {len(parts[0])}")
    _, kind, number = HEADER.unpack(parts[0])
    try:
        known = Kind(kind)
    except ValueError:
        raise Malformed(f"there is no request of kind {kind}") from None
    return Request(known, number, parts[1] if len(parts) == 2 else None)


def reply_header(request: Request, tree: bytes) -> bytes:
    """The first part of the reply."""
    return HEADER.pack(PROTOCOL, request.kind, request.number) + tree


def transition(since_us: int, node: int, state: State) -> bytes:
    """A change that was recorded, so long after the recording began."""
    time = min(max(0, since_us), (1 << 48) - 1)
    return time.to_bytes(6, "little") + STATUS.pack(node, state)
