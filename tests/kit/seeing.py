"""What tests of missions with cameras need: whether this machine can, and what a run was like."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from cotree import app
from cotree.core.actions import Begin, Ended, HandSeen
from cotree.core.mission import Mission
from cotree.perception.blind import Blind
from cotree.perception.hands.model import hand_model
from cotree.runtime.messages import End, Heard, Message, Told
from cotree.simulation.physics.missing import NO_GL, have_mujoco, usual_gl


def _cannot_draw() -> str:
    if not have_mujoco():
        return "needs cotree[physics]: no MuJoCo here"
    return "pictures need libEGL" if usual_gl() == NO_GL else ""


def _cannot_see() -> str:
    missing = [each for each in ("mediapipe", "cv2") if find_spec(each) is None]
    if missing or isinstance(hand_model(), Blind):
        return f"needs cotree[perception]: no {' '.join(missing) or 'hand model'} here"
    return ""


draws = pytest.mark.skipif(bool(_cannot_draw()), reason=_cannot_draw())
"""For tests that need drawn pictures."""
sees = pytest.mark.skipif(
    bool(_cannot_draw() or _cannot_see()), reason=_cannot_draw() or _cannot_see()
)
"""For tests that need drawn pictures, and somebody who understands them."""


class Seen:
    """A run of a mission that has senses, and what came of it."""

    def __init__(self, mission: Mission | str | Path, until_s: float | None = None) -> None:
        read = isinstance(mission, Mission)
        self.mission = mission if isinstance(mission, Mission) else app.read_mission(str(mission))
        assert read or self.mission.senses.any
        self.messages: list[Message] = []
        self.reports: list[str] = []
        self.end: End = app.run_team(
            self.mission, self.messages.append, until_s=until_s, report=self.reports.append
        )

    def hands(self, robot: str) -> list[HandSeen]:
        """Where this robot was told that people's hands were."""
        heard = [each for each in self.messages if isinstance(each, Heard)]
        events = (event for each in heard if each.robot == robot for event in each.events)
        return [event for event in events if isinstance(event, HandSeen)]

    def done_by_robots(self) -> Counter[str]:
        """By piece: how often a robot's action for it succeeded."""
        pieces: dict[tuple[str, str], str] = {}
        found: Counter[str] = Counter()
        for each in self.messages:
            if isinstance(each, Told):
                begun = (one for one in each.commands if isinstance(one, Begin))
                pieces |= {(each.robot, one.id): one.piece for one in begun}
            elif isinstance(each, Heard):
                ended = (one for one in each.events if isinstance(one, Ended))
                found.update(pieces[each.robot, one.id] for one in ended if one.reason is None)
        return found
