from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.reallocation.ltl.automata.conjuncts import (
    Conjunct,
    Coupled,
    OneStep,
    Task,
    classify,
    conjuncts,
)
from cotree.reallocation.ltl.automata.letters import Alphabet
from cotree.reallocation.ltl.language.evaluate import holds
from cotree.reallocation.ltl.language.formula import Formula, Globally
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.language.printing import text_of
from tests.reallocation.ltl.automata.hospital import LETTERS, MISSIONS, Mission
from tests.reallocation.ltl.language.formulas import (
    FREE,
    ONE_HOT,
    formulas,
    step_formulas,
    words,
)

HOSPITAL = Alphabet(LETTERS)
TASK, STEP, COUPLED = Task, OneStep, Coupled


def one(text: str, alphabet: Alphabet = HOSPITAL) -> Conjunct:
    return classify(parse(text), alphabet)


@pytest.mark.parametrize("mission", MISSIONS, ids=[each.name for each in MISSIONS])
def test_the_missions_of_the_hospital_are_tasks_and_rules_of_each_step(mission: Mission) -> None:
    found = conjuncts(parse(mission.text), HOSPITAL)
    assert [type(each) for each in found] == [
        Task if text_of(each.formula).startswith("<>") else OneStep for each in found
    ]
    assert {each.automaton.states for each in found if isinstance(each, Task)} <= {2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("<>p3", TASK),
        ("<>(p3 && standby)", TASK),
        ("<>(p3 && <>(p4 && <>p5))", TASK),
        ("<>(p3 && <>p4 && <>p5)", TASK),
        ("<>p3 || <>p4", TASK),
        ("X <>p3", TASK),
        ("<>!p3", TASK),
        ("true U p3", TASK),
        ("false", TASK),
        ("[](!p3 && X p3 -> loaded)", STEP),
        ("[](p3 -> wX !p4)", STEP),
        ("[]!p3", STEP),
        ("!<>(p3 && loaded)", COUPLED),  # classify takes conjuncts; see conjuncts_of
        ("[](loaded || standby)", STEP),
        ("[](p3 -> X p4)", COUPLED),
        ("[]X true", STEP),
        ("!p4 U p3", COUPLED),
        ("!p4 W p3", COUPLED),
        ("p4 R p3", COUPLED),
        ("[]<>p3", COUPLED),
        ("<>[]p3", COUPLED),
        ("[](p3 -> <>p4)", COUPLED),
        ("<>p3 -> <>p4", COUPLED),
        ("<>(p3 && X p4)", COUPLED),
        ("p3", COUPLED),
        ("!p3", COUPLED),
        ("[](p3 -> X X p4)", COUPLED),
    ],
)
def test_a_conjunct_is_of_its_kind(text: str, kind: type[Conjunct]) -> None:
    assert type(one(text)) is kind


def test_a_denied_eventuality_is_a_rule_once_it_is_split() -> None:
    (found,) = conjuncts(parse("!<>(p3 && loaded)"), HOSPITAL)
    assert isinstance(found, OneStep)


@given(formulas(leaves=5))
def test_a_task_is_what_no_letter_put_in_anywhere_can_spoil(formula: Formula) -> None:
    found = classify(formula, Alphabet(ONE_HOT))
    if isinstance(found, OneStep):
        return
    spoilt = any(
        holds(formula, word) and not holds(formula, (*word[:place], letter, *word[place:]))
        for word in words(ONE_HOT, 5)
        for place in range(len(word) + 1)
        for letter in ONE_HOT
    )
    assert isinstance(found, Coupled) is spoilt


@given(step_formulas("ab"), st.sampled_from([FREE, ONE_HOT]))
def test_a_rule_of_each_step_is_kept_exactly_by_the_steps_that_it_does_not_forbid(
    body: Formula, letters: tuple[frozenset[str], ...]
) -> None:
    formula = Globally(body)
    rule = classify(formula, Alphabet(letters))
    if not isinstance(rule, OneStep):
        return
    for word in words(letters, 4):
        if word:
            kept = rule.allows(word[0]) and not any(rule.forbids(*step) for step in pairwise(word))
            assert kept is holds(formula, word)


@settings(max_examples=100)
@given(step_formulas("ab"))
def test_what_is_about_one_step_and_no_rule_obliges_to_go_on_somewhere(body: Formula) -> None:
    formula = Globally(body)
    found = classify(formula, Alphabet(FREE))
    obliged = any(
        holds(formula, word) and not all(holds(formula, word[:end]) for end in range(len(word)))
        for word in words(FREE, 4)
    )
    assert isinstance(found, OneStep) is not obliged


@settings(max_examples=50)
@given(formulas())
def test_the_conjuncts_together_are_the_formula(formula: Formula) -> None:
    parts = [each.formula for each in conjuncts(formula, Alphabet(FREE))]
    for word in words(FREE, 4):
        assert all(holds(part, word) for part in parts) is holds(formula, word)


@given(formulas())
def test_a_task_settles_and_never_dies(formula: Formula) -> None:
    found = classify(formula, Alphabet(FREE))
    if isinstance(found, Task):
        automaton = found.automaton
        assert (automaton.accepting == automaton.settled).all()
        assert automaton.states == 1 or not automaton.dead.any()


def test_a_rule_forbids_to_enter_and_not_to_stay_or_to_leave() -> None:
    rule = one("[](!p3 && X p3 -> loaded)")
    assert isinstance(rule, OneStep)
    outside, inside = frozenset({"c3", "standby"}), frozenset({"p3", "standby"})
    assert rule.forbids(outside, inside)
    assert not rule.forbids(frozenset({"c3", "loaded"}), frozenset({"p3", "loaded"}))
    assert not rule.forbids(inside, inside)
    assert not rule.forbids(inside, outside)
    assert rule.allows(inside)
    assert rule.forbidden.sum() == 21 * 2 * 3


def test_what_must_never_be_is_not_entered_and_no_place_to_start() -> None:
    rule = one("[]!p3")
    assert isinstance(rule, OneStep)
    outside, inside = frozenset({"c3", "standby"}), frozenset({"p3", "standby"})
    assert rule.forbids(outside, inside)
    assert rule.forbids(inside, outside)
    assert not rule.allows(inside)


def test_a_letter_that_can_spoil_it_is_told() -> None:
    found = one("!p4 U p3")
    assert isinstance(found, Coupled)
    assert found.reason == "a letter such as {p4, standby} can spoil it"


def test_what_would_be_too_large_is_coupled_and_says_so() -> None:
    many = parse(" || ".join(f"(<>p{room} && []c{room})" for room in range(1, 7)))
    found = classify(many, Alphabet(FREE[:1] + LETTERS), limit=3)
    assert isinstance(found, Coupled)
    assert found.automaton is None
    assert found.reason == "not examined: the automaton has more than 3 states"


def test_what_is_too_large_to_examine_is_coupled() -> None:
    rooms = ("p1", "p2", "p3", "p4", "p5", "p6", "x1", "x2")
    answers = (f"[](c{number} -> <>{room})" for number, room in enumerate(rooms, 1))
    found = classify(parse(" && ".join(answers)), HOSPITAL)
    assert isinstance(found, Coupled)
    assert found.reason == "not examined: 256 states"
    assert found.automaton is not None
