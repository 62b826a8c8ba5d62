"""One task of work that is shared out in different ways."""

from __future__ import annotations

import pytest

from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.trees.reading import loads

HEAD = """\
mission: all at once
team: {one: {robot: pr2, at: [0, 0]}, ann: {person: {watched_by: [one]}, at: [1, 0]}}
world: {places: {a: [1, 1], b: [2, 2], c: [3, 3]}, objects: {cup: [1, 0]}}
"""
LTL = "ltl: [<>a, <>b]\n"
STEPS = "steps: {all: {glue: {takes: {one: 9 s, ann: 5 s}}}}\n"
ANN = "allocate: {by: lead_follow, takes: {ann: 5 s}}"
BOB = "allocate: {by: lead_follow, takes: {bob: 5 s}}"
JOBS = "jobs: {carry: {needs: [manipulation], objects: {cup: a}, goal: [cup on b]}}\n"


def mission(text: str) -> Mission:
    return loads(HEAD + text)


def wrong(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        mission(text)
    return [f"{mistake.mark.line}: {mistake.message}" for mistake in caught.value.mistakes]


def paths(read: Mission) -> list[str]:
    return [node.path for node in read.task.walk() if not node.children]


def test_sentence_jobs_and_steps_stand_where_the_task_says() -> None:
    task = "task: {then: [{ltl: {}, name: rounds}, {job: carry, name: box}, {move: c}, steps]}\n"
    read = mission(LTL + STEPS + JOBS + task)
    leaves = paths(read)
    assert leaves[:2] == ["task/rounds/<>a", "task/rounds/<>b"]
    assert leaves[2].startswith("task/box/")
    assert leaves[-2:] == ["task/move to c", "task/steps/glue"]
    assert [clause.errand for clause in read.sentence.clauses] == leaves[:2]  # type: ignore[union-attr]
    assert [step.name for step in read.steps.all] == ["glue"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LTL, ["task/<>a", "task/<>b"]),
        (STEPS, ["task/glue"]),
        (LTL + STEPS, ["task/ltl/<>a", "task/ltl/<>b", "task/steps/glue"]),
    ],
)
def test_without_a_task_all_that_is_asked_for_is_done_in_any_order(
    text: str, said: list[str]
) -> None:
    assert paths(mission(text)) == said


def test_ways_to_go_can_be_planned_as_errands_of_the_team() -> None:
    task = "task: {and: [{move: a}, {then: [{move: b}, {move: c}], name: far}], allocate: ltl}\n"
    read = mission(task)
    assert [node.params.formula for node in read.task.children] == ["<>a", "<>(b && <>c)"]
    assert paths(read) == ["task/visit a", "task/far"]
    assert read.sentence is not None


def test_what_robots_perform_can_be_shared_with_a_person_as_steps() -> None:
    glue = f"{{then: [{{perform: {{what: glue, duration: 9 s}}}}, {{perform: press}}], {ANN}}}"
    alone = "{perform: wipe, allocate: {by: lead_follow, takes: {ann: 2 s, one: 3 s}}}"
    read = mission(STEPS.replace("glue", "pack") + f"task: {{and: [steps, {glue}, {alone}]}}\n")
    assert [(step.name, dict(step.takes), step.after) for step in read.steps.all] == [
        ("pack", {"one": 9, "ann": 5}, ()),
        ("glue", {"one": 9, "ann": 5}, ()),
        ("press", {"one": 1, "ann": 5}, ("glue",)),
        ("wipe", {"one": 3, "ann": 2}, ()),
    ]
    assert paths(read)[1:] == ["task/then/glue", "task/then/press", "task/wipe"]


def test_what_comes_between_two_steps_keeps_their_order() -> None:
    task = f"task: {{then: [{{perform: x, {ANN}}}, {{move: a}}, {{perform: y, {ANN}}}]}}\n"
    read = mission(task)
    assert [(step.name, step.after) for step in read.steps.all] == [("x", ()), ("y", ("x",))]


def test_a_hand_that_holds_something_waits_for_nobody_else() -> None:
    two = HEAD.replace("team: {", "team: {two: {robot: pr2, at: [0, 1]}, ")
    task = "task: {then: [{pick: cup}, steps, {move: a}]}\n"
    assert loads(HEAD + STEPS + task), "a robot that is alone goes on itself"
    with pytest.raises(InputError, match="put what one robot does into a 'then' of its own"):
        loads(two + STEPS + task)
    assert loads(
        two
        + STEPS
        + task.replace("{pick: cup}", "{then: [{pick: cup}, {place: {object: cup, at: a}}]}")
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("task: {and: [ltl, {wait: 1}]}\n", "this mission has no 'ltl'"),
        ("task: {and: [steps, {wait: 1}]}\n", "this mission has no 'steps'"),
        (STEPS + "task: {and: [steps, steps]}\n", "'steps' is done once; it stands at"),
        (STEPS + "task: {wait: 1}\n", "does not say when 'steps' are done; write '- steps'"),
        (LTL + "task: {wait: 1}\n", "write '- ltl' where all of it is to be done"),
        (LTL + "task: {and: [ltl, {errand: <>c}]}\n", "an errand beside 'ltl' in one task"),
        ("task: {then: [{wait: 1}, {move: a}], allocate: ltl}\n", "'wait' under 'allocate: ltl'"),
        ("task: {move: [1, 2], allocate: ltl}\n", "knows places by name, not (1, 2, 0)"),
        ("task: {then: [{errand: <>a}], allocate: ltl}\n", "write the order into one formula"),
        ("task: {errand: <>a, allocate: peers}\n", "'errand' is always shared out by 'ltl'"),
        ("task: {wait: 1, allocate: lead_follow}\n", "write it as 'perform', or put it outside"),
        ("task: {perform: wave, allocate: lead_follow}\n", "how long does it take people? 'allo"),
        (
            "task: {and: [{move: a, allocate: peers}], allocate: lead_follow}\n",
            "'allocate: peers' inside 'allocate: lead_follow'",
        ),
        (f"task: {{perform: wave, {BOB}}}\n", "'takes': no teammate 'bob'"),
        (
            f"task: {{and: [{{perform: x}}, {{then: [{{perform: y}}]}}], {BOB}}}\n",
            "4: 'takes': no teammate 'bob'",
        ),
        (f"task: {{retry: {{do: {{perform: wave, {ANN}}}}}}}\n", "must stand in 'then' and 'and'"),
        (
            STEPS + "task: {and: [{retry: {do: steps}}, {wait: 1}]}\n",
            "must stand in 'then' and 'an",
        ),
        (STEPS + "task: {or: [steps, {wait: 1}]}\n", "'glue' must stand in 'then' and 'and' alone"),
        (f"task: {{perform: {{what: a/b}}, {ANN}}}\n", "a step's name must not contain '/'; write"),
        (f"task: {{perform: {{what: ''}}, {ANN}}}\n", "a step's name must not be empty; write"),
        (f"task: {{perform: {'x' * 300}, {ANN}}}\n", "must not be longer than 80 characters; w"),
        (
            f"task: {{and: [{', '.join(f'{{perform: x{i}}}' for i in range(501))}], {ANN}}}\n",
            "4: 501 steps; a mission has at most 500",
        ),
        (STEPS + f"task: {{and: [steps, {{wait: 1}}], {ANN}}}\n", "'wait' under 'allocate: lead_f"),
        (STEPS + f"task: {{and: [steps], {ANN}}}\n", "'takes' is for what stands below as 'perf"),
        (STEPS + f"task: {{and: [{{steps: {{}}, {ANN}}}]}}\n", "so leave 'takes' out"),
        (f"task: {{and: [{{perform: x, {ANN}}}], {ANN}}}\n", "so leave 'takes' out"),
        (STEPS + "task: {and: [steps, {step: y}]}\n", "nobody says how long it takes people; wri"),
        (STEPS + "task: {and: [steps, {step: glue}]}\n", "two steps are called 'glue'"),
        ("task: {step: y, allocate: lead_follow}\n", "how long does it take people? 'allocate"),
        (f"task: {{and: [{{perform: x}}, {{perform: x}}], {ANN}}}\n", "two steps are called 'x'"),
        (STEPS + f"task: {{and: [steps, {{perform: glue, {ANN}}}]}}\n", "two steps are called"),
        ("task: {move: a, allocate: {by: ltl, takes: {ann: 9 s}}}\n", "is for 'by: lead_follow'"),
        (
            "task: {and: [{move: a, allocate: peers}], allocate: ltl}\n",
            "'allocate: peers' inside 'allocate: ltl'",
        ),
        (
            STEPS + "task: {and: [steps], allocate: capability}\n",
            "'allocate: lead_follow' inside 'allocate: capability'",
        ),
    ],
)
def test_what_cannot_be_combined_is_refused_with_the_reason(text: str, said: str) -> None:
    (line,) = wrong(text)
    assert said in line


@pytest.mark.parametrize(
    ("do", "by"),
    [
        (f"{{perform: wave, {ANN}}}", "'step' is shared out by 'lead_follow'"),
        (f"{{then: [{{wait: 1}}, {{perform: wave, {ANN}}}]}}", "'step' is shared out by"),
        ("{step: wave}", "'step' is shared out by 'lead_follow'"),
        ("{move: a, allocate: ltl}", "'errand' is shared out by 'ltl'"),
        ("{errand: <>a}", "'errand' is shared out by 'ltl'"),
        ("{move: a, allocate: capability}", "'move' is shared out by 'capability'"),
        ("{job: carry}", "is shared out by 'capability'"),
    ],
)
def test_nothing_in_a_reaction_is_shared_out(do: str, by: str) -> None:
    reactions = f"reactions: {{balance: {{do: {do}}}}}\n"
    (line,) = wrong(JOBS + "task: {and: [{wait: 1}, {job: carry}]}\n" + reactions)
    assert line.startswith("6: ")
    assert by in line
    assert "put this into 'task'" in line
    assert mission("task: {wait: 1}\nreactions: {balance: {do: {move: a, allocate: peers}}}\n")


def afters(text: str) -> dict[str, tuple[str, ...]]:
    return {step.name: step.after for step in mission(text).steps.all}


SIDES = """\
steps: {all: {a: {takes: {ann: 5 s}}, b: {takes: {ann: 5 s}, after: a},
  c: {takes: {ann: 5 s}, after: a}, d: {takes: {ann: 5 s}, after: b}, e: {takes: {ann: 5 s}}}}
"""


def test_the_task_says_what_comes_before_and_after_all_of_steps() -> None:
    x, y = f"{{perform: x, {ANN}}}", f"{{perform: y, {ANN}}}"
    own = {"a": (), "b": ("a",), "c": ("a",), "d": ("b",), "e": ()}
    assert afters(SIDES + f"task: {{and: [steps, {x}]}}\n") == {**own, "x": ()}
    between = f"{{then: [{x}, {{wait: 1}}, {{and: [steps, {{wait: 2}}]}}, {y}]}}"
    assert afters(SIDES + f"task: {between}\n") == {
        **own,
        "a": ("x",),
        "e": ("x",),
        "x": (),
        "y": ("c", "d", "e"),
    }


def test_what_stands_under_steps_may_come_after_a_step_of_the_task() -> None:
    side = "steps: {all: {a: {takes: {ann: 5 s}}, b: {takes: {ann: 5 s}, after: [a, x]}}}\n"
    x, y = f"{{perform: x, {ANN}}}", f"{{perform: y, {ANN}}}"
    both = {"a": (), "b": ("a", "x")}
    assert afters(side + f"task: {{and: [{{then: [{y}, {x}]}}, steps]}}\n") == {
        **both,
        "y": (),
        "x": ("y",),
    }
    first = side.replace("[a, x]", "x")
    assert afters(first + f"task: {{and: [{x}, {{then: [{y}, steps]}}]}}\n") == {
        "a": ("y",),
        "b": ("x", "y"),
        "x": (),
        "y": (),
    }


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("steps", "no step 'x'; known: a, b, chain, chain.1"),
        ("{perform: y, ANN}", "no step 'x'; known: a, b, chain, chain.1, y"),
        ("{perform: xy, ANN}", "no step 'x'; did you mean 'xy'?"),
    ],
)
def test_a_step_that_nothing_is_called_by_is_missed_once_the_task_is_read(
    task: str, said: str
) -> None:
    side = "steps: {kinds: {k: {takes: {ann: 5 s}}}, all: {a: {takes: {ann: 5 s}},\n"
    side += "  b: {takes: {ann: 5 s}, after: x}, chain: [k]}}\n"
    beside = "" if task == "steps" else f"{task.replace('ANN', ANN)}, "
    (line,) = wrong(side + f"task: {{and: [{beside}steps]}}\n")
    assert line.startswith("5: no step 'x'")
    assert said in line


def test_steps_of_both_kinds_that_wait_for_each_other_are_refused() -> None:
    side = "steps: {all: {a: {takes: {ann: 5 s}, after: x}}}\n"
    (line,) = wrong(side + f"task: {{then: [steps, {{wait: 1}}, {{perform: x, {ANN}}}]}}\n")
    assert line.startswith("4: ")
    assert "wait for each other; take one out of an 'after' here" in line


def test_a_step_may_be_written_as_such() -> None:
    task = f"task: {{and: [{{step: {{what: y, duration: 3 s}}}}, {{perform: x}}], {ANN}}}\n"
    assert {step.name: dict(step.takes) for step in mission(task).steps.all} == {
        "y": {"one": 3, "ann": 5},
        "x": {"one": 1, "ann": 5},
    }
    alone = mission("task: {and: [{step: y}, {wait: 1}]}\n")
    assert not alone.steps.all, "where nothing is shared, it is as any other leaf"


def test_what_a_step_is_called_is_shortened_in_paths_as_everywhere() -> None:
    names = ["x" * 60 + "1", "x" * 60 + "2"]
    both = ", ".join(f"{{perform: {name}}}" for name in names)
    read = mission(f"task: {{and: [{both}], {ANN}}}\n")
    assert [step.name for step in read.steps.all] == names
    assert paths(read) == [f"task/{'x' * 47}…", f"task/{'x' * 47}… #2"]


APART = """\
mission: who has hands
team:
  one: {robot: delivery, at: [0, 0]}
  two: {robot: pr2, at: [1, 0]}
  ann: {person: {watched_by: [two]}, at: [1, 0]}
world: {places: {a: [1, 1]}}
task:
  and:
    - perform: {what: tie, duration: 5 s, needs: [gripper]}
    - perform: {what: call, duration: 5 s}
  allocate: {by: lead_follow, takes: %s}
"""


def test_only_robots_that_have_what_a_step_needs_are_given_it() -> None:
    read = loads(APART % "{ann: 20 s}")
    assert {step.name: dict(step.takes) for step in read.steps.all} == {
        "tie": {"two": 5, "ann": 20},
        "call": {"one": 5, "two": 5, "ann": 20},
    }


def test_a_robot_that_is_named_must_have_what_the_step_needs() -> None:
    with pytest.raises(InputError) as caught:
        loads(APART % "{ann: 20 s, one: 5 s}")
    assert [mistake.message for mistake in caught.value.mistakes] == [
        "'takes': one has no 'gripper', which 'tie' needs; leave one out"
    ]
