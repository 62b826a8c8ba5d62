from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import given

from cotree.reallocation.ltl.language.formula import (
    MOST_DEPTH,
    MOST_NODES,
    And,
    Atom,
    Finally,
    Formula,
    FormulaError,
    Globally,
    Iff,
    Next,
    Not,
    Or,
    Until,
    atoms_of,
    is_state,
    subformulas,
)
from tests.reallocation.ltl.language.formulas import formulas

A, B = Atom("a"), Atom("b")


def tower(height: int) -> Formula:
    formula: Formula = A
    for _ in range(height - 1):
        formula = Not(formula)
    return formula


def test_equal_formulas_are_one_key() -> None:
    assert {Until(A, Not(B)): 1}[Until(Atom("a"), Not(Atom("b")))] == 1


@pytest.mark.parametrize(
    "other", [Or((A, B)), And((B, A)), And((A, B, B)), And((A, Atom("c"))), Finally(A), "a && b"]
)
def test_what_is_written_otherwise_is_another_formula(other: object) -> None:
    assert And((A, B)) != other


def test_a_formula_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        A.name = "b"  # type: ignore[misc]


@given(formulas())
def test_a_copy_is_equal(formula: Formula) -> None:
    assert copy.deepcopy(formula) == formula
    assert pickle.loads(pickle.dumps(formula)) == formula


@pytest.mark.real
def test_a_formula_that_travels_is_the_same_key_in_another_process() -> None:
    program = (
        "import pickle, sys; from cotree.reallocation.ltl.language.formula import *;"
        "sent = pickle.loads(bytes.fromhex(sys.argv[1]));"
        "print({Finally(Atom('a')): 'found'}.get(sent))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, pickle.dumps(Finally(A)).hex()],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "7"},
    )
    assert done.stdout.strip() == "found"


def test_subformulas_come_once_and_after_their_parts() -> None:
    formula = And((Finally(A), Until(A, B), Finally(A)))
    assert subformulas(formula) == (A, Finally(A), B, Until(A, B), formula)


def test_atoms_come_once_in_written_order() -> None:
    assert list(atoms_of(Iff(Next(B), Or((A, B))))) == ["b", "a"]


@pytest.mark.parametrize(("formula", "state"), [(Iff(A, Not(B)), True), (Not(Globally(A)), False)])
def test_a_state_formula_has_no_temporal_operator(formula: Formula, state: bool) -> None:
    assert is_state(formula) is state


def test_the_deepest_formula_allowed_is_compared_printed_and_copied() -> None:
    deep = tower(MOST_DEPTH)
    assert deep == tower(MOST_DEPTH) != tower(MOST_DEPTH - 1)
    assert repr(deep).startswith("Not(Not(")
    assert deep.depth == MOST_DEPTH == deep.nodes


def test_a_deeper_formula_is_refused() -> None:
    with pytest.raises(FormulaError, match=f"deeper than {MOST_DEPTH}"):
        tower(MOST_DEPTH + 1)


def test_a_formula_that_is_larger_than_it_looks_is_refused() -> None:
    formula: Formula = A
    while 2 * formula.nodes < MOST_NODES:
        formula = Iff(formula, formula)
    with pytest.raises(FormulaError, match=f"more than {MOST_NODES}"):
        Iff(formula, formula)


def test_joining_one_formula_is_refused() -> None:
    with pytest.raises(FormulaError, match="And joins two"):
        And((A,))


def test_repr_is_how_it_is_built() -> None:
    assert repr(And((Finally(A), Not(B)))) == "And(Finally(Atom(a)), Not(Atom(b)))"
