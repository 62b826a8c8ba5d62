"""What arms need of a world of forces, and what it needs of them; ``cotree.app`` brings them.

Who plans motions and chooses grasps is no part of a simulation: it would do the same for a real
arm.  Here is only what both sides say to each other, in plain numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.figures import Figure

Size = tuple[float, float, float]
Pace = tuple[float, float, float, float]
"""When the hand shall be at the object, have lifted it, be at the goal, and be off it again."""


Scoring = Callable[[], float | None]
"""A score from 0 to 100, or less than 0 for what cannot be seen; None until it is known."""


class Surroundings(Protocol):
    """What an arm can see and feel around it; a table's top is at height 0."""

    def look(self, robot: str, thing: str) -> tuple[Floats, Floats]:
        """The points (n, 3) of a thing that this robot sees, and where it looks from."""

    def pose(self, thing: str) -> Floats:
        """Where a thing is (4, 4)."""

    def link(self, robot: str, name: str) -> Floats:
        """Where one of a robot's links is (4, 4)."""

    def boxes(self, without: str) -> Sequence[tuple[Floats, Size]]:
        """Everything that an arm must not touch, but for one thing: poses and sizes."""

    def box(self, thing: str) -> tuple[Floats, Size]:
        """The box around one thing: its pose in the thing's frame, and its size."""

    def ground_m(self, to: Point, thing: str) -> float:
        """How high that is on which a thing would stand at a point."""

    def taken(self, robot: str, thing: str) -> bool:
        """Whether somebody else has it in hand."""


class Worker(Protocol):
    """Leads one arm; asked again and again, it never takes long to answer."""

    @property
    def rest(self) -> Floats:
        """How it stands before it has done anything: the roll of its robot, then the arm."""

    @property
    def over(self) -> bool:
        """Whether it has nothing more to do."""

    @property
    def why(self) -> Reason | None:
        """Why the last errand came to nothing."""

    @property
    def holds(self) -> str | None:
        """What it has lifted and not put down."""

    @property
    def placed(self) -> bool:
        """Whether it has let go of its thing where that should be."""

    def take(self, thing: str, goal: Point | None, pace: Pace) -> None:
        """Take a thing, and bring it to its goal, if it has one."""

    def put(self, thing: str, goal: Point, pace: Pace, now_s: float) -> None:
        """Bring what is held to a goal."""

    def stop(self, how: Stop, now_s: float) -> None:
        """Pause; put back what is held and end; or hold still at once."""

    def lead(self, now_s: float, width_m: float, hand: Floats) -> tuple[Floats, bool]:
        """Where the joints shall be now, and whether the fingers shall be open."""


class Arms(Protocol):
    """Knows the arms of robots."""

    def figure(self, model: str, grippers: Sequence[str]) -> Figure | Reason | None:
        """How this kind of robot is built, or why that cannot be read; None: nobody knows."""

    def worker(
        self, who: tuple[str, str, str], hand: Floats, left: Floats, around: Surroundings
    ) -> Worker:
        """Who leads the arm of a robot (its name, its model, the gripper).

        ``hand``: where the hand rests; ``left``: the direction to which the robot rolls.
        """

    def score(self, who: tuple[str, str, str], thing: str, around: Surroundings) -> Scoring:
        """How well a gripper could take a thing that is as it is now."""
