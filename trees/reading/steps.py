"""``steps:``, work that people and robots share: what each step takes, and what comes before it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from cotree.core.mission import Mark, Teammate
from cotree.core.words import did_you_mean
from cotree.core.work_steps import WorkStep, WorkSteps
from cotree.trees.reading.binding import Binder
from cotree.trees.reading.names import wrong_with_name
from cotree.trees.reading.nodes import Items, Node, Scalar, Table, describe, quote
from cotree.trees.reading.step_fields import BESIDE, FIELDS, KIND, STEP
from cotree.trees.reading.step_order import Entry, Written, check_places, joined

MOST = 500
"""Steps of one mission."""


def read_steps(node: Node | None, team: Mapping[str, Teammate], binder: Binder) -> Written | None:
    """The steps, or None when there are none or something is wrong with them."""
    if node is None:
        return None
    if not isinstance(node, Table) or "all" not in node.entries:
        binder.findings.add(
            node.mark, "'steps' must be a mapping with 'all': {all: {glue: {takes: {ann: 9 s}}}}"
        )
        return None
    own = {key: entry for key, entry in node.entries.items() if key not in BESIDE}
    values = binder.bind(
        dataclasses.replace(node, entries=own), FIELDS, "'steps'", node.mark, BESIDE
    )
    if values is None:
        return None
    found = _Reader(team, binder, values).read(node)
    return None if binder.findings else found


class _Reader:
    """Reads kinds and steps of one mission."""

    def __init__(
        self, team: Mapping[str, Teammate], binder: Binder, values: dict[str, Any]
    ) -> None:
        self.team, self.binder, self.values = team, binder, values
        self.speeds: Mapping[str, float] = values.get("speeds", {})
        self.kinds: dict[str, dict[str, float]] = {}
        self.entries: dict[str, Entry] = {}
        self.spoilt: set[str] = set()
        """Steps of which something is wrong."""
        self.last: dict[str, str] = {}
        """The last step of each chain."""

    def read(self, table: Table) -> Written | None:
        """All of it."""
        for key in ("speeds", "correct"):
            if key in table.entries:
                self.known(self.values.get(key, {}), table.entries[key].value)
        if "correct" in table.entries:
            self.robots(self.values.get("correct", {}), table.entries["correct"].value)
        self.read_kinds(table)
        body = table.entries["all"].value
        if not isinstance(body, Table) or not body.entries:
            self.wrong(body, f"'all' must be a mapping of steps, found {describe(body)}")
            return None
        for name, entry in body.entries.items():
            bad = wrong_with_name(name, "a step's name")
            if bad is not None:
                self.binder.findings.add(entry.key.mark, bad)
            elif isinstance(entry.value, Items):
                self.chain(name, entry.value)
            else:
                self.one(name, entry.value, entry.key.mark)
        if len(self.entries) > MOST:
            self.wrong(body, f"{len(self.entries)} steps; a mission has at most {MOST}")
        return self.finished(table)

    def wrong(self, node: Node, message: str) -> None:
        """One more finding."""
        self.binder.findings.add(node.mark, message)

    def known(self, members: Mapping[str, float], node: Node) -> None:
        """Only members of the team take time."""
        for name in members:
            if name not in self.team:
                hint = did_you_mean(name[:80], self.team)
                mark = node.entries[name].key.mark if isinstance(node, Table) else node.mark
                self.binder.findings.add(mark, f"no teammate {quote(name)}{hint}")

    def robots(self, members: Mapping[str, float], node: Node) -> None:
        """Only robots put errors right."""
        for name in members:
            if name in self.team and not self.team[name].robot:
                mark = node.entries[name].key.mark if isinstance(node, Table) else node.mark
                wrong = f"{quote(name)} is a person; only robots put errors right, so leave it out"
                self.binder.findings.add(mark, wrong)

    def read_kinds(self, table: Table) -> None:
        """How long steps of each kind take."""
        if "kinds" not in table.entries:
            return
        node = table.entries["kinds"].value
        if not isinstance(node, Table):
            self.wrong(node, f"'kinds' must be a mapping, found {describe(node)}")
            return
        for name, entry in node.entries.items():
            self.kinds[name] = {}
            if not isinstance(entry.value, Table):
                self.wrong(
                    entry.value,
                    f"kind {quote(name)} must be a mapping such as {{takes: {{ann: 6 s}}}}, "
                    f"found {describe(entry.value)}",
                )
                continue
            values = self.binder.bind(entry.value, KIND, f"kind {quote(name)}", entry.key.mark)
            if values is not None:
                self.kinds[name] = self.takes(values, entry.value)

    def takes(self, values: Mapping[str, Any], table: Table) -> dict[str, float]:
        """Seconds per member, from durations and from ways."""
        found = dict(values.get("takes", {}))
        if "takes" in table.entries:
            self.known(found, table.entries["takes"].value)
        for name, metres in values.get("walks", {}).items():
            node = table.entries["walks"].value
            self.known({name: metres}, node)
            if name in found:
                self.wrong(node, f"{quote(name)} has a duration and a way; leave one of them out")
            elif name not in self.speeds and name in self.team:
                self.wrong(node, f"how fast is {quote(name)}? add it under 'speeds'")
            else:
                found[name] = metres / self.speeds.get(name, 1.0)
        return found

    def chain(self, name: str, items: Items) -> None:
        """Steps of given kinds, one after the other, at the place that the chain is called by."""
        before: tuple[str, ...] = ()
        for number, item in enumerate(items.items, start=1):
            step = f"{name}.{number}"
            if not isinstance(item, Scalar):
                self.wrong(item, f"expected a kind of step, found {describe(item)}")
            kind = item.text if isinstance(item, Scalar) else ""
            if not isinstance(item, Scalar) or not self.kind(kind, item):
                self.spoilt.add(step)
            else:
                self.add(
                    WorkStep(step, self.kinds[kind], (), name, None, kind), before, item, item.mark
                )
            before = (step,)
            self.last[name] = step
        if not items.items:
            self.wrong(items, f"the chain {quote(name)} is empty; write kinds of steps into it")

    def one(self, name: str, node: Node, mark: Mark) -> None:
        """A step with all that is said of it."""
        if not isinstance(node, Table):
            self.spoilt.add(name)
            self.wrong(
                node,
                f"step {quote(name)} must be a mapping such as {{kind: near, after: glue}}, or a "
                f"list of kinds; found {describe(node)}",
            )
            return
        values = self.binder.bind(node, STEP, f"step {quote(name)}", mark)
        kind = "" if values is None else values.get("kind", "")
        if values is None or (kind and not self.kind(kind, node.entries["kind"].value)):
            self.spoilt.add(name)
            return
        takes = {**self.kinds.get(kind, {}), **self.takes(values, node)}
        step = WorkStep(name, takes, (), values.get("at", ""), values.get("stays"), kind)
        after = node.entries["after"].value if "after" in node.entries else node
        self.add(step, values.get("after", ()), after, mark)

    def kind(self, name: str, node: Node) -> bool:
        """Whether a kind is known."""
        if name not in self.kinds:
            self.wrong(node, f"no kind of step {quote(name)}{did_you_mean(name[:80], self.kinds)}")
        return name in self.kinds

    def add(self, step: WorkStep, after: tuple[str, ...], node: Node, mark: Mark) -> None:
        """One step, if somebody can do it and nothing else has its name."""
        if step.name in self.entries:
            self.binder.findings.add(mark, f"two steps are called {quote(step.name)}")
        elif not step.takes:
            self.spoilt.add(step.name)
            if not self.binder.findings:
                message = f"nobody can do {quote(step.name)}; say how long members take for it"
                self.binder.findings.add(mark, message)
        else:
            self.entries[step.name] = Entry(step, after, node, mark)

    def finished(self, table: Table) -> Written:
        """The steps with what comes before each; unknown ones may stand in the task."""
        written = joined(self.entries, self.last, self.spoilt, self.binder.findings)
        values = {key: value for key, value in self.values.items() if key != "speeds"}
        values["alone_at"] = tuple(values.get("alone_at", ()))
        if "alone_at" in table.entries and not self.spoilt:
            node = table.entries["alone_at"].value
            check_places(values["alone_at"], written.steps.all, node, self.binder.findings)
        steps = WorkSteps(all=written.steps.all, **values)
        return dataclasses.replace(written, steps=steps)
