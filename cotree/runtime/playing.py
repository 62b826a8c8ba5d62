"""How the roles of a run are played: as the one robot says, or, of a team, as all of it knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cotree.core.changes import NodeChange, NodeState
from cotree.core.mission import REACTIONS
from cotree.runtime.casting import Cast
from cotree.runtime.roles import Role
from cotree.runtime.shares import Share
from cotree.runtime.views import Views


class Playing:
    """Gives each node the state that it has for whoever looks at the run."""

    def __init__(self, shares: Mapping[str, Share]) -> None:
        self.cast = Cast()
        self.roles = self.cast.roles
        self.views = Views()
        """Of a team: what each robot says."""
        self.starts: list[tuple[float, list[str]]] = []
        """Each time at which leaves start, and which."""
        self.news: list[NodeChange] = []
        """What the last tick changed."""
        self._shares = shares

    def fails(self, robot: str, change: NodeChange) -> bool:
        """Whether this is a failure, and not an older one that is passed on upwards."""
        if change.state is not NodeState.FAILED or change.path not in self.roles:
            return False
        if change.reason is not None and change.reason.code == "abandoned":
            return False  # whoever tried has failed before
        if self._stood(robot, change.path) is NodeState.FAILED:
            return False
        place = place_of(change)
        if place == change.path or place not in self.roles:
            return True
        return self._stood(robot, place) is not NodeState.FAILED

    def _stood(self, robot: str, path: str) -> NodeState:
        return self.views.state(robot, path) if self._shares else self.roles[path].state

    def turn(self, robot: str, change: NodeChange, now_s: float) -> bool:
        """A robot says so of a node; whether its team has to settle how that one stands."""
        role = self.roles.get(change.path)
        if role is None:
            return False
        share = self._shares.get(robot)
        if share is None:
            self._become(role, change, "", now_s)
            return False
        if role.leaf:
            before = self.views.state(robot, change.path)
            if not change.path.startswith(f"{REACTIONS}/"):
                share.turn(change.path, before, change.state, now_s)
            mine = self.views.holder(change.path) == robot
            if mine and change.state is NodeState.DONE is not before:
                share.did(change.path)
        self.views.say(robot, change)
        return True

    def settle(self, paths: Iterable[str], now_s: float) -> None:
        """Let nodes stand as the team knows them now."""
        for path in paths:
            role = self.roles[path]
            change, robot = self.views.merged(path)
            if not role.leaf and not self.views.holder(path):
                robot = ""  # several may be at work below it
            elif change.state is role.state is NodeState.DONE and not robot:
                robot = role.robot  # done is done, even if it did not finish the whole piece
            self._become(role, change, robot, now_s)

    def _become(self, role: Role, change: NodeChange, robot: str, now_s: float) -> None:
        before = role.state, role.robot
        turned = role.turn(change, robot, now_s)
        if turned or not self._shares:
            self.news.append(change)
        goes_on = before == (NodeState.STOPPING, robot)
        if turned and role.leaf and change.state is NodeState.RUNNING and not goes_on:
            self._start(role.node.path, now_s)

    def _start(self, path: str, now_s: float) -> None:
        if self.starts and self.starts[-1][0] == now_s:
            self.starts[-1][1].append(path)
        else:
            self.starts.append((now_s, [path]))


def place_of(change: NodeChange) -> str:
    """Where a failure comes from: its reason knows, if it was passed on."""
    return (change.reason.path if change.reason is not None else "") or change.path
