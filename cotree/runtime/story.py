"""A run as it can be told: which node stood how and when, and who used what.

Made from nothing but the messages of a record, live or replayed.  The views, the plots and the
summaries all read this.
"""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.actions import Ended, Event
from cotree.core.changes import ClaimChange, NodeChange, NodeState, ResourceChange
from cotree.core.reasons import Reason
from cotree.runtime.messages import (
    Born,
    End,
    Heard,
    Hello,
    Message,
    Node,
    Team,
    Told,
    Tree,
    time_s,
)
from cotree.runtime.roles import Failure, Hold, Prop, Role, Span
from cotree.runtime.shares import Share
from cotree.runtime.talk import Guest, Talk, Utterance
from cotree.runtime.views import Views

__all__ = [
    "Failure", "Guest", "Hold", "Prop", "Role", "Share", "Span", "Story", "Utterance",
]  # fmt: skip


class Story:
    """Listens to messages in order; its fields are the state after the last one.

    Of a team, each node stands as the team knows it, and ``shares`` tell who did what.
    """

    def __init__(self) -> None:
        self.hello: Hello | None = None
        self.end: End | None = None
        self.now_s = 0.0
        self.ticks = 0
        self.roles: dict[str, Role] = {}
        self.props: dict[str, Prop] = {}
        """By name; of a team, by robot and name."""
        self.shares: dict[str, Share] = {}
        """Of a team: by robot."""
        self.starts: list[tuple[float, list[str]]] = []
        """The steps: each time at which leaves start, and which."""
        self.failures: list[Failure] = []
        """When and where something failed of itself, whatever failed with it, and why."""
        self.failed_actions = 0
        """How many actions of the body went wrong, also those that were tried again."""
        self.news: list[NodeChange] = []
        """What the last tick changed."""
        self.setbacks: list[Failure] = []
        """Of a team: what the last tick gave up, which another robot may still do."""
        self.names: list[str] = []
        """Of a team: all robots and people."""
        self.talk = Talk()
        self.said: list[Utterance] = []
        """What was said or answered just now."""
        self.reborn: Born | None = None
        """Of a team: the process that came back just now."""
        self._views = Views()
        self._later_s: dict[str, float] = {}
        """How much later the mission's clock is than that of a robot."""

    def hear(self, message: Message) -> None:
        """Go on with the story."""
        match message:
            case Hello():
                self.hello = message
            case Tree(nodes=nodes):
                self._cast(nodes)
            case Team():
                self._furnish(message)
            case Born():
                self._born(message)
            case Heard():
                self._hear(message)
            case Told():
                self._tell(message)
            case End(t=t):
                self.now_s, self.end = t, message

    def when(self, message: Message) -> float:
        """When it is, on the clock of the mission; ticks of a team's robots are on theirs."""
        if not isinstance(message, Heard | Told) or message.robot not in self.shares:
            return time_s(message)
        return max(self.now_s, message.t + self._later_s.get(message.robot, 0.0))

    @property
    def skipped(self) -> list[str]:
        """The leaves that were passed over for good."""
        return [leaf.node.path for leaf in self.leaves() if leaf.state is NodeState.SKIPPED]

    def leaves(self) -> list[Role]:
        """The leaves in the order of the tree."""
        return [role for role in self.roles.values() if role.leaf]

    @property
    def doers(self) -> list[str]:
        """Of a team: its robots, and the people who took part."""
        return [*self.shares, *self.talk.guests] if self.shares else []

    # -- the beginning -------------------------------------------------------------------------

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
        if len(team.members) > 1:
            robots = [member.name for member in team.members if member.robot is not None]
            self.shares = {robot: Share(robot) for robot in robots}
            self.names = [member.name for member in team.members]
        for member in team.members:
            for resource in member.resources:
                self._prop(member.name, resource.name, resource.type)

    def _prop(self, robot: str, name: str, type_: str = "") -> Prop:
        key = f"{robot}/{name}" if self.shares else name
        prop = self.props.get(key)
        if prop is None:
            free = ResourceChange(name)
            prop = Prop(name, type_, free, [Hold(free, 0.0)], robot if self.shares else "")
            self.props[key] = prop
        return prop

    def _born(self, born: Born) -> None:
        self._later_s[born.robot] = born.t - born.clock_s
        self.now_s = max(self.now_s, born.t)
        self.news, self.setbacks, self.said = [], [], []
        self.reborn = born if born.life > 1 else None
        self.talk.restarts(born.robot)
        self.shares.setdefault(born.robot, Share(born.robot)).born(born)
        self._settle(list(self._views.forget(born.robot)))
        for prop in self.props.values():
            if prop.robot == born.robot and prop.now.owners:
                prop.turn(ResourceChange(prop.name), self.now_s)

    # -- the ticks -----------------------------------------------------------------------------

    def _hear(self, heard: Heard) -> None:
        self.now_s, self.news, self.setbacks, self.reborn = self.when(heard), [], [], None
        self.failed_actions += sum(map(_went_wrong, heard.events))
        self.said = self.talk.hears(heard.robot, heard.events, self.now_s)
        share = self.shares.get(heard.robot)
        if share is None:
            self.ticks = heard.n + 1
            return
        self.ticks += 1
        share.seen(self.now_s)
        for event in heard.events:
            share.perceives(event)

    def _tell(self, told: Told) -> None:
        now_s = self.when(told)
        self.said = self.talk.tells(told.commands, now_s)
        failed: dict[str, Reason | None] = {}
        moved: list[str] = []
        """Nodes that somebody else may have now."""
        if told.robot in self.shares:
            self._claims(told, failed, moved)
        for change in told.changes:
            match change:
                case NodeChange():
                    if self._fails(told.robot, change):
                        failed.setdefault(_place(change), change.reason)
                    self._turn(told.robot, change, now_s)
                case ResourceChange():
                    self._prop(told.robot, change.name).turn(change, now_s)
        self._settle(moved)
        self.failures += [
            Failure(now_s, path, reason, told.robot) for path, reason in failed.items()
        ]
        if told.robot in self.shares:
            share = self.shares[told.robot]
            share.failures += len(failed)
            for command in told.commands:
                share.orders(command)

    def _claims(self, told: Told, failed: dict[str, Reason | None], moved: list[str]) -> None:
        """What became of a robot's claims, before how its nodes stand then."""
        robot = told.robot
        for claim in told.changes:
            if not isinstance(claim, ClaimChange):
                continue
            self.shares[robot].claim(claim)
            if claim.word == "seen_done":
                self.talk.finished(claim.holder, claim.piece)
            if claim.word == "given_up" and self._views.holder(claim.piece) == robot:
                reason = failed[claim.piece] = Reason("gave_up", claim.why, path=claim.piece)
                self.setbacks.append(Failure(self.now_s, claim.piece, reason, robot))
            paths = [path for path in self.roles if f"{path}/".startswith(f"{claim.piece}/")]
            if self._views.claim(robot, claim, paths):
                moved += paths

    def _fails(self, robot: str, change: NodeChange) -> bool:
        """Whether this is a failure, and not an older one that is passed on upwards."""
        if change.state is not NodeState.FAILED or change.path not in self.roles:
            return False
        if change.reason is not None and change.reason.code == "abandoned":
            return False  # whoever tried has failed before
        if self._stood(robot, change.path) is NodeState.FAILED:
            return False
        place = _place(change)
        if place == change.path or place not in self.roles:
            return True
        return self._stood(robot, place) is not NodeState.FAILED

    def _stood(self, robot: str, path: str) -> NodeState:
        return self._views.state(robot, path) if self.shares else self.roles[path].state

    def _turn(self, robot: str, change: NodeChange, now_s: float) -> None:
        role = self.roles.get(change.path)
        if role is None:
            return
        share = self.shares.get(robot)
        if share is None:
            self._become(role, change, "", now_s)
            return
        if role.leaf:
            before = self._views.state(robot, change.path)
            share.turn(change.path, before, change.state, now_s)
            mine = self._views.holder(change.path) == robot
            if mine and change.state is NodeState.DONE is not before:
                share.did(change.path)
        self._views.say(robot, change)
        self._settle([change.path])

    def _settle(self, paths: Iterable[str]) -> None:
        """Let nodes stand as the team knows them now."""
        for path in paths:
            role = self.roles[path]
            change, robot = self._views.merged(path)
            if not role.leaf and not self._views.holder(path):
                robot = ""  # several may be at work below it
            elif change.state is role.state is NodeState.DONE and not robot:
                robot = role.robot  # done is done, even if it did not finish the whole piece
            self._become(role, change, robot, self.now_s)

    def _become(self, role: Role, change: NodeChange, robot: str, now_s: float) -> None:
        before = role.state, role.robot
        turned = role.turn(change, robot, now_s)
        if turned or not self.shares:
            self.news.append(change)
        goes_on = before == (NodeState.STOPPING, robot)
        if turned and role.leaf and change.state is NodeState.RUNNING and not goes_on:
            self._start(role.node.path, now_s)

    def _start(self, path: str, now_s: float) -> None:
        if self.starts and self.starts[-1][0] == now_s:
            self.starts[-1][1].append(path)
        else:
            self.starts.append((now_s, [path]))


def _place(change: NodeChange) -> str:
    """Where a failure comes from: its reason knows, if it was passed on."""
    return (change.reason.path if change.reason is not None else "") or change.path


def _went_wrong(event: Event) -> bool:
    """Whether an action ended otherwise than it should; being told to stop is no mishap."""
    return isinstance(event, Ended) and event.reason is not None and event.reason.code != "halted"
