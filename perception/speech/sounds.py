"""Sound files as the ears want them."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cotree.perception.blind import Blind
from cotree.perception.speech.ears import RATE_HZ, SHORTEST_S

STREAM_S = 30.0
"""Of a sound file so much is listened to; the answer is somewhere in it."""


def sound_in(file: Path) -> NDArray[np.int16] | Blind:
    """The samples of a WAV file, or why there are none that could be heard."""
    try:
        with wave.open(str(file), "rb") as sound:
            form = (sound.getnchannels(), 8 * sound.getsampwidth(), sound.getframerate())
            data = sound.readframes(int(RATE_HZ * STREAM_S))
    except OSError as error:
        return Blind(f"{file} cannot be read: {error.strerror}")
    except (wave.Error, EOFError) as error:
        return Blind(f"{file} is no WAV file: {error or 'it ends too early'}")
    if form != (1, 16, RATE_HZ):
        said = f"{form[0]} x {form[1]} bits at {form[2]} Hz"
        return Blind(f"{file} has {said}; one channel of 16 bits at {RATE_HZ} Hz is heard")
    samples = np.frombuffer(data, np.int16)
    if len(samples) < RATE_HZ * SHORTEST_S:
        return Blind(f"{file} lasts {len(samples) / RATE_HZ:.2f} s; nobody answers so fast")
    return samples
