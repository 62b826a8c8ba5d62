"""How well robots could take things now: looked at again when a thing has moved or turned."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable

import numpy as np

from cotree.core.actions import GraspSeen
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.ports import Arms, Scoring, Surroundings

LOOKS_S = 0.5
"""How often it is looked whether grasps have become better or worse."""
THINKS_S = 0.25
"""How long it takes at least until that is known."""
AGAIN_S = 0.05
"""If it takes longer, it is asked so often."""
AT_FIRST_S = 0.005
"""The same before time begins."""
MOVED_M = 0.01
TURNED = 0.05
"""How much a direction of the thing may change (a sine) until it counts as turned."""
BESIDE_M = 0.25
"""What stands so near to something that moved is looked at again, too."""
Who = tuple[str, str, str]
"""Robot, model and gripper."""


class Scores:
    """Has scores thought over: of all things at first, then of those that something changed for."""

    def __init__(
        self, arms: Arms | None, around: Surroundings, who: Iterable[Who], things: Iterable[str]
    ) -> None:
        self._arms = arms
        self._around = around
        self._who = tuple(who)
        self._things = tuple(things) if self._who else ()
        self._poses: dict[str, Floats] = {}
        self._told: dict[tuple[str, str], float] = {}
        self._asked: list[tuple[str, str, Scoring]] = []
        """Robot, thing, and who thinks it over."""
        self._looked_s = 0.0
        self.due_s: float | None = None
        """When the next answers may be there."""

    def first(self) -> list[GraspSeen]:
        """The scores of all things, waited for."""
        self._ask()
        found: list[GraspSeen] = []
        while self._asked:
            found += self._answers()
            if self._asked:  # somebody thinks elsewhere, in real time: leave him the processor
                time.sleep(AT_FIRST_S)
        return found

    def look(self, now_s: float, busy: Collection[str]) -> None:
        """Look what has changed; what is ``busy`` in somebody's hand is left for later."""
        if not self._things or self._asked or 0.0 < now_s - self._looked_s < LOOKS_S:
            return
        self._looked_s = now_s
        self._ask(busy)
        if self._asked:
            self.due_s = now_s + THINKS_S

    def told(self, now_s: float) -> list[GraspSeen]:
        """What is known by now, if that is anything new."""
        if self.due_s is None or now_s < self.due_s:
            return []
        found = self._answers()
        self.due_s = now_s + AGAIN_S if self._asked else None
        return found

    def _ask(self, busy: Collection[str] = ()) -> None:
        now = {name: self._around.pose(name) for name in self._things if name not in busy}
        moved = [name for name, pose in now.items() if _differs(self._poses.get(name), pose)]
        if not moved or self._arms is None:
            return
        places = [pose[:3, 3] for pose in (*self._known(moved), *(now[name] for name in moved))]
        self._poses.update({name: now[name] for name in moved})
        for name, pose in now.items():
            if name in moved or _near(pose, places):
                for who in self._who:
                    self._asked.append((who[0], name, self._arms.score(who, name, self._around)))

    def _known(self, names: Iterable[str]) -> list[Floats]:
        """Where these were, as far as that was known."""
        return [self._poses[name] for name in names if name in self._poses]

    def _answers(self) -> list[GraspSeen]:
        """The scores that are known now and have changed; the best gripper of a robot counts."""
        best: dict[tuple[str, str], float] = {}
        left = []
        for robot, thing, ask in self._asked:
            score = ask()
            if score is None:
                left.append((robot, thing, ask))
            elif score >= 0.0:
                best[robot, thing] = max(score, best.get((robot, thing), 0.0))
        self._asked = left
        news = {key: score for key, score in best.items() if self._told.get(key) != score}
        self._told |= news
        return [GraspSeen(robot, thing, score) for (robot, thing), score in news.items()]


def _differs(was: Floats | None, now: Floats) -> bool:
    if was is None or float(np.linalg.norm(was[:3, 3] - now[:3, 3])) > MOVED_M:
        return True
    return bool(np.abs(was[:3, :3] - now[:3, :3]).max() > TURNED)


def _near(pose: Floats, places: Iterable[Floats]) -> bool:
    return any(float(np.linalg.norm(pose[:3, 3] - at)) < BESIDE_M for at in places)
