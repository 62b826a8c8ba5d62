"""Opening a page in the browser of whoever sits here, if anybody does."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


def open_in_browser(url: str) -> bool:
    """Ask the desktop to open a link; whether there is one that could be asked."""
    word = "open" if sys.platform == "darwin" else "xdg-open"
    program = shutil.which(word)
    screen = sys.platform == "darwin" or any(map(os.environ.get, SCREENS))
    if program is None or not screen:
        return False
    import subprocess  # every command would load it

    with contextlib.suppress(OSError):
        subprocess.run(
            ["/bin/sh", "-c", '"$0" "$1" &', program, url],  # and nobody waits for it
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for us
        )
        return True
    return False
