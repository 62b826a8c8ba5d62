"""How soon somebody else goes on with what a crashed robot held."""

from __future__ import annotations

from collections.abc import Iterable


class Takeovers:
    """Measures from the crash, or from when whoever takes over had time at last."""

    def __init__(self) -> None:
        self.found_s: list[float] = []
        self._left: dict[str, tuple[str, float]] = {}
        """By piece: who left it, and when."""
        self._free_s: dict[str, float] = {}
        """Since when each robot does nothing."""

    def crashed(self, robot: str, pieces: Iterable[str], true_s: float) -> None:
        """A process is gone that held these pieces."""
        for piece in pieces:
            self._left[piece] = (robot, true_s)

    def free(self, robot: str, true_s: float) -> None:
        """A robot came to life, or the end of something."""
        self._free_s[robot] = true_s

    def begins(self, robot: str, piece: str, true_s: float) -> None:
        """A robot moves for a piece."""
        who, when_s = self._left.pop(piece, (robot, 0.0))
        if who != robot:
            self.found_s.append(true_s - max(when_s, self._free_s.get(robot, 0.0)))
