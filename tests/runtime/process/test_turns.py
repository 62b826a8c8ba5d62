"""A process's turns: what belongs into a tick, what comes between two, and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from cotree.runtime.messages import End
from cotree.runtime.process.turns import Turns

if TYPE_CHECKING:
    from cotree.runtime.process.footing import Footing

ENDS_S = 0.1


class Diary:
    """A time and a footing that write down what they are asked."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._now_s = -0.05

    def next(self, due_s: float | None) -> float:
        self._now_s += 0.05
        self.lines.append("begins")
        return self._now_s

    def over(self) -> None:
        self.lines.append("over")

    def shows(self, now_s: float) -> None:
        self.lines.append(f"shows {now_s:.2f}")

    def ends(self, end: End) -> None:
        self.lines.append(f"ends with {end.result}")

    def goodbye(self, result: str) -> None:
        self.lines.append(f"goodbye: {result}")


class Process(Turns):
    """Has little to do, and may have a mistake in it."""

    def __init__(self, diary: Diary, breaks: bool = False) -> None:
        super().__init__(cast("Footing", diary), diary)
        self._diary, self._breaks = diary, breaks

    def turn(self, now_s: float) -> None:
        self._diary.lines.append("works")
        if self._breaks:
            raise ZeroDivisionError
        if now_s >= ENDS_S - 1e-9:
            self.end = End(now_s, 3, "success")

    @property
    def _count(self) -> int:
        return 3

    def _kill(self) -> None:
        self._diary.lines.append("stops everything")


def test_viewers_are_told_between_two_ticks_and_never_in_one() -> None:
    diary = Diary()
    assert Process(diary).run().result == "success"
    tick = ["begins", "works", "over"]
    assert diary.lines == [
        *(*tick, "shows 0.00"),
        *(*tick, "shows 0.05"),
        *(*tick, "shows 0.10"),
        *("ends with success", "goodbye: success"),
    ]


def test_who_breaks_stops_everything_and_says_goodbye() -> None:
    diary = Diary()
    with pytest.raises(ZeroDivisionError):
        Process(diary, breaks=True).run()
    assert diary.lines == ["begins", "works", "stops everything", "goodbye: error"]
