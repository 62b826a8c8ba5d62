"""Understands yes and no with pocketsphinx: its model comes in its wheel, nothing is fetched."""

from __future__ import annotations

from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from cotree.perception.blind import Blind, library
from cotree.perception.speech.words import Heard, grammar, heard_in

RATE_HZ = 16000
SHORTEST_S = 0.1
LONGEST_S = 10.0
HISS = 100.0
"""The amplitude of the noise that is added (-50 dB): digital silence breaks the recogniser."""
SEARCH = {"beam": 1e-48, "pbeam": 1e-48, "wbeam": 1e-30, "wip": 0.02}
"""Half the time of the defaults; a dear word keeps strings of short words from being heard."""
QUIET = 60.0
"""Whose loudest moment is quieter says nothing."""


class Ears:
    """Hears answers, one utterance at a time; made by ``open_ears``."""

    def __init__(self, sphinx: ModuleType) -> None:
        self._decoder = sphinx.Decoder(samprate=RATE_HZ, lm=None, loglevel="FATAL", **SEARCH)
        self._decoder.add_jsgf_string("answer", grammar())
        self._decoder.activate_search("answer")
        # The same utterance is heard the same way every time, whatever was heard before.
        self._means = self._decoder.get_cmn(False)

    def hear(self, sound: object) -> Heard | Blind:
        """What was answered in this sound: 16-bit samples, 16 000 a second."""
        samples = _samples(sound)
        if isinstance(samples, Blind):
            return samples
        if float(np.abs(samples.astype(np.float64)).max()) < QUIET:
            return "unclear"
        self._decoder.set_cmn(self._means)
        self._decoder.start_utt()
        self._decoder.process_raw(_with_hiss(samples).tobytes(), full_utt=True)
        self._decoder.end_utt()
        found = self._decoder.hyp()
        return "unclear" if found is None else heard_in(found.hypstr)


def open_ears() -> Ears | Blind:
    """A listener for yes and no, or why there is none."""
    sphinx = library("pocketsphinx", "speech")
    if isinstance(sphinx, Blind):
        return sphinx
    try:
        return Ears(sphinx)
    except (RuntimeError, ValueError, AttributeError) as error:
        return Blind(f"pocketsphinx does not start: {error}")


def _samples(sound: object) -> NDArray[np.int16] | Blind:
    if not isinstance(sound, np.ndarray) or sound.dtype != np.int16 or sound.ndim != 1:
        return Blind("the sound is no row of 16-bit samples")
    seconds = len(sound) / RATE_HZ
    if not SHORTEST_S <= seconds <= LONGEST_S:
        return Blind(f"the sound lasts {seconds:.2f} s; {SHORTEST_S} to {LONGEST_S} s is an answer")
    return sound


def _with_hiss(samples: NDArray[np.int16]) -> NDArray[np.int16]:
    """The sound with a little noise, the same each time, so that silence is never digital."""
    noise = np.random.default_rng(0).normal(0.0, HISS, len(samples))
    return np.clip(samples + noise, -32768, 32767).astype(np.int16)
