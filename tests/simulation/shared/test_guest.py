"""A person in a process of her own who is at a page: what she does reaches the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree import app
from cotree.core.actions import Answered, Ask, FactSeen, Keeps, Posed
from cotree.core.sayings import heard
from cotree.runtime.acts import Act, Answer, Give, Take
from cotree.runtime.hatch import Hatch, Ticket
from cotree.runtime.mouth import AtPage
from cotree.runtime.process.telegrams import Seen, Spoken, Telegram
from cotree.runtime.replies import You
from cotree.simulation.shared.guest import Guest
from cotree.simulation.shared.keepsake import Keepsake

FILE = "config/experiments/human_robot.yaml"
CUP = "task/food/cup"
ASK = Ask("pr2", "ann", "q1", CUP, "Do you want to continue with it?")


class Ann:
    """Her process; the test is her page, and the others."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.hatch = Hatch[You]()
        mission = app.read_mission(str(root / FILE))
        mouth = AtPage("ann", self.hatch)
        self.guest = Guest(mission, "ann", Keepsake(folder), lambda text: None, mouth)

    def does(self, act: Act, now_s: float) -> list[Telegram]:
        assert self.hatch.put(Ticket(1, act))
        return self.lives(now_s)

    def lives(self, now_s: float) -> list[Telegram]:
        self.guest.wake(now_s)
        return self.guest.telegrams(now_s)


def words(telegrams: list[Telegram]) -> list[tuple[str, str, str]]:
    """What she says to everybody."""
    found: list[tuple[str, str, str]] = []
    for each in telegrams:
        for noted in each.noted if isinstance(each, Seen) else ():
            if isinstance(noted.sight, FactSeen):
                said = heard(noted.sight.name, noted.sight.value)
                if said is not None:
                    found.append((said[0], said[1], said[2].word))
    return found


def test_what_she_takes_and_gives_is_told_to_everybody(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    ann = Ann(tmp_path, pytestconfig.rootpath)
    ann.lives(0.1)
    assert words(ann.does(Take(n=1, piece=CUP), 0.2)) == [("ann", CUP, "take")]
    assert ann.hatch.shown is not None
    assert ann.hatch.shown.doing == CUP
    assert words(ann.does(Give(n=2, piece=CUP, robot="pr2"), 0.5)) == [("ann", CUP, "give")]
    assert ann.hatch.shown.given == ((CUP, "pr2"),)


def test_what_a_robot_asks_is_on_her_page_and_the_answer_goes_to_it(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    ann = Ann(tmp_path, pytestconfig.rootpath)
    ann.lives(0.1)
    ann.guest.hear("pr2", Spoken("ann", ASK), 0.2)
    ann.lives(0.25)
    assert ann.hatch.shown is not None
    (asked,) = ann.hatch.shown.asked
    assert (asked.robot, asked.piece, asked.until_s) == ("pr2", CUP, 10.1)
    said = ann.does(Answer(n=3, piece=CUP, keep="robot"), 0.3)
    spoken = [each.what for each in said if isinstance(each, Spoken)]
    assert Answered("q1", Keeps.ROBOT) in spoken
    assert not any(isinstance(each, Posed) for each in spoken)
    assert ann.hatch.shown.asked == ()
