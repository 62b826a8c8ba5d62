"""The shop floor, as it is heard of in facts."""

from __future__ import annotations

import pytest

from cotree.core.sayings import Saying, Word, says, told, wants
from cotree.core.work_facts import Does, at_work, does, looks, placed, refuses
from cotree.reallocation.lead_follow.collaboration.table import Stage
from cotree.runtime.steps.floor import Floor
from cotree.trees.reading import loads

TEXT = """\
mission: m
team:
  pr2: {robot: pr2, at: [0, 0]}
  ann: {person: {}, at: [2, 0]}
steps:
  all:
    W1: [near, near]
    box: {kind: near}
  kinds: {near: {takes: {ann: 8 s, pr2: 10 s}}}
"""


@pytest.fixture
def floor() -> Floor:
    return Floor(loads(TEXT, "m.yaml"))


def say(floor: Floor, word: Word, step: str, robot: str = "", now_s: float = 0.0) -> None:
    count = int(now_s) + 1
    name = says("ann", floor.paths[step])
    floor.hear(name, told(Saying(word, robot, count)), now_s)


def stage(floor: Floor, step: str) -> Stage:
    return floor.table.pieces[step].stage


def test_what_a_person_takes_and_says_is_done_is_done(floor: Floor) -> None:
    say(floor, "take", "box")
    assert floor.table.at("box") == "ann"
    say(floor, "done", "box", now_s=9.0)
    assert stage(floor, "box") is Stage.PLACED
    assert [each.took_s for each in floor.took] == [9.0]
    assert [each.evidence.did for each in floor.seen] == ["chose"]


def test_what_looks_wrong_is_wrong_whatever_is_said(floor: Floor) -> None:
    say(floor, "take", "box")
    floor.hear(looks("box"), "wrong", 1.0)
    say(floor, "done", "box", now_s=9.0)
    assert stage(floor, "box") is Stage.MISPLACED
    floor.hear(placed("box"), "returned pr2", 20.0)
    assert stage(floor, "box") is Stage.OPEN


def test_who_was_asked_may_refuse(floor: Floor) -> None:
    floor.hear(wants("pr2", "ann", floor.paths["box"]), "please do box", 0.0)
    assert stage(floor, "box") is Stage.ASSIGNED
    say(floor, "refuse", "box", now_s=1.0)
    assert stage(floor, "box") is Stage.OPEN
    assert floor.seen[-1].evidence.did == "refused"


def test_who_was_asked_and_begins_follows(floor: Floor) -> None:
    floor.hear(wants("pr2", "ann", floor.paths["box"]), "please do box", 0.0)
    say(floor, "take", "box")
    say(floor, "done", "box", now_s=8.0)
    assert floor.seen[-1].evidence.did == "followed"


def test_what_was_asked_can_be_cancelled(floor: Floor) -> None:
    name = wants("pr2", "ann", floor.paths["box"])
    floor.hear(name, "please do box", 0.0)
    floor.hear(name, "", 1.0)
    assert stage(floor, "box") is Stage.OPEN


def test_what_was_given_wrongly_is_refused_by_the_robot(floor: Floor) -> None:
    floor.hear(looks("box"), "wrong", 0.0)
    say(floor, "give", "box", "pr2")
    assert stage(floor, "box") is Stage.GIVEN_WRONG
    floor.hear(refuses("pr2", "box"), "1", 2.0)
    assert stage(floor, "box") is Stage.OPEN


def test_whoever_left_what_was_given_takes_it_back(floor: Floor) -> None:
    say(floor, "give", "box", "pr2")
    say(floor, "leave", "box", now_s=1.0)
    assert stage(floor, "box") is Stage.OPEN
    assert [each.evidence.did for each in floor.seen] == ["gave", "took_back"]


def test_a_robot_is_at_what_it_says(floor: Floor) -> None:
    floor.hear(does("pr2"), at_work(Does("R1", "box", 10.0)), 0.0)
    assert floor.table.at("box") == "pr2"
    say(floor, "take", "box")
    assert floor.table.at("box") == "pr2"
    floor.hear(does("pr2"), "", 1.0)
    assert floor.table.at("box") == ""


def test_who_gives_what_she_is_at_is_not_at_it_any_more(floor: Floor) -> None:
    say(floor, "take", "box")
    say(floor, "give", "box", "pr2", now_s=1.0)
    assert stage(floor, "box") is Stage.GIVEN
    assert floor.table.doing == {}


def test_what_she_was_asked_she_may_give_to_a_robot(floor: Floor) -> None:
    floor.hear(wants("pr2", "ann", floor.paths["box"]), "please do box", 0.0)
    say(floor, "give", "box", "pr2", now_s=1.0)
    assert stage(floor, "box") is Stage.GIVEN
    assert [each.evidence.did for each in floor.seen] == ["refused", "gave"]


def test_who_was_not_heard_to_take_back_what_she_gave_did_it_all_the_same(floor: Floor) -> None:
    say(floor, "give", "box", "pr2")
    say(floor, "done", "box", now_s=9.0)
    assert stage(floor, "box") is Stage.PLACED


def test_what_is_seen_to_be_wrong_only_later_is_wrong(floor: Floor) -> None:
    say(floor, "done", "box")
    floor.hear(looks("box"), "wrong", 1.0)
    assert stage(floor, "box") is Stage.MISPLACED
    assert floor.askew() == {"box"}


def test_what_a_robot_placed_is_not_wrong_because_it_once_was(floor: Floor) -> None:
    floor.hear(placed("box"), "right pr2", 0.0)
    floor.hear(looks("box"), "wrong", 1.0)
    assert stage(floor, "box") is Stage.PLACED


@pytest.mark.parametrize(
    ("step", "robot", "why"),
    [
        ("box", "", ""),
        ("W1.2", "", "'W1.2' comes after W1.1; do that first"),
        ("box", "pr2", ""),
        ("box", "ann", "'ann' is nobody to give 'box' to"),
    ],
)
def test_a_person_is_told_what_cannot_be_yet(floor: Floor, step: str, robot: str, why: str) -> None:
    assert floor.hinders("ann", step, robot) == why


def test_what_a_robot_is_at_nobody_can_take_and_what_she_gave_she_can(floor: Floor) -> None:
    say(floor, "give", "box", "pr2")
    assert floor.hinders("ann", "box") == ""
    floor.hear(does("pr2"), at_work(Does("R4", "box", 10.0)), 0.0)
    assert floor.hinders("ann", "box") == "pr2 is doing 'box' now"


def test_what_lies_there_counts_in_any_order(floor: Floor) -> None:
    floor.hear(placed("W1.2"), "right pr2", 0.0)
    floor.hear(placed("W1.1"), "right ann", 0.0)
    assert floor.table.done() == {"W1.1", "W1.2"}


@pytest.mark.parametrize("value", [None, "", "askew ann", "right", 3.0, True])
def test_what_cannot_be_understood_changes_nothing(floor: Floor, value: object) -> None:
    before = floor.table
    for name in (placed("box"), does("pr2"), does("nobody"), says("ann", "task/box"), "x/placed"):
        floor.hear(name, value, 0.0)
    assert floor.table == before
