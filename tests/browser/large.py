"""A mission with thousands of nodes and eight robots at work, as messages."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.core.changes import Change, ClaimChange, NodeChange, NodeState
from cotree.core.mission import Chance, Policy
from cotree.runtime.messages import Born, Heard, Hello, Member, Message, Node, Team, Told, Tree

KIDS = 6
ROBOTS = tuple(f"robot{n}" for n in range(8))
TICK_S = 0.05


def opening(count: int) -> Iterator[Message]:
    """What the mission is."""
    yield Hello(1, "0.1.0", "a large mission", "", "large.yaml", "", {}, Policy(), Chance())
    yield Tree(0, nodes(count))
    here = (0.0, 0.0, 0.0)
    yield Team(tuple(Member(name, "pr2", here) for name in ROBOTS))
    for name in ROBOTS:
        yield Born(0.0, name, 1, 0.0, True)


def nodes(count: int) -> tuple[Node, ...]:
    """A tree with six children below each node, as many as are asked for."""
    found = [Node("task", "and", "task", -1)]
    for n in range(1, count):
        parent = (n - 1) // KIDS
        word = "then" if KIDS * n + 1 < count else "perform"
        found.append(Node(f"{found[parent].path}/n{n}", word, f"node {n}", parent))
    return tuple(found)


def work(count: int, leaves: int) -> Iterator[Message]:
    """Each robot does one leaf after the other, a tick for each."""
    paths = [node.path for node in nodes(count) if node.word == "perform"][:leaves]
    doing: dict[str, str] = {}
    for n, path in enumerate(paths):
        robot, t = ROBOTS[n % len(ROBOTS)], n // len(ROBOTS) * TICK_S
        changes: list[Change] = []
        if robot in doing:
            changes.append(NodeChange(doing[robot], NodeState.DONE))
            changes.append(ClaimChange(doing[robot], "released", why="done"))
        doing[robot] = path
        changes.append(ClaimChange(path, "won"))
        changes.append(NodeChange(path, NodeState.RUNNING))
        yield Heard(n, t, robot=robot)
        yield Told(n, t, tuple(changes), robot=robot)


def rest(from_s: float) -> Iterator[Message]:
    """Afterwards everybody only ticks."""
    for n in range(40):
        for robot in ROBOTS:
            yield Heard(n, from_s + n, robot=robot)
