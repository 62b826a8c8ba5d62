"""Permits for motions: each running unit may go on until the first of its rights runs out."""

from __future__ import annotations

import math

from cotree.behaviours.desk import Desk
from cotree.core.actions import FOREVER_S, Permit
from cotree.team.ballots import Ballot
from cotree.trees.rights import Rights
from cotree.trees.unit import Unit


class Permits:
    """Orders permits for what starts, and longer ones as the leases are renewed."""

    def __init__(self, rights: Rights, desk: Desk) -> None:
        self._rights = rights
        self._desk = desk
        self._until_s: dict[str, float] = {}
        self._tokens: dict[str, Ballot] = {}

    def won(self, name: str, token: Ballot, until_s: float) -> None:
        """A right is held until then."""
        self._tokens[name] = token
        self._until_s[name] = until_s

    def extend(self, name: str, until_s: float) -> None:
        """A right is held for longer."""
        if until_s <= self._until_s.get(name, math.inf):
            return
        self._until_s[name] = until_s
        piece = self._rights.all[name].piece
        pieces = [piece] if piece is not None else self._rights.users(name)
        for each in pieces:
            for unit in each.units:
                if unit.busy():
                    self.start(unit)

    def lost(self, name: str) -> None:
        """A right is not held any more."""
        self._until_s.pop(name, None)
        self._tokens.pop(name, None)

    def start(self, unit: Unit) -> None:
        """Permit the motions of a unit until the first of its rights runs out."""
        needed = self._rights.needed(unit)
        until_s = min(self._until_s.get(right.name, -FOREVER_S) for right in needed)
        token = self._tokens.get(needed[0].name)
        if token is not None:
            self._desk.commands.append(
                Permit(self._desk.robot, unit.path, token, min(until_s, FOREVER_S))
            )
