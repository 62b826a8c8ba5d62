"""What the page shows of a mission's text: the parameters of its nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.runtime.messages import Hello
from cotree.trees.reading import loads
from cotree.viewer.web.items import short


def mission_of(hello: Hello | None) -> Mission | None:
    """The mission, as far as its text is known and can still be read."""
    if hello is None or not hello.text:
        return None
    try:
        return loads(hello.text, hello.file, files=hello.included)
    except InputError:
        return None


def params_of(mission: Mission) -> dict[str, Mapping[str, str]]:
    """By path: each parameter that has a value, in words."""
    return {node.path: dict(_params(node.params)) for node in mission.tree.walk() if node.params}


def _params(params: object) -> Iterator[tuple[str, str]]:
    found = msgspec.to_builtins(params, enc_hook=_nothing)
    for name, value in found.items() if isinstance(found, dict) else ():
        text = _text(value)
        if text:
            yield name, short(text)


def _nothing(value: object) -> None:
    """What has no words, as a class."""


def _text(value: object) -> str:
    """A value in words; empty: there is none."""
    match value:
        case None | "" | []:
            return ""
        case {"name": str(name), **rest} if not any(rest.values()):
            return name
        case {"point": [*point]}:
            return ", ".join(f"{number:g}" for number in point)
        case bool():
            return "yes" if value else "no"
        case [*parts]:
            return ", ".join(filter(None, map(_text, parts)))
        case dict():
            words = ((name, _text(each)) for name, each in value.items())
            return ", ".join(f"{name}: {each}" for name, each in words if each)
        case float():
            return f"{value:g}"
    return str(value)
