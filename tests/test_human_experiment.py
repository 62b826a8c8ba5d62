"""The experiment with a person, end to end: hand, intent, claims, dialogue and bodies together."""

from __future__ import annotations

import msgspec
import pytest

from cotree.app.team import crew_of
from cotree.core.actions import Ask, Begin, Halt, HandSeen
from cotree.core.changes import ClaimChange
from cotree.core.mission import Mission, Reach
from cotree.core.stopping import Stop
from cotree.runtime.messages import End, Heard, Message, Told
from cotree.simulation.motion import BRAKING_S
from cotree.simulation.stage.stage import Stage
from cotree.trees.reading import load

FILE = "config/experiments/human_robot.yaml"
TICK_S = 1 / 20


@pytest.fixture(autouse=True)
def at_the_root(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pytestconfig.rootpath)


def run(mission: Mission) -> tuple[End, Stage, list[Message]]:
    messages: list[Message] = []
    crew, stage = crew_of(mission, messages.append, until_s=300.0)
    return crew.run(), stage, messages


def told(messages: list[Message]) -> list[Told]:
    return [each for each in messages if isinstance(each, Told)]


def executors(messages: list[Message]) -> dict[str, str]:
    """Who finished what, by the claims of the robots."""
    return {
        change.piece.split("/")[-1]: each.robot
        for each in told(messages)
        for change in each.changes
        if isinstance(change, ClaimChange) and (change.word, change.why) == ("released", "done")
    }


def faster(mission: Mission, factor: float) -> Mission:
    team = {}
    for name, mate in mission.team.items():
        model = mate.robot
        if model is not None and model.arm_speed_m_s is not None:
            speed = factor * model.arm_speed_m_s
            model = msgspec.structs.replace(model, arm_speed_m_s=speed)
        team[name] = msgspec.structs.replace(mate, robot=model)
    return msgspec.structs.replace(mission, team=team)


@pytest.mark.parametrize("factor", [0.92, 1.0, 1.08])
def test_everybody_does_what_the_paper_says(factor: float) -> None:
    end, stage, messages = run(faster(load(FILE), factor))
    assert end.result == "success"
    assert executors(messages) == {"burger": "baxter", "cup": "pr2", "sugar": "pr2"}
    assert stage.people["ann"].hand.at_home(end.t) or stage.people["ann"].hand.carries is None
    talks = [
        (question.robot, question.leaf.split("/")[-1], answer.keeps.value)
        for _, question, answer in stage.talking.answered
        if answer.keeps is not None
    ]
    assert talks == [("pr2", "cup", "robot"), ("baxter", "teapot", "human")]


def test_a_robot_stops_within_a_tick_of_seeing_the_person_and_its_stop_time() -> None:
    """The first look at which the hand's aim is clear, and the halt, are in one tick."""
    _, _, messages = run(load(FILE))
    halts = [
        (each.t, command)
        for each in told(messages)
        for command in each.commands
        if isinstance(command, Halt) and command.how is Stop.INTERRUPT
    ]
    assert len(halts) == 2
    for at_s, halt in halts:
        heard = [each for each in messages if isinstance(each, Heard) and each.t == at_s]
        mine = next(each for each in heard if each.robot == halt.robot)
        saw = any(isinstance(event, HandSeen) for event in mine.events)
        assert saw, "the halt comes in the tick that saw the hand"
        ended = next(
            each.t
            for each in messages
            if isinstance(each, Heard)
            and any(getattr(event, "id", "") == halt.id for event in each.events)
        )
        assert ended - at_s <= BRAKING_S + 2 * TICK_S


def test_nobody_moves_at_what_the_person_is_asked_about() -> None:
    _, stage, messages = run(load(FILE))
    asked = [
        (each.t, command)
        for each in told(messages)
        for command in each.commands
        if isinstance(command, Ask)
    ]
    for at_s, ask in asked:
        answered = next(
            t for t, question, _ in stage.talking.answered if question.id == ask.question
        )
        begun = [
            each.t
            for each in told(messages)
            for command in each.commands
            if isinstance(command, Begin) and command.piece == ask.piece
        ]
        assert not [t for t in begun if at_s <= t < answered]


def test_one_question_at_a_time() -> None:
    """Ann goes for both things at once: the second robot waits with its question."""
    mission = load(FILE)
    both = (
        Reach("task/food/cup", (), 0.4, keeps=False),
        Reach("task/food/burger", (), 0.0, keeps=False),
    )
    chance = msgspec.structs.replace(mission.chance, people={"ann": both})
    end, stage, _ = run(msgspec.structs.replace(mission, chance=chance))
    assert end.result == "success"
    posed = [t for t, _ in stage.talking.asked]
    answered = [t for t, _, _ in stage.talking.answered]
    assert all(later >= earlier for earlier, later in zip(answered, posed[1:], strict=False))


def test_a_person_who_does_not_answer_keeps_it_for_a_while() -> None:
    """No answer within ten seconds: the robot yields, and takes it later when nothing is done."""
    mission = load(FILE)
    crew, stage = crew_of(mission, lambda message: None, until_s=300.0)
    silent = stage.people["ann"].mind
    stage.people["ann"].asked = lambda question, now_s: None  # type: ignore[method-assign]
    end = crew.run()
    assert silent is stage.people["ann"].mind
    assert end.result == "success"
    assert not stage.talking.answered


def test_the_same_seed_gives_the_same_bytes() -> None:
    encode = msgspec.json.Encoder(order="deterministic", enc_hook=str).encode
    assert encode(run(load(FILE))[2]) == encode(run(load(FILE))[2])
