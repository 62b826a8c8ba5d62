"""Keys and parameters as rows: what each is called, what may stand behind it, what it means."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any

from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.compounds import Many, Maybe, Pairs
from cotree.trees.reading.kinds import Kind
from cotree.trees.reading.labels import say_field

NOTHING = "—"


@dataclasses.dataclass(frozen=True)
class Row:
    """One key."""

    name: str
    value: str
    """What may stand behind it."""
    default: str | None
    """As it would be written; None: it must be written; empty: there is none."""
    doc: str

    @property
    def need(self) -> str:
        """Whether it must be written, in a word or two."""
        return "required" if self.default is None else f"default: {self.default or 'none'}"


def rows_of(fields: Fields, defaults: Any = None) -> Iterator[Row]:
    """A row for each field; a second spelling of the same one is left out.

    ``defaults`` is a value made of defaults alone, for fields that know none themselves.
    """
    told: set[str] = set()
    for field in fields.values():
        if field.target in told:
            continue
        told.add(field.target)
        yield Row(field.name, _value(field.kind), _default(field, defaults), field.doc)


def _value(kind: Kind) -> str:
    return ", ".join([kind.expected, *filter(None, [_limits(kind)])])


def _limits(kind: Kind) -> str:
    if isinstance(kind, Maybe | Many | Pairs):
        return _limits(kind.kind)
    low, high = getattr(kind, "low", None), getattr(kind, "high", None)
    unit = f" {kind.unit}" if hasattr(kind, "unit") else ""
    if high is None:
        return "" if low is None else f"at least {_plain(low)}{unit}"
    return f"from {_plain(low or 0)} to {_plain(high)}{unit}"


def _plain(number: float) -> str:
    return str(number) if isinstance(number, int) else f"{number:g}"


def _default(field: Field, defaults: Any) -> str | None:
    if field.required:
        return None
    value = field.default if defaults is None else getattr(defaults, field.target, field.default)
    empty = value is None or value == () or value == {}
    return "" if empty else say_field(field, value)


def markdown(rows: Iterable[Row]) -> str:
    """The rows as a table."""
    lines = ["| key | value | default | meaning |", "|---|---|---|---|"]
    for row in rows:
        default = "required" if row.default is None else _code(row.default)
        cells = (_code(row.name), row.value, default, row.doc)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def _code(text: str) -> str:
    return f"`{text}`" if text else NOTHING


def plain(rows: Iterable[Row]) -> str:
    """The rows as two lines of text each."""
    return "\n".join(f"  {row.name}: {row.doc}\n      {row.value}; {row.need}" for row in rows)
