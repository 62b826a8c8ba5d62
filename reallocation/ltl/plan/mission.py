"""A mission as the planner needs it: tasks that one robot does, rules that every robot keeps."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from cotree.reallocation.ltl.automata.conjuncts import Coupled, OneStep, conjuncts
from cotree.reallocation.ltl.automata.conjuncts import Task as TaskConjunct
from cotree.reallocation.ltl.automata.letters import Alphabet, Letter
from cotree.reallocation.ltl.language.formula import Formula
from cotree.reallocation.ltl.language.printing import text_of
from cotree.reallocation.ltl.tables.ladder import MOST_CELLS, Ladder, cells, goals, ladder
from cotree.reallocation.ltl.tables.ratchet import Ratchet, ratchet
from cotree.reallocation.ltl.world.system import Ints, System

Bools = npt.NDArray[np.bool_]
_ALWAYS = MOST_CELLS >> 4
"""Up to this size one ladder serves all tasks, done or not."""


@dataclasses.dataclass(frozen=True, eq=False)
class Task:
    """A conjunct that one robot does on its own word."""

    formula: Formula
    ratchet: Ratchet

    def __str__(self) -> str:
        return text_of(self.formula)


@dataclasses.dataclass(frozen=True, eq=False)
class Mission:
    """The conjuncts of one sentence, over the letters that these robots can show."""

    formula: Formula
    alphabet: Alphabet
    tasks: tuple[Task, ...]
    rules: tuple[OneStep, ...] = ()
    coupled: tuple[Coupled, ...] = ()
    _known: WeakKeyDictionary[System, _Known] = dataclasses.field(
        default_factory=WeakKeyDictionary, repr=False
    )

    def knows(self, system: System) -> bool:
        """Whether every letter that a system shows is one of the mission's."""
        try:
            self._of(system)
        except ValueError:
            return False
        return True

    def letters(self, system: System) -> Ints:
        """The letter of each state of a system."""
        return self._of(system).letters

    def allowed(self, system: System) -> Bools:
        """Which arcs of a system break no rule."""
        return self._of(system).allowed

    def ladder(self, system: System, which: tuple[int, ...]) -> tuple[Ladder, tuple[int, ...]]:
        """A table in which at least these tasks are, and which ones it is about; built once."""
        known = self._of(system)
        every = tuple(range(len(self.tasks)))
        if every in known.ladders:
            which = every
        elif which not in known.ladders:
            known.ladders[which] = self.fresh(system, which, known.allowed)
        return known.ladders[which], which

    def table(self, system: System, which: tuple[int, ...]) -> tuple[Ladder, tuple[int, ...]]:
        """The same with all tasks in it, if they are few: for many questions to come."""
        known = self._of(system)
        if known.every is None:
            ratchets = [task.ratchet for task in self.tasks]
            known.every = cells(ratchets, len(goals(known.letters, ratchets))) <= _ALWAYS
        return self.ladder(system, tuple(range(len(self.tasks))) if known.every else which)

    def fresh(self, system: System, which: Sequence[int], allowed: Bools) -> Ladder:
        """A table for these tasks over these arcs."""
        ratchets = [self.tasks[task].ratchet for task in which]
        return ladder(system, self.letters(system), allowed, ratchets)

    def _of(self, system: System) -> _Known:
        known = self._known.get(system)
        if known is None:
            letters = np.array(self.alphabet.word(system.labels))
            known = _Known(letters, keeping(system, letters, self.rules))
            self._known[system] = known
        return known


@dataclasses.dataclass(eq=False)
class _Known:
    """What has been found out about one system; forgotten with it."""

    letters: Ints
    allowed: Bools
    every: bool | None = None
    ladders: dict[tuple[int, ...], Ladder] = dataclasses.field(default_factory=dict)


def compile_mission(
    formula: Formula, systems: Iterable[System], letters: Sequence[Letter] = ()
) -> Mission:
    """The mission over these letters and everything that robots with these systems can show."""
    alphabet = Alphabet.of([*letters, *(label for one in systems for label in one.labels)])
    parts = conjuncts(formula, alphabet)
    tasks = (part for part in parts if isinstance(part, TaskConjunct))
    return Mission(
        formula,
        alphabet,
        tuple(Task(part.formula, ratchet(part.automaton)) for part in tasks),
        tuple(part for part in parts if isinstance(part, OneStep)),
        tuple(part for part in parts if isinstance(part, Coupled)),
    )


def keeping(system: System, letters: Ints, rules: Iterable[OneStep]) -> Bools:
    """Which arcs break none of these rules.

    Who stands where nobody may be (it was put there, or the place has changed) may leave.
    """
    allowed = np.ones(len(system.source), dtype=bool)
    source, target = letters[system.source], letters[system.target]
    for rule in rules:
        here, there = rule.allowed[source], rule.allowed[target]
        allowed &= np.where(here, ~rule.forbidden[source, target], there)
    return allowed
