"""What an operator injects, as the misfortunes that a mission can script."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import get_args

from cotree.core.disturbances import Misfortune
from cotree.core.mission import Mission
from cotree.core.words import did_you_mean
from cotree.runtime.acts import Inject, Injury

TO_PROCESSES = ("kill", "restart", "cut", "mend")
"""What befalls the process of a robot, or its network: only in a team it is by itself."""
TO_WAYS = ("block", "unblock")
INJURIES: tuple[str, ...] = get_args(Injury)


@dataclasses.dataclass(frozen=True)
class Scene:
    """Whom and what of a mission misfortunes can befall."""

    states: Mapping[str, tuple[str, ...]]
    """The robots, each with the operating states that it knows; the first one is without load."""
    places: tuple[str, ...]
    held: Callable[[str], list[str]]
    """The objects in a robot's hands now."""

    @staticmethod
    def of(mission: Mission, held: Callable[[str], list[str]]) -> Scene:
        """The scene of a mission."""
        robots = {name: mate.robot for name, mate in mission.team.items()}
        states = {name: model.states for name, model in robots.items() if model is not None}
        return Scene(states, tuple(mission.world.places), held)

    def injections(self) -> tuple[str, ...]:
        """What can be injected."""
        left_out = () if len(self.states) > 1 else TO_PROCESSES
        left_out = left_out if len(self.places) > 1 else (*left_out, *TO_WAYS)
        return tuple(word for word in INJURIES if word not in left_out)

    def no_robot(self, name: str) -> str | None:
        """Why this is no robot."""
        if name in self.states:
            return None
        if not name:
            return f"which robot? there is: {', '.join(self.states)}"
        return f"no robot '{name}'{did_you_mean(name, self.states)}"

    def befalls(self, act: Inject, now_s: float) -> list[Misfortune] | str:
        """The misfortunes that an injection is; or what is wrong with it."""
        if act.what in TO_WAYS:
            return self._ways(act, now_s)
        wrong = self.no_robot(act.robot)
        if wrong is not None:
            return wrong
        if act.what == "fall":
            return [Misfortune(now_s, "falls", act.robot)]
        return self._drops(act.robot, now_s)

    def _drops(self, robot: str, now_s: float) -> list[Misfortune] | str:
        """What is in its hands falls; what it carries otherwise is gone."""
        held = self.held(robot)
        if held:
            return [Misfortune(now_s, "loses", robot, object=each) for each in held]
        states = self.states[robot]
        if not states:
            return f"{robot} holds nothing"
        return [Misfortune(now_s, "becomes", robot, state=states[0])]

    def _ways(self, act: Inject, now_s: float) -> list[Misfortune] | str:
        wrong = self.no_robot(act.robot) if act.robot else None
        if wrong is not None:
            return wrong
        ends = self._ends(act.place)
        if ends is None:
            known = ", ".join(self.places[:12]) + (", ..." if len(self.places) > 12 else "")
            return f"no way '{act.place}'; name its two ends, as in c3-p3; places are {known}"
        if act.what == "block":
            return [Misfortune(now_s, "blocks", act.robot, way=ends)]
        return [Misfortune(now_s, "clears", act.robot, way=ends)]

    def _ends(self, way: str) -> tuple[str, str] | None:
        """Both ends of a way; the names of places may have a hyphen, too."""
        parts = way.split("-")
        for cut in range(1, len(parts)):
            source, target = "-".join(parts[:cut]), "-".join(parts[cut:])
            if source != target and source in self.places and target in self.places:
                return source, target
        return None
