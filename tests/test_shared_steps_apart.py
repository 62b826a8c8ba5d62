"""Shared steps when things go otherwise: robots are lost, the paper plans, a page speaks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

from cotree import app
from cotree.app.team import crew_of
from cotree.app.why import why
from cotree.core.actions import Begin, Perform, Tell
from cotree.core.changes import StepChange
from cotree.core.errors import InputError
from cotree.core.work_facts import SHARED
from cotree.runtime.acts import Done, Refuse, Take
from cotree.runtime.messages import Message, Told
from cotree.runtime.read import Recording
from cotree.trees.reading import loads
from cotree.viewer.why import lines as explained
from tests.kit.played import ROOT, boots, dies, played, recorded
from tests.kit.voices import Cue, Script
from tests.test_shared_steps import FIVE, TWO, somebody, steps


def told(recording: Recording) -> list[Told]:
    return [each for each in recording.messages if isinstance(each, Told)]


def planners(recording: Recording) -> list[str]:
    """Who planned, in order."""
    return [
        message.robot
        for message in told(recording)
        for command in message.commands
        if isinstance(command, Tell) and command.name.endswith(SHARED)
    ]


def changes(recording: Recording) -> list[StepChange]:
    """What became of steps, and what was thought of people."""
    return steps(list(recording.messages))


def thought(recording: Recording) -> list[str]:
    """What was thought of people, in order."""
    return [each.text for each in changes(recording) if each.word == "believes"]


def begun(recording: Recording, after_s: float = 0.0) -> Counter[str]:
    """How often each step was begun by a robot."""
    commands = [each for m in told(recording) if m.t > after_s for each in m.commands]
    actions = [each.action for each in commands if isinstance(each, Begin)]
    return Counter(each.name for each in actions if isinstance(each, Perform))


def placed(recording: Recording) -> Counter[str]:
    """How often each step was said to be placed."""
    found = (each.path for each in changes(recording) if each.word == "placed")
    return Counter(path.rpartition("/")[2] for path in found)


def result(recording: Recording) -> str:
    return recording.end.result if recording.end is not None else ""


@pytest.mark.parametrize("at_s", [1.0, 7.3, 12.0, 20.0])
def test_another_robot_plans_when_the_one_that_planned_is_lost(at_s: float) -> None:
    run = played(FIVE, (at_s, dies("fetch")))
    assert result(run) == "success"
    assert list(dict.fromkeys(planners(run))) == ["fetch", "pr2"]
    steps_ = {step.name for step in loads(FIVE, "m.yaml").steps.all}
    assert placed(run) == Counter(steps_)
    assert all(begun(run, at_s)[name] <= 1 for name in steps_)


def test_who_is_lost_while_it_is_planned_is_planned_without() -> None:
    """The robot that plans has asked for a plan when it misses the one that was to do the last."""
    run = played(FIVE, (21.23, dies("pr2")))
    assert result(run) == "success"
    assert set(placed(run).values()) == {1}


def test_who_was_lost_at_a_step_does_not_keep_others_from_it() -> None:
    begins = [
        (message.t, change.path, change.who)
        for message in told(played(FIVE))
        for change in message.changes
        if isinstance(change, StepChange) and change.word == "began" and "does" in change.text
        if change.who in ("fetch", "pr2", "hsr")
    ]
    at_s, step, robot = begins[-1]
    run = played(FIVE, (at_s + 1.0, dies(robot)))
    stopped = [each for each in changes(run) if each.word == "stopped" and each.who == robot]
    assert [each.path for each in stopped] == [step]
    assert result(run) == "success"


def test_what_was_done_before_a_robot_came_back_is_not_told_twice() -> None:
    run = played(FIVE, (12.0, dies("fetch")), (17.0, boots("fetch")))
    assert result(run) == "success"
    assert set(placed(run).values()) == {1}
    assert app.do_again(run).ok


def test_what_somebody_was_asked_who_says_nothing_is_done_by_a_robot() -> None:
    run = played(TWO.replace("    lid: {kind: hands, after: left}\n", ""), until_s=600.0)
    assert result(run) == "success"
    words = {each.word for each in changes(run) if each.path.endswith("box")}
    assert {"asked", "cancelled", "placed"} <= words


@pytest.mark.parametrize(
    ("ways", "how"),
    [
        ("plan: paper", "paper plan"),
        ("belief: paper", "joint plan"),
        ("plan: paper\n  belief: paper", "paper plan"),
    ],
)
def test_the_papers_ways_end_a_mission_too(ways: str, how: str) -> None:
    text = FIVE.replace("  hand_over: 1 s\n", f"  hand_over: 1 s\n  {ways}\n")
    run = played(text)
    assert result(run) == "success"
    shared = [each.text for each in changes(run) if each.word == "shared"]
    assert all(how in text for text in shared)
    assert app.do_again(run).ok


def test_the_two_forms_of_belief_think_otherwise() -> None:
    erring = TWO + somebody("{follows: 0.3, errs: 0.6}")
    robust = thought(played(erring))
    paper = thought(played(erring.replace("steps:\n", "steps:\n  belief: paper\n", 1)))
    assert robust
    assert paper
    assert robust[-1] != paper[-1]


def test_a_step_that_is_returned_twice_is_begun_once_each_time() -> None:
    """A person who errs again and again at the same step; it is the same leaf that returns it."""
    text = (ROOT / "config" / "experiments" / "kitting_b.yaml").read_text()
    model = "simulated: {follows: 0.2, errs: 0.6}}\n  seed: 3\n"
    run = played(re.sub(r"simulated: .*\n?", model, text), until_s=190.0)
    begins = [sum(isinstance(each, Begin) for each in m.commands) for m in told(run)]
    assert max(begins) == 1


# -- at a page ---------------------------------------------------------------------------------


class AtPage:
    """A run in virtual time in which a test speaks for Ann as the page does."""

    def __init__(self, text: str = TWO) -> None:
        self.mission = loads(text, "mission.yaml")
        self.messages: list[Message] = []
        self.crew, self.stage = crew_of(self.mission, self.messages.append, until_s=300.0)
        self.script = Script()

    def run(self, *cues: Cue) -> Recording:
        self.script = Script(*cues)
        app.Voice("ann", self.script).join(self.crew, self.stage)
        self.messages.append(self.crew.run())
        return recorded(self.mission, self.messages)

    def at(self, t_s: float) -> Callable[[], bool]:
        return lambda: self.crew.queue.now_s >= t_s

    def first(self, step: str) -> Callable[[], bool]:
        """Everything before it is done, and a robot has asked her to do it."""
        robot = self.crew.seats["fetch"]

        def ready() -> bool:
            sharing = robot.executor.sharing if robot.executor is not None else None
            done = sharing.floor.table.done() if sharing is not None else frozenset()
            return {"left.1", "left.2"} <= done and self.wanted(step)()

        return ready

    def wanted(self, step: str) -> Callable[[], bool]:
        """A robot has asked her to do it."""
        return lambda: any(path.endswith(step) for _, path, _ in self.stage.person("ann").wanted())


def test_at_a_page_she_does_what_she_is_asked_and_is_told_what_cannot_be() -> None:
    page = AtPage()
    box, lid = "task/box", "task/left/lid"
    run = page.run(
        (page.at(2.0), Take(piece=box)),
        (page.at(10.0), Done(piece=box)),
        (page.at(11.0), Take(piece=box)),
        (page.first("lid"), Take(piece=lid)),
        (page.at(80.0), Done(piece=lid)),
    )
    assert result(run) == "success"
    assert page.script.replies == ["'task/box' is no piece that is still to be done"]
    doers = {each.path: each.who for each in changes(run) if each.word == "placed"}
    assert doers == {
        "task/left/left.1": "fetch",
        "task/left/left.2": "fetch",
        box: "ann",
        lid: "ann",
    }
    asked = {each.piece for you in page.script.shown for each in you.requests}
    assert lid in asked
    assert app.do_again(run).ok


def test_what_she_refuses_at_a_page_the_robot_does() -> None:
    page = AtPage(TWO.replace("    lid: {kind: hands, after: left}\n", ""))
    run = page.run((page.wanted("box"), Refuse(piece="task/box")))
    assert result(run) == "success"
    words = [(each.word, each.who) for each in changes(run) if each.path.endswith("box")]
    assert ("declined", "ann") in words
    assert words[-1] == ("placed", "fetch")
    assert any("ann" in line and "refus" in line for line in explained(why(run, "box")))


def test_only_robots_put_errors_right() -> None:
    with pytest.raises(InputError, match="'ann' is a person; only robots put errors right"):
        loads(TWO.replace("correct: {fetch: 5 s}", "correct: {ann: 5 s}"), "m.yaml")
