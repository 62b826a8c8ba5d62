"""What the records of a team's processes tell of a mission of one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from cotree import app
from cotree.app.history import History
from cotree.core.actions import FactSeen, Tell
from cotree.core.errands import WORD
from cotree.core.mission import Mission
from cotree.runtime.messages import Heard, Told
from cotree.runtime.read import read
from tests.kit.evidence import Evidence
from tests.kit.processes import ROOT


def hospital(*more: str) -> str:
    """The mission of the paper without what befalls it, and its name; its robots tick calmly."""
    text = (ROOT / "config/experiments/hospital.yaml").read_text()
    kept = text.partition("\nsimulation:")[0].partition("\nmission: hospital\n")[2]
    assert "ltl:" in kept, "the file has another order now"
    return "\n".join([kept.replace("rate: 50", "rate: 20"), *more, ""])


def as_heard(mission: Mission, record: Path) -> History:
    """Where everybody was, in the order in which one robot heard it."""
    history = History(mission, lambda message: None)
    heard = (each for each in read(record).messages if isinstance(each, Heard))
    for message in heard:
        for event in message.events:
            if isinstance(event, FactSeen) and event.name.endswith(WORD):
                robot = event.name.removesuffix(WORD)
                told = Tell(robot, event.name, str(event.value))
                history.write(Told(message.n, message.t, (), (told,), robot))
    return history


def in_one_process(mission: Mission) -> History:
    """The same mission with everybody in one process, in virtual time."""
    history = History(mission, lambda message: None)
    app.run_team(mission, history.write)
    return history


def doers(folder: Path) -> dict[str, set[str]]:
    """By errand: which robots moved for it."""
    found: dict[str, set[str]] = {}
    for life in Evidence(folder).lives:
        for deed in life.deeds:
            found.setdefault(deed.leaf, set()).add(deed.robot)
    return found


def turned(history: History, robots: Iterable[str] = ()) -> list[tuple[str, str, str]]:
    """Each change of an operating state: where, from what, to what; in the order of the team."""
    return [
        (now[0], before[1], now[1])
        for robot, word in history.words.items()
        if not robots or robot in robots
        for before, now in pairwise(word)
        if before[1] != now[1]
    ]
