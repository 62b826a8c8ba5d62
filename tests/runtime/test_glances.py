from __future__ import annotations

import itertools

from cotree.runtime.glances import Glances
from tests.runtime.fakes import FakeTime


class Looks:
    """A look takes 20 ms."""

    def __init__(self) -> None:
        self.time = FakeTime()
        self.taken: list[float] = []
        self.rests: list[float] = []
        self.glances = Glances(self.look, self.now_s, self.time.read, self.rests.append)

    def now_s(self) -> float:
        return self.time.now_s - 100.0

    def look(self, now_s: float) -> None:
        self.taken.append(round(now_s, 3))
        self.time.now_s += 0.02

    def pauses(self, period_s: float, left_s: float, times: int) -> list[float]:
        for i in range(times):
            self.time.now_s = max(self.time.now_s, 100.0 + i * period_s)
            self.glances.idle(left_s)
        return self.taken


def test_looks_are_taken_several_times_a_second_and_no_more() -> None:
    assert Looks().pauses(0.05, 0.04, 21) == [0.0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9]


def test_where_there_is_little_room_looks_are_fewer_but_never_end() -> None:
    taken = Looks().pauses(0.001, 0.0008, 1001)
    assert all(0.25 <= b - a <= 0.3 for a, b in itertools.pairwise(taken))
    assert len(taken) == 4


def test_what_is_left_of_a_pause_is_given_to_others() -> None:
    looks = Looks()
    looks.pauses(0.05, 0.04, 2)
    assert [round(left_s, 3) for left_s in looks.rests] == [0.02, 0.04]
