"""What the simulation asks of a teammate: the claim protocol, or the paper's rule in its place."""

from __future__ import annotations

from typing import Protocol

from cotree.team.ballots import Ballot
from cotree.team.effects import Out, Outcome
from cotree.team.messages import Letter
from cotree.team.roster import Change


class Member(Protocol):
    """The part of ``cotree.team.teammate.Teammate`` that a robot uses."""

    def receive(self, letter: Letter, now_s: float) -> None:
        """A letter has come."""

    def tick(self, now_s: float) -> None:
        """Time has passed."""

    @property
    def due_s(self) -> float:
        """When it wants a tick."""

    def claim(self, leaf: int, now_s: float) -> None:
        """The robot wants this leaf."""

    def verified(self, leaf: int, token: Ballot, outcome: Outcome, now_s: float) -> None:
        """The answer to a look."""

    def finished(self, leaf: int, token: Ballot, now_s: float) -> None:
        """The leaf is executed."""

    def stopped(self, leaf: int, token: Ballot, now_s: float, *, started: bool = True) -> None:
        """The leaf was stopped, or never begun."""

    def see(self, leaf: int, active: bool, now_s: float) -> None:
        """A person is seen, or gone."""

    def saw_done(self, leaf: int, now_s: float) -> None:
        """The leaf's goal is seen to hold."""

    def let_go(self, leaf: int, token: Ballot, now_s: float) -> None:
        """The robot has left a thing as it found it."""

    def undo(self, leaf: int, now_s: float) -> None:
        """An operator takes a leaf back."""

    def abandon(self, leaves: tuple[int, ...], now_s: float) -> None:
        """An operator gives leaves up."""

    def change_roster(self, change: Change, now_s: float) -> str | None:
        """An operator says who belongs to the team; why not, or None."""

    def drain(self) -> Out:
        """What is to be stored, sent and done."""

    def enabled(self, leaf: int) -> bool:
        """Whether it is the leaf's turn."""

    def taken_by(self, leaf: int, now_s: float) -> str:
        """Who holds something that excludes it."""

    def unknown(self) -> list[int]:
        """Leaves to verify."""

    def holds(self) -> list[int]:
        """Leaves claimed or held."""

    def knows_done(self, leaf: int) -> bool:
        """Whether the leaf is believed to be over."""

    def epoch(self, leaf: int) -> int:
        """Grows each time a leaf is taken back."""

    def knows_person(self, leaf: int, now_s: float) -> bool:
        """Whether a person is believed to be there."""

    @property
    def complete(self) -> bool:
        """Whether everything is believed to be done."""

    @property
    def lost(self) -> bool:
        """Whether it is believed that not everything can be done any more."""
