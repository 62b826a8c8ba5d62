"""How long the tests of each room take, told by what ``pytest --junit-xml`` wrote.

``python -m tools.house.times FILE…`` prints it; a new room's tests cost seconds of the build.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from tools.house.rooms import by_room, room_of_test


def seconds_by_room(files: Iterable[Path]) -> dict[str, float]:
    """The seconds of each room, the longest first."""
    cases = (case for file in files for case in ElementTree.parse(file).iter("testcase"))
    rooms = by_room(
        (room_of_test(case.get("classname", "")), float(case.get("time", 0))) for case in cases
    )
    return dict(sorted(((room, sum(took)) for room, took in rooms.items()), key=lambda it: -it[1]))


if __name__ == "__main__":
    rooms = seconds_by_room(Path(word) for word in sys.argv[1:]).items()
    print("; ".join(f"{room} {took:.0f} s" for room, took in rooms if took >= 1.0))
