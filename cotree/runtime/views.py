"""How a team's nodes stand, made of what each of its robots says about its own copy of the tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cotree.core.changes import ClaimChange, NodeChange, NodeState, StepChange

REST = (NodeState.INACTIVE, NodeState.WAITING)
MOVING = (NodeState.RUNNING, NodeState.STOPPING)
DOING = (*MOVING, NodeState.CLAIMING)
OVER = (NodeState.DONE, NodeState.SKIPPED)
ORDER = (
    *MOVING,
    NodeState.DONE,
    NodeState.FAILED,
    NodeState.CLAIMING,
    NodeState.SKIPPED,
    *reversed(REST),
)
"""What somebody says earlier in this list is more than what others say later in it.

FAILED is more than CLAIMING: once the team has given something up, nobody will do it."""

LEAVES = ("halted", "given_up", "released")
"""After these words about a claim its piece is nobody's ..."""
FINISHED = ("released", "done")
"""... but after this one it stays with whoever did it."""
TURNS = {"began": NodeState.RUNNING, "placed": NodeState.DONE}
"""How a step stands after these words about a person ..."""
SAID_ONLY = ("shared", "asked", "believes", "lasts")
"""... and which words leave it as it is; after all others nobody is at it."""


class Views:
    """What each robot says about each node; whoever has a piece of work is believed about it."""

    def __init__(self) -> None:
        self._said: dict[str, dict[str, NodeChange]] = {}
        """By path, then by robot."""
        self._holders: dict[str, str] = {}
        """By the path of a node in a piece: who does the piece, or has done it."""
        self.people: set[str] = set()
        """Who of the holders is no robot."""
        self._held: set[str] = set()
        """Those of these nodes whose piece is not done yet."""
        self._persons: dict[str, tuple[NodeChange, str]] = {}
        """Steps that a person is at, or has placed rightly, and which person."""

    def state(self, robot: str, path: str) -> NodeState:
        """How a node stands for a robot."""
        said = self._said.get(path, {}).get(robot)
        return NodeState.INACTIVE if said is None else said.state

    def holder(self, path: str) -> str:
        """Who does, or did, the piece that a node belongs to; empty: nobody."""
        return self._holders.get(path, "")

    def say(self, robot: str, change: NodeChange) -> None:
        """A robot's node stands so now; what it did stays done, also when its tree lets it go."""
        path, rests = change.path, change.state is NodeState.INACTIVE
        finished = self.holder(path) == robot and path not in self._held
        if not (rests and finished and self.state(robot, path) in OVER):
            self._said.setdefault(path, {})[robot] = change

    def claim(self, robot: str, claim: ClaimChange, paths: Iterable[str]) -> bool:
        """Something became of a robot's claim on the piece with these nodes: who has it now?

        Whether that may have changed.
        """
        if claim.word == "won":
            for path in paths:
                self._overrule(path, robot)
                self._holders[path] = robot
                self._held.add(path)
            return True
        if claim.word == "seen_done":
            for path in paths:
                self._holders[path] = claim.holder
                self._held.discard(path)
            self.people.add(claim.holder)
            return True
        if claim.word not in LEAVES:
            return False
        for path in paths:
            if self.holder(path) == robot:
                self._held.discard(path)
                if (claim.word, claim.why) != FINISHED:
                    del self._holders[path]
        return True

    def step(self, change: StepChange, *, person: bool) -> list[str]:
        """Something became of a step that people do, too; of these nodes it may say more now."""
        path, word = change.path, change.word
        if word in SAID_ONLY or (word == "began" and change.to):
            return []
        if person and word in TURNS:
            self._persons[path] = NodeChange(path, TURNS[word]), change.who
        else:
            self._persons.pop(path, None)
        return list(upwards(path))

    def _overrule(self, path: str, holder: str) -> None:
        """Whoever did it before does it no more, even if it never said so."""
        said = self._said.get(path, {})
        for robot in [name for name, each in said.items() if each.state in DOING]:
            if robot != holder:
                del said[robot]

    def forget(self, robot: str) -> Iterator[str]:
        """A robot's process is new: of what the old one said only what it did still counts."""
        for path, said in self._said.items():
            if robot in said and said[robot].state not in OVER:
                del said[robot]
                yield path
            if self.holder(path) == robot:
                self._held.discard(path)

    def merged(self, path: str) -> tuple[NodeChange, str]:
        """How a node stands for the team, and whose doing that is."""
        change, who = self._by_robots(path)
        if path in self._persons:
            return self._persons[path] if change.state not in MOVING else (change, who)
        if change.state in REST and self._is_above_a_person(path):
            return NodeChange(path, NodeState.RUNNING), ""
        return change, who

    def _is_above_a_person(self, path: str) -> bool:
        """Whether a person is at something below a node."""
        below = f"{path}/"
        return any(
            each.path.startswith(below) and each.state is NodeState.RUNNING
            for each, _ in self._persons.values()
        )

    def _by_robots(self, path: str) -> tuple[NodeChange, str]:
        """What robots say of a node."""
        said, holder = self._said.get(path, {}), self.holder(path)
        if holder in said and (path in self._held or said[holder].state not in REST):
            return said[holder], "" if said[holder].state is NodeState.INACTIVE else holder
        best = min(said, key=lambda robot: ORDER.index(said[robot].state), default="")
        if not best:
            return NodeChange(path, NodeState.INACTIVE), ""
        change = said[best]
        if change.state is NodeState.DONE or (holder in self.people and change.state in OVER):
            return change, holder
        return change, best if change.state in DOING else ""


def upwards(path: str) -> Iterator[str]:
    """A node and all nodes above it."""
    while path:
        yield path
        path = path.rpartition("/")[0]
