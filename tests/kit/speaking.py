"""Synthetic voices for the tests of speech: espeak-ng's library, of the test extra only (GPL-3)."""

from __future__ import annotations

import ctypes
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SYNCHRONOUS = 2
UTF8 = 1
RATE = 1
_CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)


class Speaker:
    """Says English words as samples."""

    def __init__(self, folder: Path) -> None:
        self._library = ctypes.CDLL(str(folder / "libespeak-ng.so"))
        self._library.espeak_Initialize.argtypes = [
            ctypes.c_int,
            ctypes.c_int,
            ctypes.c_char_p,
            ctypes.c_int,
        ]
        data = str(folder / "espeak-ng-data").encode()
        self.rate_hz = int(self._library.espeak_Initialize(SYNCHRONOUS, 0, data, 0))
        self._parts: list[NDArray[np.int16]] = []
        self._hear = _CALLBACK(self._take)
        self._library.espeak_SetSynthCallback(self._hear)

    def say(
        self, text: str, voice: str = "en-us", words_per_minute: int = 160
    ) -> NDArray[np.int16]:
        """The samples, at 16 kHz."""
        self._parts = []
        self._library.espeak_SetVoiceByName(voice.encode())
        self._library.espeak_SetParameter(RATE, words_per_minute, 0)
        data = text.encode()
        self._library.espeak_Synth(data, ctypes.c_size_t(len(data) + 1), 0, 0, 0, UTF8, None, None)
        self._library.espeak_Synchronize()
        sound = np.concatenate([*self._parts, np.zeros(1, np.int16)]).astype(np.float64)
        length = int(len(sound) * 16000 / self.rate_hz)
        at = np.arange(length) * (self.rate_hz / 16000)
        said: NDArray[np.int16] = np.interp(at, np.arange(len(sound)), sound).astype(np.int16)
        return said

    def _take(self, samples: ctypes._Pointer[ctypes.c_short], count: int, _: object) -> int:
        if samples and count > 0:
            self._parts.append(np.ctypeslib.as_array(samples, (count,)).astype(np.int16).copy())
        return 0


def speaker() -> Speaker | None:
    """A speaker, where espeakng-loader is installed."""
    spec = find_spec("espeakng_loader")
    if spec is None or not spec.origin:
        return None
    return Speaker(Path(spec.origin).parent)


def noisy(
    sound: NDArray[np.int16], snr_db: float, dice: np.random.Generator, quiet_s: float = 0.4
) -> NDArray[np.int16]:
    """The words with silence around, in white noise."""
    words = sound.astype(np.float64)
    loud = np.sqrt(np.mean(words[np.abs(words) > 0.02 * np.abs(words).max()] ** 2))
    quiet = np.zeros(int(16000 * quiet_s))
    whole = np.concatenate([quiet, words, quiet])
    whole += dice.normal(0.0, loud / 10 ** (snr_db / 20), len(whole))
    peak = np.abs(whole).max()
    shown: NDArray[np.int16] = (whole * min(1.0, 30000 / peak)).astype(np.int16)
    return shown
