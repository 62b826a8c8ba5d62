from __future__ import annotations

import pytest

from cotree.reallocation.ltl.automata.letters import Alphabet


def test_one_name_of_each_dimension_holds_at_a_time() -> None:
    alphabet = Alphabet.one_hot(["p1", "p2"], ["standby", "loaded"])
    assert [sorted(letter) for letter in alphabet.letters] == [
        ["p1", "standby"],
        ["loaded", "p1"],
        ["p2", "standby"],
        ["loaded", "p2"],
    ]
    assert alphabet.atoms == {"p1", "p2", "standby", "loaded"}


def test_letters_are_numbered_in_their_order() -> None:
    alphabet = Alphabet.of(["a", "b", "ab", "a"])
    assert len(alphabet) == 3
    assert [alphabet.index(letter) for letter in alphabet.letters] == [0, 1, 2]
    assert alphabet.word([frozenset("b"), frozenset("ab")]) == [1, 2]


def test_alphabets_of_the_same_letters_are_equal_in_the_same_order_only() -> None:
    assert Alphabet.of(["a", "b"]) == Alphabet.of(["a", "b", "b"])
    assert Alphabet.of(["a", "b"]) != Alphabet.of(["b", "a"])
    assert hash(Alphabet.of("ab")) == hash(Alphabet.of("ab"))


def test_the_letters_that_say_an_atom_are_found() -> None:
    assert Alphabet.of(["", "a", "ab", "b"]).having("a").tolist() == [False, True, True, False]


def test_a_strange_letter_is_refused() -> None:
    with pytest.raises(ValueError, match=r"can show the letter \{a, b\}"):
        Alphabet.of("ab").index(frozenset("ab"))


def test_an_empty_letter_is_named() -> None:
    with pytest.raises(ValueError, match=r"\{nothing\}"):
        Alphabet.of("ab").index(frozenset())


def test_a_letter_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="once"):
        Alphabet((frozenset("a"), frozenset("a")))


def test_an_alphabet_without_letters_is_refused() -> None:
    with pytest.raises(ValueError, match="without letters"):
        Alphabet.of([])
