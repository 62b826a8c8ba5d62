"""``metric:``, how suitable a robot is for a leaf: terms and what they weigh."""

from __future__ import annotations

import re

from cotree.behaviours.suitability import STOCK
from cotree.core.mission import Mark, Metric
from cotree.team.metric import GATES, read
from cotree.trees.offers import Unusable
from cotree.trees.reading.binding import Binder, has_hole
from cotree.trees.reading.kinds import Schema
from cotree.trees.reading.nodes import Node, Scalar, Table, describe, is_nothing
from cotree.trees.reading.terms import Terms

RULES = ("gate", "hysteresis")
_PERCENT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*%")


def read_metric(node: Node, binder: Binder, terms: Terms | None = None) -> Metric:
    """The metric that is written; the default one when something is wrong with it."""
    if is_nothing(node):
        return Metric()
    if not isinstance(node, Table):
        binder.findings.add(
            node.mark,
            f"'metric' must be a mapping such as {{distance: 1, grasp: 0.1}}, "
            f"found {describe(node)}",
        )
        return Metric()
    if has_hole(node) or not node.complete:
        return Metric()
    known = Terms() if terms is None else terms
    written = {key: _plain(key, entry.value) for key, entry in node.entries.items()}
    answer = read(written, known.names())
    if isinstance(answer, Metric):
        _load(answer, node, binder, known)
        return answer
    for wrong in answer:
        binder.findings.add(_mark(wrong.key, node, known), wrong.message)
    return Metric()


def _load(metric: Metric, node: Table, binder: Binder, terms: Terms) -> None:
    """Find out now, and not when the robot runs, whether a package is broken."""
    for name in metric.weights:
        try:
            terms.get(name)
        except Unusable as broken:
            binder.findings.add(node.entries[name].key.mark, str(broken))


def _mark(key: str, node: Table, terms: Terms) -> Mark:
    """The word if it is not known, else what stands behind it."""
    entry = node.entries.get(key)
    if entry is None:
        return node.mark
    return entry.value.mark if key in (*terms.names(), *RULES) else entry.key.mark


def _plain(key: str, node: Node) -> object:
    """The value as Python has it; ``5 %`` is 0.05."""
    if not isinstance(node, Scalar):
        return describe(node)
    if key == "hysteresis" and isinstance(node.value, str):
        share = _PERCENT.fullmatch(node.value)
        return node.value if share is None else float(share[1]) / 100
    return node.value


def metric_schema(terms: Terms | None = None) -> Schema:
    """The same as JSON Schema."""
    number: Schema = {"type": "number", "minimum": 0}
    known = Terms() if terms is None else terms
    return {
        "type": ["object", "null"],
        "properties": {
            **{name: {**number, "description": _doc(name)} for name in known.names()},
            "gate": {"enum": list(GATES), "description": "what a grasp score of 0 means"},
            "hysteresis": {
                "type": ["number", "string"],
                "minimum": 0,
                "pattern": rf"^{_PERCENT.pattern}$",
                "description": "another leaf must be better by this share",
            },
        },
        "additionalProperties": False,
        "description": "how suitable a robot is for a leaf: terms and what they weigh",
    }


def _doc(name: str) -> str:
    term = STOCK.get(name)
    return f"offered by another package: {name}" if term is None else f"{term.doc} {term.unit}"
