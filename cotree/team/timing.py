"""How long everything lasts: a handful of numbers, and two that follow from them."""

from __future__ import annotations

import msgspec

from cotree.core.mission import Coordination

CLAIM_TICKS = 4
"""A claim is made in one tick, voted on in another, and heard of in a third; one may be missed."""


class Timing(msgspec.Struct, frozen=True):
    """Times of the protocol, each measured on a local steady clock; the same for the whole team."""

    hold_s: float = 2.0
    """How long a lease lasts, from the moment its round was sent."""
    renew_s: float = 0.5
    """How often the holder asks for more."""
    resend_s: float = 0.15
    """How soon silent voters are asked again."""
    claim_s: float = 0.6
    """How long a claim may take."""
    beat_s: float = 0.2
    """Between heartbeats while anything runs."""
    rest_s: float = 1.0
    """Between heartbeats at rest."""
    stop_s: float = 0.3
    """How long a motion takes to stop, at most; what is measured, not what is hoped."""
    person_s: float = 1.5
    """How long a person counts as active after the last sighting."""
    dead_holds: float = 3.0
    """After how many leases without a letter a teammate counts as dead where that is asked."""
    rho: float = 1e-3
    """How wrong the rate of a steady clock can be."""
    margin_s: float = 0.05
    """On top of what drift makes necessary."""

    @property
    def term_s(self) -> float:
        """How long a voter keeps a promise: surely longer than the lease it stands for."""
        return self.hold_s * (1 + self.rho) / (1 - self.rho) + self.margin_s

    @property
    def silence_s(self) -> float:
        """How long one without memory stays silent: surely longer than any promise it forgot."""
        return self.term_s * (1 + self.rho) / (1 - self.rho)

    @property
    def dead_s(self) -> float:
        """After how long a silence nobody waits for a teammate; safety does not depend on it."""
        return self.dead_holds * self.hold_s

    def wrong(self) -> str | None:
        """Why a team cannot work with these, or None."""
        if not 0 <= self.rho < 0.5:
            return f"rho is {self.rho:g}; it is the error of a clock's rate, usually 0.001"
        if self.stop_s + self.renew_s >= self.hold_s:
            return (
                f"hold_s is {self.hold_s:g}, which leaves no time to work: it must exceed "
                f"stop_s + renew_s = {self.stop_s + self.renew_s:g}"
            )
        return None


def agreed(wanted: Coordination, rate_hz: float) -> Timing:
    """The times that a team of this mission has; who ticks slowly has longer for a claim."""
    timing = Timing(hold_s=wanted.hold_s, renew_s=wanted.renew_s, stop_s=wanted.stop_s)
    return msgspec.structs.replace(timing, claim_s=max(timing.claim_s, CLAIM_TICKS / rate_hz))
