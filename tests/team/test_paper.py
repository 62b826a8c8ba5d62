from __future__ import annotations

from cotree.team.effects import Start
from cotree.team.mind import Plot
from cotree.team.outline import Task
from cotree.team.paper import WAIT_S, PaperTeammate
from cotree.team.roster import Roster
from cotree.team.teammate import Setting
from tests.kit.claims import ONE

PLOT = Plot(Task(ONE))
SETTING = Setting("test", Roster(("a", "b"), ("a", "b")))


def paper(name: str, skew_s: float = 0.0) -> PaperTeammate:
    return PaperTeammate(name, PLOT, SETTING, 0.0, lambda now_s: now_s + skew_s, boot=1)


def starts(mate: PaperTeammate) -> int:
    return sum(isinstance(order, Start) for order in mate.drain().orders)


def test_an_idle_peer_lets_the_robot_start() -> None:
    a, b = paper("a"), paper("b")
    a.claim(0, 0.0)
    for letter in a.drain().letters:
        b.receive(letter, 0.0)
    for letter in b.drain().letters:
        a.receive(letter, 0.0)
    assert starts(a) == 1


def test_the_earlier_intention_wins_when_nothing_is_lost() -> None:
    a, b = paper("a"), paper("b")
    a.claim(0, 0.0)
    b.claim(0, 0.1)
    for letter in a.drain().letters:
        b.receive(letter, 0.2)
    for letter in b.drain().letters:
        a.receive(letter, 0.2)
    for letter in a.drain().letters:
        b.receive(letter, 0.3)
    assert starts(b) == 0


def test_silence_counts_as_idle_so_two_robots_start_when_letters_are_lost() -> None:
    a, b = paper("a"), paper("b")
    for mate in (a, b):
        mate.claim(0, 0.0)
        mate.tick(WAIT_S)
    assert starts(a) + starts(b) == 2, "the defect that the comparison is about"
