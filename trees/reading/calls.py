"""The arguments of a subtree where it is used: ``deliver: {object: cup, to: tray}``."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.words import did_you_mean
from cotree.trees.reading.forms import Written
from cotree.trees.reading.nodes import (
    Entry,
    Hole,
    Node,
    Scalar,
    Table,
    describe,
    is_nothing,
    quote,
)
from cotree.trees.reading.scope import Scope
from cotree.trees.reading.subtrees import Subtree


def arguments_of(written: Written, subtree: Subtree, scope: Scope) -> dict[str, Node]:
    """A value for each parameter; what is missing or wrong is reported and becomes a hole."""
    entries = _entries(written, subtree, scope)
    findings = scope.budget.findings
    word = quote(subtree.word)
    for key, entry in entries.items():
        if key not in subtree.parameters:
            known = did_you_mean(key[:80], subtree.parameters) or "; it has no parameters"
            findings.add(entry.key.mark, f"subtree {word} has no parameter {quote(key)}{known}")
    values: dict[str, Node] = {}
    for name in subtree.parameters:
        if name in entries:
            values[name] = scope.fill(entries[name].value)
        else:
            if not isinstance(written.value, Hole):
                findings.add(written.mark, f"subtree {word} needs '{name}' ({subtree.mark})")
            values[name] = Hole(written.mark)
    return values


def _entries(written: Written, subtree: Subtree, scope: Scope) -> Mapping[str, Entry]:
    value = written.value
    if isinstance(value, Table):
        return value.entries
    if is_nothing(value) or isinstance(value, Hole):
        return {}
    if len(subtree.parameters) == 1:
        only = subtree.parameters[0]
        return {only: Entry(Scalar(value.mark, only, only), value)}
    names = ", ".join(subtree.parameters) or "none"
    scope.budget.findings.add(
        value.mark,
        f"subtree {quote(subtree.word)} takes a mapping of its parameters ({names}), "
        f"found {describe(value)}",
    )
    return {
        name: Entry(Scalar(value.mark, name, name), Hole(value.mark)) for name in subtree.parameters
    }
