"""Where the files that a mission mentions are found: beside it, then in the package's config."""

from __future__ import annotations

import dataclasses
import functools
import os
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Protocol

from cotree.trees.reading.names import IDENTIFIER
from cotree.trees.reading.source import decode, read_text


@dataclasses.dataclass(frozen=True)
class Source:
    """A text that was found: where it is for people, and under which key the record keeps it."""

    label: str
    key: str
    text: str


class Library(Protocol):
    """Finds texts by name; a text that exists but cannot be read is an ``InputError``."""

    def named(self, folder: str, name: str) -> Source | None:
        """A world or robot, as in ``named("worlds", "tea_table")``."""

    def names(self, folder: str) -> list[str]:
        """What there is in a folder, for messages."""

    def included(self, path: str, beside: Source) -> Source | None:
        """A file as another one names it, relative to that one."""


@dataclasses.dataclass(frozen=True)
class FileLibrary:
    """Files on disk; ``folder`` is the mission's own."""

    folder: str = ""

    def named(self, folder: str, name: str) -> Source | None:
        """Beside the mission first, then in the package."""
        if not IDENTIFIER.fullmatch(name):
            return None
        key = f"{folder}/{name}.yaml"
        own = os.path.join(self.folder, folder, f"{name}.yaml")
        if os.path.exists(own):
            return Source(own, key, read_text(own))
        packaged = config().joinpath(folder, f"{name}.yaml")
        if packaged.is_file():
            label = str(packaged)
            return Source(label, key, decode(packaged.read_bytes(), label))
        return None

    def names(self, folder: str) -> list[str]:
        """Both places together."""
        own = Path(self.folder, folder)
        found = [*own.glob("*.yaml")] if own.is_dir() else []
        packaged = config().joinpath(folder)
        if packaged.is_dir():
            found += [Path(item.name) for item in packaged.iterdir()]
        return sorted({path.stem for path in found if path.suffix == ".yaml"})

    def included(self, path: str, beside: Source) -> Source | None:
        """Relative to the including file."""
        label = os.path.normpath(os.path.join(os.path.dirname(beside.label), path))
        try:
            if not os.path.exists(label):
                return None
        except ValueError:  # a NUL in the path
            return None
        relative = os.path.relpath(label, self.folder or os.curdir)
        return Source(label, relative.replace(os.sep, "/"), read_text(label))


@dataclasses.dataclass(frozen=True)
class RecordedLibrary:
    """Texts kept in a record; nothing is read from disk."""

    texts: Mapping[str, str]

    def named(self, folder: str, name: str) -> Source | None:
        """The recorded text."""
        return self._get(f"{folder}/{name}.yaml")

    def names(self, folder: str) -> list[str]:
        """The recorded names."""
        keys = [key for key in self.texts if key.startswith(f"{folder}/")]
        return sorted(Path(key).stem for key in keys)

    def included(self, path: str, beside: Source) -> Source | None:
        """The recorded text; keys are relative to the mission."""
        joined = os.path.normpath(os.path.join(os.path.dirname(beside.key), path))
        return self._get(joined.replace(os.sep, "/"))

    def _get(self, key: str) -> Source | None:
        return Source(key, key, self.texts[key]) if key in self.texts else None


@functools.cache
def config() -> Any:
    """The packaged folder ``config``; in a clone the one at its root.

    A ``Traversable``, whose name moved between Python versions.
    """
    packaged = resources.files("cotree").joinpath("config")
    if packaged.is_dir():
        return packaged
    import cotree

    return Path(cotree.__path__[0]).resolve().parent / "config"
