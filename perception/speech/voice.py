"""Says the robot's question aloud, with whatever speaks on this machine."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from typing import Protocol

from cotree.perception.blind import Blind

PROGRAMS = (
    ("espeak-ng", ("--", "{}")),
    ("espeak", ("--", "{}")),
    ("flite", ("-t", "{}")),
    ("say", ("--", "{}")),
)
"""Programs that speak when they are given a text, the first that is found."""
LONGEST = 300
"""Characters; more is no question."""


class Voice(Protocol):
    """Text-to-speech: whatever can say a sentence."""

    def say(self, text: str) -> Blind | None:
        """Begin to say this; nobody waits for it to end."""

    def hush(self) -> None:
        """Stop speaking."""


class Program:
    """Speaks through a program, one sentence at a time: a new one cuts the old one off."""

    def __init__(self, command: Sequence[str]) -> None:
        """``command`` has the word ``{}`` where the text goes."""
        self.command = tuple(command)
        self._speaking: subprocess.Popen[bytes] | None = None

    def say(self, text: str) -> Blind | None:
        """Begin to say this; None when it has begun."""
        self.hush()
        plain = " ".join(text.split())[:LONGEST]
        words = [plain if word == "{}" else word for word in self.command]
        quiet = subprocess.DEVNULL
        try:
            self._speaking = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet)
        except OSError as error:
            return Blind(f"{self.command[0]} cannot speak: {error.strerror}")
        return None

    def hush(self) -> None:
        """Stop speaking."""
        if self._speaking is not None:
            self._speaking.kill()
            self._speaking.wait()
            self._speaking = None


def open_voice() -> Program | Blind:
    """A voice of this machine, or which one to install; the page's buttons work without."""
    for program, arguments in PROGRAMS:
        if shutil.which(program):
            return Program((program, *arguments))
    return Blind("nothing here speaks: apt-get install espeak-ng, or use the page's buttons")
