"""How long the tests of each room take, told by what ``pytest --junit-xml`` wrote."""

from __future__ import annotations

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
