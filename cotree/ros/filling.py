"""From the mappings that a person writes to messages, and back; every mistake names its field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cotree.core.words import did_you_mean
from cotree.ros.missing import type_named

MOST_ITEMS = 10_000
"""Of one list in what is shown of a message."""
_LIST = re.compile(r"sequence<([^,>]+(?:<\d+>)?)(?:, *\d+)?>|(.+)\[\d+\]")


class BadField(ValueError):
    """A field that the message does not have, or a value that does not fit."""


def filled(type_: Any, values: Mapping[str, Any], where: str = "") -> Any:
    """A message with these values in its fields; what is not named keeps its default."""
    message = _checking(type_)
    fields = message.get_fields_and_field_types()
    for word, value in values.items():
        place = f"{where}{word}"
        if word not in fields:
            raise BadField(f"there is no field '{place}'{did_you_mean(word, fields)}")
        _set(message, word, _made(fields[word], value, place), fields[word], place)
    return message


def _checking(type_: Any) -> Any:
    """A message that looks at what is put into it; older distributions always do."""
    try:
        return type_(check_fields=True)
    except (AssertionError, TypeError):
        return type_()


def _set(message: Any, word: str, value: Any, type_: str, place: str) -> None:
    try:
        setattr(message, word, value)
    except (AssertionError, TypeError, ValueError, OverflowError) as error:
        raise BadField(f"field '{place}' wants {type_}, found {value!r:.60}") from error


def as_data(message: Any) -> Any:
    """A message as mappings, lists and plain values."""
    if hasattr(message, "get_fields_and_field_types"):
        return {word: as_data(getattr(message, word)) for word in _words(message)}
    if isinstance(message, bytes):
        return list(message)
    if hasattr(message, "tolist"):  # an array of numpy or of Python
        return message.tolist()[:MOST_ITEMS]
    if isinstance(message, list | tuple):
        return [as_data(item) for item in message[:MOST_ITEMS]]
    return message


def _words(message: Any) -> list[str]:
    """Its fields, without the filler of empty messages."""
    fields = message.get_fields_and_field_types()
    return [word for word in fields if word != "structure_needs_at_least_one_member"]


def _made(type_: str, value: Any, place: str) -> Any:
    """The value as a field of this type takes it."""
    found = _LIST.fullmatch(type_)
    if found is not None:
        item = (found[1] or found[2]).strip()
        if not isinstance(value, list | tuple):
            raise BadField(f"field '{place}' wants a list of {item}, found {value!r:.60}")
        return [_made(item, each, f"{place}[{i}]") for i, each in enumerate(value)]
    if "/" in type_:
        if not isinstance(value, Mapping):
            raise BadField(f"field '{place}' wants the fields of {type_}, found {value!r:.60}")
        package, word = type_.split("/")[0], type_.split("/")[-1]
        return filled(type_named(f"{package}/msg/{word}", "msg"), value, f"{place}.")
    if type_ in ("float", "double") and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type_ == "octet" and isinstance(value, int) and 0 <= value < 256:
        return bytes([value])
    return value
