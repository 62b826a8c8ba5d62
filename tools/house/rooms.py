"""Which files are measured, and which room each belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

ROOTS = ("behaviours", "trees", "reallocation", "perception", "manipulation", "cotree", "tools")
ELSEWHERE = "tests of the whole"

Thing = TypeVar("Thing")


def sources(root: Path) -> Iterator[Path]:
    """Each file of ours below the root, once and in order; links are not followed."""
    for folder in ROOTS:
        for path in sorted((root / folder).rglob("*.py")):
            if path.resolve() == root.resolve() / path.relative_to(root):
                yield path.relative_to(root)


def room_of(path: Path) -> str:
    """The room of a file: the first folder, or the one below ``cotree/``."""
    parts = path.parts
    return "/".join(parts[: 2 if parts[0] == "cotree" and len(parts) > 2 else 1])


def room_of_test(classname: str) -> str:
    """The room of a test, such as ``core`` of ``tests.core.test_fold``."""
    first = classname.removeprefix("tests.").split(".")[0]
    return ELSEWHERE if not first or first.startswith("test_") else first


def by_room(things: Iterable[tuple[str, Thing]]) -> Mapping[str, list[Thing]]:
    """What belongs to each room, rooms in order."""
    rooms: dict[str, list[Thing]] = {}
    for room, thing in things:
        rooms.setdefault(room, []).append(thing)
    return dict(sorted(rooms.items()))
