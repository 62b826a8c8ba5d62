"""Who comes first when robots claim at the same moment: a rule of the test, not luck.

The published method knows no rule for such ties.  What must not depend on it is run under each.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from cotree.core.changes import ClaimChange
from cotree.core.mission import Mission
from cotree.runtime.crew.crew import Crew
from cotree.runtime.messages import Message, Told
from cotree.team.messages import Letter

First = Literal["pr2", "baxter", "potential"]
"""Whose claims are heard first: always one robot's, or whose ask is the more suitable one's."""
FIRSTS: tuple[First, ...] = ("pr2", "baxter", "potential")
LATER_S = 0.06
"""So much later than the others, which is more than a tick, who comes later is heard."""
OTHER_NAMES = {"pr2": "arnold", "baxter": "zoe"}
"""Of equal ballots the later name is the higher one: with these the other robot has it."""


class Turns:
    """Holds back the claims of whoever does not come first."""

    def __init__(self, first: str) -> None:
        self.ties: list[dict[str, float]] = []
        """Who asked at the same moment, each with how suitable it was."""
        self._first = first
        self._asked: dict[str, tuple[float, float]] = {}

    def write(self, message: Message) -> None:
        """To be told of every message of the run."""
        if isinstance(message, Told):
            for change in message.changes:
                if isinstance(change, ClaimChange) and change.word == "asked":
                    self._ask(message.robot, message.t, change.potential)

    def _ask(self, robot: str, now_s: float, potential: float) -> None:
        self._asked[robot] = (now_s, potential)
        together = {name: score for name, (when_s, score) in self._asked.items() if when_s == now_s}
        if len(together) > 1:
            self.ties.append(together)

    def rule(self, crew: Crew) -> None:
        """From now on its letters arrive by turns."""
        deliver = crew.network.deliver

        def by_turns(reader: int, letter: Letter) -> None:
            if self._waits(letter):
                crew.queue.after(LATER_S, lambda: deliver(reader, letter))
            else:
                deliver(reader, letter)

        crew.network.deliver = by_turns

    def _waits(self, letter: Letter) -> bool:
        if all(claim.renews for claim in letter.claims) or not self.ties:
            return False
        tie = self.ties[-1]
        now = self._asked[letter.sender][0] == max(when_s for when_s, _ in self._asked.values())
        return now and letter.sender in tie and letter.sender != self._winner(tie)

    def _winner(self, tie: dict[str, float]) -> str:
        return self._first if self._first in tie else max(tie, key=tie.__getitem__)


def renamed(mission: Mission, names: dict[str, str]) -> Mission:
    """The same mission, whose robots have other names."""
    team = {}
    for name, mate in mission.team.items():
        new = names.get(name, name)
        watchers = tuple(names.get(each, each) for each in mate.watched_by)
        team[new] = msgspec.structs.replace(mate, name=new, watched_by=watchers)
    grasps = {names.get(name, name): scores for name, scores in mission.world.grasps.items()}
    world = msgspec.structs.replace(mission.world, grasps=grasps)
    return msgspec.structs.replace(mission, team=team, world=world)


def faster(mission: Mission, factor: float) -> Mission:
    """The same mission, whose arms are so many times as fast."""
    team = {}
    for name, mate in mission.team.items():
        model = mate.robot
        if model is not None and model.arm_speed_m_s is not None:
            model = msgspec.structs.replace(model, arm_speed_m_s=factor * model.arm_speed_m_s)
        team[name] = msgspec.structs.replace(mate, robot=model)
    return msgspec.structs.replace(mission, team=team)
