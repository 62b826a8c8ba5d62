"""Scenario 1 of the paper ``ltl-reallocation``, run to its end with all four disturbances."""

from __future__ import annotations

import functools
from pathlib import Path

from cotree import app
from cotree.app.history import History
from cotree.core.changes import DisturbanceChange, NodeChange, NodeState
from cotree.runtime.messages import End, Message, Told
from cotree.runtime.read import read
from tests.kit.kept import kept

MISSION = "config/experiments/hospital.yaml"


@functools.cache
def played() -> tuple[End, History, list[Message]]:
    messages: list[Message] = []
    mission = app.read_mission(MISSION)
    end = app.run_team(mission, messages.append)
    history = History(mission, lambda message: None)
    for message in messages:
        history.write(message)
    return end, history, messages


def way(robot: str) -> str:
    """Where a robot has been: places, and its operating state where that changed."""
    told, state = [], ""
    for place, now in played()[1].words[robot]:
        told.append(place if now == state else f"{place}:{now}")
        state = now
    return " ".join(told)


def test_the_mission_succeeds_and_its_sentence_is_true() -> None:
    end, history, _ = played()
    assert end.result == "success"
    assert list(history.faults()) == []


def test_the_delivery_robot_fetches_another_cargo_and_is_stopped_before_p3() -> None:
    assert way("dr") == (
        "x2:standby c9 c8 s1 s1:loaded c8 c5 c5:standby c8 s1 s1:loaded c8 c5 c4 c3"
    )


def test_the_walk_trainer_breaks_down_on_its_way_from_c7() -> None:
    assert way("wassi") == "p2:standby c2 c1 c1:training c7"


def test_the_quadruped_delivers_then_walks_with_the_patient_then_takes_over_p3() -> None:
    assert way("a1") == (
        "s1:standby s1:loaded c8 c5 c4 c3 p6 p6:standby "
        "c3 c2 c1 c1:training c7 c6 c7 c1 p4 p4:standby "
        "c1 c2 c3 c4 c5 c8 s1 s1:loaded c8 c5 c4 c3 p3 p3:standby"
    )


def test_each_disturbance_is_answered_by_its_reaction() -> None:
    raised = [
        (told.robot, change.path)
        for told in played()[2]
        if isinstance(told, Told)
        for change in told.changes
        if isinstance(change, DisturbanceChange) and change.word == "raised"
    ]
    assert raised == [
        ("a1", "reactions/balance"),
        ("wassi", "reactions/critical"),
        ("dr", "reactions/state"),
        ("dr", "reactions/environment"),
    ]


def test_every_errand_is_done_once() -> None:
    done = [
        change.path
        for told in played()[2]
        if isinstance(told, Told)
        for change in told.changes
        if isinstance(change, NodeChange)
        and change.state is NodeState.DONE
        and change.path.count("/") == 1
        and change.path.startswith("task/")
        and any(
            each.path.startswith(f"{change.path}/")
            for each in told.changes
            if isinstance(each, NodeChange)
        )
    ]
    assert sorted(done) == [
        "task/deliver p3",
        "task/deliver p6",
        "task/walk with the patient, then to p4",
    ]


def test_the_record_is_replayed_byte_for_byte(tmp_path: Path) -> None:
    assert app.do_again(read(kept(tmp_path, played()[2]))).ok


def test_a_history_that_breaks_the_sentence_is_no_success() -> None:
    end, history, _ = played()
    words = {name: list(word) for name, word in history.words.items()}
    history = History(app.read_mission(MISSION), lambda message: None)
    history.words = words
    history.words["wassi"].append(("p3", "standby"))
    judged = history.judged(end)
    assert judged.result == "failure"
    assert any("wassi broke the rule [](!p3 && X p3 -> loaded)" in str(r) for r in judged.reasons)
