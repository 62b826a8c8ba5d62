"""What becomes of an effort: taken, done, put down elsewhere, withdrawn, given up, or unknown.

Pure judgments of what is seen now (spec C.3 and C.4); ``watch`` acts on them.
"""

from __future__ import annotations

import msgspec

from cotree.core.places import Point, distance_m
from cotree.team.mirror.effort import Effort
from cotree.team.mirror.hand import Hand
from cotree.team.mirror.sightings import IDLE_S, Stage
from cotree.team.mirror.things import Thing


class Limits(msgspec.Struct, frozen=True):
    """How near, how far and how long; spec C.3 and C.4."""

    goal_m: float = 0.05
    still_s: float = 0.5
    let_go_m: float = 0.15
    """A hand farther away than this does not hold the object."""
    withdrawn_m: float = 0.20
    withdrawn_s: float = 1.0
    taken_m: float = 0.04
    """An object that moved so far, with the hand at it, was taken."""
    idle_s: float = IDLE_S
    unseen_s: float = 2.0
    """After so long out of sight it is not known any more where an object is."""
    forgive_s: float = 2.0
    """Who gave a leaf up is not taken at the movement that goes on for so long."""
    news_s: float = 0.5
    """How often what goes on is said again."""
    asks_s: float = 0.0
    """A hand must have left so long ago before anybody is asked what nobody saw: a camera sees what
    was put down a moment after the hand has left it."""


class Scene(msgspec.Struct, frozen=True):
    """The moment that is judged."""

    t_s: float
    hand: Hand
    thing: Thing | None
    goal: Point
    limits: Limits

    def hand_is_old(self) -> bool:
        """Whether the hand is out of sight."""
        last = self.hand.last
        return last is None or self.t_s - last.t_s > self.limits.unseen_s

    def away(self, point: Point) -> bool:
        """Whether the hand was last seen too far from a point to hold anything there."""
        last = self.hand.last
        return last is not None and distance_m(last.at, point) > self.limits.let_go_m

    def unseen_s(self) -> float:
        """For how long the object is out of sight."""
        return 0.0 if self.thing is None else self.t_s - self.thing.seen_s


class Verdict(msgspec.Struct, frozen=True):
    """What has become of an effort."""

    stage: Stage | None
    """None: nobody saw, ask."""
    confidence: float = 1.0
    why: str = ""


ASK = Verdict(None)


def verdict_of(effort: Effort, scene: Scene) -> Verdict | None:
    """The verdict on an effort, or None while it goes on."""
    if effort.stage is Stage.REACHING:
        return _of_reaching(effort, scene)
    return None if scene.thing is None else _of_working(effort, scene, scene.thing)


def _of_reaching(effort: Effort, scene: Scene) -> Verdict | None:
    last, limits = scene.hand.last, scene.limits
    if last is not None and scene.hand.ready and last.t_s == scene.t_s:
        far_m = distance_m(last.at, effort.lay)
        effort.moves(scene.t_s, far_m, scene.hand.approach(effort.lay), limits.withdrawn_m)
        if effort.arrived and scene.away(effort.lay) and scene.unseen_s() >= limits.still_s:
            return Verdict(Stage.WORKING, 0.7)
    if effort.left_for_s(scene.t_s) >= limits.withdrawn_s:
        return Verdict(Stage.CLEARED, effort.confidence, "withdrew")
    if scene.t_s - effort.acted_s > limits.idle_s:
        return Verdict(Stage.CLEARED, 1.0, f"did nothing for {limits.idle_s:g} s")
    return None


def _of_working(effort: Effort, scene: Scene, thing: Thing) -> Verdict | None:
    limits = scene.limits
    effort.at_goal = effort.at_goal or not scene.away(scene.goal)
    if scene.unseen_s() > limits.unseen_s:
        gone = scene.hand_is_old() or (effort.at_goal and scene.away(scene.goal))
        effort.goes(scene.t_s, gone=gone)
        return ASK if effort.gone_for_s(scene.t_s, limits.asks_s) and not effort.asked else None
    let_go = scene.away(thing.at) and thing.still_s() >= limits.still_s
    if not let_go or thing.seen_s < effort.acted_s:
        return None
    if distance_m(thing.at, scene.goal) <= limits.goal_m:
        return Verdict(Stage.DONE)
    return Verdict(Stage.CLEARED, 1.0, "put it down elsewhere")
