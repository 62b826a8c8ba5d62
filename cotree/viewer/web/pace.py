"""How fast somebody may act: a few acts at once, and a few each second after that."""

from __future__ import annotations

BURST, PER_S = 20.0, 10.0
"""What fingers do, and more; a program that sends more is told no, and then shown the door."""
STRIKES = 100
"""So many acts in vain are the end of a connection."""


class Allowance:
    """What is left of it; every act takes one away and every second gives some back."""

    def __init__(self) -> None:
        self._left = BURST
        self._at_s: float | None = None
        self._strikes = 0

    def take(self, now_s: float) -> bool:
        """Whether one more act is allowed now."""
        passed_s = 0.0 if self._at_s is None else max(0.0, now_s - self._at_s)
        self._at_s = now_s
        self._left = min(BURST, self._left + passed_s * PER_S)
        if self._left < 1.0:
            self.strike()
            return False
        self._left -= 1.0
        return True

    def strike(self) -> None:
        """Something came that is no act."""
        self._strikes += 1

    @property
    def over(self) -> bool:
        """Whether nothing more is taken from there."""
        return self._strikes >= STRIKES
