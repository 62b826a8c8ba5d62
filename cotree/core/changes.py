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


class QuorumChange(msgspec.Struct, frozen=True, omit_defaults=True, tag="quorum"):
    """A robot of a team hears too few voters for anything to be decided, or enough again."""

    lost: bool
    message: str = ""
    """Who is silent since when (on its own clock), and what helps."""


class DisturbanceChange(msgspec.Struct, frozen=True, omit_defaults=True, tag="disturbance"):
    """What became of a disturbance of one robot."""

    path: str
    """The node that reacts to it."""
    word: Literal["raised", "changed", "again", "over", "hopeless"]
    """``again``: reacting changed nothing, so that is done once more, after a pause.
    ``hopeless``: it was done often enough; the robot has failed."""
    reason: Reason | None = None
    """What is wrong, or why a reaction failed."""


class Twig(msgspec.Struct, frozen=True, array_like=True):
    """A node that grew while the mission ran."""

    path: str
    word: str
    name: str
    above: str
    """The path of the node that contains it."""


class GrownChange(msgspec.Struct, frozen=True, tag="grown"):
    """A node has other nodes below it from now on: the steps of a plan."""

    path: str
    twigs: tuple[Twig, ...]
    """Parents first, in order; those that were there and are not named have not begun and go."""


JobWord: TypeAlias = Literal[
    "asks", "cannot", "team", "refused", "lost", "handed_over", "helps", "freed", "stands", "knows"
]


class JobChange(msgspec.Struct, frozen=True, omit_defaults=True, tag="job"):
    """What one robot learnt of a job that is done by whoever has the parts for it."""

    job: str
    path: str
    """Of the subtree that it is."""
    word: JobWord
    """``asks``: this robot has it, and asks who helps.  ``cannot``: it was asked, and why not.
    ``team``: who does it, and who else could.  ``stands``: how far it is.
    ``knows``: its knowledge graph, in lines of text."""
    who: tuple[str, ...] = ()
    """Who was asked, who does it, who was lost."""
    text: str = ""


StepWord: TypeAlias = Literal[
    "shared", "asked", "cancelled", "refused", "gave", "declined", "took_back",
    "began", "stopped", "placed", "misplaced", "returned", "believes", "lasts",
]  # fmt: skip


class StepChange(msgspec.Struct, frozen=True, omit_defaults=True, tag="step"):
    """What became of a step that people and robots share, as the robot knows that plans for all."""

    path: str
    word: StepWord
    """``shared``: the plan gives it to ``who``.  ``asked``: ``who`` tells ``to`` that it is theirs.
    ``declined``: a person refuses it; ``refused``: a robot.  ``believes``: of a person ``who``.
    ``lasts``: how long ``who`` takes for steps of the kind ``to``."""
    who: str
    to: str = ""
    text: str = ""
    """Why, or which action it is."""


Change: TypeAlias = (
    GrownChange
    | StepChange
    | NodeChange
    | ResourceChange
    | ClaimChange
    | QuorumChange
    | DisturbanceChange
    | JobChange
)
