from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.ltl.language.formula import (
    MOST_DEPTH,
    And,
    Atom,
    Falsity,
    Finally,
    Formula,
    FormulaError,
    Globally,
    Iff,
    Implies,
    Next,
    Not,
    Or,
    Release,
    Truth,
    Until,
    WeakNext,
    WeakUntil,
)
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.language.printing import text_of
from cotree.reallocation.ltl.language.tokens import MOST_CHARACTERS, OPERATORS
from tests.reallocation.ltl.language.formulas import formulas

A, B, C = Atom("a"), Atom("b"), Atom("c")

SPELLINGS: dict[Formula, str] = {
    And((A, B)): "a && b; a & b; a and b; a ∧ b; a&&b",
    Or((A, B)): "a || b; a | b; a or b; a ∨ b",  # noqa: RUF001
    Not(A): "!a; not a; ¬a; (! (a))",
    Implies(A, B): "a -> b; a => b; a → b; a ⇒ b; a->b",
    Iff(A, B): "a <-> b; a <=> b; a ↔ b; a ⇔ b; a<->b",
    Next(A): "X a; ○a; ◯ a; X(a)",
    WeakNext(A): "wX a; N a",
    Finally(A): "F a; <>a; ◇a; ♢ a; ⋄a",
    Globally(A): "G a; []a; □a; ◻ a",
    Until(A, B): "a U b",
    Release(A, B): "a R b",
    WeakUntil(A, B): "a W b",
    Until(B, And((A, B))): "a M b",
    Truth(): "true; ⊤",  # noqa: RUF001
    Falsity(): "false; ⊥",
}


@pytest.mark.parametrize(
    ("text", "formula"),
    [(text, one) for one, texts in SPELLINGS.items() for text in texts.split("; ")],
)
def test_every_spelling_is_read(text: str, formula: Formula) -> None:
    assert parse(text) == formula


def test_no_spelling_is_left_out_of_the_test_above() -> None:
    assert all(spelling in " ".join(SPELLINGS.values()) for spelling in OPERATORS)


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("a && b || c", "(a && b) || c"),
        ("a || b -> c", "(a || b) -> c"),
        ("a -> b <-> c", "(a -> b) <-> c"),
        ("a -> b -> c", "a -> (b -> c)"),
        ("a U b U c", "a U (b U c)"),
        ("a U b R c", "a U (b R c)"),
        ("a U b && c", "(a U b) && c"),
        ("!a U b", "(!a) U b"),
        ("<>a U b", "(<>a) U b"),
        ("!p && X p -> l", "((!p) && (X p)) -> l"),
        ("X !a && b", "(X (!a)) && b"),
        ("a || b && c || d", "a || (b && c) || d"),
        ("!!a", "!(!a)"),
        ("((a))", "a"),
    ],
)
def test_operators_bind_as_documented(text: str, grouped: str) -> None:
    assert parse(text) == parse(grouped)


def test_parentheses_keep_what_they_join_apart() -> None:
    assert parse("a && b && c") == And((A, B, C))
    assert parse("(a && b) && c") == And((And((A, B)), C))
    assert parse("a && (b && c)") == And((A, And((B, C))))


def test_atoms_may_look_like_operators() -> None:
    formula = parse("Xa && F1 && true_ && nota && _x.y.Z9 && orb")
    names = ("Xa", "F1", "true_", "nota", "_x.y.Z9", "orb")
    assert formula == And(tuple(Atom(name) for name in names))


MISTAKES = [
    ("", 0, 1, "the formula is empty; 'true' is one that always holds"),
    (" \n ", 0, 1, "the formula is empty; 'true' is one that always holds"),
    ("a b", 2, 3, "an operator such as '&&' is missing before 'b'"),
    ("a !b", 2, 3, "an operator such as '&&' is missing before '!'"),
    ("a (b)", 2, 3, "an operator such as '&&' is missing before '('"),
    ("(a && b", 0, 1, "this '(' is never closed"),
    ("a && (b || (c)", 5, 6, "this '(' is never closed"),
    ("a) && b", 1, 2, "this ')' closes nothing"),
    ("a &&", 2, 4, "the text ends where a formula should after '&&'"),
    ("[]", 0, 2, "the text ends where a formula should after '[]'"),
    ("&& a", 0, 2, "'&&' stands where a formula should"),
    ("a && || b", 5, 7, "'||' stands where a formula should after '&&'"),
    ("()", 1, 2, "')' stands where a formula should after '('"),
    (")", 0, 1, "')' stands where a formula should"),
    ("a && p9 -> b", 5, 7, "no region, state or fact is called 'p9'; did you mean 'p3'?"),
    ("Fp3", 0, 3, "no region, state or fact is called 'Fp3'; did you mean 'F p3'?"),
    ("a && zz", 5, 7, "no region, state or fact is called 'zz'; known: a, b, c, loaded, p3"),
    ("3a", 0, 1, "'3': an atom begins with a letter or '_'"),
    ("a = b", 2, 3, "'=' means nothing in a formula; did you mean '->'?"),
    ("a ; b", 2, 3, "';' means nothing in a formula; did you mean '&&'?"),
    ("a \x1b b", 2, 3, "'U+001B' means nothing in a formula"),
    ("a ☃ b", 2, 3, "'☃' means nothing in a formula"),
]


@pytest.mark.parametrize(("text", "start", "end", "message"), MISTAKES)
def test_a_mistake_is_named_where_it_stands(text: str, start: int, end: int, message: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse(text, ["a", "b", "c", "p3", "loaded"])
    error = caught.value
    assert (error.message, error.start, error.end) == (message, start, end)
    assert str(error) == message


def test_without_known_atoms_every_name_is_one() -> None:
    assert parse("zz") == Atom("zz")


def test_with_no_known_atoms_none_is() -> None:
    with pytest.raises(FormulaError):
        parse("zz", [])


@pytest.mark.parametrize("opening", ["!", "[]", "X ", "<> (", "a -> ", "a U (", "!(a && "])
def test_what_is_nested_too_deeply_is_refused_and_exhausts_nothing(opening: str) -> None:
    text = opening * 3000 + "a" + ")" * 3000 * opening.count("(")
    with pytest.raises(FormulaError, match=f"deeper than {MOST_DEPTH}") as caught:
        parse(text)
    assert 0 <= caught.value.start < caught.value.end <= len(text)


def test_any_number_of_parentheses_may_stand_around_a_formula() -> None:
    assert parse("(" * 9000 + "a" + ")" * 9000) == A


def test_thousands_of_conjuncts_are_joined_at_once() -> None:
    assert len(parse(" && ".join(["a"] * 9000)).children) == 9000


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(FormulaError, match="split the mission"):
        parse("a" * (MOST_CHARACTERS + 1))


def outcome(text: str) -> Formula | FormulaError:
    try:
        return parse(text)
    except FormulaError as error:
        return error


@given(st.text("ab()!&|<>-[]XFGUR wWMN=∧¬□◇ \n_.1", max_size=30))
def test_no_text_does_worse_than_a_mistake_that_points_into_it(text: str) -> None:
    found = outcome(text)
    if isinstance(found, FormulaError):
        assert 0 <= found.start < found.end <= len(text) + 1
    else:
        assert parse(text_of(found)) == found


@given(formulas(), st.booleans())
def test_what_is_printed_is_read_back(formula: Formula, unicode: bool) -> None:
    assert parse(text_of(formula, unicode)) == formula
