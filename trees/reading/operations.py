"""``states:`` and ``operations:`` of a robot's model: what it is doing, and what changes that."""

from __future__ import annotations

from collections.abc import Sequence

from cotree.core.mission import Operation
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Binder, Field, Fields
from cotree.trees.reading.compounds import Many, OneOrMany
from cotree.trees.reading.kinds import Text
from cotree.trees.reading.names import Names, wrong_with_identifier
from cotree.trees.reading.nodes import Items, Node, Table, describe, quote
from cotree.trees.reading.quantities import Quantity
from cotree.trees.reading.ways import COST

STATES = Field(
    "states",
    Many(Text("the name of an operating state")),
    doc="its operating states, the one that it starts in first: [standby, loaded]",
)
FIELDS: Fields = {
    field.name: field
    for field in (
        Field("from", Text("an operating state"), required=True, doc="before", to="source"),
        Field("to", Text("an operating state"), required=True, doc="after", to="target"),
        Field("cost", COST, required=True, doc="what it costs"),
        Field(
            "at", OneOrMany(Text("a place or an area")), doc="where it can be done", to="only_at"
        ),
        Field("duration", Quantity("s"), doc="how long it takes in simulation", to="duration_s"),
    )
}
"""Of one operation: ``pick: {from: standby, to: loaded, at: s1, cost: 10}``."""


def read_states(node: Node | None, binder: Binder) -> tuple[str, ...]:
    """The operating states, each once."""
    if node is None:
        return ()
    states = binder.value(STATES.kind, node, "'states'") or ()
    items = node.items if isinstance(node, Items) else ()
    for name, item in zip(states, items, strict=False):
        wrong = wrong_with_identifier(name, "an operating state")
        if wrong is None and states.count(name) > 1:
            wrong = f"{quote(name)} is written twice"
        if wrong is not None:
            binder.findings.add(item.mark, wrong)
            return ()
    return tuple(states)


def read_operations(
    node: Node | None, states: Sequence[str], names: Names, binder: Binder
) -> tuple[Operation, ...]:
    """What changes the operating state, in written order; mistakes go to the findings."""
    if node is None:
        return ()
    if not isinstance(node, Table):
        binder.findings.add(node.mark, f"'operations' must be a mapping, found {describe(node)}")
        return ()
    found = []
    for name, line in node.entries.items():
        operation = _operation(name, line.value, binder)
        if operation is not None and _sound(operation, line.value, states, names, binder):
            found.append(operation)
    return tuple(found)


def _operation(name: str, node: Node, binder: Binder) -> Operation | None:
    if not isinstance(node, Table):
        binder.findings.add(
            node.mark,
            f"operation {quote(name)} must be a mapping such as "
            f"{{from: standby, to: loaded, cost: 10}}, found {describe(node)}",
        )
        return None
    values = binder.bind(node, FIELDS, f"operation {quote(name)}", node.mark)
    return None if values is None else Operation(name, **values)


def _sound(
    operation: Operation, node: Node, states: Sequence[str], names: Names, binder: Binder
) -> bool:
    """Whether it joins two of the robot's states, at places that exist."""
    assert isinstance(node, Table)
    wrong: list[tuple[Node, str]] = []
    for key, state in (("from", operation.source), ("to", operation.target)):
        if state not in states:
            known = did_you_mean(state[:80], states) or "; it needs 'states: [standby, loaded]'"
            wrong.append((node.entries[key].value, f"no operating state {quote(state)}{known}"))
    if operation.source == operation.target and not wrong:
        wrong.append((node.entries["to"].value, "an operation leads to another state"))
    known_places = names.places | names.areas
    for place in operation.only_at:
        if names.complete and place not in known_places:
            hint = names.hint(place, known_places)
            wrong.append((node.entries["at"].value, f"no place or area {quote(place)}{hint}"))
    for at, message in wrong:
        binder.findings.add(at.mark, message)
    return not wrong
