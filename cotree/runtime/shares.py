"""What one robot of a team had of the work."""

from __future__ import annotations

import dataclasses

from cotree.core.actions import Begin, Carry, Command, Event, GripperSeen, ObjectSeen, RobotSeen
from cotree.core.changes import ClaimChange, NodeState
from cotree.core.places import Point, distance_m
from cotree.runtime.messages import Born
from cotree.runtime.views import FINISHED, MOVING


@dataclasses.dataclass
class Share:
    """One robot's part in a story; times are on the clock of the mission."""

    robot: str
    lives: int = 0
    """Processes it had, one after the other."""
    pieces: list[str] = dataclasses.field(default_factory=list)
    """What it claimed and finished."""
    leaves: list[str] = dataclasses.field(default_factory=list)
    """What it did, in the order in which it was done."""
    starts: list[tuple[float, str]] = dataclasses.field(default_factory=list)
    """When it began which leaf."""
    asked: int = 0
    denied: int = 0
    failures: int = 0
    distance_m: float = 0.0
    """How far its base went, and the grippers of a robot that stands."""
    alive_s: float = 0.0
    worked_s: float = 0.0
    """How long anything of it was at work."""
    _seen_s: float = 0.0
    _running: set[str] = dataclasses.field(default_factory=set)
    _places: dict[str, Point] = dataclasses.field(default_factory=dict)
    _objects: dict[str, Point] = dataclasses.field(default_factory=dict)

    @property
    def waited_s(self) -> float:
        """How long it was alive, and nothing of it at work."""
        return max(0.0, self.alive_s - self.worked_s)

    def born(self, born: Born) -> None:
        """A new process; how long the old one was dead before, nobody knows."""
        self.lives = born.life
        self._seen_s = born.t
        self._running.clear()

    def seen(self, now_s: float) -> None:
        """It lives at this time."""
        passed_s = max(0.0, now_s - self._seen_s)
        self._seen_s = max(self._seen_s, now_s)
        self.alive_s += passed_s
        if self._running:
            self.worked_s += passed_s

    def perceives(self, event: Event) -> None:
        """Where it sees itself, and the objects that it goes to."""
        match event:
            case ObjectSeen(object=object_, at=at):
                self._objects[object_] = at
            case RobotSeen(robot=self.robot, at=at):
                self._goes("", at)
            case GripperSeen(robot=self.robot, gripper=gripper, at=at):
                self._goes(gripper, at)

    def orders(self, command: Command) -> None:
        """What it tells its body: to carry something, a gripper goes there first."""
        match command:
            case Begin(action=Carry(object=object_, gripper=gripper)) if object_ in self._objects:
                self._goes(gripper, self._objects[object_])

    def _goes(self, what: str, at: Point) -> None:
        self.distance_m += distance_m(self._places.get(what, at), at)
        self._places[what] = at

    def turn(self, path: str, before: NodeState, state: NodeState, now_s: float) -> None:
        """A leaf of its tree stands in another way."""
        if state in MOVING:
            self._running.add(path)
        else:
            self._running.discard(path)
        if state is NodeState.RUNNING and before not in MOVING:
            self.starts.append((now_s, path))

    def did(self, path: str) -> None:
        """It has done a leaf."""
        self.leaves.append(path)

    def claim(self, claim: ClaimChange) -> None:
        """Something became of its claim."""
        self.asked += claim.word == "asked"
        self.denied += claim.word == "denied"
        if (claim.word, claim.why) == FINISHED:
            self.pieces.append(claim.piece)
