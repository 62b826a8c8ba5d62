"""Cuts the answer out of what a microphone delivers: where somebody begins, and where she ends."""

from __future__ import annotations

from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from cotree.perception.blind import Blind, library
from cotree.perception.speech.ears import LONGEST_S, RATE_HZ

AROUND_S = 0.2
"""So much silence is put around what was cut out: without it words are taken for others."""
LONGEST = int(RATE_HZ * (LONGEST_S - 2 * AROUND_S))
"""Samples; more is no answer."""


class Cutter:
    """Takes sound in pieces of any length, gives whole utterances; made by ``open_cutter``."""

    def __init__(self, sphinx: ModuleType) -> None:
        self._sphinx = sphinx
        self._rest = b""
        self._said = b""
        self._done: list[NDArray[np.int16]] = []
        self._begin()

    def take(self, sound: NDArray[np.int16]) -> list[NDArray[np.int16]]:
        """The utterances that end in this piece; each is at most ten seconds long."""
        self._rest += np.ascontiguousarray(sound, dtype=np.int16).tobytes()
        size = self._ends.frame_bytes
        while len(self._rest) >= size:
            frame, self._rest = self._rest[:size], self._rest[size:]
            self._note(self._ends.process(frame))
        done, self._done = self._done, []
        return done

    def finish(self) -> list[NDArray[np.int16]]:
        """The utterance that was not ended when the sound stopped, if any."""
        rest = self._ends.end_stream(self._rest) if self._rest else None
        self._note(rest)
        if self._said:
            self._close()
        done = self._done
        self._begin()
        return done

    def _begin(self) -> None:
        self._ends = self._sphinx.Endpointer(sample_rate=RATE_HZ)
        self._rest = b""
        self._said = b""
        self._done = []

    def _note(self, speech: bytes | None) -> None:
        if speech is None:
            return
        self._said += speech
        if not self._ends.in_speech or len(self._said) >= 2 * LONGEST:
            self._close()

    def _close(self) -> None:
        said = np.frombuffer(self._said[: 2 * LONGEST], np.int16)
        self._done.append(np.pad(said, int(RATE_HZ * AROUND_S)))
        self._said = b""


def open_cutter() -> Cutter | Blind:
    """A cutter of utterances, or why there is none."""
    sphinx = library("pocketsphinx", "speech")
    return sphinx if isinstance(sphinx, Blind) else Cutter(sphinx)
