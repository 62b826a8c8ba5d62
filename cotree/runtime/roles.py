"""Who is in a story: nodes and resources, each with its present and its past."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from cotree.core.changes import NodeChange, NodeState, ResourceChange
from cotree.core.mission import REACTIONS
from cotree.core.reasons import Reason
from cotree.runtime.messages import Node


@dataclasses.dataclass
class Span:
    """A stretch of time in which a node stood in one way."""

    state: NodeState
    from_s: float
    to_s: float | None = None
    """None while it lasts."""
    robot: str = ""
    """Of a team: whose doing it was; empty: nobody's."""


@dataclasses.dataclass
class Hold:
    """A stretch of time in which a resource stood in one way."""

    now: ResourceChange
    from_s: float
    to_s: float | None = None


class Failure(NamedTuple):
    """Something failed of itself, whatever failed with it."""

    t: float
    path: str
    reason: Reason | None
    robot: str = ""
    """Of a team: who failed."""


@dataclasses.dataclass
class Role:
    """A node, its present and its past."""

    node: Node
    depth: int
    leaf: bool = True
    sprouts: bool = False
    """Whether it grows steps of its own while the mission runs."""
    grown: bool = False
    """Whether it is a step of a plan, which was not there at the beginning."""
    state: NodeState = NodeState.INACTIVE
    message: str = ""
    reason: Reason | None = None
    resources: tuple[str, ...] = ()
    robot: str = ""
    """Of a team: who does it, or did it."""
    spans: list[Span] = dataclasses.field(default_factory=list)

    @property
    def spare(self) -> bool:
        """Whether it is there for a disturbance that has not come yet."""
        return len(self.spans) < 2 and self.node.path.startswith(f"{REACTIONS}/")

    def turn(self, change: NodeChange, robot: str, now_s: float) -> bool:
        """Stand as the change says; whether that is another state, or another robot's doing."""
        self.message, self.reason, self.resources = change.message, change.reason, change.resources
        if change.state is self.state and robot == self.robot:
            return False
        self.state, self.robot = change.state, robot
        self.spans[-1].to_s = now_s
        self.spans.append(Span(change.state, now_s, robot=robot))
        return True


@dataclasses.dataclass
class Prop:
    """A resource, its present and its past."""

    name: str
    type: str
    now: ResourceChange
    holds: list[Hold] = dataclasses.field(default_factory=list)
    robot: str = ""
    """Of a team: whose it is."""

    @property
    def label(self) -> str:
        """What people call it."""
        return f"{self.robot} {self.name}" if self.robot else self.name

    def turn(self, change: ResourceChange, now_s: float) -> None:
        """Stand as the change says."""
        self.now = change
        if self.holds:
            self.holds[-1].to_s = now_s
        self.holds.append(Hold(change, now_s))
