"""What is in hand that no leaf of this process took: after a restart, or an arm that was stopped.

A piece whose object somebody else holds is nobody's work but that one's; and a robot that finds in
its own gripper what a piece of work takes goes on with that piece from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cotree.behaviours.desk import Desk
from cotree.behaviours.grasp import Grasping
from cotree.behaviours.release import Releasing
from cotree.core.belief import Key, View
from cotree.core.reasons import Reason
from cotree.core.resources import Need, Resource
from cotree.trees.asker import Asker
from cotree.trees.pieces import Piece
from cotree.trees.registry import Registry
from cotree.trees.unit import Unit


class Grip:
    """Keeps what the resources say of grippers in step with what is seen; only of idle ones."""

    def __init__(self, pieces: Iterable[Piece], desk: Desk, registry: Registry) -> None:
        self._desk = desk
        self._registry = registry
        self._owner: dict[str, str] = {}
        """Which lineage takes an object."""
        self._ends: dict[str, list[Unit]] = {}
        """Who puts an object down."""
        self._mine: dict[str, str] = {}
        """Objects that this robot is seen to hold, each with the gripper."""
        self._version = -1
        self.leaves_lost = False
        """Whether somebody else decides what becomes of a gripper that has lost something."""
        view = desk.view()
        for piece in pieces:
            self._keep_apart(piece, view)

    def _keep_apart(self, piece: Piece, view: View) -> None:
        """Let no robot ask for what another one has in hand."""
        objects = []
        for unit in piece.units:
            for name in _puts(unit.asker, view):
                self._ends.setdefault(name, []).append(unit)
            for name in _takes(unit.asker, view):
                self._owner.setdefault(name, _heir(unit.asker, name, piece, view))
                objects.append(name)
        if objects:
            elsewhere = _elsewhere(objects)
            for unit in piece.units:
                unit.asker.hindered = elsewhere

    def look(self, changed: Iterable[Key]) -> None:
        """Compare, if anything may differ."""
        news = False
        for kind, name in changed:
            if kind == "object" and name in self._owner:
                news = True
                self._see(name)
        if news or self._version != self._registry.version:
            self._compare()
            self._version = self._registry.version

    def _see(self, name: str) -> None:
        seen = self._desk.belief.objects.get(name)
        if seen is not None and seen.held_by is not None and seen.held_by[0] == self._desk.robot:
            self._mine[name] = seen.held_by[1]
        else:
            self._mine.pop(name, None)

    def _compare(self) -> None:
        state = self._registry.state()
        held = {gripper: name for name, gripper in self._mine.items()}
        wrong = {
            name: held.get(name)
            for name, resource in state.items()
            if not resource.users and self._differs(resource, held.get(name))
        }
        for gripper, load in wrong.items():
            owners = frozenset(() if load is None else (self._owner[load],))
            state[gripper] = Resource(gripper, state[gripper].type, owners, load=load)
        if wrong:
            self._registry.store(state, by="registry")

    def _differs(self, gripper: Resource, holds: str | None) -> bool:
        """Whether a gripper that nobody uses holds something else than the resources say."""
        if holds is None:
            return gripper.load in self._owner and not (self.leaves_lost and self._wanted(gripper))
        return gripper.load is None and not gripper.owners

    def _wanted(self, gripper: Resource) -> bool:
        """Whether what it should hold is still to be put down, and not yet seen to lie there."""
        ends = self._ends.get(gripper.load or "", ())
        return not ends or not all(unit.is_reached() for unit in ends)


def _heir(taker: Asker, name: str, piece: Piece, view: View) -> str:
    """Who has an object once it is taken: the lineage that it shares with who puts it down."""
    for unit in piece.units:
        if any(need.holding == name for need in _needs(unit.asker, view)):
            shared = (each for each in taker.lineage if each in unit.asker.lineage)
            return next(shared, taker.owner)
    return taker.owner


def _puts(asker: Asker, view: View) -> list[str]:
    if isinstance(asker.leaf, Releasing):
        return [asker.leaf.params.object]
    return [need.holding for need in _needs(asker, view) if need.holding is not None]


def _takes(asker: Asker, view: View) -> list[str]:
    if isinstance(asker.leaf, Grasping):  # with which part is not known yet
        return [asker.leaf.params.object]
    return [need.takes for need in _needs(asker, view) if need.takes is not None]


def _needs(asker: Asker, view: View) -> tuple[Need, ...]:
    try:
        return tuple(asker.own_needs(view))
    except Exception:  # it will be told when its own turn comes
        return ()


def _elsewhere(objects: Iterable[str]) -> Callable[[View], Reason | None]:
    names = tuple(objects)

    def hindered(view: View) -> Reason | None:
        for name in names:
            seen = view.object(name)
            if seen is not None and seen.held_by is not None and seen.held_by[0] != view.robot:
                return Reason("held", f"{seen.held_by[0]} holds {name}")
        return None

    return hindered
