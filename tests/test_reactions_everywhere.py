"""Reactions are for any mission: here for jobs, and for steps that people and robots share."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree import app
from cotree.core.actions import Begin
from cotree.core.changes import Change, DisturbanceChange, JobChange, StepChange
from cotree.runtime.messages import End, Message, Told, encode
from cotree.runtime.read import read
from cotree.trees.reading import loads
from tests.kit.kept import kept

JOBS = """
mission: boxes
team:
  M2: {robot: modular_m, at: [0, 0]}
  M1: {robot: modular_m, at: [0, 2]}
world:
  places: {table: [3, 0], place: [3, 4]}
  objects: {box1: [3, 0], box2: [3, 0]}
jobs:
  boxes:
    to: M2
    needs: [perception, manipulation, locomotion]
    objects: {box1: table, box2: table}
    goal: [box1 on place, box2 on place]
"""
STEPS = """
mission: two stacks
team:
  fetch: {robot: pr2_right_arm, at: [0, 0]}
  hsr:   {robot: pr2_right_arm, at: [0, 2]}
  ann:   {person: {watched_by: [fetch]}, at: [4, 0]}
steps:
  hand_over: 1 s
  kinds: {near: {takes: {ann: 8 s, fetch: 10 s, hsr: 11 s}}}
  all: {left: [near, near, near], right: [near, near]}
"""
SINGLE = ", ".join(f"s{number}: [near]" for number in range(8))
"""Steps that wait for no others."""
REACTIONS = """
reactions:
  balance: {rate: 50, do: recover}
  critical: {rate: 10, do: reallocate team}
  environment: {rate: 2, do: [reallocate me, reallocate team]}
"""


class Ran:
    """One of these missions with disturbances, run to its end."""

    def __init__(self, text: str, *disturbances: str) -> None:
        self.mission = loads(
            f"{text}{REACTIONS}simulation: {{disturbances: [{', '.join(disturbances)}]}}\n"
        )
        self.messages: list[Message] = []
        self.end: End = app.run_team(self.mission, self.messages.append)

    def told(self, robot: str = "") -> list[Told]:
        """What robots told, or one of them."""
        found = (each for each in self.messages if isinstance(each, Told))
        return [each for each in found if robot in ("", each.robot)]

    def changes(self, robot: str = "") -> list[Change]:
        """What became of anything."""
        return [change for each in self.told(robot) for change in each.changes]

    def reacted(self) -> list[tuple[str, str]]:
        """Which reactions there were, and what became of them."""
        found = (each for each in self.changes() if isinstance(each, DisturbanceChange))
        return [(each.path.rpartition("/")[2], each.word) for each in found]

    def begins(self, robot: str, since_s: float) -> list[str]:
        """What a robot began after a time."""
        commands = (c for told in self.told(robot) if told.t > since_s for c in told.commands)
        return [type(each.action).__name__ for each in commands if isinstance(each, Begin)]

    def placed_by(self) -> set[str]:
        """Who did steps."""
        steps = (each for each in self.changes() if isinstance(each, StepChange))
        return {each.who for each in steps if each.word == "placed"}


# -- jobs ------------------------------------------------------------------------------------------


def test_a_robot_that_falls_at_a_job_stands_up_and_goes_on() -> None:
    ran = Ran(JOBS, "{at: 8 s, robot: M2, falls: true}")
    assert ran.end.result == "success"
    assert ran.reacted() == [("balance", "raised"), ("balance", "over")]
    assert ran.begins("M2", 13.0), "it does its part of the job afterwards"


def test_the_job_of_a_robot_that_breaks_is_another_ones() -> None:
    ran = Ran(JOBS, "{at: 8 s, robot: M2, breaks: true}")
    jobs = [each for each in ran.changes() if isinstance(each, JobChange)]
    assert ran.end.result == "success"
    assert ("critical", "raised") in ran.reacted()
    assert [each.text[:20] for each in jobs if each.word == "lost"] == ["M2 cannot do boxes: "]
    assert [each.who for each in jobs if each.word == "team"] == [("M2", "M1"), ("M1",)]
    assert ran.begins("M2", 8.0) == []


def test_what_a_broken_robot_holds_nobody_gets_and_that_is_said_soon() -> None:
    ran = Ran(JOBS, "{at: 15 s, robot: M2, breaks: true}")
    (refused,) = (c for c in ran.changes() if isinstance(c, JobChange) and c.word == "refused")
    assert ran.end.result == "failure"
    assert refused.text == "M2/gripper1 holds box1, and is not of the team"
    assert ran.end.t < 30.0


def test_a_job_waits_before_a_blocked_way_until_it_is_clear() -> None:
    blocked = "{at: 8 s, blocks: [table, place], for: M2}"
    cleared = "{at: 30 s, clears: [table, place], for: M2}"
    ran = Ran(JOBS, blocked, cleared)
    assert ran.end.result == "success"
    drives = [told.t for told in ran.told("M2") for c in told.commands if isinstance(c, Begin)]
    assert not any(13.0 < at_s < 30.0 for at_s in drives)


# -- steps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("robot", ["fetch", "hsr"])
def test_the_steps_of_a_robot_that_breaks_are_shared_anew(robot: str) -> None:
    """Also those of the one that plans for all: the other one does that, too."""
    ran = Ran(STEPS, f"{{at: 8 s, robot: {robot}, breaks: true}}")
    assert ran.end.result == "success"
    assert ran.reacted()[0] == ("critical", "raised")
    assert ran.placed_by() == {"fetch", "hsr"} - {robot}
    assert ran.begins(robot, 8.0) == []
    assert ran.end.t < 90.0, "nobody waits for it"


def test_a_robot_that_falls_at_a_step_stands_up_and_goes_on() -> None:
    ran = Ran(STEPS, "{at: 8 s, robot: hsr, falls: true}")
    assert ran.end.result == "success"
    assert ran.reacted() == [("balance", "raised"), ("balance", "over")]
    assert ran.placed_by() == {"fetch", "hsr"}


def test_a_robot_that_is_mended_does_steps_again() -> None:
    many = STEPS.replace("left: [near, near, near], right: [near, near]", SINGLE)
    mended = "{at: 8 s, robot: hsr, breaks: true}", "{at: 20 s, robot: hsr, mends: true}"
    ran = Ran(many, *mended)
    assert ran.end.result == "success"
    assert ("critical", "over") in ran.reacted()
    assert ran.begins("hsr", 20.0) != []


# -- the record ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "robot"), [(JOBS, "M2"), (STEPS, "fetch")], ids=["jobs", "steps"])
def test_the_run_is_repeated_and_replayed_byte_for_byte(
    text: str, robot: str, tmp_path: Path
) -> None:
    broken = f"{{at: 8 s, robot: {robot}, breaks: true}}"
    ran = Ran(text, broken)
    assert list(map(encode, ran.messages)) == list(map(encode, Ran(text, broken).messages))
    assert app.do_again(read(kept(tmp_path, ran.messages))).ok
