"""Typed parameters: from a mapping in YAML to the values of declared fields."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

from cotree.core.mission import Mark
from cotree.core.words import did_you_mean
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.kind_of import kind_of
from cotree.trees.reading.kinds import Kind, Mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Hole, Items, Node, Table, quote


@dataclasses.dataclass(frozen=True)
class Field:
    """One key that may be written: its kind, and whether it must be."""

    name: str
    kind: Kind
    required: bool = False
    doc: str = ""
    default: Any = None
    to: str = ""
    """The field of the value it fills; the same name unless written."""

    @property
    def target(self) -> str:
        """The field of the value it fills."""
        return self.to or self.name


Fields = Mapping[str, Field]


@functools.cache
def fields_of(params: type) -> Fields:
    """The fields of a dataclass of parameters."""
    hints = get_type_hints(params, include_extras=True)
    found = {}
    for field in dataclasses.fields(params):
        made = field.default is not dataclasses.MISSING
        made = made or field.default_factory is not dataclasses.MISSING
        found[field.name] = Field(
            field.name,
            kind_of(hints[field.name], field.metadata.get("low"), field.metadata.get("high")),
            required=not made,
            doc=field.metadata.get("doc", ""),
            default=field.default if made else None,
        )
    return found


class Binder:
    """Reads mappings against fields; what is wrong goes to the findings."""

    def __init__(self, findings: Findings, names: Names | None = None) -> None:
        self.findings = findings
        self.names = Names() if names is None else names

    def bind(
        self, table: Table, fields: Fields, what: str, mark: Mark, also: tuple[str, ...] = ()
    ) -> dict[str, Any] | None:
        """The values that are written, or None when something is wrong or not known.

        ``also`` names keys that may be written there and are read by others.
        """
        values: dict[str, Any] = {}
        good = self._known(table, fields, what, also)
        for key, entry in table.entries.items():
            if key in fields:
                good &= self._read(fields[key], entry.value, values, entry.key.mark)
        for field in fields.values():
            if field.required and table.complete and field.name not in table.entries:
                self.findings.add(
                    mark, f"{what} needs '{field.name}': {field.doc or field.kind.expected}"
                )
                good = False
        return values if good and table.complete else None

    def value(self, kind: Kind, node: Node, what: str) -> Any:
        """One value, or None when it is wrong."""
        if isinstance(node, Hole):
            return None
        try:
            return kind.read(node, self.names)
        except Mismatch as wrong:
            self.findings.add(wrong.mark, f"{what}: {wrong.message}")
            return None

    def make(self, make: Callable[..., Any], values: Mapping[str, Any], mark: Mark) -> Any:
        """The value made of its fields; a refusal of its own is a problem like all others."""
        try:
            return make(**values)
        except (ValueError, TypeError) as error:
            self.findings.add(mark, str(error).split("\n", maxsplit=1)[0])
            return None

    def _known(self, table: Table, fields: Fields, what: str, also: tuple[str, ...]) -> bool:
        unknown = [entry.key for key, entry in table.entries.items() if key not in fields]
        for key in unknown:
            hint = (
                did_you_mean(key.text[:80], [*fields, *also], most=16) or "; it has no parameters"
            )
            self.findings.add(key.mark, f"{what} has no {quote(key.text)}{hint}")
        return not unknown

    def _read(self, field: Field, node: Node, values: dict[str, Any], mark: Mark) -> bool:
        if has_hole(node):
            return False
        if field.target in values:
            self.findings.add(mark, f"'{field.name}' is written twice, in two spellings")
            return False
        try:
            values[field.target] = field.kind.read(node, self.names)
        except Mismatch as wrong:
            self.findings.add(wrong.mark, f"'{field.name}': {wrong.message}")
            return False
        return True


def has_hole(node: Node) -> bool:
    """Whether any part of a value is not known."""
    if isinstance(node, Table):
        return any(has_hole(entry.value) for entry in node.entries.values())
    return isinstance(node, Hole) or (isinstance(node, Items) and any(map(has_hole, node.items)))
