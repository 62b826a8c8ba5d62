"""The record of a person's process says what was asked and answered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cotree.app.membership import names_of
from cotree.app.place import Place, Terms
from cotree.core.actions import Answered, Ask
from cotree.runtime.clock import Clock
from cotree.runtime.hub import Hub
from cotree.runtime.messages import Heard, Message, Told
from cotree.runtime.process.attendant import Attendant
from cotree.runtime.process.quotes import Quotes
from cotree.runtime.process.telegrams import Spoken, Telegram
from cotree.runtime.process.wire import Wire
from cotree.runtime.promises import Identity
from cotree.runtime.timeline import RealTime
from cotree.trees.reading import loads

MISSION = """
mission: tea
team:
  pr2: {robot: pr2}
  baxter: {robot: baxter}
  ann: {person: {watched_by: [pr2]}}
world: tea_table
task: {and: [{wait: 1 s}]}
"""
ASK = Ask("pr2", "ann", "q1", "task", "are you done?")
YES = Answered("q1", done=True)


class Willing:
    """Says yes to everything, and says it again as long as she is asked."""

    def __init__(self) -> None:
        self._asked = False

    def wake(self, now_s: float) -> None:
        """There is nothing to do."""

    def hear(self, sender: str, telegram: Telegram, now_s: float) -> None:
        self._asked = True

    def telegrams(self, now_s: float) -> Sequence[Telegram]:
        asked, self._asked = self._asked, False
        return [Spoken("pr2", YES)] if asked else []


def test_a_question_and_its_answer_are_in_the_record_once(tmp_path: Path) -> None:
    mission = loads(MISSION, "tea.yaml")
    hub, written = Hub(), list[Message]()
    terms = Terms(lambda name, members, team: hub.join(name), tmp_path / "ann", notice=print)
    place = Place(mission, "ann", written.append, terms)
    me = Identity("tea", place.assembly.plot.task.hash, "pr2")
    pr2 = Wire(hub.join("pr2"), me, names_of(mission), print)
    robots, time = ("pr2", "baxter"), RealTime(20, Clock())
    ann = Attendant(place.footing, time, robots, senses=Willing(), quotes=Quotes("ann"))
    for turn in range(3):
        pr2.tell([Spoken("ann", ASK)])
        ann.turn(float(turn))
    place.close(None)
    asked = [each.commands for each in written if isinstance(each, Told)]
    heard = [each.events for each in written if isinstance(each, Heard) and each.events]
    assert asked == [(ASK,)]
    assert heard == [(YES,)]
    assert all(each.robot == "pr2" for each in written if isinstance(each, Told | Heard))
