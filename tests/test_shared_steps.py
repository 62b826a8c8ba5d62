"""People and robots share the steps of a mission: from the first plan to the last step."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cotree import app
from cotree.app.assembly import Assembly
from cotree.app.team import run_team
from cotree.app.why import why
from cotree.core.actions import Begin, FactSeen, Perform
from cotree.core.changes import StepChange
from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.core.sayings import wants
from cotree.runtime.acts import Done, Take
from cotree.runtime.messages import End, Message, Told
from cotree.runtime.read import read
from cotree.simulation.stage.at_work import InPerson
from cotree.simulation.stage.screen import screen_of
from cotree.simulation.stage.stage import Stage
from cotree.trees.reading import loads
from cotree.viewer.why import lines as explained
from tests.kit.kept import kept

TWO = """\
mission: two
team:
  fetch: {robot: pr2_right_arm, at: [0, 0]}
  ann:   {person: {watched_by: [fetch]}, at: [4, 0]}
steps:
  hand_over: 1 s
  correct: {fetch: 5 s}
  all:
    left: [near, near]
    lid: {kind: hands, after: left}
    box: {kind: near}
  kinds:
    near: {takes: {ann: 8 s, fetch: 10 s}}
    hands: {takes: {ann: 4 s}}
"""
FIVE = """\
mission: five
team:
  fetch: {robot: pr2_right_arm, at: [0, 0]}
  pr2:   {robot: pr2_right_arm, at: [0, 1]}
  hsr:   {robot: pr2_right_arm, at: [0, 2]}
  ann:   {person: {watched_by: [fetch]}, at: [4, 0]}
  bob:   {person: {watched_by: [pr2]}, at: [4, 2]}
steps:
  hand_over: 1 s
  correct: {fetch: 12 s, pr2: 15 s}
  kinds:
    near: {takes: {ann: 6 s, bob: 9 s, fetch: 12 s, pr2: 10 s, hsr: 11 s}}
    hands: {takes: {ann: 8 s, bob: 8 s}}
    heavy: {takes: {fetch: 7 s, pr2: 7 s}}
  all:
    W1: [near, hands, heavy]
    W2: [near, near, hands]
    W3: [heavy, near]
simulation:
  people:
    ann: {simulated: {follows: 0.9, errs: 0.3}}
    bob: {simulated: {kind: delegator, follows: 0.7, errs: 0.4}}
"""


def somebody(model: str, seed: int = 0) -> str:
    return f"simulation: {{seed: {seed}, people: {{ann: {{simulated: {model}}}}}}}\n"


def played(text: str) -> tuple[Mission, End, list[Message]]:
    mission = loads(text, "m.yaml")
    record: list[Message] = []
    end = run_team(mission, record.append)
    return mission, end, record


def steps(record: list[Message]) -> list[StepChange]:
    told = (message for message in record if isinstance(message, Told))
    return [change for each in told for change in each.changes if isinstance(change, StepChange)]


def done_by_robots(record: list[Message]) -> set[str]:
    commands = [each for m in record if isinstance(m, Told) for each in m.commands]
    begun = [each.action for each in commands if isinstance(each, Begin)]
    return {action.name for action in begun if isinstance(action, Perform)}


def test_a_person_and_a_robot_do_all_steps_together() -> None:
    _, end, record = played(TWO + somebody("{follows: 0.6, errs: 0.0}", seed=3))
    assert end.result == "success"
    assert {each.who for each in steps(record) if each.word == "placed"} == {"ann", "fetch"}
    assert "lid" not in done_by_robots(record)


def test_an_error_is_seen_corrected_and_believed() -> None:
    _, end, record = played(TWO + somebody("{follows: 0.0, errs: 0.9}", seed=3))
    assert end.result == "success"
    found = [each.word for each in steps(record)]
    assert "misplaced" in found or "gave" in found
    assert "returned" in found or "refused" in found
    thought = [each.text for each in steps(record) if each.word == "believes"]
    assert float(thought[-1].rpartition(" ")[2]) > 0.3


def test_nobody_waits_for_a_person_who_does_nothing_if_a_robot_can_do_it() -> None:
    alone = TWO.replace("    lid: {kind: hands, after: left}\n", "")
    _, end, record = played(alone)
    assert end.result == "success"
    assert done_by_robots(record) >= {"left.1", "left.2", "box"}


def test_somebody_may_do_steps_in_an_order_of_her_own() -> None:
    _, end, record = played(TWO + somebody("{does: [box, left.1, lid]}"))
    assert end.result == "success"
    placed = [each.path for each in steps(record) if (each.word, each.who) == ("placed", "ann")]
    assert placed[:1] == ["task/box"]


def test_the_plan_says_why_a_step_is_whose() -> None:
    _, _, record = played(TWO + somebody("{follows: 0.6}"))
    shared = [each for each in steps(record) if each.word == "shared" and each.path == "task/box"]
    assert "joint plan" in shared[0].text
    assert "ann follows" in shared[0].text


def test_two_people_and_three_robots_do_what_only_they_can() -> None:
    mission, end, record = played(FIVE)
    assert end.result == "success"
    placed = {each.path: each.who for each in steps(record) if each.word == "placed"}
    assert len(placed) == len(mission.steps.all)
    for step in mission.steps.all:
        path = next(path for path in placed if path.endswith(step.name))
        assert placed[path] in step.takes


@pytest.mark.parametrize("text", [TWO + somebody("{follows: 0.3, errs: 0.5}"), FIVE])
def test_the_same_seed_gives_the_same_run(text: str) -> None:
    assert played(text)[2] == played(text)[2]


def test_a_robot_that_comes_back_hears_how_the_steps_stand() -> None:
    mission = loads(TWO + somebody("{}"), "m.yaml")
    executor = Assembly(mission, lambda message: None).executor("fetch", 1, None, 0.0, first=True)
    sharing = executor.sharing
    assert sharing is not None
    sharing.floor.hear("left.1/placed", "right ann", 0.0)
    sharing.floor.hear("left.1/placed", "right ann", 1.0)
    assert sharing.floor.table.done() == {"left.1"}


def test_a_record_is_done_again_and_says_why(tmp_path: Path) -> None:
    _, _, record = played(TWO + somebody("{follows: 0.3, errs: 0.5}"))
    recording = read(kept(tmp_path, record))
    assert app.do_again(recording).ok
    lines = list(explained(why(recording, "left.1")))
    assert any("the plan gave it to" in line and "ann follows" in line for line in lines)


def test_a_person_at_a_page_sees_what_she_is_asked_and_does_it() -> None:
    mission = loads(TWO, "m.yaml")
    stage = Stage(mission)
    ann = stage.person("ann")
    ann.listens(0.0)
    stage.show([FactSeen(wants("fetch", "ann", "task/box"), "please do box")])
    assert [each.text for each in screen_of(ann, 0.0).requests] == ["please do box"]
    assert ann.say(Done(piece="task/box"), 1.0) == "you are not at it; take it first"
    assert ann.say(Take(piece="task/box"), 1.0) is None
    assert ann.say(Done(piece="task/box"), 9.0) is None
    assert isinstance(ann.mind, InPerson)
    assert ann.mind.floor.table.done() == {"box"}
    assert ann.say(Take(piece="task/box"), 9.0) is not None


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        ("{follow: 1}", "a simulated person has no 'follow'; did you mean 'follows'?"),
        ("{follows: 2}", "2"),
        ("{does: [bx]}", "no step 'bx'; did you mean 'box'?"),
    ],
)
def test_a_simulated_person_is_checked(model: str, wrong: str) -> None:
    with pytest.raises(InputError, match=re.escape(wrong)):
        loads(TWO + somebody(model), "m.yaml")


def test_somebody_who_shares_steps_needs_steps() -> None:
    text = TWO.partition("steps:")[0] + "task: {wait: 1 s}\n" + somebody("{}")
    with pytest.raises(InputError, match="this mission has no 'steps'"):
        loads(text, "m.yaml")
