"""What a hand reaches for: the paper's two cues, and when to believe them (spec C.2, choice 12).

The object whose distance shrinks fastest and towards which the hand moves most straight is the
candidate, if both cues name the same.  A candidate that lasts, or an object at which the hand
arrives slowly, is recognised.  A wrong intent blocks robots and an undecided one is cheap, so
disagreement is no decision.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from cotree.core.places import Point, distance_m
from cotree.team.mirror.hand import Hand, angle_deg


class Rule(msgspec.Struct, frozen=True):
    """When a hand's movement counts as intent; the defaults are 8 frames of 30 per second."""

    window_s: float = 0.2
    """How much of the track speaks of the movement."""
    slow_m_s: float = 0.05
    """A slower hand moves nowhere."""
    angle_deg: float = 40.0
    """The hand must move this straight towards the object ..."""
    clear_deg: float = 4.0
    """... and by so much straighter than towards any other."""
    lasts_s: float = 7 / 30
    """How long the cues must name the same object."""
    frames: int = 4
    """In how many samples at least, whatever the camera's rate."""
    near_m: float = 0.08
    """A hand this near has arrived at an object ..."""
    arrives_m_s: float = 0.25
    """... when it is slower than this ..."""
    arrives_s: float = 2 / 30
    """... for so long; negative: arriving does not count."""


DEFAULT = Rule()
CHOICE_12 = Rule(clear_deg=0.0)
"""The rule as the spec words it; ours asks in addition that the object is clearly the best."""
LITERAL = Rule(angle_deg=180.0, clear_deg=0.0, lasts_s=0.0, frames=1, arrives_s=-1.0)
"""The paper's sentence as it stands: believed as soon as both cues agree once."""


ARRIVED = 0.95
"""How sure it is that a hand means the object at which it has arrived."""


class Guess(msgspec.Struct, frozen=True):
    """A recognised intent: the object, how sure, and by which of the two ways."""

    object: str
    confidence: float
    arrived: bool = False


class Cues(msgspec.Struct, frozen=True):
    """What the movement says of one object."""

    rate_m_s: float
    """How its distance changes."""
    angle_deg: float
    """Between the movement and the way to it."""


class Streak:
    """How long the same object has been named without interruption."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.since_s = 0.0
        self.frames = 0

    def note(self, name: str | None, t_s: float) -> None:
        """This object is named now, or none."""
        if name is None or name != self.name:
            self.name, self.since_s, self.frames = name, t_s, 0
        self.frames += 1

    def lasted(self, duration_s: float, frames: int, t_s: float) -> bool:
        """Whether it was named this long and this often."""
        enough = self.frames >= frames and t_s - self.since_s >= duration_s - 1e-6
        return self.name is not None and enough


class Aim:
    """Recognises what one hand reaches for, sample by sample."""

    def __init__(self, rule: Rule = DEFAULT) -> None:
        self.rule = rule
        self.hand = Hand(rule.window_s)
        self._straight = Streak()
        self._arrived = Streak()

    def see(
        self, t_s: float, at: Point, candidates: Mapping[str, Point], others: Mapping[str, Point]
    ) -> Guess | None:
        """What is recognised with this sample.

        Movement is read as meant for one of the ``candidates`` (what a person's turn it is to do);
        arriving is believed of the ``others`` too.
        """
        if not self.hand.see(t_s, at):
            return None
        if not self.hand.ready:
            self._straight.note(None, t_s)
            self._arrived.note(None, t_s)
            return None
        return self._on_the_way(t_s, candidates) or self._at(t_s, at, {**others, **candidates})

    def _on_the_way(self, t_s: float, candidates: Mapping[str, Point]) -> Guess | None:
        cues = self.cues(candidates)
        name = self._candidate(cues)
        self._straight.note(name, t_s)
        if name is None or not self._straight.lasted(self.rule.lasts_s, self.rule.frames, t_s):
            return None
        return Guess(name, _clearness(name, cues))

    def cues(self, candidates: Mapping[str, Point]) -> dict[str, Cues]:
        """What the movement says of each candidate; nothing while the hand rests."""
        velocity = self.hand.velocity()
        if math.hypot(*velocity) < self.rule.slow_m_s:
            return {}
        here = self.hand.middle()
        return {
            name: Cues(self.hand.approach(point), angle_deg(velocity, _way(here, point)))
            for name, point in candidates.items()
        }

    def _candidate(self, cues: Mapping[str, Cues]) -> str | None:
        """The object that both cues name."""
        if not cues:
            return None
        fastest = min(cues, key=lambda name: cues[name].rate_m_s)
        straightest = min(cues, key=lambda name: cues[name].angle_deg)
        best = cues[fastest]
        if fastest != straightest or best.rate_m_s >= 0.0 or best.angle_deg >= self.rule.angle_deg:
            return None
        rival_deg = min((cues[name].angle_deg for name in cues if name != fastest), default=360.0)
        return fastest if rival_deg - best.angle_deg >= self.rule.clear_deg else None

    def _at(self, t_s: float, at: Point, objects: Mapping[str, Point]) -> Guess | None:
        """The object at which the hand has arrived."""
        if not objects or self.rule.arrives_s < 0.0:
            return None
        nearest = min(objects, key=lambda name: distance_m(at, objects[name]))
        there = distance_m(at, objects[nearest]) <= self.rule.near_m
        slow = math.hypot(*self.hand.velocity()) <= self.rule.arrives_m_s
        self._arrived.note(nearest if there and slow else None, t_s)
        if not self._arrived.lasted(self.rule.arrives_s, 2, t_s):
            return None
        return Guess(nearest, ARRIVED, arrived=True)


def _way(start: Point, end: Point) -> Point:
    return (end[0] - start[0], end[1] - start[1], end[2] - start[2])


def _clearness(name: str, cues: Mapping[str, Cues]) -> float:
    """0.6 when another object is as likely, 0.9 when no other is likely at all."""
    rivals = [cue.angle_deg for other, cue in cues.items() if other != name]
    if not rivals:
        return 0.9
    return 0.9 - 0.3 * min(1.0, cues[name].angle_deg / max(min(rivals), 1e-9))
