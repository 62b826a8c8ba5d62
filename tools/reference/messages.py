"""What is written and sent: every field of every message, from the types that check them."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import textwrap
import typing
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

HEAD = """\
# Messages

Made by `make reference`; do not edit. All are JSON. Whoever reads one checks it against these
types; what does not fit is refused in one line, or counted and dropped where it comes from a
network. A field with a default is left out where it has that value. A message that stands in
*[...]* is a list of its fields in this order."""
PARTS = {
    "Letters between teammates": ("cotree.team.messages", "Letter"),
    "Telegrams between processes": ("cotree.runtime.process.telegrams", "Envelope"),
    "Acts at a page": ("cotree.runtime.acts", "Act"),
    "Replies to a page": ("cotree.runtime.replies", "Reply"),
    "Records": ("cotree.runtime.messages", "TOPICS"),
}
"""Each with the module that explains it, and the type where one begins to read."""


@dataclass(frozen=True)
class Field:
    """One row of a message's table."""

    name: str
    type: str
    default: str
    meaning: str


def page() -> str:
    """All messages in Markdown, each once."""
    parts, told = [HEAD], set[type]()
    for title, (place, name) in PARTS.items():
        module = importlib.import_module(place)
        parts += [f"## {title}", inspect.getdoc(module) or ""]
        for each in reached(roots(getattr(module, name))):
            if each not in told:
                told.add(each)
                parts.append(_told(each))
    return "\n\n".join(parts) + "\n"


def roots(start: object) -> list[type]:
    """The types of a table, of a union, of a class, or of a class and all that are made of it."""
    if isinstance(start, dict):
        return list(start.values())
    return [start, *start.__subclasses__()] if isinstance(start, type) else list(_inside(start))


def reached(start: list[type]) -> Iterator[type]:
    """These messages, and all that stand in them, each once, in order."""
    seen: dict[type, None] = {}
    waiting = list(start)
    while waiting:
        each = waiting.pop(0)
        if each in seen or not _is_message(each):
            continue
        seen[each] = None
        waiting += [inner for hint in _hints(each).values() for inner in _inside(hint)]
    return iter(seen)


def fields(message: type) -> list[Field]:
    """Each field as its source has it."""
    found: dict[str, Field] = {}
    for base in reversed(message.__mro__):
        if _is_message(base):
            found.update((each.name, each) for each in _own_fields(base))
    return list(found.values())


def _is_message(type_: object) -> typing.TypeGuard[type]:
    if not isinstance(type_, type):
        return False
    return (issubclass(type_, msgspec.Struct) and type_ is not msgspec.Struct) or (
        dataclasses.is_dataclass(type_) and type_.__module__.startswith("cotree.")
    )


def _hints(message: type) -> dict[str, object]:
    return typing.get_type_hints(message)


def _inside(hint: object) -> Iterator[type]:
    """Every type that a hint names."""
    inner = typing.get_args(hint)
    if not inner and isinstance(hint, type):
        yield hint
    for each in inner:
        yield from _inside(each)


def _own_fields(message: type) -> Iterator[Field]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(message)))
    body = typing.cast("ast.ClassDef", tree.body[0]).body
    for place, line in enumerate(body):
        if not isinstance(line, ast.AnnAssign) or not isinstance(line.target, ast.Name):
            continue
        after = body[place + 1] if place + 1 < len(body) else None
        default = ast.unparse(line.value) if line.value else ""
        yield Field(line.target.id, ast.unparse(line.annotation), default, _doc(after))


def _doc(line: ast.stmt | None) -> str:
    if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
        return " ".join(str(line.value.value).split())
    return ""


def _told(message: type) -> str:
    name = message.__name__
    config = getattr(message, "__struct_config__", None)
    shown = f"[{name}]" if config is not None and config.array_like else name
    head = [f"### {shown.replace('[', chr(92) + '[')}", inspect.getdoc(message) or ""]
    if config is not None and config.tag is not None:
        head.append(f"Told by `{config.tag_field}`: `{config.tag}`.")
    rows = [
        f"| `{each.name}` | {_code(each.type)} | {_code(each.default)} | {_cell(each.meaning)} |"
        for each in fields(message)
    ]
    if rows:
        head.append("\n".join(("| field | type | default | |", "|---|---|---|---|", *rows)))
    return "\n\n".join(head)


def _code(text: str) -> str:
    return f"`{_cell(text)}`" if text else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
