"""A run as it can be told: which node stood how and when, and who used what.

Made from nothing but the messages of a record, live or replayed.  The views, the plots and the
summaries all read this.
"""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.actions import Ended, Event
from cotree.core.changes import (
    Change,
    ClaimChange,
    DisturbanceChange,
    GrownChange,
    JobChange,
    NodeChange,
    NodeState,
    QuorumChange,
    ResourceChange,
    StepChange,
)
from cotree.core.reasons import Reason
from cotree.runtime.messages import (
    Acted,
    Born,
    End,
    Heard,
    Hello,
    Message,
    Team,
    Told,
    Tree,
    time_s,
)
from cotree.runtime.playing import Playing, place_of
from cotree.runtime.roles import Failure, Hold, Prop, Role, Span
from cotree.runtime.shares import Share
from cotree.runtime.talk import Guest, Talk, Utterance

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
        self.shares: dict[str, Share] = {}
        """Of a team: by robot."""
        self._playing = Playing(self.shares)
        self.roles = self._playing.roles
        self.props: dict[str, Prop] = {}
        """By name; of a team, by robot and name."""
        self.starts = self._playing.starts
        """The steps: each time at which leaves start, and which."""
        self.failures: list[Failure] = []
        """When and where something failed of itself, whatever failed with it, and why."""
        self.failed_actions = 0
        """How many actions of the body went wrong, also those that were tried again."""
        self.setbacks: list[Failure] = []
        """Of a team: what the last tick gave up, which another robot may still do."""
        self.names: list[str] = []
        """Of a team: all robots and people."""
        self.talk = Talk()
        self.said: list[Utterance] = []
        """What was said or answered just now."""
        self.reborn: Born | None = None
        """Of a team: the process that came back just now."""
        self.quorum: tuple[str, QuorumChange] | None = None
        """Of a team: which robot lost its quorum, or found it again, just now."""
        self.disturbed: list[tuple[str, DisturbanceChange]] = []
        """What became of disturbances just now, and of which robot."""
        self.disturbances = 0
        """How many there were."""
        self.learnt: list[tuple[str, JobChange | StepChange]] = []
        """What was learnt of jobs and shared steps just now, and by which robot."""
        self._later_s: dict[str, float] = {}
        """How much later the mission's clock is than that of a robot."""

    def hear(self, message: Message) -> None:
        """Go on with the story."""
        match message:
            case Hello():
                self.hello = message
            case Tree(nodes=nodes):
                self._playing.cast.begin(nodes, self.now_s)
            case Team():
                self._furnish(message)
            case Born():
                self._born(message)
            case Heard():
                self._hear(message)
            case Told():
                self._tell(message)
            case Acted(t=t):
                self.now_s = max(self.now_s, t)
            case End(t=t):
                self.now_s, self.end = t, message

    def forget(self) -> None:
        """Only the present counts: who shows a run for days keeps of its past what he needs."""
        for role in self.roles.values():
            del role.spans[:-1]
        for prop in self.props.values():
            del prop.holds[:-1]
        for share in self.shares.values():
            share.starts.clear()
        del self.starts[:-1]
        self.failures.clear()
        self.talk.all.clear()

    def when(self, message: Message) -> float:
        """When it is, on the clock of the mission; ticks of a team's robots are on theirs."""
        if not isinstance(message, Heard | Told) or message.robot not in self.shares:
            return time_s(message)
        return max(self.now_s, message.t + self._later_s.get(message.robot, 0.0))

    @property
    def news(self) -> list[NodeChange]:
        """What the last tick changed."""
        return self._playing.news

    @property
    def skipped(self) -> list[str]:
        """The leaves that were passed over for good."""
        return [leaf.node.path for leaf in self.leaves() if leaf.state is NodeState.SKIPPED]

    def leaves(self) -> list[Role]:
        """The leaves in the order of the tree; what grows steps counts as one."""
        return [
            role for role in self.roles.values() if role.sprouts or (role.leaf and not role.grown)
        ]

    @property
    def doers(self) -> list[str]:
        """Of a team: its robots, and the people who took part."""
        return [*self.shares, *self.talk.guests] if self.shares else []

    # -- the beginning -------------------------------------------------------------------------

    def _furnish(self, team: Team) -> None:
        if len(team.members) > 1:
            robots = [member.name for member in team.members if member.robot is not None]
            self.shares.update({robot: Share(robot) for robot in robots})
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
        self._turn_the_page()
        self.reborn = born if born.life > 1 else None
        self.talk.restarts(born.robot)
        self.shares.setdefault(born.robot, Share(born.robot)).born(born)
        self._settle(list(self._playing.views.forget(born.robot)))
        for prop in self.props.values():
            if prop.robot == born.robot and prop.now.owners:
                prop.turn(ResourceChange(prop.name), self.now_s)

    def _turn_the_page(self) -> None:
        """Nothing has happened just now."""
        self._playing.news = []
        self.setbacks, self.said, self.disturbed, self.learnt = [], [], [], []
        self.reborn = self.quorum = None

    # -- the ticks -----------------------------------------------------------------------------

    def _hear(self, heard: Heard) -> None:
        self.now_s = self.when(heard)
        self._turn_the_page()
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
                    if self._playing.fails(told.robot, change):
                        failed.setdefault(place_of(change), change.reason)
                    if self._playing.turn(told.robot, change, now_s):
                        self._settle([change.path])
                case _:
                    self._note(told.robot, change, now_s)
        self._settle(moved)
        self.failures += [
            Failure(now_s, path, reason, told.robot) for path, reason in failed.items()
        ]
        if told.robot in self.shares:
            share = self.shares[told.robot]
            share.failures += len(failed)
            for command in told.commands:
                share.orders(command)

    def _note(self, robot: str, change: Change, now_s: float) -> None:
        """What changed beside nodes and claims."""
        match change:
            case ResourceChange():
                self._prop(robot, change.name).turn(change, now_s)
            case GrownChange():
                self._playing.cast.grow(change, self.now_s)
            case QuorumChange():
                self.quorum = robot, change
            case DisturbanceChange():
                self.disturbed.append((robot, change))
                self.disturbances += change.word == "raised"
            case JobChange():
                self.learnt.append((robot, change))
            case StepChange():
                self.learnt.append((change.who, change))
                if self.shares:
                    self._step(change)

    def _step(self, change: StepChange) -> None:
        """People say nothing of their own picture; what they are at is known from this."""
        person = change.who not in self.shares
        if change.word == "placed" and person:
            self.talk.finished(change.who, change.path)
        stands = self._playing.views.step(change, person=person)
        self._settle(path for path in stands if path in self.roles)

    def _claims(self, told: Told, failed: dict[str, Reason | None], moved: list[str]) -> None:
        """What became of a robot's claims, before how its nodes stand then."""
        robot, views = told.robot, self._playing.views
        for claim in told.changes:
            if not isinstance(claim, ClaimChange):
                continue
            self.shares[robot].claim(claim)
            if claim.word == "seen_done":
                self.talk.finished(claim.holder, claim.piece)
            if claim.word == "given_up" and views.holder(claim.piece) == robot:
                reason = failed[claim.piece] = Reason("gave_up", claim.why, path=claim.piece)
                self.setbacks.append(Failure(self.now_s, claim.piece, reason, robot))
            paths = list(self._playing.cast.under(claim.piece))
            if views.claim(robot, claim, paths):
                moved += paths

    def _settle(self, paths: Iterable[str]) -> None:
        self._playing.settle(paths, self.now_s)


def _went_wrong(event: Event) -> bool:
    """Whether an action ended otherwise than it should; being told to stop is no mishap."""
    return isinstance(event, Ended) and event.reason is not None and event.reason.code != "halted"
