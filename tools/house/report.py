"""What is printed about the house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tools.house.complexity import ALLOWED, MOST
from tools.house.lengths import SCREENS, Lengths
from tools.house.measures import House


def report(house: House) -> str:
    """All measures, as tables a person reads."""
    allowed = sum(found.where in ALLOWED for found in house.complex)
    promises = house.promises
    said = promises.things - len(promises.silent)
    return "\n".join(
        [
            f"import cycles {len(house.cycles)}, those inside functions counted",
            f"functions over complexity {MOST}: {len(house.complex) - allowed}, "
            f"and {allowed} allowed",
            f"public docstrings {promises.percent:.4g} % ({said} of {promises.things})",
            "",
            *_lengths(house),
            *_told(house),
        ]
    )


def _lengths(house: House) -> Iterator[str]:
    heads = ("lines", "files", "median", f"to {SCREENS}", "longest", "")
    rows = [_row("all", house.whole), *(_row(room, it) for room, it in house.rooms.items())]
    yield from _table([heads, *rows])


def _row(room: str, its: Lengths) -> tuple[str, ...]:
    share = f"{100 * its.short:.0f} %"
    return (room, str(its.files), f"{its.median:g}", share, str(its.most), its.longest)


def _told(house: House) -> Iterator[str]:
    if house.tests_s:
        rows = [(room, f"{took:.1f} s") for room, took in house.tests_s.items()]
        yield from ["", *_table([("tests", f"{sum(house.tests_s.values()):.1f} s"), *rows])]
    if house.covered:
        rows = [(room, f"{part:.1f} %") for room, part in house.covered.items()]
        yield from ["", *_table([("coverage", ""), *rows])]


def _table(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Columns side by side: the first and the last word on the left, numbers on the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *numbers = (
            cell.rjust(width) if 0 < at < 5 else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join([first, *numbers]).rstrip()
