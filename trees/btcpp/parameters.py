"""What the subtrees of a file are given: the blackboard names that they read."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.trees.btcpp.attributes import kind_of, ports_of
from cotree.trees.btcpp.element import Element
from cotree.trees.btcpp.forest import SUBTREES, Forest
from cotree.trees.btcpp.ports import pointer
from cotree.trees.btcpp.rules import Unlike
from cotree.trees.btcpp.table import Table


class Parameters:
    """By tree: the names that it reads, itself or in the trees that it uses."""

    def __init__(self, forest: Forest, table: Table) -> None:
        self._forest = forest
        self._table = table
        self._found: dict[str, tuple[str, ...]] = {}

    def of(self, tree: str) -> tuple[str, ...]:
        """In the order in which they are met."""
        if tree not in self._found:
            self._found[tree] = ()  # a tree in itself reads nothing more, and is refused later
            names: dict[str, None] = {}
            for element in self._forest.trees[tree].walk():
                names.update(dict.fromkeys(self._read(element)))
            self._found[tree] = tuple(names)
        return self._found[tree]

    def counting(self, element: Element) -> Mapping[str, str]:
        """The ports of an action that the table does not tell to ignore."""
        ignored = self._table.ignore.get(kind_of(element), ())
        return {port: text for port, text in ports_of(element).items() if port not in ignored}

    def _read(self, element: Element) -> list[str]:
        try:
            ports = self.counting(element)
        except Unlike:  # told when it is translated
            return []
        if element.tag in SUBTREES:
            inner = element.attributes.get("ID", "")
            wanted = self.of(inner) if inner in self._forest.trees else ()
            ports = {port: text for port, text in ports.items() if port in wanted}
        names = (pointer(text) for text in ports.values())
        return [name for name in names if name and name not in self._table.values]
