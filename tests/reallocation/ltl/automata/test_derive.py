from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.reallocation.ltl.automata.automaton import Automaton
from cotree.reallocation.ltl.automata.derive import translate
from cotree.reallocation.ltl.automata.letters import Alphabet
from cotree.reallocation.ltl.automata.obligations import TooLarge
from cotree.reallocation.ltl.language.evaluate import Word, holds
from cotree.reallocation.ltl.language.formula import Formula, Not, atoms_of
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.language.patterns import sequence
from tests.reallocation.ltl.automata.hospital import LETTERS, MISSIONS, Mission
from tests.reallocation.ltl.language.formulas import FREE, ONE_HOT, formulas, words

ALPHABETS = {FREE: 5, ONE_HOT: 6}
"""Letters, and how long the words are that are all tried."""


def agrees(formula: Formula, automaton: Automaton, longest: int) -> bool:
    letters = automaton.alphabet.letters
    return all(automaton.accepts(word) is holds(formula, word) for word in words(letters, longest))


@pytest.mark.parametrize("letters", ALPHABETS, ids=["free", "one-hot"])
@settings(max_examples=60)
@given(formula=formulas())
def test_the_automaton_accepts_exactly_the_words_that_the_referee_does(
    letters: tuple[frozenset[str], ...], formula: Formula
) -> None:
    assert agrees(formula, translate(formula, Alphabet(letters)), ALPHABETS[letters])


OPERATORS = "!a; X a; wX a; <>a; []a; a -> b; a <-> b; a U b; a R b; a W b; a M b; a && b; a || b"


@pytest.mark.parametrize("outer", OPERATORS.split("; "))
@pytest.mark.parametrize("inner", OPERATORS.split("; "))
def test_every_operator_inside_every_other_is_translated_right(outer: str, inner: str) -> None:
    formula = parse(outer.replace("a", f"({inner})"))
    assert agrees(formula, translate(formula, Alphabet(FREE)), 4)


@given(formulas(leaves=5), formulas(leaves=5))
def test_two_automata_are_equal_arrays_exactly_if_they_accept_the_same_words(
    one: Formula, two: Formula
) -> None:
    alphabet = Alphabet(FREE)
    first, second = translate(one, alphabet), translate(two, alphabet)
    longest = first.states + second.states  # a difference shows in a word no longer than this
    assert first.same_language(second) is equivalent(first, second, longest)


def equivalent(one: Automaton, two: Automaton, longest: int) -> bool:
    pairs = {(one.start, two.start)}
    for _ in range(longest):
        pairs |= {
            (int(one.step[left, letter]), int(two.step[right, letter]))
            for left, right in pairs
            for letter in range(len(one.alphabet))
        }
    return all(one.accepting[left] == two.accepting[right] for left, right in pairs)


@given(formulas())
def test_no_two_states_are_alike_and_all_are_met(formula: Formula) -> None:
    automaton = translate(formula, Alphabet(FREE))
    met = [automaton.start]
    for state in met:
        met.extend(dict.fromkeys(int(s) for s in automaton.step[state] if s not in met))
    assert met == list(range(automaton.states))
    for one, two in combinations(range(automaton.states), 2):
        assert not equivalent(at(automaton, one), at(automaton, two), automaton.states)


def at(automaton: Automaton, state: int) -> Automaton:
    return Automaton(
        automaton.alphabet,
        state,
        automaton.accepting,
        automaton.step,
        automaton.dead,
        automaton.settled,
    )


@given(formulas())
def test_dead_states_accept_nothing_more_and_settled_ones_everything(formula: Formula) -> None:
    automaton = translate(formula, Alphabet(FREE))
    for state in range(automaton.states):
        met = {state}
        for _ in range(automaton.states):
            met |= {int(after) for one in met for after in automaton.step[one]}
        verdicts = {bool(automaton.accepting[one]) for one in met}
        assert bool(automaton.dead[state]) is (verdicts == {False})
        assert bool(automaton.settled[state]) is (verdicts == {True})


@given(formulas(leaves=6), st.lists(st.sampled_from(FREE), max_size=6))
def test_a_negation_has_the_opposite_automaton(formula: Formula, word: Word) -> None:
    alphabet = Alphabet(FREE)
    one, other = translate(formula, alphabet), translate(Not(formula), alphabet)
    assert np.array_equal(one.step, other.step)
    assert np.array_equal(one.accepting, ~other.accepting)
    assert np.array_equal(one.dead, other.settled)


def test_an_automaton_cannot_be_changed() -> None:
    automaton = translate(parse("<>a"), Alphabet(FREE))
    with pytest.raises(ValueError, match="read-only"):
        automaton.step[0, 0] = 1
    with pytest.raises(AttributeError):
        automaton.start = 1  # type: ignore[misc]


def test_it_is_followed_from_any_state() -> None:
    automaton = translate(parse("<>(a && X <>b)"), Alphabet(ONE_HOT))
    halfway = automaton.after([frozenset("a")])
    assert halfway != automaton.start
    assert not automaton.accepts([frozenset("a")])
    assert automaton.accepting[automaton.after([frozenset("c"), frozenset("b")], halfway)]


def test_atoms_that_no_letter_says_are_false() -> None:
    assert translate(parse("<>zz"), Alphabet(FREE)).states == 1


@pytest.mark.parametrize("mission", MISSIONS, ids=[one.name for one in MISSIONS])
def test_the_missions_of_the_hospital_have_the_sizes_that_others_found(mission: Mission) -> None:
    formula = parse(mission.text)
    assert translate(formula, Alphabet(LETTERS)).states == mission.one_hot
    atoms = list(atoms_of(formula))
    free = Alphabet.of(some for size in range(len(atoms) + 1) for some in combinations(atoms, size))
    assert translate(formula, free).states == mission.free


def test_a_chain_of_a_hundred_steps_has_as_many_states() -> None:
    chain = sequence(*(f"p{number}" for number in range(100)))
    alphabet = Alphabet.one_hot([f"p{number}" for number in range(100)])
    assert translate(chain, alphabet).states == 101


def test_a_limit_of_states_is_kept() -> None:
    many = parse(" && ".join(f"<>p{number}" for number in range(12)))
    alphabet = Alphabet.one_hot([f"p{number}" for number in range(12)])
    with pytest.raises(TooLarge, match="more than 200 states"):
        translate(many, alphabet, limit=200)
    assert translate(many, alphabet, limit=4096).states == 4096


def test_a_formula_with_too_many_ways_out_is_refused_and_not_tried() -> None:
    ways = " && ".join(f"(X <>a{number} || X <>b{number})" for number in range(60))
    with pytest.raises(TooLarge, match="ways to satisfy"):
        translate(parse(ways), Alphabet.of(["", "a"]))


def test_the_deepest_formula_is_translated() -> None:
    assert translate(parse("!" * 254 + "<>a"), Alphabet(FREE)).states == 2
    assert translate(parse("X " * 200 + "a"), Alphabet(FREE)).states == 203
