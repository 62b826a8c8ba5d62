"""One mission whose parts are shared out in different ways: by a plan, with a person, by peers."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cotree import app
from cotree.core.changes import NodeChange, NodeState, StepChange
from cotree.runtime.messages import End, Heard, Message, Told
from cotree.trees.reading import loads

MIXED = """\
mission: mixed
team:
  fetch: {robot: pr2_right_arm, at: c1}
  dr: {robot: delivery, at: x2}
  ann: {person: {watched_by: [fetch]}, at: [4, 0]}
world: hospital
ltl:
  - deliver: {to: p3, loaded: loaded, done: standby}
steps:
  hand_over: 2 s
  kinds: {near: {takes: {ann: 5 s, fetch: 9 s}}}
  all: {W1: [near, near, near], W2: [near, near, near]}
task:
  and:
    - {ltl: {}, name: rounds}
    - {steps: {}, name: kitting}
    - {then: [{move: c2}, {wait: 1 s}], name: look}
coordination: {witness: [tab]}
simulation: {people: {ann: {simulated: {follows: 0.4, errs: 0.1}}}, seed: 3}
"""


def run(text: str = MIXED) -> tuple[list[Message], End]:
    told: list[Message] = []
    end = app.run_team(loads(text), told.append)
    return told, end


def test_errands_steps_and_the_rest_are_done_side_by_side() -> None:
    messages, end = run()
    assert end.result == "success", end
    placed = [
        (change.path, change.who)
        for message in messages
        if isinstance(message, Told)
        for change in message.changes
        if isinstance(change, StepChange) and change.word == "placed"
    ]
    assert len({step for step, _ in placed}) == 6
    assert {who for _, who in placed} <= {"ann", "fetch"}
    heard = [message for message in messages if isinstance(message, Heard)]
    assert any(each.errands for each in heard), "errands have a plan"
    assert any(each.shares for each in heard), "steps have one, too"


BETWEEN = """\
mission: first here, then there
team:
  pr2: {robot: pr2, at: [%d, 0]}
  ann: {person: {watched_by: [pr2]}, at: [1, 0]}
world: {places: {shelf: [3, 0], door: [2, 0]}}
task:
  then:
    - move: shelf
    - allocate: {by: lead_follow, takes: {ann: 8 s}}
      and:
        - then: [{perform: {what: glue, duration: 9 s}}, {perform: {what: press, duration: 12 s}}]
        - perform: {what: label, duration: 7 s}
    - move: door
simulation: {people: {ann: {simulated: {follows: 0.8, errs: 0.2}}}}
"""


@pytest.mark.parametrize("at", [0, 3], ids=["far away", "there already"])
def test_nobody_begins_a_step_before_its_turn_and_none_is_left_out(at: int) -> None:
    messages, end = run(BETWEEN % at)
    assert end.result == "success", end
    changes = [
        (message.t, change)
        for message in messages
        if isinstance(message, Told)
        for change in message.changes
    ]
    nodes = [(t, each.path, each.state) for t, each in changes if isinstance(each, NodeChange)]
    done = {path: t for t, path, state in nodes if state is NodeState.DONE}
    steps = [(t, each) for t, each in changes if isinstance(each, StepChange)]
    began = [t for t, each in steps if each.word in ("shared", "asked", "began", "gave")]
    assert min(began) >= done["task/move to shelf"]
    placed = {each.path for _, each in steps if each.word == "placed"}
    assert {path.rpartition("/")[2] for path in placed} == {"glue", "press", "label"}
    first = [t for t, path, state in nodes if state is NodeState.RUNNING and path.endswith("door")]
    assert min(first) >= max(t for t, each in steps if each.word == "placed")


ASIDE = """\
mission: not yet
team: {pr2: {robot: pr2, at: [0, 0]}, ann: {person: {watched_by: [pr2]}, at: [1, 0]}}
world: {places: {shelf: [3, 0]}, facts: {FACT}}
steps: {all: {a: {takes: {pr2: 9 s, ann: 8 s}}, b: {takes: {pr2: 9 s, ann: 8 s}, after: a}}}
task: TASK
simulation: {people: {ann: {simulated: {follows: 1.0, errs: 0.0}}}}
"""
X = "{perform: x, allocate: {by: lead_follow, takes: {ann: 2 s}}}"


def steps_of(fact: str, task: str) -> tuple[list[Message], End, dict[tuple[str, str], float]]:
    """What was told, the end, and when anything was first said of each step."""
    messages, end = run(ASIDE.replace("FACT", fact).replace("TASK", task))
    first: dict[tuple[str, str], float] = {}
    for message in (each for each in messages if isinstance(each, Told)):
        for change in message.changes:
            if isinstance(change, StepChange):
                key = (change.word, change.path.rpartition("/")[2])
                first.setdefault(key, message.t)
    return messages, end, first


def test_what_failed_before_steps_opens_them_for_nobody() -> None:
    _, end, first = steps_of(
        "ok: false", "{and: [{then: [{check: {fact: ok}}, steps]}, {wait: 9}]}"
    )
    assert end.result == "failure"
    assert not first


def test_what_was_placed_before_its_turn_keeps_nobody_from_planning_the_rest() -> None:
    task = f"{{and: [{{then: [{{move: shelf}}, steps]}}, {X}]}}"
    messages, end, first = steps_of("a/placed: right ann", task)
    assert end.result == "success", end
    assert not any(each.no_shares for each in messages if isinstance(each, Heard))
    assert first["shared", "x"] < 1.0 < first["shared", "b"]


@pytest.mark.parametrize(
    ("task", "order"),
    [(f"{{then: [steps, {X}]}}", "abx"), (f"{{then: [{X}, steps]}}", "xab")],
    ids=["steps first", "steps last"],
)
def test_the_task_orders_steps_of_both_kinds(task: str, order: str) -> None:
    _, end, first = steps_of("ok: true", task)
    assert end.result == "success", end
    for before, step in pairwise(order):
        assert first["placed", before] <= first["began", step]


def test_the_same_again_is_the_same() -> None:
    assert run() == run()
