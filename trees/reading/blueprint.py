"""The task: from YAML nodes to a tree of checked blueprints."""

from __future__ import annotations

import dataclasses
from typing import Any

from cotree.behaviours.declare import Children, Declaration
from cotree.core.mission import Blueprint, Mark
from cotree.trees.reading import each
from cotree.trees.reading.allocation import AllocationKind
from cotree.trees.reading.as_errands import as_errands
from cotree.trees.reading.as_steps import as_steps
from cotree.trees.reading.binding import Binder, fields_of, has_hole
from cotree.trees.reading.calls import arguments_of
from cotree.trees.reading.drafts import Draft, finish, report_duplicates
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.forms import Written, form, split, take_apart
from cotree.trees.reading.kinds import Choice, Kind, Mismatch, Truth
from cotree.trees.reading.labels import label_of, label_of_call
from cotree.trees.reading.names import Names, wrong_with_name
from cotree.trees.reading.nodes import Entry, Hole, Items, Node, Scalar, Table, describe, quote
from cotree.trees.reading.scope import Budget, Scope
from cotree.trees.reading.subtrees import Subtree
from cotree.trees.reading.trial import trial
from cotree.trees.reading.unfolding import Unfolder
from cotree.trees.reading.vocabulary import Words

DEEPEST = 32
SURE: dict[str, Kind] = {
    "if_unsure": Choice(("redo", "resume", "ask")),
    "repeatable": Truth(),
    "allocate": AllocationKind(),
}
"""What may stand beside a word, besides its name: for teams."""
FIELD_OF = {"allocate": "allocation"}
"""Of a draft, where it is not called like the word."""


class TaskReader:
    """Reads nodes; what is wrong goes to the findings, and such a node counts as None."""

    def __init__(self, words: Words, names: Names, findings: Findings) -> None:
        self.words = words
        self.findings = findings
        self.binder = Binder(findings, names)
        self.used: set[str] = set()
        self.unfolder = Unfolder(findings)

    def task(self, node: Node) -> Blueprint | None:
        """The task with names and paths, or None; also checks the subtrees that it does not use."""
        scope = Scope(Budget(self.findings))
        draft = self.node(node, scope)
        self.check_unused(scope)
        return None if draft is None else finish(draft)

    def whole(self) -> Blueprint | None:
        """The task of a mission that writes none: its sentence, jobs and steps, in any order."""
        draft = self.unfolder.whole(self.binder.names)
        return None if draft is None else finish(draft)

    def node(self, node: Node, scope: Scope, depth: int = 1) -> Draft | None:
        """One node and all below it."""
        scope.budget.spend(node.mark)
        if depth > DEEPEST:
            self.findings.stop(node.mark, f"the task is more than {DEEPEST} levels deep")
        written = take_apart(node, self.words.all(), self.findings)
        if written is None:
            return None
        if written.word in self.words.subtrees:
            draft = self._call(written, self.words.subtrees[written.word], scope, depth)
        elif written.word in self.words.catalogue:
            declaration = self.words.catalogue[written.word]
            draft = self._behaviour(written, declaration, scope, depth)
            if draft is not None:
                draft = self.unfolder.unfolded(draft, self.binder.names)
        else:
            self._unknown(written)
            return None
        return self._named(self._sure(draft, written, scope), written.beside.get("name"), scope)

    def nodes(self, node: Node, scope: Scope, depth: int) -> list[Draft | None]:
        """A list of nodes with every ``for each`` unfolded; None stands for one that is wrong."""
        if not isinstance(node, Items):
            if not isinstance(node, Hole):
                self.findings.add(
                    node.mark, f"expected a list of nodes ('- ...'), found {describe(node)}"
                )
            return [None]
        found: list[Draft | None] = []
        for item in node.items:
            if isinstance(item, Table) and each.WORD in item.entries:
                found += self._rounds(item, scope, depth)
            else:
                found.append(self.node(item, scope, depth))
        return found

    def _rounds(self, item: Table, scope: Scope, depth: int) -> list[Draft | None]:
        """The nodes of one ``for each``."""
        for key, entry in item.entries.items():
            if key != each.WORD:
                self.findings.add(
                    entry.key.mark,
                    f"{quote(key)} stands beside '{each.WORD}'; put it into the node under 'do'",
                )
        rounds = each.unfold(item.entries[each.WORD], scope)
        if rounds is None:
            return [None]
        return [self.node(do, inner, depth) for do, inner in rounds]

    def check_unused(self, scope: Scope) -> None:
        """Read what no task uses, with unknown arguments and in an unknown world."""
        binder = self.binder
        self.binder = Binder(self.findings, Names(complete=False))
        for subtree in self.words.subtrees.values():
            if subtree.word not in self.used:
                holes = {name: Hole(subtree.mark) for name in subtree.parameters}
                self._body(subtree, dataclasses.replace(scope, values=holes), 1)
        self.binder = binder

    # -- behaviours ----------------------------------------------------------------------------

    def _behaviour(
        self, written: Written, declaration: Declaration, scope: Scope, depth: int
    ) -> Draft | None:
        parts = split(written, declaration, self.findings)
        if parts is None:
            return None
        params, good = self._params(parts.params, declaration, scope, written.mark)
        children = self._children(parts.children, declaration, scope, depth, written.mark)
        drafts = tuple(child for child in children if child is not None)
        report_duplicates(drafts, self.findings)
        if not good or len(drafts) != len(children):
            return None
        if not self._fits(declaration, params, len(drafts), written.mark):
            return None
        label = label_of(declaration, params) if not drafts else declaration.word
        said = tuple(parts.params.entries)
        return Draft(declaration.word, label, params, drafts, written.mark, written=said)

    def _params(
        self, written: Table, declaration: Declaration, scope: Scope, mark: Mark
    ) -> tuple[Any, bool]:
        table = scope.fill(written)
        assert isinstance(table, Table)
        fields = {} if declaration.params is None else fields_of(declaration.params)
        also = () if declaration.children is Children.NONE else (declaration.child_key,)
        values = self.binder.bind(table, fields, f"'{declaration.word}'", mark, also)
        if values is None or declaration.params is None:
            return None, values is not None
        params = self.binder.make(declaration.params, values, mark)
        return params, params is not None

    def _children(
        self, node: Node | None, declaration: Declaration, scope: Scope, depth: int, mark: Mark
    ) -> list[Draft | None]:
        if declaration.children is Children.NONE:
            return []
        if node is None:
            self.findings.add(
                mark, f"'{declaration.word}' has nothing to do; it must be {form(declaration)}"
            )
            return [None]
        if declaration.children is Children.ONE:
            return [self.node(node, scope, depth + 1)]
        return self.nodes(node, scope, depth + 1)

    def _fits(self, declaration: Declaration, params: Any, number: int, mark: Mark) -> bool:
        if declaration.children is Children.MANY and number == 0:
            wrong: str | None = f"'{declaration.word}' is empty; it needs at least one node"
        else:
            wrong = trial(declaration, params, number)
        if wrong is not None:
            self.findings.add(mark, wrong)
        return wrong is None

    # -- subtrees ------------------------------------------------------------------------------

    def _call(self, written: Written, subtree: Subtree, scope: Scope, depth: int) -> Draft | None:
        self.used.add(subtree.word)
        if subtree.broken:
            return None
        if subtree.word in scope.calls:
            circle = " -> ".join((*scope.calls[scope.calls.index(subtree.word) :], subtree.word))
            self.findings.add(written.mark, f"a subtree cannot contain itself: {circle}")
            return None
        values = arguments_of(written, subtree, scope)
        inner = Scope(scope.budget, values, scope.calls)
        with self.findings.within(
            f"in subtree {quote(subtree.word)} at {subtree.mark}, used at {written.mark}"
        ):
            draft = self._body(subtree, inner, depth)
        if draft is None:
            return None
        label = draft.name or label_of_call(subtree.word, values.items())
        return dataclasses.replace(draft, label=label, name=None)

    def _body(self, subtree: Subtree, scope: Scope, depth: int) -> Draft | None:
        inner = dataclasses.replace(scope, calls=(*scope.calls, subtree.word))
        return self.node(subtree.do, inner, depth)

    # -- words and names -----------------------------------------------------------------------

    def _named(self, draft: Draft | None, entry: Entry | None, scope: Scope) -> Draft | None:
        if entry is None:
            return draft
        name = scope.fill(entry.value)
        if isinstance(name, Hole):
            return None
        if not isinstance(name, Scalar) or name.value is None:
            self.findings.add(name.mark, f"'name': expected text, found {describe(name)}")
            return draft
        wrong = wrong_with_name(name.text)
        if wrong is not None:
            self.findings.add(name.mark, wrong)
        return draft if draft is None else dataclasses.replace(draft, name=name.text)

    def _sure(self, draft: Draft | None, node: Written, scope: Scope) -> Draft | None:
        """What is to be done if nobody knows whether it was done, if that stands beside it."""
        for key, kind in SURE.items():
            entry = node.beside.get(key)
            if entry is None:
                continue
            written = scope.fill(entry.value)
            value = None if has_hole(written) else self.binder.value(kind, written, quote(key))
            if value is not None and draft is not None:
                draft = dataclasses.replace(draft, **{FIELD_OF.get(key, key): value})
        return self._planned(draft)

    def _planned(self, draft: Draft | None) -> Draft | None:
        """What is to be planned as errands or as steps, as these."""
        if draft is None or draft.allocation is None:
            return draft
        try:
            if draft.allocation.by == "ltl":
                return as_errands(draft)
            if draft.allocation.by == "lead_follow":
                return as_steps(draft, draft.allocation)
        except Mismatch as wrong:
            self.findings.add(wrong.mark, wrong.message)
            return None
        return draft

    def _unknown(self, written: Written) -> None:
        if written.word == each.WORD:
            self.findings.add(
                written.mark, f"'{each.WORD}' stands in a list of nodes, under 'then' or 'and'"
            )
        elif self.words.complete:
            self.findings.add(written.mark, self.words.missing(written.word))
