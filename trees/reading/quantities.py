"""Numbers with units: ``10``, ``10 s``, ``500 ms``, ``30 cm``, ``5 Hz``, ``0.5 m/s``."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Mapping

from cotree.trees.reading.kinds import (
    Mismatch,
    Schema,
    check_limits,
    decimal_comma,
    limits_schema,
    mismatch,
)
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, Scalar, quote

UNITS: Mapping[str, Mapping[str, float]] = {
    "s": {"s": 1.0, "ms": 0.001, "min": 60.0, "h": 3600.0},
    "m": {"m": 1.0, "mm": 0.001, "cm": 0.01, "km": 1000.0},
    "Hz": {"Hz": 1.0, "kHz": 1000.0},
    "m/s": {"m/s": 1.0, "cm/s": 0.01, "km/h": 1 / 3.6},
}
"""What each unit is in the first of its row."""

_WHAT = {
    "s": "a duration such as '10 s'",
    "m": "a length such as '0.3 m'",
    "Hz": "a rate such as '5 Hz'",
    "m/s": "a speed such as '0.5 m/s'",
}
_NUMBER = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
_QUANTITY = re.compile(rf"({_NUMBER})\s*([A-Za-zµ/]+)")


@dataclasses.dataclass(frozen=True)
class Quantity:
    """A number in a unit; a plain number is in the first unit, and negative ones are refused."""

    unit: str
    low: float | None = None
    high: float | None = None

    @property
    def expected(self) -> str:
        """The quantity, with an example."""
        return _WHAT[self.unit]

    def read(self, node: Node, names: Names) -> float:
        """The quantity in its first unit."""
        if not isinstance(node, Scalar) or isinstance(node.value, bool | None):
            raise mismatch(self, node)
        value = node.value
        number = self._with_unit(value, node) if isinstance(value, str) else float(value)
        check_limits(number, self._low, self.high, node)
        return number

    @property
    def _low(self) -> float:
        return 0.0 if self.low is None else self.low

    def _with_unit(self, text: str, node: Node) -> float:
        found = _QUANTITY.fullmatch(text[:400])
        if found is None:
            raise mismatch(self, node, decimal_comma(node))
        units = UNITS[self.unit]
        if found[2] not in units:
            known = ", ".join(units)
            raise Mismatch(
                node.mark, f"expected {self.expected}, found unit {quote(found[2])}; known: {known}"
            )
        number = float(found[1]) * units[found[2]]
        if not math.isfinite(number):
            raise mismatch(self, node)
        return number

    def schema(self) -> Schema:
        """A number, or one with a unit."""
        units = "|".join(UNITS[self.unit])
        number = _NUMBER.replace("[-+]?", "[+]?", 1) if self._low >= 0 else _NUMBER
        return {
            "type": ["number", "string"],
            **limits_schema(self._low, self.high),
            "pattern": rf"^{number}\s*(?:{units})$",
            "patternErrorMessage": f"expected {self.expected}",  # a word of VS Code's
        }
