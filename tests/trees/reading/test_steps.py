"""``steps:``, as people write it, and what the planner is asked then."""

from __future__ import annotations

import pytest

from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.core.work_steps import Believing, WorkSteps
from cotree.reallocation.lead_follow.given import problem_of
from cotree.trees.reading import loads

HEAD = """\
mission: m
team:
  ann: {person: {}, at: [2, 0]}
  pr2: {robot: pr2, at: [0, 0]}
"""


def read(text: str) -> Mission:
    return loads(HEAD + text, "m.yaml")


def wrong(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text)
    return [line.removeprefix("m.yaml:") for line in str(caught.value).splitlines()]


WHOLE = """\
steps:
  plan: paper
  belief: paper
  hand_over: 2 s
  correct: {pr2: 12 s}
  alone_at: [left]
  speeds: {ann: 2 m/s}
  kinds:
    near: {takes: {pr2: 30 s}, walks: {ann: 10 m}}
    far: {takes: {ann: 9 s}}
  all:
    left: [near, far]
    lid: {kind: near, takes: {ann: 4 s}, after: left, at: box, stays: 1 s}
"""


def test_steps_say_what_they_take_and_what_comes_before() -> None:
    steps = read(WHOLE).steps
    assert [(each.name, each.kind, each.at, each.after) for each in steps.all] == [
        ("left.1", "near", "left", ()),
        ("left.2", "far", "left", ("left.1",)),
        ("lid", "near", "box", ("left.2",)),
    ]
    assert [dict(each.takes) for each in steps.all] == [
        {"pr2": 30.0, "ann": 5.0},
        {"ann": 9.0},
        {"pr2": 30.0, "ann": 4.0},
    ]
    assert (steps.plan, steps.belief, steps.hand_over) == ("paper", Believing("paper", 6), 2.0)
    assert (steps.alone_at, steps.correct) == (("left",), {"pr2": 12.0})


def test_steps_are_the_planners_problem() -> None:
    problem = problem_of(read(WHOLE))
    assert [(agent.id, agent.kind, agent.hand_over_s) for agent in problem.agents] == [
        ("ann", "person", 0.0),
        ("pr2", "robot", 2.0),
    ]
    assert problem.subtasks[2].at_place_s == 1.0
    assert problem.subtasks[2].after == ("left.2",)
    assert problem.shared == {"left"}


def test_a_mission_of_steps_has_a_task_that_keeps_their_order() -> None:
    text = """\
steps:
  all:
    a: {takes: {pr2: 1 s}}
    b: {takes: {pr2: 2 s, ann: 1 s}, after: a}
    c: {takes: {ann: 3 s}, after: a}
    d: {takes: {pr2: 1 s}, after: [b, c]}
    e: {takes: {pr2: 1 s}}
"""
    task = read(text).task
    assert [(node.word, node.path) for node in task.walk()] == [
        ("and", "task"),
        ("then", "task/a"),
        ("step", "task/a/a"),
        ("and", "task/a/level 2"),
        ("step", "task/a/level 2/b"),
        ("step", "task/a/level 2/c"),
        ("step", "task/a/d"),
        ("step", "task/e"),
    ]


def test_a_belief_may_have_as_many_values_as_the_paper_prints() -> None:
    text = "steps: {belief: BELIEF, all: {a: {takes: {ann: 1}}}}\n"

    def believed(written: str) -> Believing:
        return read(text.replace("BELIEF", written)).steps.belief

    assert believed("{form: paper, values: 11}") == Believing("paper", 11)
    assert believed("{form: paper}") == believed("paper") == Believing("paper", 6)
    assert believed("{form: robust}") == believed("robust") == Believing()


def test_a_mission_without_steps_has_none() -> None:
    assert read("task: {wait: 1}\n").steps == WorkSteps()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "5:8: 'steps' must be a mapping with 'all'"),
        ("{all: {}}", "5:14: 'all' must be a mapping of steps, found a mapping"),
        ("{all: {a: {takes: {ann: 1}}}, plan: fast}", "unknown word 'fast'; known: joint, paper"),
        ("{belief: papr, all: {a: {takes: {ann: 1}}}}", "5:17: 'belief': unknown word 'papr'"),
        (
            "{belief: 11, all: {a: {takes: {ann: 1}}}}",
            "5:17: 'belief': expected one of robust, paper, or {form: paper, values: 11}",
        ),
        (
            "{belief: {form: robust, values: 11}, all: {a: {takes: {ann: 1}}}}",
            "5:32: 'belief': only 'form: paper' has 'values'; leave it out",
        ),
        ("{belief: {values: 11}, all: {a: {takes: {ann: 1}}}}", "a belief needs 'form'"),
        (
            "{belief: {form: paper, values: 1}, all: {a: {takes: {ann: 1}}}}",
            "5:39: 'belief': must be at least 2",
        ),
        ("{belief: {form: paper, value: 9}, all: {a: {takes: {ann: 1}}}}", "mean 'values'?"),
        ("{all: {a: {takes: {ann: 1}}}, plann: joint}", "has no 'plann'; did you mean 'plan'?"),
        ("{all: {a: {takes: {anne: 1}}}}", "5:27: no teammate 'anne'; did you mean 'ann'?"),
        ("{all: {a: {walks: {ann: 7}}}}", "how fast is 'ann'? add it under 'speeds'"),
        (
            "{speeds: {ann: 1}, all: {a: {walks: {ann: 7}, takes: {ann: 7}}}}",
            "'ann' has a duration and a way; leave one of them out",
        ),
        ("{all: {a: [near]}}", "5:19: no kind of step 'near'"),
        ("{kinds: {near: {takes: {ann: 1}}}, all: {a: [nera]}}", "did you mean 'near'?"),
        ("{all: {a: {}}}", "5:15: nobody can do 'a'; say how long members take for it"),
        ("{all: {a: []}}", "the chain 'a' is empty"),
        ("{all: {a: 3}}", "step 'a' must be a mapping such as {kind: near, after: glue}"),
        ("{kinds: {near: 3}, all: {a: [near]}}", "kind 'near' must be a mapping such as"),
        ("{kinds: 3, all: {a: {takes: {ann: 1}}}}", "'kinds' must be a mapping, found the number"),
        ("{all: {a: {takes: {ann: 1}, after: b}}}", "5:43: no step 'b'; known: a"),
        ("{all: {a: {takes: {ann: -1}}}}", "must be at least 0"),
        (
            "{all: {a: {takes: {ann: 1}, after: b}, b: {takes: {ann: 1}, after: a}}}",
            "'a', 'b' wait for each other; take one out of an 'after' here",
        ),
        (
            "{kinds: {n: {takes: {ann: 1}}}, all: {a: [n], a.1: {takes: {ann: 1}}}}",
            "two steps are called 'a.1'",
        ),
        ("{speeds: {bob: 1}, all: {a: {takes: {ann: 1}}}}", "5:18: no teammate 'bob'"),
        ("{all: {a/b: {takes: {ann: 1}}}}", "a step's name must not contain '/'"),
    ],
)
def test_mistakes_have_a_place_and_a_remedy(text: str, said: str) -> None:
    (line,) = wrong(f"steps: {text}\n")
    assert said in line
