"""Messages of the right form with anything in them, by a seed: names that exist and names that do
not, numbers around every bound."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import inspect

NUMBERS = (*(0, 1, 2, 3, 4) * 20, 40, 10**6, 2**40, 2**63 - 1)
FLOATS = (*(0.0, 0.5, 1.0, 20.0, -1.0) * 8, 1e9, -1e9, 1e300, -1e300)


_info = functools.cache(inspect.type_info)


class Maker:
    """Makes values of any type that a message may have."""

    def __init__(self, seed: int, names: Sequence[str], fills: float = 0.3) -> None:
        self.dice = Random(seed)
        self._names = names
        self._fills = fills
        """How often there is something where nothing is needed."""

    def make(self, type_: type) -> Any:
        """Any value of this type."""
        return self._any(_info(type_))

    def _any(self, info: inspect.Type) -> Any:
        match info:
            case inspect.StructType(cls=cls, fields=fields):
                kept = [
                    each for each in fields if each.required or self.dice.random() < self._fills
                ]
                return cls(**{each.name: self._any(each.type) for each in kept})
            case inspect.Metadata(type=type_):
                return self._any(type_)
            case inspect.UnionType(types=types):
                return self._any(self.dice.choice(types))
            case inspect.TupleType(item_types=types):
                return tuple(self._any(each) for each in types)
            case inspect.VarTupleType(item_type=item):
                return tuple(self._any(item) for _ in range(self.dice.choice((0, 1, 1, 2, 5))))
        return self._plain(info)

    def _plain(self, info: inspect.Type) -> Any:
        dice = self.dice
        match info:
            case inspect.EnumType(cls=cls):
                return dice.choice(list(cls))
            case inspect.IntType(ge=low):
                return dice.choice(NUMBERS) * (1 if low is not None else dice.choice((1, 1, -1)))
            case inspect.FloatType():
                return dice.choice(FLOATS)
            case inspect.BoolType():
                return dice.random() < 0.5
            case inspect.NoneType():
                return None
            case inspect.StrType(max_length=most):
                return dice.choice(self._names)[: most or None]
        raise TypeError(f"no value of {type(info)}")
