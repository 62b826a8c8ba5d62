"""What a robot of a team must hold before a unit may run: a piece of work, and shared things.

The engine decides what it would start; whoever speaks with the peers (the runtime) takes ``asks``
and answers with ``won`` or ``denied``.  Rights are asked for one by one, the piece first and then
the things in their order, so that two robots can never wait for each other in a circle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from cotree.core.belief import Key
from cotree.core.reasons import Reason
from cotree.core.resources import State
from cotree.trees.pieces import Piece
from cotree.trees.unit import Unit


class Right:
    """One thing that the team lets one robot at a time have."""

    __slots__ = ("asked", "began", "denied", "held", "name", "piece", "taken_by")

    def __init__(self, name: str, piece: Piece | None) -> None:
        self.name = name
        """The path of a piece, or the name of a shared thing."""
        self.piece = piece
        """None for a thing."""
        self.held = False
        self.asked = False
        self.began = False
        """Whether anything ran under it since it is held."""
        self.taken_by = ""
        """The peer that says it has it."""
        self.denied: dict[Unit, float] = {}
        """Units that wait because of it, each until when."""


class Rights:
    """All rights that one robot may need, and which of its units wait for which."""

    def __init__(self, pieces: Iterable[Piece], things: Iterable[str]) -> None:
        self.pieces = {piece.path: piece for piece in pieces}
        self.things = tuple(things)
        self.all = {path: Right(path, piece) for path, piece in self.pieces.items()}
        self.all |= {name: Right(name, None) for name in self.things}
        self.held: dict[str, Right] = {}
        self.asks: list[Right] = []
        """To be put to the peers."""
        self.ended: list[tuple[Piece, Reason | None]] = []
        """Pieces that came to their end here, and why they were given up."""
        self.ceasing: dict[Piece, None] = {}
        self.aside: Reason | None = None
        """Why this robot asks for nothing at all; None: it does."""
        self.absent: frozenset[str] = frozenset()
        """Peers that were not heard for so long that nobody waits for them."""
        self.starts: Callable[[Unit], None] = lambda unit: None
        """Told of a unit just before it runs: its motions need a permit."""
        self.reconsider: Callable[[], None] = lambda: None
        self.ask_again: Callable[[Iterable[Key]], None] = lambda keys: None
        """Told what changed that is no belief: those who read it are asked again."""
        self._barred: Reason | None = None
        self._claimants: dict[Unit, None] = {}
        self._rounds: dict[Unit, None] = {}
        """Units that run and would begin another round, with a thing that they gave back before.

        What is won for one that cannot begin yet is given back at once: nobody waits with it.
        """
        self._retry_s: dict[str, float] = {}
        """Until when there is no sense in asking for a thing once more."""
        for piece in self.pieces.values():
            piece.owner = self

    # -- what units and pieces ask -------------------------------------------------------------

    def may_start(self, unit: Unit) -> bool:
        """Whether a granted unit may start; if not, what it lacks is asked for."""
        lacking = self._lacking(unit)
        if lacking is None:
            self._start(unit)
            return True
        self._claimants[unit] = None
        self._ask(lacking)
        return False

    def goes_on(self, unit: Unit) -> None:
        """A unit that runs begins another round, on what it was granted for it."""
        self._rounds.pop(unit, None)
        self._start(unit)

    def dropped(self, unit: Unit) -> None:
        """A unit does not want to start any more."""
        self._claimants.pop(unit, None)

    def over(self, piece: Piece, reason: Reason | None) -> None:
        """A piece came to its end here: done, or given up."""
        self.ended.append((piece, reason))

    def ceases(self, piece: Piece) -> None:
        """A piece is being stopped, which takes more ticks than one."""
        self.ceasing[piece] = None

    def needed(self, unit: Unit) -> list[Right]:
        """The piece of a granted unit, then its things."""
        assert unit.piece is not None
        things = [self.all[name] for name in self.things if name in unit.asker.resources]
        return [self.all[unit.piece.path], *things]

    def _things(self, unit: Unit) -> list[Right]:
        """The things that a unit asks for."""
        types = {need.type for need in unit.asker.needs}
        return [self.all[name] for name in self.things if name in types]

    def _lacking(self, unit: Unit) -> Right | None:
        return next((right for right in self.needed(unit) if not right.held), None)

    def _ask(self, right: Right) -> None:
        if not right.asked:
            right.asked = True
            self.asks.append(right)

    def _start(self, unit: Unit) -> None:
        for right in self.needed(unit):
            right.began = True
        self.starts(unit)

    def wants(self, name: str) -> bool:
        """Whether a unit has begun with this right, or waits to."""
        right = self.all[name]
        return right.began or any(right in self.needed(unit) for unit in self._claimants)

    @property
    def claiming(self) -> bool:
        """Whether a unit waits for the team's answer."""
        return bool(self._claimants)

    # -- what the team answers -----------------------------------------------------------------

    def won(self, name: str) -> None:
        """This robot holds the right now."""
        right = self.all[name]
        right.held, right.asked = True, False
        self.held[name] = right
        for unit in list(self._claimants):
            if right in self.needed(unit):
                self._go(unit)
        if self._rounds:
            self.reconsider()

    def _go(self, unit: Unit) -> None:
        lacking = self._lacking(unit)
        if lacking is not None:
            self._ask(lacking)
            return
        self.dropped(unit)
        self._start(unit)
        unit.go()

    def denied(self, name: str, why: Reason, retry_s: float) -> None:
        """Somebody else has it, or nobody answers: not before ``retry_s`` again."""
        right = self.all[name]
        right.asked = False
        for unit in list(self._claimants):
            if right in self.needed(unit):
                self.dropped(unit)
                right.denied[unit] = retry_s
                unit.denied(why, retry_s)
        if any(right in self._things(unit) for unit in self._rounds):
            self._retry_s[name] = retry_s
        if not right.held:
            _free(right.piece)

    def look(self, now_s: float) -> None:
        """Things that were denied for another round may be asked for again, when it is time."""
        if not self._retry_s:
            return
        due = [name for name, retry_s in self._retry_s.items() if now_s >= retry_s]
        for name in due:
            del self._retry_s[name]
        if due:
            self.reconsider()

    def lost(self, name: str) -> None:
        """The right is given back, or has run out."""
        right = self.all[name]
        right.held = right.asked = right.began = False
        self.held.pop(name, None)
        _free(right.piece)

    def taken(self, holders: Mapping[str, str]) -> None:
        """Who says now that it has these (nobody: an empty name)."""
        freed: list[Right] = []
        for name, peer in holders.items():
            right = self.all[name]
            if right.taken_by and not peer:
                freed.append(right)
            right.taken_by = peer
        for right in freed:
            for unit, retry_s in right.denied.items():
                unit.hurry(retry_s)
            right.denied.clear()
        if freed:
            self.reconsider()

    def bar(self, why: Reason | None) -> None:
        """From now on nothing that is not held makes sense to ask for; None: it does again."""
        self._barred = why
        self.reconsider()

    # -- giving back ---------------------------------------------------------------------------

    def unused(self, state: Callable[[], State]) -> list[Right]:
        """Rights that are held for nothing."""
        if not self.held:
            return []
        wanted = {right.name for unit in self._claimants for right in self.needed(unit)}
        return [
            right
            for name, right in self.held.items()
            if name not in wanted and not self._in_use(right, state)
        ]

    def resting(self) -> dict[str, Piece]:
        """Pieces that were begun, of which nothing runs or asks, and that wait for no thing."""
        claiming = {unit.piece for unit in self._claimants}
        return {
            name: right.piece
            for name, right in self.held.items()
            if right.piece is not None
            and right.began
            and right.piece.rests()
            and right.piece not in claiming
            and not any(self.hindrance(unit) for unit in right.piece.units)
        }

    def _in_use(self, right: Right, state: Callable[[], State]) -> bool:
        if right.piece is None:
            return bool(state()[right.name].owners)
        return right.began or right.piece.ceasing is not None

    def users(self, thing: str) -> list[Piece]:
        """The pieces whose units have this thing."""
        found: dict[Piece, None] = {}
        for right in self.held.values():
            if right.piece is not None and any(
                unit.asker.granted and thing in unit.asker.resources for unit in right.piece.units
            ):
                found[right.piece] = None
        return list(found)

    # -- who may be granted at all -------------------------------------------------------------

    def hindrance(self, unit: Unit) -> Reason | None:
        """Why it makes no sense to choose this unit now."""
        if unit.piece is None:
            return None
        if unit.busy():
            return self._lacking_for_a_round(unit)
        if self._barred is not None and not self.all[unit.piece.path].held:
            return self._barred
        names = [unit.piece.path]
        if self.things:
            names += [need.type for need in unit.asker.needs if need.type in self.things]
        for name in names:
            right = self.all[name]
            if right.taken_by and not right.held:
                return Reason("taken", f"{right.taken_by} has {_spoken(right)}")
        return None

    def _lacking_for_a_round(self, unit: Unit) -> Reason | None:
        """Why the next round of what runs has to wait: for a thing that it gave back."""
        for right in self._things(unit):
            if right.held:
                continue
            self._rounds[unit] = None
            if right.taken_by:
                return Reason("taken", f"{right.taken_by} has {right.name}")
            if right.name not in self._retry_s:
                self._ask(right)
            return Reason("asks", f"asks the team for {right.name}")
        return None

    # -- stopping ------------------------------------------------------------------------------

    def go_on_ceasing(self) -> list[Piece]:
        """Stop what must stop, one step per tick; returns the pieces that stand still now."""
        still = [piece for piece in self.ceasing if piece.stands_still()]
        for piece in still:
            del self.ceasing[piece]
        return still


def _free(piece: Piece | None) -> None:
    """What a piece kept for its next attempt is for others, while it is not this robot's work."""
    if piece is not None and not piece.root.busy():
        piece.root.region.free(piece.parts)


def _spoken(right: Right) -> str:
    return "it" if right.piece is not None else right.name
