"""How often a robot can tick at most: as its policy says, or as its fastest checker needs."""

from __future__ import annotations

from cotree.core.mission import Mission


def beat_hz(mission: Mission) -> float:
    """Ticks are on this grid; what must be ticked all the time still is at the policy's rate."""
    rates = [float(reaction.params.rate) for reaction in mission.reactions]
    return max([mission.policy.rate_hz, *rates])


def stride_s(mission: Mission) -> float:
    """How much later than the next beat polled leaves are ticked again."""
    return 1.0 / mission.policy.rate_hz - 1.0 / beat_hz(mission)
