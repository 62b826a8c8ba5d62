"""Evidence that gathers: the paper's two cues over many noisy frames, each weighed by its doubt.

A camera's palm jumps by a centimetre or two, so one frame's direction says little.  Each frame
counts for a thing as much as the way to it fits the movement, given how far the palm may be off and
that a hand does not aim at the middle of a thing; old frames fade.  A verdict needs a clear lead.
Candidates are the enabled leaves' things; arriving is read as ``Aim`` reads it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from cotree.core.places import Point, distance_m
from cotree.team.mirror.aim import Aim, Cues, Guess, Rule
from cotree.team.mirror.outcome import Limits
from cotree.team.mirror.watch import Target, Watch


class Weights(msgspec.Struct, frozen=True):
    """How much a frame says; the defaults were set on 100 rendered reaches and judged on others."""

    angle_deg: float = 10.0
    """A hand's way is so straight ..."""
    speed_m_s: float = 0.05
    """... its speed is known to so much ..."""
    grip_m: float = 0.06
    """... and the palm ends so far beside the thing."""
    frame: float = 0.4
    """Neighbouring frames see the same movement: each counts as so much of one."""
    fades_s: float = 0.5
    """After so long without news evidence is down to a third."""
    lead: float = 1.2
    """A verdict's lead over the next thing, as a logarithm of odds."""
    lasts_s: float = 0.06
    """How long it must lead."""
    most: float = 12.0
    """More evidence than this against a thing is not kept, so that a change of mind is seen."""


class Verdict(msgspec.Struct, frozen=True):
    """What one frame leads to: a thing, or undecided."""

    t_s: float
    object: str | None
    confidence: float = 0.0
    arrived: bool = False


RULE = Rule(window_s=0.22, frames=2, near_m=0.10)
"""For cameras of 10 to 30 frames a second."""


ASKS_S = 1.0
"""A camera may see what was put down so much later than the hand has left it."""


def from_pictures(
    person: str, observer: str, targets: Mapping[str, Target], *, home: Point | None
) -> Watch:
    """A watcher of a hand that cameras see."""
    limits = Limits(asks_s=ASKS_S)
    return Watch(person, observer, targets, limits=limits, home=home, aim=Gathered())


class Gathered(Aim):
    """Recognises what one hand reaches for, by the evidence of all its frames."""

    def __init__(self, rule: Rule = RULE, weights: Weights = Weights()) -> None:  # noqa: B008
        super().__init__(rule)
        self.weights = weights
        self._against: dict[str, float] = {}
        self._at_s = 0.0
        self._first: tuple[str, float] | None = None

    def judge(self, t_s: float, at: Point, candidates: Mapping[str, Point]) -> Verdict:
        """The verdict with this sample."""
        guess = self.see(t_s, at, candidates, {})
        if guess is None:
            return Verdict(t_s, None)
        return Verdict(t_s, guess.object, guess.confidence, guess.arrived)

    def _on_the_way(self, t_s: float, candidates: Mapping[str, Point]) -> Guess | None:
        self._fade(t_s, candidates)
        cues = self.cues(candidates)
        for name, cue in cues.items():
            self._weigh(name, cue, candidates[name])
        if self._against:
            least = min(self._against.values())
            most = least + self.weights.most
            self._against = {name: min(x, most) - least for name, x in self._against.items()}
        leader, lead = self._leader()
        if leader is None or not cues or lead < self.weights.lead or cues[leader].rate_m_s >= 0.0:
            self._first = None
            return None
        if self._first is None or self._first[0] != leader:
            self._first = (leader, t_s)
        if t_s - self._first[1] < self.weights.lasts_s - 1e-6:
            return None
        return Guess(leader, min(0.9, 1.0 / (1.0 + math.exp(-lead))))

    def _fade(self, t_s: float, candidates: Mapping[str, Point]) -> None:
        """Old evidence counts less; what cannot be meant any more has none."""
        kept = math.exp(-max(0.0, t_s - self._at_s) / self.weights.fades_s)
        self._against = {name: self._against.get(name, 0.0) * kept for name in candidates}
        self._at_s = t_s

    def _weigh(self, name: str, cue: Cues, point: Point) -> None:
        """One frame's evidence against a thing: by direction, and whether it comes nearer."""
        weights = self.weights
        speed = max(math.hypot(*self.hand.velocity()), 1e-3)
        far_m = max(distance_m(self.hand.middle(), point), 0.02)
        doubt_deg = math.hypot(
            weights.angle_deg,
            math.degrees(math.atan2(weights.speed_m_s, speed)),
            math.degrees(math.atan2(weights.grip_m, far_m)),
        )
        against = 0.5 * (cue.angle_deg / doubt_deg) ** 2
        self._against[name] += weights.frame * min(against, weights.most)

    def _leader(self) -> tuple[str | None, float]:
        """What has the least against it, and by how much."""
        if not self._against:
            return None, 0.0
        first, *rest = sorted(self._against, key=lambda name: (self._against[name], name))
        lead = self._against[rest[0]] - self._against[first] if rest else self.weights.most
        return first, lead
