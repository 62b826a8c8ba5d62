"""All grippers of a world with forces, those that arms carry and those that fly, as one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cotree.core.actions import Carry, Event, Grasp, Release
from cotree.core.places import Point, distance_m
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.simulation.doing import Doing
from cotree.simulation.physics.armwork import ArmWork
from cotree.simulation.physics.hands import Hands, Which
from cotree.simulation.physics.ports import Pace
from cotree.simulation.physics.world import PhysicalWorld

GOES = 0.4
"""The share of a grasp, or of letting go, that the way there takes."""
PLACED_M = 0.05
"""What lies farther from where it was put has been misplaced; as near as a ``place`` asks for."""


class Grips:
    """What grippers do for actions, and what comes of it."""

    def __init__(self, world: PhysicalWorld, hands: Hands, arms: ArmWork) -> None:
        self._world = world
        self._hands = hands
        self._arms = arms

    def begin(self, bases: Mapping[str, Point]) -> None:
        """Be where they rest, at once."""
        self._hands.begin(bases)
        self._arms.begin()

    def lead(self, now_s: float, base: Callable[[str], Point]) -> None:
        """Move all of them on."""
        self._hands.lead(now_s, base)
        self._arms.lead(now_s)

    def by_arm(self, doing: Doing) -> bool:
        """Whether an arm does it."""
        return which_of(doing) in self._arms

    # -- what they do --------------------------------------------------------------------------

    def set_out(self, doing: Doing, now_s: float) -> None:
        """An action has begun: its gripper goes its way."""
        which, pace = which_of(doing), pace_of(doing, now_s)
        if which is None:
            return
        action, base = doing.begin.action, self._world.robots[which[0]].at
        if which in self._arms:
            self._arms.set_out(which, action, pace, now_s)
            return
        match action:
            case Grasp(object=thing):
                self._hands.take(which, thing, now_s, pace[0], pace[1], base)
            case Carry(object=thing) if pace[1] > now_s:
                self._hands.take(which, thing, now_s, pace[0], pace[1], base)
            case Carry(object=thing, at=at) | Release(object=thing, at=at):
                self._hands.put(which, thing, at, now_s, pace[2], pace[3])

    def closes(self, doing: Doing, now_s: float) -> Reason | None:
        """A flying hand has its thing, and brings it on; or the reason why it has not."""
        which, action, way = which_of(doing), doing.begin.action, doing.sweep
        assert isinstance(action, Carry)
        assert which is not None
        assert way is not None
        if not self._hands.took(which, action.object):
            return _slipped(action.object, action.gripper)
        self._hands.put(which, action.object, way.to, now_s, way.arrives_s, way.ends_s)
        return None

    def stop(self, doing: Doing, how: Stop, now_s: float) -> None:
        """An arm that is cancelled puts back what it holds; one that is killed holds it."""
        which = which_of(doing)
        if which is not None and which in self._arms:
            self._arms.stop(which, how, now_s)

    def rest(self, doing: Doing) -> None:
        """The action is over: a flying hand stays where it is."""
        which = which_of(doing)
        if which is not None and which in self._hands:
            robot = self._world.robots[which[0]]
            self._hands.rest(which, robot.at, holds=which[1] in robot.holds)

    # -- what comes of it ----------------------------------------------------------------------

    def at_work(self, doing: Doing) -> bool:
        """Arms take what they take, also to put back what they hold."""
        which = which_of(doing)
        return which is not None and which in self._arms and not self._arms.over(which)

    def given_up(self, doing: Doing) -> Reason | None:
        """Why a gripper has given up what it does."""
        which, action = which_of(doing), doing.begin.action
        if which is None:
            return None
        if which in self._arms:
            return self._arms.why(which) if self._arms.over(which) else None
        if isinstance(action, Carry | Release) and self._has_lost(which, action.object):
            return _slipped(action.object, action.gripper)
        return None

    def slipped(self) -> list[str]:
        """What is no longer in the flying hand that had it."""
        held = self._world.carriers.items()
        return [thing for thing, which in held if self._has_lost(which, thing)]

    def noticed(self, doing: Doing) -> list[Event]:
        """An arm has lifted its thing, or lost it, or put it back."""
        which = which_of(doing)
        if which is None or which not in self._arms:
            return []
        robot, gripper = which
        held, now = self._world.robots[robot].holds.get(gripper), self._arms.holds(which)
        if now is not None and held is None and doing.sweep is not None:
            self._world.seized(robot, gripper, now)
            self._world.robots[robot].gripper_at[gripper] = doing.sweep.object_at
            return [self._world.object_seen(now)]
        if held is not None and now is None and not self._arms.placed(which):
            self._world.lost(held)
            return [self._world.object_seen(held)]
        return []

    def why(self, doing: Doing) -> Reason | None:
        """What forces made of an action that came to its end."""
        which, action = which_of(doing), doing.begin.action
        match action:
            case Grasp(object=thing, gripper=gripper) if which is not None:
                if which in self._arms:
                    return self._arms.why(which)
                return None if self._hands.took(which, thing) else _slipped(thing, gripper)
            case Carry(object=thing, at=at) | Release(object=thing, at=at):
                away_m = distance_m(self._world.truth(thing), at)
                where = f"{thing} lies {away_m:.2f} m from where it was put"
                far = Reason("misplaced", where, {"object": thing})
                return None if away_m <= PLACED_M else far
            case _:
                return None

    def _has_lost(self, which: Which, thing: str) -> bool:
        carries = self._world.carriers.get(thing) == which
        return carries and which in self._hands and self._hands.lost(which, thing)


def which_of(doing: Doing) -> Which | None:
    """The gripper that does it, if it is one."""
    action = doing.begin.action
    if not isinstance(action, Carry | Grasp | Release):
        return None
    return doing.begin.robot, action.gripper


def pace_of(doing: Doing, now_s: float) -> Pace:
    """When a hand shall have done what, so that its action lasts as long as foretold."""
    way, ends_s = doing.sweep, doing.ends_s
    if way is not None:
        return way.reaches_s, way.grasps_s, way.arrives_s, way.ends_s
    there_s = now_s + GOES * (ends_s - now_s)
    if isinstance(doing.begin.action, Grasp):
        return there_s, ends_s, ends_s, ends_s
    return now_s, now_s, there_s, ends_s


def _slipped(thing: str, gripper: str) -> Reason:
    return Reason("slipped", f"{thing} slipped out of {gripper}", {"object": thing})
