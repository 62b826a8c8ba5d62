"""``ltl:`` in a mission: what becomes an errand, what a rule, and what is said about mistakes."""

from __future__ import annotations

import pytest
import yaml
from jsonschema import Draft202012Validator

from cotree.core.errors import InputError
from cotree.core.mission import Clause, Mission
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import loads
from cotree.trees.schema import schema
from tests.kit.errand_missions import mission, street

TASK = "task: {and: [%s]}\n"


def errands(read: Mission) -> dict[str, str]:
    """By path: what each errand is for."""
    assert read.sentence is not None
    return {clause.errand: clause.formula for clause in read.sentence.clauses if clause.errand}


def rules(read: Mission) -> list[Clause]:
    assert read.sentence is not None
    return [clause for clause in read.sentence.clauses if not clause.errand]


def mistake(text: str) -> str:
    """What is wrong with a mission: one line."""
    with pytest.raises(InputError) as error:
        loads(text, "m.yaml")
    (only,) = error.value.mistakes
    assert "\n" not in str(only)
    return str(only)


# -- what it means -------------------------------------------------------------------------------


def test_every_conjunct_that_one_robot_can_do_is_an_errand() -> None:
    read = mission('"<>b && <>(c && <>d)"')
    assert errands(read) == {"task/<>b": "<>b", "task/<>(c && <>d)": "<>(c && <>d)"}
    assert [node.path for node in read.task.walk()] == ["task", *errands(read)]


def test_what_must_hold_always_is_a_rule_for_each_robot() -> None:
    (rule,) = rules(mission("<>b", '"[]!c"'))
    assert (rule.formula, rule.together) == ("[]!c", False)


def test_what_ties_robots_to_each_other_is_kept_together() -> None:
    (rule,) = rules(mission("visit: b", "visit: d", "not before: {what: d, before: b}"))
    assert rule.together


@pytest.mark.parametrize(
    "line", ['"[]<>b"', "respond: {trigger: b, response: d}", '"<>(b && X d)"']
)
def test_every_robot_has_a_part_in_what_the_team_as_a_whole_is_asked_for(line: str) -> None:
    read = mission("visit: c", line)
    assert read.sentence is not None
    assert read.sentence.parts == ("task/together, r0", "task/together, r1")
    assert read.sentence.errands == ("task/visit c", *read.sentence.parts)
    assert [node.path for node in read.task.walk()] == ["task", *read.sentence.errands]
    assert read.task.children[1].params.formula == f"({rules(read)[0].formula})"


def test_what_recurs_is_asked_for_although_nobody_has_anything_else_to_do() -> None:
    assert [node.path for node in mission('"[]<>b"').task.walk()] == [
        "task",
        "task/together, r0",
        "task/together, r1",
    ]


@pytest.mark.parametrize(
    "line", ["not before: {what: d, before: b}", '"!d W b"', '"[](b -> wX !d)"']
)
def test_what_asks_for_no_steps_of_its_own_is_nobodys_part(line: str) -> None:
    read = mission("visit: b", line)
    assert read.sentence is not None
    assert read.sentence.parts == ()


def test_a_part_gives_way_to_an_errand_of_the_same_name() -> None:
    read = mission("{name: 'together, r0', visit: c}", '"[]<>b"')
    assert read.sentence is not None
    assert read.sentence.parts == ("task/together, r0 #2", "task/together, r1")


def test_until_asks_somebody_to_do_its_end() -> None:
    assert "task/<>b" in errands(mission("never until: {never: d, until: b}"))


def test_the_same_formula_twice_is_one_errand() -> None:
    read = mission("<>b", "visit: b")
    assert list(errands(read)) == ["task/<>b"]
    assert rules(read) == []


def test_errands_are_called_as_they_are_named_or_by_what_they_say() -> None:
    lines = ("name: tea\n    visit: b", "sequence: [c, d]", "visit: {place: d, op: free}")
    read = mission(*lines, carry="0")
    assert list(errands(read)) == ["task/tea", "task/sequence c, d", "task/visit d"]


def test_two_errands_of_one_name_are_told_apart_and_paths_stay_paths() -> None:
    read = mission("name: a/b\n    visit: b", "name: a/b\n    visit: c")
    assert list(errands(read)) == ["task/a|b", "task/a|b #2"]


def test_a_deliver_is_an_errand_and_a_rule() -> None:
    read = mission("deliver: {to: d, loaded: full, done: free}", carry="0")
    assert list(errands(read)) == ["task/deliver d"]
    assert len(rules(read)) == 1


def test_formulas_may_speak_of_areas_and_states() -> None:
    assert errands(mission("<>(east && full)", carry="0")) == {
        "task/<>(east && full)": "<>(east && full)"
    }


@pytest.mark.parametrize("word", ["sum", "makespan", "lexicographic"])
def test_the_objective_stands_beside_the_formulas(word: str) -> None:
    text = street().replace("\nworld:", f"\nltl: {{all: [<>b], objective: {word}}}\nworld:")
    sentence = loads(text).sentence
    assert sentence is not None
    assert sentence.objective == word


def test_a_single_formula_needs_no_list() -> None:
    assert list(errands(loads(street() + "ltl: <>b\n"))) == ["task/<>b"]


# -- errands in a task ---------------------------------------------------------------------------


def test_a_task_may_name_its_errands_with_rules_under_ltl() -> None:
    read = loads(street('"[]!c"') + TASK % "{errand: <>b}, {wait: 1 s}, {errand: <>d, name: far}")
    assert errands(read) == {"task/errand <>b": "<>b", "task/far": "<>d"}
    assert len(rules(read)) == 1


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("{errand: <>b}, {errand: <>b}", "asks for the same"),
        ('{errand: "<>b && <>d"}', "an errand is one thing"),
        ('{errand: "[]b"}', "an errand is one thing"),
        ("{errand: <>mars}", "no region, state or fact is called 'mars'"),
        ("{then: [{errand: <>b}, {errand: <>d}]}", "errands in 'then'"),
        ("{or: [{errand: <>b}, {wait: 1 s}]}", "errands in 'or'"),
        ("{sequence: [{errand: <>b}]}", "errands in 'sequence'"),
    ],
)
def test_errands_that_cannot_be_meant_are_refused_where_they_stand(task: str, said: str) -> None:
    text = street() + TASK % task
    told = mistake(text)
    line = text.count("\n")
    assert said in told
    assert told.startswith(f"m.yaml:{line}:")


def test_one_step_of_a_then_may_have_errands() -> None:
    task = "{then: [{wait: 1 s}, {and: [{errand: <>b}, {errand: <>d}]}]}"
    assert len(errands(loads(street() + TASK % task))) == 2


def test_beside_a_task_ltl_only_forbids() -> None:
    told = mistake(street("<>c") + TASK % "{errand: <>b}")
    assert "is to be done; put it into the task, as an errand" in told


def test_rules_for_a_task_without_errands_are_for_nothing() -> None:
    assert "no errands that these rules" in mistake(street('"[]!c"') + TASK % "{wait: 1 s}")


# -- mistakes ------------------------------------------------------------------------------------

WHERE = street("X").splitlines().index("  - X") + 1


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ("<>mars", 5, "no region, state or fact is called 'mars'"),
        ('"<>(b"', 5, "this '(' is never closed"),
        ('"b &&& c"', 5, "&"),
        ('""', 5, "formula"),
        ("7", 5, "expected a formula"),
        ("[<>b]", 5, "expected a formula"),
        ("{vist: b}", 6, "no pattern 'vist'; did you mean 'visit'"),
        ("{visit: b, avoid: c}", 5, "expected a formula, or a pattern"),
        ("{visit: {place: b, opp: free}}", 29, "no parameter 'opp'; did you mean 'op'"),
        ("{deliver: {to: b}}", 15, "needs 'loaded'"),
        ("{sequence: {a: b}}", 16, "takes a list"),
        ("{sequence: []}", 16, "takes a list"),
        ("{sequence: [b, mars]}", 16, "no region, state or fact is called 'mars'"),
        ("{sequence: [b, 7]}", 16, "is a formula"),
        ("{visit: [b]}", 13, "takes names"),
        ("true", 5, "expected a formula"),
        ('"[]!c"', 3, "nothing to be done"),
        ('"!c W b"', 3, "is for the team"),
    ],
)
def test_a_mistake_is_told_in_one_line_where_it_stands(line: str, column: int, said: str) -> None:
    told = mistake(street(line))
    assert told.startswith(f"m.yaml:{WHERE}:{column}: "), told
    assert said in told


@pytest.mark.parametrize("body", ["", "[]", "null", "{all: []}"])
def test_an_empty_sentence_says_nothing(body: str) -> None:
    assert "says nothing" in mistake(street() + f"ltl: {body}\n")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("{all: [<>b], objectiv: sum}", "'ltl' has no 'objectiv'; did you mean 'objective'"),
        ("{all: [<>b], objective: some}", "no objective 'some'; did you mean 'sum'"),
        ("{all: [<>b], objective: [sum]}", "no objective"),
    ],
)
def test_what_stands_beside_the_formulas_is_checked(body: str, said: str) -> None:
    assert said in mistake(street() + f"ltl: {body}\n")


def test_a_name_must_be_a_name() -> None:
    assert "'name'" in mistake(street("{name: [b], visit: b}"))


def test_a_team_of_people_cannot_be_planned_for() -> None:
    text = "mission: m\nteam: {ann: {person: {}}}\nworld: {places: {a: [0, 0]}}\nltl: <>a\n"
    assert "robot" in mistake(text)


@pytest.mark.parametrize(
    "ltl",
    [
        "<>b",
        "[<>b, {visit: c}]",
        "{all: <>b, objective: sum}",
        "{deliver: {to: d, loaded: full, done: free}}",
        "[{name: tea, sequence: [b, c]}, {avoid: d}]",
        "[{formula: <>b, name: 7}, {not before: {what: d, before: c}}]",
        "[]",
        "{all: [<>b], objective: some}",
        "{vist: b}",
        "[{visit: b, avoid: c}]",
        "{visit: {place: b, opp: free}}",
        "{deliver: {to: b}}",
        "{sequence: []}",
        "[7]",
        "[{name: [b], visit: c}]",
    ],
)
def test_the_schema_takes_what_the_reader_takes_and_nothing_else(ltl: str) -> None:
    text = street(carry="0", at="a") + f"ltl: {ltl}\n"
    checks = Draft202012Validator(schema(catalogue()))
    errors = list(checks.iter_errors(yaml.safe_load(text)))
    try:
        loads(text)
    except InputError:
        assert errors
    else:
        assert errors == []


def test_a_sentence_needs_places() -> None:
    text = "mission: m\nteam: {r: {robot: pr2}}\nltl: <>a\n"
    assert mistake(text).startswith("m.yaml:3:")
