"""From the type annotation of a parameter to its kind."""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from cotree.core.places import Location, Point
from cotree.trees.reading.compounds import Many, Maybe, OneOrMany, Pairs
from cotree.trees.reading.kinds import AnyScalar, Choice, Kind, Number, Text, Truth, Whole
from cotree.trees.reading.nested import Nested
from cotree.trees.reading.quantities import UNITS, Quantity
from cotree.trees.reading.spots import LocationKind, ObjectKind, PointKind

_SCALARS = frozenset((str, int, float, bool))


def kind_of(hint: Any, low: float | None = None, high: float | None = None) -> Kind:
    """The kind for an annotation; limits hold for the numbers in it."""
    if hint == Point:
        return PointKind()
    match get_origin(hint):
        case None:
            return _simple(hint, low, high)
        case origin if origin is Annotated:
            base, note = get_args(hint)[:2]
            return _annotated(base, note, low, high)
        case origin if origin is Literal:
            return Choice(tuple(map(str, get_args(hint))))
        case origin if origin in (Union, types.UnionType):
            return _union(get_args(hint), low, high)
        case origin if origin is tuple and get_args(hint)[1:] == (Ellipsis,):
            return Many(kind_of(get_args(hint)[0], low, high))
        case origin if origin is dict and get_args(hint)[0] is str:
            return Pairs(kind_of(get_args(hint)[1], low, high))
    raise TypeError(f"a parameter cannot be {hint}")


def _simple(hint: Any, low: float | None, high: float | None) -> Kind:
    if hint is Location:
        return LocationKind()
    if hint is bool:
        return Truth()
    if hint is int:
        return Whole(low, high)
    if hint is float:
        return Number(low, high)
    if hint is str:
        return Text()
    raise TypeError(f"a parameter cannot be {hint}")


def _annotated(base: Any, note: Any, low: float | None, high: float | None) -> Kind:
    if note == "object":
        return ObjectKind()
    if note == "names":
        return OneOrMany(Text("a name"))
    if note == "fields":
        return Nested()
    if note in UNITS:
        return Quantity(note, low, high)
    return kind_of(base, low, high)


def _union(members: tuple[Any, ...], low: float | None, high: float | None) -> Kind:
    some = tuple(member for member in members if member is not type(None))
    kind: Kind
    if len(some) == 1:
        kind = kind_of(some[0], low, high)
    elif _SCALARS.issuperset(some):
        kind = AnyScalar()
    else:
        raise TypeError(f"a parameter cannot be any of {members}")
    return kind if len(some) == len(members) else Maybe(kind)
