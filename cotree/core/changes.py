"""What one tick changed, once, for peers, record and viewer alike."""

from __future__ import annotations

import enum
from typing import Literal, TypeAlias

import msgspec

from cotree.core.reasons import Reason


class NodeState(str, enum.Enum):
    """How a node stands; the papers' diagrams call WAITING active and RUNNING working."""

    INACTIVE = "inactive"
    """Not its turn."""
    WAITING = "waiting"
    """Its turn, not started: it asks for resources, or for its precondition."""
    CLAIMING = "claiming"
    """Chosen by this robot, which asks its peers for the right to begin."""
    RUNNING = "running"
    STOPPING = "stopping"
    """Told to stop, not stopped yet."""
    DONE = "done"
    SKIPPED = "skipped"
    """Done without running, because its goal held already."""
    FAILED = "failed"


class NodeChange(msgspec.Struct, frozen=True, omit_defaults=True, tag="node"):
    """A node's new state."""

    path: str
    state: NodeState
    message: str = ""
    """Why it waits, what it reports."""
    reason: Reason | None = None
    """Why it failed."""
    resources: tuple[str, ...] = ()
    """What it was granted, while it runs."""


class ResourceChange(msgspec.Struct, frozen=True, omit_defaults=True, tag="resource"):
    """A resource's new state."""

    name: str
    owners: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    mode: str = ""
    channel: str = ""
    load: str = ""


class ClaimChange(msgspec.Struct, frozen=True, omit_defaults=True, tag="claim"):
    """What became of this robot's claim on a piece of work."""

    piece: str
    word: Literal[
        "asked", "won", "denied", "verified", "halted", "released", "given_up", "seen_done"
    ]
    why: str = ""
    """Of a denial or a halt: done, person, held, settled, silence, contended, lease.

    Of a verification: what was found.  ``resumed``: the robot goes on with what it has kept."""
    holder: str = ""
    """Of a denial: who has it.  ``seen_done``: the person who was seen to finish it."""
    potential: float = 0.0
    """Of a question: how suitable this robot was."""
    token: tuple[int, str] = (0, "")


Change: TypeAlias = NodeChange | ResourceChange | ClaimChange
