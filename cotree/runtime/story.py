"""A run as it can be told: which node stood how and when, and who used what.

Made from nothing but the messages of a record, live or replayed.  The views, the plots and the
summaries all read this.
"""

from __future__ import annotations

import dataclasses

from cotree.core.actions import Ended, Event
from cotree.core.changes import NodeChange, NodeState, ResourceChange
from cotree.core.reasons import Reason
from cotree.runtime.messages import End, Heard, Hello, Message, Node, Team, Told, Tree


@dataclasses.dataclass
class Span:
    """A stretch of time in which a node stood in one way."""

    state: NodeState
    from_s: float
    to_s: float | None = None
    """None while it lasts."""


@dataclasses.dataclass
class Hold:
    """A stretch of time in which a resource stood in one way."""

    now: ResourceChange
    from_s: float
    to_s: float | None = None


@dataclasses.dataclass
class Role:
    """A node, its present and its past."""

    node: Node
    depth: int
    leaf: bool = True
    state: NodeState = NodeState.INACTIVE
    message: str = ""
    reason: Reason | None = None
    resources: tuple[str, ...] = ()
    spans: list[Span] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Prop:
    """A resource, its present and its past."""

    name: str
    type: str
    now: ResourceChange
    holds: list[Hold] = dataclasses.field(default_factory=list)


class Story:
    """Listens to messages in order; its fields are the state after the last one."""

    def __init__(self) -> None:
        self.hello: Hello | None = None
        self.end: End | None = None
        self.now_s = 0.0
        self.ticks = 0
        self.roles: dict[str, Role] = {}
        self.props: dict[str, Prop] = {}
        self.starts: list[tuple[float, list[str]]] = []
        """The steps: each time at which leaves start, and which."""
        self.failures: list[tuple[float, str, Reason | None]] = []
        """When and where something failed of itself, whatever failed with it, and why."""
        self.failed_actions = 0
        """How many actions of the body went wrong, also those that were tried again."""
        self.news: list[NodeChange] = []
        """What the last tick changed."""

    def hear(self, message: Message) -> None:
        """Go on with the story."""
        match message:
            case Hello():
                self.hello = message
            case Tree(nodes=nodes):
                self._cast(nodes)
            case Team():
                self._furnish(message)
            case Heard(n=n, t=t):
                self.now_s, self.ticks, self.news = t, n + 1, []
                self.failed_actions += sum(map(_went_wrong, message.events))
            case Told():
                self._tell(message)
            case End(t=t):
                self.now_s, self.end = t, message

    @property
    def skipped(self) -> list[str]:
        """The leaves that were passed over for good."""
        return [leaf.node.path for leaf in self.leaves() if leaf.state is NodeState.SKIPPED]

    def leaves(self) -> list[Role]:
        """The leaves in the order of the tree."""
        return [role for role in self.roles.values() if role.leaf]

    def _cast(self, nodes: tuple[Node, ...]) -> None:
        depths: list[int] = []
        for node in nodes:
            depths.append(0 if node.parent < 0 else depths[node.parent] + 1)
            self.roles[node.path] = Role(
                node, depths[-1], spans=[Span(NodeState.INACTIVE, self.now_s)]
            )
            if node.parent >= 0:
                self.roles[nodes[node.parent].path].leaf = False

    def _furnish(self, team: Team) -> None:
        for member in team.members:
            for resource in member.resources:
                free = ResourceChange(resource.name)
                self.props[resource.name] = Prop(
                    resource.name, resource.type, free, [Hold(free, self.now_s)]
                )

    def _tell(self, told: Told) -> None:
        failed: dict[str, Reason | None] = {}
        for change in told.changes:
            match change:
                case NodeChange():
                    if self._fails(change):
                        failed.setdefault(_place(change), change.reason)
                    self._turn(change, told.t)
                case ResourceChange():
                    self._pass_on(change, told.t)
        self.failures += [(told.t, path, reason) for path, reason in failed.items()]

    def _fails(self, change: NodeChange) -> bool:
        """Whether this is a failure, and not an older one that is passed on upwards."""
        if change.state is not NodeState.FAILED or change.path not in self.roles:
            return False
        if self.roles[change.path].state is NodeState.FAILED:
            return False
        place = _place(change)
        origin = self.roles.get(place)
        return place == change.path or origin is None or origin.state is not NodeState.FAILED

    def _turn(self, change: NodeChange, now_s: float) -> None:
        role = self.roles.get(change.path)
        if role is None:
            return
        self.news.append(change)
        before = role.state
        role.message, role.reason, role.resources = change.message, change.reason, change.resources
        if change.state is before:
            return
        role.state = change.state
        role.spans[-1].to_s = now_s
        role.spans.append(Span(change.state, now_s))
        if role.leaf and change.state is NodeState.RUNNING and before is not NodeState.STOPPING:
            self._start(change.path, now_s)

    def _start(self, path: str, now_s: float) -> None:
        if self.starts and self.starts[-1][0] == now_s:
            self.starts[-1][1].append(path)
        else:
            self.starts.append((now_s, [path]))

    def _pass_on(self, change: ResourceChange, now_s: float) -> None:
        prop = self.props.get(change.name)
        if prop is None:
            prop = self.props[change.name] = Prop(change.name, "", change)
        prop.now = change
        if prop.holds:
            prop.holds[-1].to_s = now_s
        prop.holds.append(Hold(change, now_s))


def _place(change: NodeChange) -> str:
    """Where a failure comes from: its reason knows, if it was passed on."""
    return (change.reason.path if change.reason is not None else "") or change.path


def _went_wrong(event: Event) -> bool:
    """Whether an action ended otherwise than it should; being told to stop is no mishap."""
    return isinstance(event, Ended) and event.reason is not None and event.reason.code != "halted"
