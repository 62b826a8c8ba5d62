"""Which public things state their promise.

Public is what has no underscore, up to its module; a magic method's promise is Python's, and the
name of a test is its sentence.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

Thing: TypeAlias = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Promises(msgspec.Struct, frozen=True):
    """How many public things there are, and which of them state nothing."""

    things: int
    silent: tuple[str, ...]

    @property
    def percent(self) -> float:
        """How many of a hundred state their promise."""
        return 100.0 if not self.things else 100.0 * (1 - len(self.silent) / self.things)


def promises(trees: Mapping[Path, ast.Module]) -> Promises:
    """What the public things of these files promise."""
    found = [each for path, tree in trees.items() for each in _public(tree, str(path))]
    return Promises(len(found), tuple(name for name, thing in found if not _speaks(thing)))


def _public(thing: Thing, name: str) -> Iterator[tuple[str, Thing]]:
    yield name, thing
    if isinstance(thing, ast.FunctionDef | ast.AsyncFunctionDef):
        return  # what is inside is its own business
    for inner in _flat(thing.body):
        if not inner.name.startswith(("_", "test_")) and not _again(inner):
            yield from _public(inner, f"{name}:{inner.name}")


def _flat(body: list[ast.stmt]) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """What is defined here, under an ``if`` or ``try`` too."""
    for each in body:
        if isinstance(each, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield each
        elif isinstance(each, ast.If | ast.Try):
            yield from _flat([*each.body, *each.orelse])


def _again(thing: Thing) -> bool:
    """Whether it says in more words, for type checkers, what stands elsewhere."""
    return not isinstance(thing, ast.Module) and any(
        ast.unparse(mark).endswith(("overload", ".setter")) for mark in thing.decorator_list
    )


def _speaks(thing: Thing) -> bool:
    return bool(ast.get_docstring(thing)) or (isinstance(thing, ast.Module) and not thing.body)
