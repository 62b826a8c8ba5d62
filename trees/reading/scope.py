"""``$object``: the values of parameters and ``for each`` variables, put where they are used."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping

from cotree.core.mission import Mark
from cotree.core.words import did_you_mean
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.nodes import (
    Entry,
    Hole,
    Items,
    Node,
    Scalar,
    Table,
    count,
    describe,
    quote,
)
from cotree.trees.reading.yaml_text import meaning

MOST_TEXT = 4096
_WHOLE = re.compile(r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))", re.ASCII)
_PART = re.compile(r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*)|(\$)|)", re.ASCII)


class Budget:
    """How much a task may still grow while it is unfolded."""

    def __init__(self, findings: Findings, most: int = 10_000) -> None:
        self.findings = findings
        self.most = most
        self.left = most

    def spend(self, mark: Mark, amount: int = 1) -> None:
        """Use some of it; when it is used up, reading stops."""
        self.left -= amount
        if self.left < 0:
            self.findings.stop(mark, f"the task unfolds to more than {self.most} nodes")


@dataclasses.dataclass(frozen=True)
class Scope:
    """What ``$name`` means at one place; a subtree sees only its own parameters."""

    budget: Budget
    values: Mapping[str, Node] = dataclasses.field(default_factory=dict)
    calls: tuple[str, ...] = ()
    """The subtrees being unfolded, outermost first."""

    def with_values(self, values: Mapping[str, Node]) -> Scope:
        """An inner scope that knows these too."""
        return dataclasses.replace(self, values={**self.values, **values})

    def fill(self, node: Node) -> Node:
        """The node with every ``$name`` in its values replaced; ``$$`` is a plain ``$``."""
        match node:
            case Scalar(text=text) if "$" in text:
                return self._scalar(node)
            case Items(mark=mark, items=items):
                return Items(mark, tuple(map(self.fill, items)))
            case Table(entries=entries):
                filled = {k: Entry(e.key, self.fill(e.value)) for k, e in entries.items()}
                return dataclasses.replace(node, entries=filled)
            case _:
                return node

    def _scalar(self, node: Scalar) -> Node:
        whole = _WHOLE.fullmatch(node.text)
        if whole is not None:
            value = self._get(whole[1] or whole[2], node.mark)
            self.budget.spend(node.mark, count(value) - 1)
            return value
        parts = [self._part(found, node.mark) for found in _PART.finditer(node.text)]
        if any(part is None for part in parts):
            return Hole(node.mark)
        pieces = iter(parts)
        text = _PART.sub(lambda _: next(pieces) or "", node.text)
        if len(text) > MOST_TEXT:
            self.budget.findings.add(node.mark, f"the text grows beyond {MOST_TEXT} characters")
            return Hole(node.mark)
        return Scalar(node.mark, text, meaning(text))

    def _part(self, found: re.Match[str], mark: Mark) -> str | None:
        if found[3]:
            return "$"
        name = found[1] or found[2]
        if name is None:
            self.budget.findings.add(mark, "a single '$'; write $name, or $$ for the sign itself")
            return None
        value = self._get(name, mark)
        if isinstance(value, Scalar):
            return value.text
        if not isinstance(value, Hole):
            self.budget.findings.add(
                mark, f"'${name}' is {describe(value)}, which does not fit into text"
            )
        return None

    def _get(self, name: str, mark: Mark) -> Node:
        if name in self.values:
            return self.values[name]
        if self.values:
            hint = did_you_mean(name[:80], self.values)
        else:
            hint = "; only a subtree or 'for each' gives names to values"
        self.budget.findings.add(mark, f"nothing is called {quote('$' + name)} here{hint}")
        return Hole(mark)


def names_in(node: Node) -> Iterator[str]:
    """Every ``$name`` that is written in a node."""
    match node:
        case Scalar(text=text):
            for found in _PART.finditer(text):
                if found[1] or found[2]:
                    yield found[1] or found[2]
        case Items(items=items):
            for item in items:
                yield from names_in(item)
        case Table(entries=entries):
            for entry in entries.values():
                yield from names_in(entry.value)
