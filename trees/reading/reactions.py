"""``reactions:``: what is looked for beside the task, and what is done then."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import partial
from typing import Any

from cotree.behaviours.checkers.condition import Condition, If
from cotree.behaviours.checkers.declare import CheckerDeclaration
from cotree.behaviours.checkers.params import Reacting, ReactionParams
from cotree.core.mission import REACTIONS, Blueprint, Mark
from cotree.core.words import did_you_mean
from cotree.trees.reactions.nodes import REACTION
from cotree.trees.reading.binding import Binder, Field, Fields, fields_of
from cotree.trees.reading.blueprint import TaskReader
from cotree.trees.reading.conditions import IfKind
from cotree.trees.reading.drafts import Draft, finish_at
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.names import wrong_with_name
from cotree.trees.reading.nodes import (
    Entry,
    Items,
    Node,
    Scalar,
    Table,
    describe,
    is_nothing,
    moved,
    quote,
)
from cotree.trees.reading.scope import Budget, Scope
from cotree.trees.reading.yaml_text import parse

ALL = "all"
"""``reactions: all``: every checker of cotree with what is usual."""
USUAL = ("balance", "critical", "state", "environment")
OWN_RATE_HZ = 10.0
FIELDS: Fields = {
    **{
        name: dataclasses.replace(field, required=False)
        for name, field in fields_of(ReactionParams).items()
    },
    "if": Field("if", IfKind(), doc="of a name of your own: the condition on a fact"),
}
"""What may be written of one reaction, besides ``do``."""


class ReactionsReader:
    """Reads all reactions of a mission, in the order in which they count."""

    def __init__(
        self, checkers: Mapping[str, CheckerDeclaration], tasks: TaskReader, findings: Findings
    ) -> None:
        self.checkers = checkers
        self.tasks = tasks
        self.findings = findings
        self.binder = Binder(findings)

    def read(self, node: Node) -> tuple[Blueprint, ...]:
        """The reactions that are right; what is wrong goes to the findings."""
        table = self._as_table(node)
        if table is None:
            return ()
        found = (self._reaction(key, entry) for key, entry in table.entries.items())
        return tuple(each for each in found if each is not None)

    def _as_table(self, node: Node) -> Table | None:
        """The short forms written out: ``all``, and a list of names."""
        match node:
            case Table():
                return node
            case Scalar(value="all"):
                usual = [name for name in USUAL if name in self.checkers]
                return Table(node.mark, {name: _usual(name, node.mark) for name in usual})
            case Items(items=items) if all(isinstance(item, Scalar) for item in items):
                named = [item for item in items if isinstance(item, Scalar)]
                return Table(node.mark, {item.text: _usual(item.text, item.mark) for item in named})
        if not is_nothing(node):
            self.findings.add(
                node.mark,
                f"'{REACTIONS}' must be a mapping such as {{balance: {{do: recover}}}}, a list of "
                f"checkers, or '{ALL}'; found {describe(node)}",
            )
        return None

    def _reaction(self, name: str, entry: Entry) -> Blueprint | None:
        mark = entry.key.mark
        table = entry.value
        if is_nothing(table):
            table = Table(mark, {})
        if not isinstance(table, Table):
            message = f"'{name}' must be a mapping such as {{rate: 5, do: recover}}, found "
            self.findings.add(table.mark, message + describe(table))
            return None
        rest = {key: each for key, each in table.entries.items() if key != "do"}
        body = Table(table.mark, rest, table.complete)
        values = self.binder.bind(body, FIELDS, quote(name), mark, ("do",))
        known = self.checkers.get(name)
        if not self._makes_sense(name, known, table, mark) or values is None:
            return None
        condition: If | None = values.pop("if", None)
        do = self._do(known, table.entries.get("do"), mark)
        if do is None:
            return None
        usual = {
            "rate": OWN_RATE_HZ if known is None else known.rate_hz,
            "stops": "interrupt" if known is None else known.stops,
        }
        params = Reacting(**{**usual, **values}, **_looking(known, condition))
        written = tuple(key for key in rest if key != "if")
        draft = Draft(REACTION, name, params, (do,), mark, name, written)
        return finish_at(draft, name, f"{REACTIONS}/{name}")

    def _makes_sense(
        self, name: str, known: CheckerDeclaration | None, table: Table, mark: Mark
    ) -> bool:
        """Whether it is a checker, or a name with a condition and something to do."""
        wrong = wrong_with_name(name)
        if known is None and wrong is None and "if" not in table.entries:
            wrong = f"no checker {quote(name)}{did_you_mean(name[:80], self.checkers)}"
            wrong += " (a name of your own needs 'if': {fact: ..., below: ...})"
        elif known is None and wrong is None and "do" not in table.entries:
            wrong = f"{quote(name)} needs 'do': what is done then"
        elif known is not None and "if" in table.entries:
            wrong = f"'{name}' is a checker, which knows what to look for; leave out its 'if'"
            mark = table.entries["if"].key.mark
        if wrong is not None:
            self.findings.add(mark, wrong)
        return wrong is None

    def _do(
        self, known: CheckerDeclaration | None, entry: Entry | None, mark: Mark
    ) -> Draft | None:
        """The reaction as written, or the usual one; of a list the first that succeeds."""
        node: Node | None
        if entry is None:
            assert known is not None
            node = parse(known.do, mark.file, self.findings)
            node = None if node is None else moved(node, mark)
        else:
            node = entry.value
        if node is None:
            return None
        if is_nothing(node):
            self.findings.add(node.mark, "'do' is empty; it needs a node")
            return None
        if isinstance(node, Items):
            key = Scalar(node.mark, "selector", "selector")
            node = Table(node.mark, {"selector": Entry(key, node)})
        return self.tasks.node(node, Scope(Budget(self.findings)), 3)


def _looking(known: CheckerDeclaration | None, condition: If | None) -> dict[str, Any]:
    """Who looks, and at what."""
    if known is not None:
        return {"make": known.make}
    assert condition is not None
    make = partial(Condition, condition)
    return {"make": make, "condition": str(condition), "fact": condition.fact}


def _usual(name: str, mark: Mark) -> Entry:
    return Entry(Scalar(mark, name, name), Scalar(mark, "", None))
