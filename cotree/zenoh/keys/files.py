"""What lies in the folder of each member, read with one line about whatever is wrong."""

from __future__ import annotations

from pathlib import Path

from cotree.runtime.bus import BusError

TEAM, CERTIFICATE, KEY, SETTINGS = "team.pem", "certificate.pem", "key.pem", "zenoh.json"
FILES = (TEAM, CERTIFICATE, KEY, SETTINGS)


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder; BusError when one is not there or cannot be read."""
    return {name: _content(folder / name) for name in FILES}


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise BusError(f"{path}: is not there; 'cotree keys' makes it") from None
    except OSError as error:
        raise BusError(f"{path}: cannot be read: {error.strerror}") from None
