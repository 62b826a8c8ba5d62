"""What two JSON texts differ in, place by place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cotree.viewer.words import plain

Difference = tuple[str, str, str]
"""The place, and what stands there in the one and in the other."""
NOTHING = object()


def differences(one: str, other: str) -> list[Difference]:
    """Every place where two JSON texts differ; an empty text is nothing at all."""
    return list(_between("", _parsed(one), _parsed(other)))


def marked(one: str, other: str, most: int = 8) -> Iterator[str]:
    """The same as lines; what is too much is counted."""
    found = differences(one, other)
    for place, recorded, replayed in found[:most]:
        yield plain(f"{place}: recorded {recorded}, replayed {replayed}")
    if len(found) > most:
        yield f"… and {len(found) - most} more"


def _parsed(text: str) -> Any:
    return json.loads(text) if text else NOTHING


def _between(place: str, one: Any, other: Any) -> Iterator[Difference]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            where = f"{place}.{key}" if place else str(key)
            yield from _between(where, one.get(key, NOTHING), other.get(key, NOTHING))
    elif isinstance(one, list) and isinstance(other, list):
        for i in range(max(len(one), len(other))):
            pair = (each[i] if i < len(each) else NOTHING for each in (one, other))
            yield from _between(f"{place}[{i}]", *pair)
    elif one is NOTHING or other is NOTHING or type(one) is not type(other) or one != other:
        yield place or "all", _shown(one), _shown(other)


def _shown(value: Any) -> str:
    return "nothing" if value is NOTHING else json.dumps(value, ensure_ascii=False)
