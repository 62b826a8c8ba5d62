"""Telling beside the work: whatever goes wrong with it, the work goes on, and it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cotree.runtime.gauge import Measured
from cotree.runtime.messages import Message
from cotree.runtime.telling.teller import Teller

T = TypeVar("T")


class Aside:
    """A teller, behind a fence; without one nothing is told."""

    def __init__(self, teller: Teller | None, complain: Callable[[str], None]) -> None:
        self._teller = teller
        self._complain = complain

    def write(self, message: Message) -> None:
        """One more message of the record."""
        self._fenced(lambda teller: teller.write(message), None)

    def pages(self, now_s: float) -> list[bytes]:
        """What to send in this turn."""
        return self._fenced(lambda teller: teller.pages(now_s), [])

    def measure(self, gauge: Measured) -> None:
        """Where to look how well the process keeps up."""
        if self._teller is not None:
            self._teller.gauge = gauge

    def rest(self) -> list[bytes]:
        """What still waits, when the process ends."""
        return self._fenced(lambda teller: teller.rest(), [])

    def _fenced(self, act: Callable[[Teller], T], otherwise: T) -> T:
        if self._teller is None:
            return otherwise
        try:
            return act(self._teller)
        except Exception as error:  # noqa: BLE001, RUF100 (no viewer is worth a robot)
            self._teller = None
            self._complain(f"viewers are told nothing any more: {type(error).__name__}: {error}")
            return otherwise
