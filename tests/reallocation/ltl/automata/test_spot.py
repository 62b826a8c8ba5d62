"""Spot, an independent translator, as the oracle; skipped where it is not installed (spottl)."""

from __future__ import annotations

import importlib
import warnings
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings

from cotree.reallocation.ltl.automata.automaton import Automaton
from cotree.reallocation.ltl.automata.derive import translate
from cotree.reallocation.ltl.automata.letters import Alphabet
from cotree.reallocation.ltl.automata.moments import satisfied
from cotree.reallocation.ltl.language.formula import (
    And,
    Finally,
    Formula,
    Globally,
    Iff,
    Implies,
    Next,
    Not,
    Or,
    Release,
    Until,
    WeakNext,
    WeakUntil,
    atoms_of,
    subformulas,
)
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.language.printing import text_of
from tests.reallocation.ltl.automata.hospital import LETTERS, MISSIONS, Mission
from tests.reallocation.ltl.language.formulas import FREE, formulas

if find_spec("spot") is None:
    pytest.skip("needs cotree[ltltest]", allow_module_level=True)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where they are errors, its import ends the process
    spot: Any = importlib.import_module("spot")

Moves = dict[int, dict[int, frozenset[int]]]
"""Of each of Spot's states: where each letter leads."""


class Theirs:
    """Spot's automaton of the finite words of a formula, over our letters."""

    def __init__(self, formula: Formula, alphabet: Alphabet) -> None:
        graph = spot.to_finite(spot.from_ltlf(theirs(formula)).translate("buchi", "sbacc"))
        self.start = frozenset([graph.get_init_state_number()])
        self.size = graph.num_states()
        self._accepting = {state for state in range(self.size) if graph.state_is_accepting(state)}
        self._edges = [
            (edge.src, edge.dst, satisfied(label(graph, edge), alphabet)) for edge in graph.edges()
        ]

    def after(self, states: frozenset[int], letter: int) -> frozenset[int]:
        return frozenset(
            target
            for source, target, letters in self._edges
            if source in states and (letters[letter] if letters.ndim else letters)
        )

    def accepts(self, states: frozenset[int]) -> bool:
        return not self._accepting.isdisjoint(states)


def theirs(formula: Formula) -> str:
    """In Spot's words (``X`` is weak, ``X[!]`` strong), with every parenthesis: there ``->`` and
    ``<->`` bind equally.
    """
    told: dict[Formula, str] = {}
    for one in subformulas(formula):
        below = [f"({told[child]})" for child in one.children]
        word = _WORDS.get(type(one), "")
        told[one] = word.join(below) if len(below) > 1 else word + "".join(below) or text_of(one)
    return told[formula]


_WORDS: dict[type[Formula], str] = {
    Not: "!",
    Next: "X[!]",
    WeakNext: "X",
    Finally: "F",
    Globally: "G",
    And: "&&",
    Or: "||",
    Implies: "->",
    Iff: "<->",
    Until: "U",
    Release: "R",
    WeakUntil: "W",
}


def label(graph: Any, edge: Any) -> Formula:
    text = spot.bdd_format_formula(graph.get_dict(), edge.cond)
    return parse({"1": "true", "0": "false"}.get(text, text))


def same_language(ours: Automaton, other: Theirs) -> bool:
    """On words of one letter or more; Spot knows no empty word."""
    begin = (ours.start, other.start)
    met = {begin}
    waiting = [begin]
    while waiting:
        state, states = waiting.pop()
        for letter in range(len(ours.alphabet)):
            after = (int(ours.step[state, letter]), other.after(states, letter))
            if bool(ours.accepting[after[0]]) is not other.accepts(after[1]):
                return False
            if after not in met:
                met.add(after)
                waiting.append(after)
    return True


@settings(max_examples=200)
@given(formulas("ab"))
def test_both_accept_the_same_words(formula: Formula) -> None:
    alphabet = Alphabet(FREE)
    assert same_language(translate(formula, alphabet), Theirs(formula, alphabet))


@pytest.mark.parametrize("mission", MISSIONS[:2], ids=[one.name for one in MISSIONS[:2]])
def test_both_accept_the_same_plans_in_the_hospital(mission: Mission) -> None:
    formula = parse(mission.text)
    named = frozenset(atoms_of(formula))
    alphabet = Alphabet.of(letter & named for letter in LETTERS)
    assert same_language(translate(formula, alphabet), Theirs(formula, alphabet))


def test_a_difference_would_be_found() -> None:
    alphabet = Alphabet(FREE)
    texts = ("X a", "wX a", "<>a", "a", "a U b", "a W b", "a R b", "b U (a && b)")
    for one, two in pairwise(texts):
        assert not same_language(translate(parse(one), alphabet), Theirs(parse(two), alphabet))
