"""What each conjunct of a mission asks of a team: a rule of each step, a task, or more than that.

* ``OneStep``: ``[]`` of a formula over this moment and the next.  It binds every robot on its own
  word and only forbids arcs: wherever a robot is allowed to be, its word may end.
* ``Task``: adding letters never spoils it.  Exactly: a satisfying word still satisfies it when any
  letters are put in anywhere (``L(q)`` is part of ``L(q after a letter)`` for every state ``q``).
  So when one robot's own word satisfies it, every interleaving with the words of the others does,
  waiting does no harm, the robots that do not take part cannot break it, and what is done stays
  done.  Its accepting states are settled and nothing is dead, which follows.
* ``Coupled``: everything else, and whatever is in doubt.  It must be followed on the words of all.

``[](!p && X p -> loaded)`` is of one step, ``<>(a && <>b)`` is a task; ``!b U a``, ``[]<>a`` and
``[](a -> <>b)`` are coupled, and so is ``<>(a && X b)``, which a letter of another robot between
a and b would spoil.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from cotree.reallocation.ltl.automata.automaton import Automaton
from cotree.reallocation.ltl.automata.derive import MOST_STATES, translate
from cotree.reallocation.ltl.automata.letters import Alphabet, Flags, Letter
from cotree.reallocation.ltl.automata.moments import is_step, permitted, satisfied
from cotree.reallocation.ltl.automata.obligations import TooLarge
from cotree.reallocation.ltl.language.canonical import conjuncts_of
from cotree.reallocation.ltl.language.formula import Formula, Globally

MOST_COMPARED = 128
"""States up to which an automaton is examined for being a task."""


@dataclass(frozen=True, eq=False)
class OneStep:
    """A rule that every robot keeps on its own word, step by step.

    A word keeps it exactly if its first letter is allowed and none of its steps is forbidden.
    """

    formula: Formula
    alphabet: Alphabet
    allowed: Flags = field(repr=False)
    """Per letter: whether a robot may be so at all."""
    forbidden: Flags = field(repr=False)
    """``[source, target]``: whether this step breaks it; so do all steps to what is not allowed."""

    def allows(self, letter: Letter) -> bool:
        """Whether a robot may be so at all, be it at its start."""
        return bool(self.allowed[self.alphabet.index(letter)])

    def forbids(self, source_letter: Letter, target_letter: Letter) -> bool:
        """Whether a robot that shows the first letter must not show the second one next."""
        index = self.alphabet.index
        return bool(self.forbidden[index(source_letter), index(target_letter)])


@dataclass(frozen=True, eq=False)
class Task:
    """Something that one robot achieves on its own word; done once the automaton is settled."""

    formula: Formula
    automaton: Automaton = field(repr=False)


@dataclass(frozen=True, eq=False)
class Coupled:
    """Something that depends on what several robots do and when, or may."""

    formula: Formula
    reason: str
    """Why it is neither a rule of each step nor a task."""
    automaton: Automaton | None = field(repr=False)
    """None if it would be too large."""

    @property
    def asks_for_steps(self) -> bool:
        """Whether it can be that more must be shown before the word may be over."""
        one = self.automaton
        return one is None or bool((~one.accepting & ~one.dead).any())


Conjunct: TypeAlias = OneStep | Task | Coupled


def conjuncts(
    formula: Formula, alphabet: Alphabet, limit: int = MOST_STATES
) -> tuple[Conjunct, ...]:
    """The conjuncts of a mission, classified; a word satisfies the mission if it does them all."""
    return tuple(classify(part, alphabet, limit) for part in conjuncts_of(formula))


def classify(formula: Formula, alphabet: Alphabet, limit: int = MOST_STATES) -> Conjunct:
    """What this formula asks, over these letters; in doubt ``Coupled``."""
    rule = _one_step(formula, alphabet)
    if rule is not None:
        return rule
    try:
        automaton = translate(formula, alphabet, limit)
    except TooLarge as error:
        return Coupled(formula, f"not examined: {error}", None)
    if automaton.states > MOST_COMPARED:
        return Coupled(formula, f"not examined: {automaton.states} states", automaton)
    spoils = _spoiling(automaton)
    if spoils is None:
        return Task(formula, automaton)
    told = ", ".join(sorted(spoils)) or "nothing"
    return Coupled(formula, f"a letter such as {{{told}}} can spoil it", automaton)


def _one_step(formula: Formula, alphabet: Alphabet) -> OneStep | None:
    if not isinstance(formula, Globally) or not is_step(formula.part):
        return None
    size = len(alphabet)
    may_end = np.broadcast_to(satisfied(formula.part, alphabet), size)
    steps = np.broadcast_to(permitted(formula.part, alphabet), (size, size))
    if (_live(may_end, steps) != may_end).any():
        return None  # there are places where a word must go on
    return OneStep(formula, alphabet, may_end, ~(steps & may_end & may_end[:, np.newaxis]))


def _live(may_end: Flags, steps: Flags) -> Flags:
    """Letters from which some permitted steps lead to an end."""
    live = may_end
    while True:
        more = live | (steps & live).any(axis=1)
        if (more == live).all():
            return live
        live = more


def _spoiling(automaton: Automaton) -> Letter | None:
    """A letter after which fewer words satisfy the formula than before, in some state."""
    columns, first = np.unique(automaton.step, axis=1, return_index=True)
    part_of = ~_not_part_of(automaton.accepting, columns)
    states = np.arange(automaton.states)[:, np.newaxis]
    spoils = ~part_of[states, columns].all(axis=0)
    if not spoils.any():
        return None
    return automaton.alphabet.letters[int(first[spoils].min())]


def _not_part_of(accepting: Flags, step: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> Flags:
    """``[q, r]``: some word is accepted from q and not from r."""
    differs: Flags = accepting[:, np.newaxis] & ~accepting[np.newaxis, :]
    while True:
        more = differs.copy()
        for column in step.T:
            more |= differs[np.ix_(column, column)]
        if (more == differs).all():
            return differs
        differs = more
