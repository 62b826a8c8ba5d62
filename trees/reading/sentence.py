"""``ltl:``, a mission as one sentence of temporal logic, and the task tree that it stands for.

What one robot can do by itself becomes an errand of the task, for which the team bids as for every
other piece of work; what holds at every step is a rule for the ways that the robots take.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from cotree.core.mission import Blueprint, Clause, Mark, Mission, Sentence
from cotree.core.spots import robots_in
from cotree.core.words import did_you_mean
from cotree.trees.errands.errand import ERRAND, ErrandParams
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.nodes import (
    Entry,
    Items,
    Node,
    Scalar,
    Table,
    describe,
    is_nothing,
    quote,
)
from cotree.trees.whole_sentence import LTL

if TYPE_CHECKING:
    from cotree.reallocation.ltl.language.formula import Formula
    from cotree.reallocation.ltl.plan.mission import Mission as Compiled

OBJECTIVES = ("sum", "makespan", "lexicographic")
KEYS = ("all", "objective")
MOST_FACTS = 6
"""Of the world in one sentence: each doubles what robots can show."""
LONGEST = 60
"""Of a name that nobody gave."""


@dataclasses.dataclass(frozen=True)
class _Part:
    """One line of the list: what it is called, what it says, where."""

    name: str
    formula: Formula
    mark: Mark
    errand: str | None = None
    """The path of the errand that it is; None: it stands under ``ltl``."""


class SentenceReader:
    """Reads ``ltl:``; what is wrong goes to the findings."""

    def __init__(self, mission: Mission, findings: Findings) -> None:
        self._mission = mission
        from cotree.reallocation.ltl.given import atoms_of, facts_of  # heavy

        self._atoms = atoms_of(mission)
        self._facts = facts_of(mission)
        self._findings = findings
        self._above = ""
        """The path below which its errands stand."""

    def read(self, node: Node, path: str) -> Sentence | None:
        """The sentence whose errands stand below that path, or None when something is wrong."""
        self._above = path
        parts, objective = self._read(node)
        if parts is None:
            return None
        if not parts:
            self._findings.add(node.mark, "'ltl' says nothing; write a formula, or a list of them")
            return None
        return self._sentence(parts, objective, node.mark)

    def read_with(self, task: Blueprint, node: Node | None) -> Sentence | None:
        """The sentence of a task with errands, and of the rules beside it."""
        rules, objective = ([], OBJECTIVES[0]) if node is None else self._read(node)
        errands = [each for each in task.walk() if each.word == ERRAND]
        self._check_order(task)
        parts = [self._errand(each) for each in errands]
        if rules is None or None in parts:
            return None
        if node is not None and not errands:
            self._findings.add(
                node.mark,
                "the task has no errands that these rules could be for; write '- ltl' where "
                "all of it is to be done, or leave 'ltl' out",
            )
            return None
        known = [part for part in parts if part is not None]
        return self._sentence([*known, *rules], objective, task.mark)

    def _check_order(self, task: Blueprint) -> None:
        """The plan says in which order errands are done; nothing else may."""
        for node in task.walk():
            having = [
                child
                for child in node.children
                if any(each.word == ERRAND for each in child.walk())
            ]
            at_once = 1 if node.word == "then" else 0
            if node.word != "and" and len(having) > at_once:
                self._findings.add(
                    having[at_once].mark,
                    f"errands in {quote(node.word)}: all of them are done, in the order of the "
                    "plan; write them into one 'and', and an order into a formula: <>(a && <>b)",
                )

    def _errand(self, errand: Blueprint) -> _Part | None:
        formula = self._formula(Scalar(errand.mark, errand.params.formula, errand.params.formula))
        return None if formula is None else _Part("", formula, errand.mark, errand.path)

    def _read(self, node: Node) -> tuple[list[_Part] | None, str]:
        body, objective = self._body(node)
        read = list(self._parts(body))
        parts = [part for part in read if part is not None]
        return (parts if len(parts) == len(read) else None), objective

    def _body(self, node: Node) -> tuple[Node, str]:
        """The formulas, and what is to be least."""
        if not isinstance(node, Table) or "all" not in node.entries:
            return node, OBJECTIVES[0]
        for key, entry in node.entries.items():
            if key not in KEYS:
                hint = did_you_mean(key[:80], KEYS)
                self._findings.add(entry.key.mark, f"'ltl' has no {quote(key)}{hint}")
        objective = OBJECTIVES[0]
        if "objective" in node.entries:
            said = node.entries["objective"].value
            word = said.text if isinstance(said, Scalar) else ""
            objective = word if word in OBJECTIVES else objective
            if word not in OBJECTIVES:
                hint = did_you_mean(word[:80], OBJECTIVES)
                self._findings.add(said.mark, f"no objective {quote(word)}{hint}")
        return node.entries["all"].value, objective

    # -- formulas ------------------------------------------------------------------------------

    def _parts(self, node: Node) -> Iterator[_Part | None]:
        """What stands in a list, or alone; None stands for what is wrong."""
        if not is_nothing(node):
            yield from map(self._part, node.items if isinstance(node, Items) else (node,))

    def _part(self, node: Node) -> _Part | None:
        name = ""
        if isinstance(node, Table) and "name" in node.entries:
            name = self._name(node.entries["name"].value)
            left = {key: entry for key, entry in node.entries.items() if key != "name"}
            node = dataclasses.replace(node, entries=left)
        if isinstance(node, Scalar) and isinstance(node.value, str):
            formula = self._formula(node)
        elif isinstance(node, Table) and len(node.entries) == 1:
            ((word, entry),) = node.entries.items()
            formula, name = (
                self._worded(word, entry.value, entry.key.mark),
                name or _said(word, entry.value),
            )
        else:
            self._findings.add(
                node.mark,
                "expected a formula, or a pattern such as {visit: kitchen}, "
                f"found {describe(node)}",
            )
            return None
        return None if formula is None else _Part(name, formula, node.mark)

    def _name(self, node: Node) -> str:
        if isinstance(node, Scalar) and node.text.strip():
            return node.text
        self._findings.add(node.mark, f"'name' must be a text, found {describe(node)}")
        return ""

    def _formula(self, node: Scalar) -> Formula | None:
        from cotree.reallocation.ltl.language.formula import FormulaError
        from cotree.reallocation.ltl.language.parse import parse

        try:
            return parse(node.text, self._atoms)
        except FormulaError as error:
            self._findings.add(node.mark, _pointed(error, node.text))
            return None

    def _worded(self, word: str, given: Node, mark: Mark) -> Formula | None:
        """What a pattern says, or a formula under ``formula``."""
        from cotree.reallocation.ltl.language.registry import PATTERNS, PatternError, read_pattern

        if word == "formula" and isinstance(given, Scalar):
            return self._formula(given)
        if word not in PATTERNS:
            hint = did_you_mean(word[:80], PATTERNS)
            self._findings.add(mark, f"no pattern {quote(word)}{hint}")
            return None
        try:
            return read_pattern(word, _texts(given), self._atoms)
        except PatternError as error:
            self._findings.add(_mark_of(given, error.parameter), f"'{word}': {error}")
            return None

    # -- what it means -------------------------------------------------------------------------

    def _sentence(self, parts: list[_Part], objective: str, mark: Mark) -> Sentence | None:
        parts = [*parts, *_implied(parts)]
        facts = self._told(parts)
        compiled = self._compiled([part.formula for part in parts], facts, mark)
        if compiled is None:
            return None
        whole = any(part.errand is not None for part in parts)
        tasks = {task.formula for task in compiled.tasks}
        coupled = {each.formula for each in compiled.coupled}
        clauses = list(_clauses(parts, tasks, coupled, self._above))
        for part in parts:
            self._fits(part, [each for each in clauses if each.mark == part.mark], whole)
        mine = () if whole else self._together(compiled, clauses)
        sentence = Sentence(tuple(clauses), objective, mark, mine, facts)  # type: ignore[arg-type]
        if not self._findings and not sentence.errands:
            self._findings.add(mark, _nothing(clauses))
        return None if self._findings else sentence

    def _told(self, parts: list[_Part]) -> tuple[str, ...]:
        """The facts of the world that are spoken of."""
        from cotree.reallocation.ltl.language.formula import atoms_of

        found = frozenset(atom for part in parts for atom in atoms_of(part.formula)) & self._facts
        if len(found) > MOST_FACTS:
            names = ", ".join(sorted(found))
            self._findings.add(
                parts[0].mark,
                f"a sentence speaks of at most {MOST_FACTS} facts of the world, found {names}",
            )
            return ()
        return tuple(sorted(found))

    def _together(self, compiled: Compiled, clauses: list[Clause]) -> tuple[str, ...]:
        """An errand for every robot, if the team may be asked for steps that are in no other."""
        if not any(each.asks_for_steps and not _has_end(each.formula) for each in compiled.coupled):
            return ()
        taken = {clause.errand.removeprefix(f"{self._above}/") for clause in clauses}
        names = (_unique(f"together, {name}", taken) for name, _ in robots_in(self._mission))
        return tuple(f"{self._above}/{name}" for name in names)

    def _fits(self, part: _Part, clauses: list[Clause], whole: bool) -> None:
        """An errand of a task asks for one thing; what stands beside a task only forbids."""
        tasks = [clause for clause in clauses if clause.errand]
        if part.errand is not None and not clauses:
            self._findings.add(
                part.mark, "another errand of the task asks for the same; leave one of them out"
            )
        elif part.errand is not None and (len(tasks) != 1 or len(clauses) != 1):
            self._findings.add(
                part.mark,
                "an errand is one thing to be done; write each of them as an errand of its own, "
                "and rules under 'ltl'",
            )
        elif part.errand is None and tasks and whole:
            self._findings.add(
                part.mark,
                f"{quote(tasks[0].formula, 60)} is to be done; put it into the task, as an errand",
            )

    def _compiled(
        self, formulas: list[Formula], facts: tuple[str, ...], mark: Mark
    ) -> Compiled | None:
        from cotree.reallocation.ltl.given import letters_of, starts_of, world_of
        from cotree.reallocation.ltl.language.canonical import conjunction
        from cotree.reallocation.ltl.plan.mission import compile_mission

        try:
            world = world_of(self._mission)
            systems = [world.system(kind, name) for name, kind, _ in starts_of(self._mission)]
            if not systems:
                raise ValueError("nobody of the team is a robot")
            letters = letters_of(systems, facts)
            return compile_mission(conjunction(formulas), systems, letters)
        except ValueError as error:
            self._findings.add(mark, f"'ltl' cannot be planned here: {error}")
            return None


def with_errands(task: Blueprint, sentence: Sentence) -> Blueprint:
    """A task with all errands of its sentence, in any order, where it says ``ltl``."""
    if task.word != LTL:
        children = tuple(with_errands(child, sentence) for child in task.children)
        return msgspec.structs.replace(task, children=children)
    told = [(one.errand, one.formula, one.mark) for one in sentence.clauses if one.errand]
    whole = " && ".join(f"({one.formula})" for one in sentence.clauses if one.together)
    told += [(path, whole, sentence.mark) for path in sentence.parts]
    errands = tuple(
        Blueprint(ERRAND, path.removeprefix(f"{task.path}/"), path, ErrandParams(said), (), mark)
        for path, said, mark in told
    )
    return msgspec.structs.replace(task, word="and", children=errands, mark=sentence.mark)


# -- texts -------------------------------------------------------------------------------------


def _nothing(clauses: Iterable[Clause]) -> str:
    """Why nobody would have anything to do."""
    for clause in clauses:
        if clause.together:
            return (
                f"no robot is asked for anything by itself, {quote(clause.formula, 60)} is for "
                "the team; add what there is to be done, such as {visit: kitchen}"
            )
    return "there is nothing to be done: no formula asks for anything"


def _text(formula: Formula) -> str:
    from cotree.reallocation.ltl.language.printing import text_of

    return text_of(formula)


def _clauses(
    parts: Iterable[_Part], tasks: set[Formula], coupled: set[Formula], above: str
) -> Iterator[Clause]:
    """All conjuncts, each once; every errand has a path of its own: as named, or what it says."""
    from cotree.reallocation.ltl.language.canonical import conjuncts_of

    taken: set[str] = set()
    seen: set[Formula] = set()
    for part in parts:
        for formula in conjuncts_of(part.formula):
            if formula in seen:
                continue
            seen.add(formula)
            text = _text(formula)
            errand = ""
            if formula in tasks:
                errand = part.errand or f"{above}/{_unique(part.name or text, taken)}"
            yield Clause(text, part.mark, errand, formula in coupled)


def _implied(parts: list[_Part]) -> Iterator[_Part]:
    """What ``a U b`` asks somebody to do at some time: b."""
    from cotree.reallocation.ltl.language.canonical import conjuncts_of
    from cotree.reallocation.ltl.language.formula import Finally, Until

    for part in parts:
        for formula in conjuncts_of(part.formula):
            if isinstance(formula, Until) and _has_end(formula):
                yield _Part("", Finally(formula.right), part.mark)


def _has_end(formula: Formula) -> bool:
    """Whether it is ``a U b``, where b is what one robot can show."""
    from cotree.reallocation.ltl.language.formula import Until, is_state

    return isinstance(formula, Until) and is_state(formula.right)


def _unique(name: str, taken: set[str]) -> str:
    name = name.replace("/", "|").replace("$", "_")
    name = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
    unique, number = name, 1
    while unique in taken:
        number += 1
        unique = f"{name} #{number}"
    taken.add(unique)
    return unique


def _said(word: str, given: Node) -> str:
    """A pattern as people say it: ``deliver p3``."""
    if isinstance(given, Table):
        first = next((entry.value for entry in given.entries.values()), None)
        return f"{word} {first.text}" if isinstance(first, Scalar) else word
    if isinstance(given, Items):
        texts = [item.text for item in given.items if isinstance(item, Scalar)]
        return f"{word} {', '.join(texts)}"
    return f"{word} {given.text}" if isinstance(given, Scalar) else word


def _texts(node: Node) -> Any:
    """What stands behind a pattern, as texts."""
    if isinstance(node, Table):
        return {key: _texts(entry.value) for key, entry in node.entries.items()}
    if isinstance(node, Items):
        return [_texts(item) for item in node.items]
    if isinstance(node, Scalar):
        return node.text if isinstance(node.value, str) else node.value
    return None


def _mark_of(node: Node, parameter: str | None) -> Mark:
    entries: Mapping[str, Entry] = node.entries if isinstance(node, Table) else {}
    entry = entries.get((parameter or "").partition("[")[0])
    return node.mark if entry is None else entry.value.mark


def _pointed(error: Any, text: str) -> str:
    """What is wrong, with the piece of the formula that it is about."""
    piece = " ".join(text[error.start : max(error.end, error.start + 1)].split())
    before = " ".join(text[max(0, error.start - 20) : error.start].split())
    told = f"{before} {piece}".strip()
    return f"{error.message} (at {quote(told, 60)})" if told else str(error.message)
