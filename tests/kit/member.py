"""A tree on a bench whose robot is one of a team: the test answers for the peers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.mission import ResourceModel
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.trees.pieces import Piece
from tests.kit.rig import Rig

NO = Reason("denied", "no")


class MemberRig(Rig):
    """``asks`` names what the robot would have; ``win``, ``deny``, ``learn`` … are the team."""

    def __init__(
        self,
        root: Behaviour,
        resources: Iterable[ResourceModel] = (),
        things: Iterable[str] = (),
        **policy: Any,
    ) -> None:
        names = tuple(things)
        shared = tuple(ResourceModel(name, name) for name in names)
        super().__init__(root, (*resources, *shared), **policy)
        self.rights = self.engine.share(names)
        self.asks: list[str] = []
        self.over: dict[str, str] = {}
        """Pieces that came to their end here: "done", or why they were given up."""

    def tick(self, *args: Any, **more: Any) -> Status:
        for piece in self.rights.go_on_ceasing():
            piece.rejoin()
        status = super().tick(*args, **more)
        self.asks += [right.name.split("/")[-1] for right in self.rights.asks]
        self.rights.asks.clear()
        for piece, reason in self.rights.ended:
            self.over[piece.path.split("/")[-1]] = "done" if reason is None else reason.code
            self.rights.lost(piece.path)
        self.rights.ended.clear()
        return status

    def name(self, short: str) -> str:
        """The whole name of a right."""
        return next(name for name in self.rights.all if name.split("/")[-1] == short)

    def piece(self, short: str) -> Piece:
        """The piece of this name."""
        return self.rights.pieces[self.name(short)]

    def win(self, *shorts: str) -> None:
        """The team says yes to all of these."""
        for short in shorts:
            self.asks.remove(short)
            self.rights.won(self.name(short))
        self.tick()

    def deny(self, short: str, after_s: float = 1.0) -> None:
        """The team says no."""
        self.asks.remove(short)
        self.rights.denied(self.name(short), NO, self.now_s + after_s)
        self.tick()

    def takes(self, short: str, peer: str = "peer") -> None:
        """A peer says that it has this, or (an empty name) that it has let it go."""
        self.rights.taken({self.name(short): peer})
        self.tick()

    def learn(self, *shorts: str) -> None:
        """The team knows that these are done."""
        for short in shorts:
            name = self.name(short)
            if self.rights.all[name].asked:
                self.rights.denied(name, Reason("denied", "done"), self.now_s)
            self.piece(short).learn()
        self.tick()

    def cease(self, short: str, how: Stop = Stop.CANCEL) -> None:
        """The team wants a piece back."""
        self.piece(short).cease(how)
        self.tick()

    def unused(self) -> list[str]:
        """What is held for nothing."""
        state = self.engine.registry.state
        return [right.name.split("/")[-1] for right in self.rights.unused(state)]
