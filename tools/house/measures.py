"""All measures of the house, and which of them are not as they shall be."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tools.house.complexity import ALLOWED, MOST, Found, too_complex
from tools.house.cycles import cycles, imports_of
from tools.house.docstrings import Promises, promises
from tools.house.lengths import (
    LEAST_MEDIAN,
    MOST_MEDIAN,
    Lengths,
    lengths,
    lengths_by_room,
)
from tools.house.rooms import sources


class House(msgspec.Struct, frozen=True):
    """What was measured."""

    cycles: tuple[str, ...]
    complex: tuple[Found, ...]
    whole: Lengths
    rooms: dict[str, Lengths]
    promises: Promises
    tests_s: dict[str, float] = {}
    """The seconds of the tests of each room; empty when nobody has told."""
    covered: dict[str, float] = {}
    """What tests run of each room in %; empty when nobody has told."""


def measure(root: Path, package: str = "cotree") -> House:
    """Everything that the files themselves tell."""
    texts = {path: (root / path).read_text(encoding="utf-8") for path in sources(root)}
    lines = {path: len(text.splitlines()) for path, text in texts.items() if text}
    return House(
        cycles=cycles(imports_of(package)),
        complex=too_complex(root),
        whole=lengths(lines),
        rooms=lengths_by_room(lines),
        promises=promises({path: ast.parse(text) for path, text in texts.items()}),
    )


def faults(house: House) -> Iterator[str]:
    """What is not as it shall be, one line each."""
    for cycle in house.cycles:
        yield f"import cycle: {cycle}"
    for found in house.complex:
        if found.where not in ALLOWED:
            yield f"{found.where} has complexity {found.complexity}; at most {MOST}"
    if not LEAST_MEDIAN <= house.whole.median <= MOST_MEDIAN:
        yield (
            f"the median file has {house.whole.median:g} lines; "
            f"expected {LEAST_MEDIAN} to {MOST_MEDIAN}"
        )
    for name in house.promises.silent:
        yield f"{name} has no docstring"
