from __future__ import annotations

import os
import sys

import pytest

from cotree.viewer.terminal.keys import unechoed

termios = pytest.importorskip("termios")
pty = pytest.importorskip("pty")

CHILD = """
import sys, termios
from cotree.viewer.terminal.keys import unechoed
def echoes():
    return bool(termios.tcgetattr(sys.stdout)[3] & termios.ECHO)
seen = [echoes()]
try:
    with unechoed():
        seen.append(echoes())
        raise KeyboardInterrupt
except KeyboardInterrupt:
    seen.append(echoes())
print(seen)
"""


def test_what_is_typed_does_not_show_while_it_lasts() -> None:
    shown = bytearray()

    def read(place: int) -> bytes:
        data = os.read(place, 1024)
        shown.extend(data)
        return data

    status = pty.spawn([sys.executable, "-c", CHILD], read)
    assert status == 0
    assert b"[True, False, True]" in shown


def test_without_a_terminal_nothing_happens(capsys: pytest.CaptureFixture[str]) -> None:
    with unechoed():
        print("here")
    assert capsys.readouterr().out == "here\n"
