"""What a record says of claims and nodes, in order and found quickly."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from cotree.core.changes import (
    ClaimChange,
    DisturbanceChange,
    JobChange,
    NodeChange,
    NodeState,
    StepChange,
)
from cotree.runtime.messages import Acted, Born, End, Heard, Hello, Message, Team, Told, Tree
from cotree.runtime.why.answer import Disturbed
from cotree.runtime.why.learnt import Happened, Learnt
from cotree.runtime.why.talks import Talks

GOES_ON = (NodeState.RUNNING, NodeState.STOPPING)
REACHED = (NodeState.DONE, NodeState.SKIPPED)
SAME_S = 1e-6
"""Times that differ by less are one time."""
SILENT_S = 2.5
"""A robot of a team ticks at least every second, however little there is to do."""


class Claimed(NamedTuple):
    """A change of a claim: its place in the record, when it was, whose it is."""

    place: int
    at_s: float
    robot: str
    change: ClaimChange


class Stood(NamedTuple):
    """A change of a node, likewise."""

    place: int
    at_s: float
    robot: str
    change: NodeChange


class Log:
    """The changes of a record by node and by robot; all times are the mission's."""

    def __init__(self, messages: Iterable[Message]) -> None:
        self.claims: dict[str, list[Claimed]] = {}
        """By piece or thing."""
        self.nodes: dict[str, list[Stood]] = {}
        """By path."""
        self.talks = Talks()
        self.acted: list[Acted] = []
        """What people at a page or a keyboard did."""
        self.steps: list[Happened] = []
        """What became of steps that people and robots share."""
        self.jobs: list[Learnt] = []
        """What robots learnt of who does which job."""
        self.disturbed: list[Disturbed] = []
        """What was found wrong with robots."""
        self.robots: list[str] = []
        self.people: list[str] = []
        self.end_s = 0.0
        self.times_s: list[float] = []
        """For each message when it was; never falls."""
        self._paths: set[str] = set()
        self._steps: dict[str, list[str]] = {}
        self._shift_s: dict[str, float] = {}
        self._ticks: dict[str, list[float]] = {}
        self._births: dict[str, list[float]] = {}
        self._only = ""
        for index, message in enumerate(messages):
            if isinstance(message, Acted):
                self.acted.append(message)
                self._pass(message.t)
            self._take(index, message)

    def _take(self, index: int, message: Message) -> None:
        match message:
            case Hello(robot=robot):
                self._only = robot
            case Tree(nodes=nodes):
                self._paths = {node.path for node in nodes}
                for node in nodes:
                    if node.parent >= 0 and nodes[node.parent].word == "then":
                        self._steps.setdefault(nodes[node.parent].path, []).append(node.path)
            case Team(members=members):
                self.robots = [member.name for member in members if member.robot is not None]
                self.people = [member.name for member in members if member.robot is None]
            case Born(robot=robot, t=t, clock_s=clock_s):
                self._shift_s[robot] = t - clock_s
                self._births.setdefault(robot, []).append(t)
                self._pass(t)
            case Heard():
                self._pass(self._when(message))
                robot = self.whose(message)
                self._ticks.setdefault(robot, []).append(self.end_s)
                self.talks.hears(robot, message.events, index, self.end_s)
            case Told():
                self._pass(self._when(message))
                self._tell(index, message)
            case End(t=t):
                self._pass(t)
        self.times_s.append(self.end_s)

    def whose(self, message: Heard | Told) -> str:
        """The robot whose tick it was."""
        return message.robot or self._only

    def _when(self, message: Heard | Told) -> float:
        return message.t + self._shift_s.get(message.robot, 0.0)

    def _pass(self, at_s: float) -> None:
        self.end_s = max(self.end_s, at_s)

    def _tell(self, index: int, told: Told) -> None:
        robot = self.whose(told)
        self.talks.tells(told.commands, index, self.end_s)
        for change in told.changes:
            match change:
                case ClaimChange(piece=piece):
                    claimed = Claimed(index, self.end_s, robot, change)
                    self.claims.setdefault(piece, []).append(claimed)
                case NodeChange(path=path):
                    stood = Stood(index, self.end_s, robot, change)
                    self.nodes.setdefault(path, []).append(stood)
                case StepChange():
                    self.steps.append(Happened(self.end_s, change))
                case DisturbanceChange(path=path, word=word, reason=reason):
                    text = "" if reason is None else reason.message
                    self.disturbed.append(Disturbed(self.end_s, robot, path, word, text))
                case JobChange():
                    self.jobs.append(Learnt(self.end_s, robot, change))

    # -- questions -----------------------------------------------------------------------------

    def steps_before(self, path: str) -> list[str]:
        """The steps of the same ``then`` before this one."""
        steps = self._steps.get(path.rpartition("/")[0], [])
        return steps[: steps.index(path)] if path in steps else []

    @property
    def things(self) -> list[str]:
        """What was claimed that is no node: what the team shares."""
        return [name for name in self.claims if name not in self._paths]

    def until(self, at_s: float) -> int:
        """How many messages there are up to a time, that time included."""
        return bisect_right(self.times_s, at_s + SAME_S)

    def before(self, at_s: float) -> int:
        """How many messages there are before a time."""
        return bisect_left(self.times_s, at_s - SAME_S)

    def clock_s(self, robot: str, at_s: float) -> float:
        """What a robot's own clock shows then."""
        return at_s - self._shift_s.get(robot, 0.0)

    def tells_of(self, robot: str) -> bool:
        """Whether this is a robot's record; one of a single process is not that of its peers."""
        return not self._births or robot in self._births

    def silent_since(self, robot: str, at_s: float) -> float | None:
        """When a robot of a team was heard last, if its process was dead at this time."""
        if not self._births:
            return None
        ticks = self._ticks.get(robot, [])
        next_ = bisect_right(ticks, at_s + SAME_S)
        last_s = ticks[next_ - 1] if next_ else 0.0
        births = self._births.get(robot, [])
        again_s = next((born for born in births if born > last_s + SAME_S), None)
        after_s = ticks[next_] if next_ < len(ticks) else again_s
        back_s = self.end_s if after_s is None else after_s
        dies = again_s is not None and again_s <= back_s + SAME_S
        return last_s if next_ and (dies or back_s - last_s > SILENT_S) else None

    def last_tick_s(self, robot: str, from_s: float) -> float | None:
        """The last tick of the process that ticked at this time."""
        ticks = self._ticks.get(robot, [])
        births = [born for born in self._births.get(robot, []) if born > from_s + SAME_S]
        until_s = births[0] if births else self.end_s
        last = bisect_right(ticks, until_s - (SAME_S if births else -SAME_S))
        return ticks[last - 1] if last else None

    def reached_s(self, path: str) -> float:
        """When somebody first knew that a node is done; never, if nobody did."""
        done = (each.at_s for each in self.nodes.get(path, ()) if each.change.state in REACHED)
        return next(done, math.inf)

    def free_again_s(self, robot: str, path: str, at_s: float) -> float | None:
        """When a node that a robot was at came to an end there."""
        for entry in self.nodes.get(path, ()):
            if entry.robot == robot and entry.at_s > at_s and entry.change.state not in GOES_ON:
                return entry.at_s
        return None
