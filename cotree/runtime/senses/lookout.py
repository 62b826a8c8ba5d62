"""One camera of a run: looked through on its grid, by somebody for whom nobody waits."""

from __future__ import annotations

from collections.abc import Callable

from cotree.runtime.senses.grid import Grid
from cotree.runtime.senses.ports import Looker, Moment, Sensed

LATEST_S = 1.0
"""What is told so long after its picture says nothing of now."""


class Lookout:
    """Asks when it is time, and hears in order; ``moment`` makes what is looked at."""

    def __init__(
        self, camera: str, grid: Grid, looker: Looker, moment: Callable[[float], Moment]
    ) -> None:
        self.camera = camera
        self.looks = 0
        self.left_out = 0
        """Pictures at which nobody looked, because the last look still went on."""
        self.late = 0
        """Answers that came too late, or after newer ones."""
        self._grid = grid
        self._looker = looker
        self._moment = moment
        self._newest_s = -1.0

    def look(self, now_s: float) -> None:
        """Ask for a look at now."""
        if self._looker.ask(self._moment(now_s)):
            self.looks += 1
        else:
            self.left_out += 1

    def after(self, now_s: float) -> float:
        """When the next picture after this time is taken, by what was heard until now."""
        return self._grid.after(now_s)

    def hear(self, now_s: float) -> list[Sensed]:
        """What was told since the last call, the late apart."""
        good = []
        for told in self._looker.answers():
            if told.lively:
                self._grid.stirs(now_s)
            if told.t_s <= self._newest_s or now_s - told.t_s > LATEST_S:
                self.late += 1
                continue
            self._newest_s = told.t_s
            good.append(told)
        return good

    def close(self) -> None:
        """End whoever looks."""
        self._looker.close()

    @property
    def report(self) -> str:
        """How it kept up, in words; empty where it did."""
        if not self.left_out and not self.late:
            return ""
        asked = self.looks + self.left_out
        said = f"camera {self.camera}: {self.left_out} of {asked} pictures left out"
        return f"{said}, {self.late} answers too late (the senses were busy)"
