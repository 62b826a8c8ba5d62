"""Heartbeats: seldom at rest, bounded in a large team, and never too late for a lease."""

from __future__ import annotations

import itertools

import pytest

from cotree.team.dice import Dice
from cotree.team.effects import Denied, Halt, Start
from cotree.team.messages import Letter, encode
from cotree.team.mind import Plot
from cotree.team.outline import Task
from cotree.team.pace import MOST_BEATS_HZ
from cotree.team.roster import Roster
from cotree.team.teammate import Setting, Teammate
from cotree.team.timing import Timing
from tests.kit.claims import PAIR, Team, leaf, node

STEP_S = 0.05


class Crowd:
    """Many teammates and a perfect network; robots claim one leaf each and never finish."""

    def __init__(self, robots: int, leaves: int | None = None) -> None:
        names = tuple(f"r{number:03}" for number in range(robots))
        work = [f"l{number:04}" for number in range(leaves or robots)]
        task = node("and", "n", *(leaf(name) for name in work))
        plot = Plot(Task(task))
        setting = Setting("crowd", Roster(names, names[:5]))
        self.mates = [
            Teammate(name, plot, setting, Dice(i), 0.0, boot=1, first=True)
            for i, name in enumerate(names)
        ]
        self.orders: list[object] = []
        self.letters: list[tuple[float, Letter]] = []

    def run(self, from_s: float, to_s: float) -> None:
        for step in range(round((to_s - from_s) / STEP_S)):
            self.step(from_s + step * STEP_S)

    def step(self, now_s: float) -> None:
        for mate in self.mates:
            mate.tick(now_s)
        for _ in itertools.count():
            letters: list[Letter] = []
            for mate in self.mates:
                out = mate.drain()
                letters += out.letters
                self.orders += out.orders
            if not letters:
                return
            self.letters += [(now_s, letter) for letter in letters]
            for letter in letters:
                for mate in self.mates:
                    if letter.sender != mate.mind.name:
                        mate.receive(letter, now_s)


@pytest.mark.parametrize("robots", [3, 32, 100])
def test_the_heartbeats_of_a_whole_team_at_work_are_bounded_and_no_lease_is_lost(
    robots: int,
) -> None:
    crowd = Crowd(robots)
    crowd.run(0.0, 1.0)
    for number, mate in enumerate(crowd.mates):
        mate.claim(number, 1.0)
    crowd.run(1.0, 3.0)
    crowd.letters.clear()
    crowd.run(3.0, 9.0)
    assert sum(isinstance(order, Start) for order in crowd.orders) == robots
    assert not any(isinstance(order, (Halt, Denied)) for order in crowd.orders)
    timing = Timing()
    voters_hz = 5 / max(timing.beat_s, timing.renew_s / 2)
    holders_hz = robots / max(timing.beat_s, min(robots / MOST_BEATS_HZ, timing.renew_s))
    assert len(crowd.letters) / 6.0 <= 1.05 * (voters_hz + holders_hz)


def test_no_honest_teammate_of_a_hundred_is_taken_for_a_flood() -> None:
    crowd = Crowd(100)
    for mate in crowd.mates:
        for number in range(3):
            mate.claim(number, 0.0)
    crowd.run(0.0, 2.0)
    assert all(mate.refused_letters == {} for mate in crowd.mates)


def test_a_hundred_at_rest_say_less_each_than_three() -> None:
    said = {}
    for robots in (3, 100):
        crowd = Crowd(robots)
        crowd.run(0.0, 5.0)
        crowd.letters.clear()
        crowd.run(5.0, 15.0)
        said[robots] = len(crowd.letters) / 10.0 / robots
    assert said[3] <= 2.0
    assert said[100] <= 0.6


@pytest.mark.parametrize("leaves", [10, 1000])
def test_a_mission_of_a_thousand_leaves_is_as_quiet_at_rest_as_a_small_one(leaves: int) -> None:
    """Half of it is done, so that there is as much to agree on as can be."""
    crowd = Crowd(3, leaves)
    crowd.run(0.0, 1.0)
    half = range(leaves // 2)
    for done in half:
        crowd.mates[done % 3].saw_done(done, 1.0)
    crowd.run(1.0, 7.0)
    assert all(mate.knows_done(leaf) for mate in crowd.mates for leaf in half)
    crowd.letters.clear()
    crowd.run(7.0, 17.0)
    assert 0.8 <= len(crowd.letters) / 10.0 / 3 <= 1.1, "one heartbeat a second of each"
    longest = max(len(encode(letter)) for _, letter in crowd.letters)
    assert longest < 1000, "what everybody knows is not said again"


def test_what_a_robot_sees_does_not_wait_for_the_crowd() -> None:
    crowd = Crowd(32)
    crowd.run(0.0, 3.0)
    crowd.letters.clear()
    crowd.mates[7].see(0, True, 3.0)
    crowd.run(3.0, 3.0 + Timing().beat_s + STEP_S)
    assert any(letter.people for _, letter in crowd.letters)


def test_a_heartbeat_that_brings_no_news_leaves_nothing_to_do() -> None:
    team = Team(PAIR)
    team.until(0.0, 3.0)
    team["a"].tick(5.0)
    (letter,) = team.collect("a")
    mate = team["b"]
    before_s = mate.due_s
    mate.receive(letter, before_s - 0.01)
    out = mate.drain()
    assert (out.durable, out.letters, out.orders, out.words) == ((), (), (), ())
    assert mate.due_s == before_s


def test_a_heartbeat_reminds_its_reader_of_what_is_overdue() -> None:
    team = Team(PAIR)
    team.until(0.0, 3.0)
    team["a"].tick(5.0)
    (letter,) = team.collect("a")
    mate = team["b"]
    mate.receive(letter, mate.due_s)
    assert mate.drain().letters
