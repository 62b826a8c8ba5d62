"""``for each``: one node written once, unfolded for each of several values."""

from __future__ import annotations

from cotree.trees.reading.names import wrong_with_identifier
from cotree.trees.reading.nodes import Entry, Hole, Items, Node, Table, describe, quote
from cotree.trees.reading.scope import Scope

WORD = "for each"
FORM = "{object: [a, b], do: <node>}"


def unfold(entry: Entry, scope: Scope) -> list[tuple[Node, Scope]] | None:
    """The node to read with the scope of each round, or None when it is written wrongly.

    Several variables advance together.
    """
    findings = scope.budget.findings
    body = entry.value
    if not isinstance(body, Table):
        if not isinstance(body, Hole):
            findings.add(body.mark, f"'{WORD}' must be {FORM}, found {describe(body)}")
        return None
    do = body.entries.get("do")
    if do is None:
        findings.add(entry.key.mark, f"'{WORD}' needs 'do', the node to repeat")
        return None
    variables = _variables(body, scope)
    if variables is None:
        return None
    if not variables:
        findings.add(entry.key.mark, f"'{WORD}' needs a variable: {FORM}")
        return None
    return [
        (do.value, scope.with_values(dict(zip(variables, values, strict=True))))
        for values in zip(*variables.values(), strict=True)
    ]


def _variables(body: Table, scope: Scope) -> dict[str, tuple[Node, ...]] | None:
    findings = scope.budget.findings
    found: dict[str, tuple[Node, ...]] = {}
    good = True
    for name, entry in body.entries.items():
        if name == "do":
            continue
        values = scope.fill(entry.value)
        wrong = wrong_with_identifier(name, f"a variable of '{WORD}'")
        if wrong is None and name in scope.values:
            wrong = f"{quote('$' + name)} already means something here; choose another name"
        if wrong is not None:
            findings.add(entry.key.mark, wrong)
        good &= wrong is None and not isinstance(values, Hole)
        if isinstance(values, Items):
            found[name] = values.items
        elif not isinstance(values, Hole):
            findings.add(
                values.mark, f"'{WORD}' needs a list for {quote(name)}, found {describe(values)}"
            )
            good = False
    return found if good and _same_length(body, found, scope) else None


def _same_length(body: Table, found: dict[str, tuple[Node, ...]], scope: Scope) -> bool:
    lengths = {name: len(values) for name, values in found.items()}
    if len(set(lengths.values())) <= 1:
        return True
    said = ", ".join(f"{name} has {length}" for name, length in lengths.items())
    scope.budget.findings.add(body.mark, f"the lists of '{WORD}' must have the same length; {said}")
    return False
