"""How long people and robots take is learnt in a mission, said, and planned with."""

from __future__ import annotations

import re

import msgspec
import pytest

from cotree import app
from cotree.app.why import why
from cotree.core.actions import Tell
from cotree.core.changes import StepChange
from cotree.core.errors import InputError
from cotree.core.work_facts import learnt, shared
from cotree.reallocation.lead_follow.given import problem_of
from cotree.reallocation.lead_follow.problem import LeadPlan
from cotree.runtime.messages import Told
from cotree.runtime.read import Recording
from cotree.runtime.steps.lasting import Lasting
from cotree.runtime.steps.planning import said
from cotree.trees.reading import loads
from cotree.viewer.learnt import learnt_line
from cotree.viewer.why import lines as explained
from tests.kit.played import boots, dies, played

SLOW = """\
mission: slow
team:
  fetch: {robot: pr2_right_arm, at: [0, 0]}
  pr2:   {robot: pr2_right_arm, at: [0, 1]}
  ann:   {person: {}, at: [4, 0]}
steps:
  kinds:
    near: {takes: {ann: 6 s, fetch: 10 s, pr2: 10 s}}
    hands: {takes: {ann: 5 s}}
  all:
    W1: [near, near, hands]
    W2: [near, hands, near]
    W3: [hands, near, near]
simulation:
  people:
    ann: {simulated: {follows: 0.9, errs: 0.0, pace: PACE}}
"""


@pytest.fixture(scope="module")
def slow() -> Recording:
    """Ann takes three times as long as written; the robots as long as written."""
    return played(SLOW.replace("PACE", "3"), until_s=300.0)


def lasts(run: Recording) -> list[StepChange]:
    told = (message for message in run.messages if isinstance(message, Told))
    changes = (change for each in told for change in each.changes)
    return [each for each in changes if isinstance(each, StepChange) and each.word == "lasts"]


def factor(change: StepChange) -> float:
    found = re.match(r"takes ([0-9.]+) times", change.text)
    assert found is not None
    return float(found[1])


def said_by(run: Recording, fact: str) -> list[tuple[float, str]]:
    """All values that a robot told of this, and when."""
    return [
        (message.t, str(command.value))
        for message in run.messages
        if isinstance(message, Told)
        for command in message.commands
        if isinstance(command, Tell) and command.name == fact
    ]


def plans(run: Recording) -> list[tuple[float, LeadPlan]]:
    return [
        (t, msgspec.json.decode(value, type=LeadPlan)) for t, value in said_by(run, shared("fetch"))
    ]


def test_what_somebody_really_takes_is_learnt_of_each_kind(slow: Recording) -> None:
    assert slow.end is not None
    assert slow.end.result == "success"
    anns = [each for each in lasts(slow) if each.who == "ann"]
    assert {each.to for each in anns} <= {"near", "hands"}
    assert factor(anns[0]) < factor(anns[-1])
    assert factor(anns[-1]) > 1.8
    assert all(factor(each) < 1.1 for each in lasts(slow) if each.who != "ann")


def test_plans_count_on_what_was_learnt(slow: Recording) -> None:
    """The first plan thinks that all is done much sooner than it is; later ones know better."""
    assert slow.end is not None
    errors = [abs(t + plan.makespan_s - slow.end.t) for t, plan in plans(slow)]
    assert errors[0] > 30.0
    assert errors[-len(errors) // 3] < errors[0] / 2


def test_a_slow_person_is_given_less(slow: Recording) -> None:
    quick = played(SLOW.replace("PACE", "1"), until_s=300.0)

    def hers(run: Recording) -> int:
        told = (message for message in run.messages if isinstance(message, Told))
        changes = [each for m in told for each in m.changes if isinstance(each, StepChange)]
        return sum((each.word, each.who) == ("placed", "ann") for each in changes)

    assert hers(slow) < hers(quick)


def test_why_says_how_long_everybody_takes_and_what_was_expected_of_a_step(
    slow: Recording,
) -> None:
    task = "\n".join(explained(why(slow, slow.tree.nodes[0].path)))
    assert re.search(r"ann takes \d\.\d\d times as long as written for hands", task)
    steps = [each.name for each in loads(SLOW.replace("PACE", "3"), "m.yaml").steps.all]
    answers = ["\n".join(explained(why(slow, step))) for step in steps]
    assert any(re.search(r"ann takes about [\d.]+ s, 5\.0 s written", each) for each in answers)


def test_the_terminal_says_it_too(slow: Recording) -> None:
    assert learnt_line(lasts(slow)[0]).startswith("· takes")


def test_what_was_learnt_is_done_again_from_the_record(slow: Recording) -> None:
    assert app.do_again(slow).ok


def test_who_comes_back_goes_on_from_what_was_learnt() -> None:
    """Fetch plans, is lost, and plans again: it knows what pr2 has gone on learning."""
    witnessed = SLOW.replace("PACE", "3") + "coordination: {witness: box}\n"
    run = played(witnessed, (30.0, dies("fetch")), (45.0, boots("fetch")), until_s=300.0)
    knows = Lasting(problem_of(loads(witnessed, "m.yaml")))
    knows.hear(next(each for t, each in said_by(run, learnt("fetch")) if t > 44.0))
    assert re.search(r"[2-9] seen", knows.says("ann", ""))
    assert app.do_again(run).ok


@pytest.mark.parametrize("pace", ["0", "-1", ".nan", "fast"])
def test_a_pace_is_checked(pace: str) -> None:
    with pytest.raises(InputError, match=r"m\.yaml:16:.*'ann'"):
        loads(SLOW.replace("PACE", pace), "m.yaml")


def test_a_plan_is_said_as_it_was(slow: Recording) -> None:
    _, plan = plans(slow)[0]
    assert msgspec.json.decode(said(plan), type=LeadPlan) == plan
