"""Worlds and robots: written in place, or taken by their name from a file of their own."""

from __future__ import annotations

from cotree.core.errors import InputError
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Binder
from cotree.trees.reading.findings import Stopped
from cotree.trees.reading.kinds import Text
from cotree.trees.reading.library import Library
from cotree.trees.reading.nodes import Node, Scalar, quote
from cotree.trees.reading.yaml_text import parse

SINGULAR = {"worlds": "world", "robots": "robot"}


class Shelf:
    """Takes files from the library and keeps their texts for the record."""

    def __init__(self, library: Library, binder: Binder) -> None:
        self.library = library
        self.binder = binder
        self.findings = binder.findings
        self.texts: dict[str, str] = {}

    def take(self, folder: str, node: Node) -> Node | None:
        """What is written in place, or what stands in the file of that name; None: reported."""
        if not isinstance(node, Scalar):
            return node
        what = SINGULAR[folder]
        name = self.binder.value(Text(f"the name of a {what}"), node, f"'{what}'")
        try:
            return None if name is None else self._file(folder, name, node)
        except InputError as error:
            self.findings.extend(error)
        except Stopped:
            pass
        return None

    def _file(self, folder: str, name: str, node: Scalar) -> Node | None:
        source = self.library.named(folder, name)
        if source is None:
            hint = did_you_mean(name[:80], self.library.names(folder), most=24)
            self.findings.add(node.mark, f"no {SINGULAR[folder]} {quote(name)}{hint}")
            return None
        self.texts[source.key] = source.text
        return parse(source.text, source.label, self.findings)
