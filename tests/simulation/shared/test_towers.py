"""Robots that stand on each other, each in a process of its own."""

from __future__ import annotations

import pytest

from cotree.core.actions import (
    Action,
    Begin,
    Drive,
    Ended,
    Grasp,
    ObjectSeen,
    Perform,
    Permit,
    Tell,
)
from cotree.core.jobs import docked, who_docked
from cotree.core.places import Point
from cotree.simulation.shared.body import RobotBody
from cotree.simulation.shared.keepsake import Keepsake
from cotree.trees.reading import loads

TEXT = """
mission: a tower of processes
team:
  low: {robot: modular_l, at: [0, 0]}
  top: {robot: modular_m, at: [0, 3]}
world: {places: {table: [4, 0]}, objects: {box: [4, 0]}}
task: {perform: nothing}
"""
TABLE: Point = (4.0, 0.0, 0.0)


class Two:
    """Two processes that hear each other, and time that passes for both."""

    def __init__(self) -> None:
        mission = loads(TEXT, "tower.yaml")
        self.now_s = 0.0
        self.bodies = {name: RobotBody(mission, name, Keepsake(None)) for name in ("low", "top")}
        self.go(0.0)

    def go(self, by_s: float) -> list[Ended]:
        self.now_s += by_s
        ended = []
        for name, body in self.bodies.items():
            body.wake(self.now_s)
            ended += [each for each in body.advance(self.now_s) if isinstance(each, Ended)]
            for telegram in body.telegrams(self.now_s):
                for other, peer in self.bodies.items():
                    if other != name:
                        peer.hear(name, telegram, self.now_s)
        return ended

    def does(self, robot: str, action: Action) -> str:
        body = self.bodies[robot]
        body.command(Permit(robot, "task", (1, robot), 1e9), self.now_s)
        body.command(Begin(f"{robot}.{self.now_s}", robot, action, (), "task"), self.now_s)
        (ended,) = self.go(40.0)
        self.go(2.0)
        return "done" if ended.reason is None else ended.reason.code

    def docks(self) -> None:
        assert self.does("top", Perform("dock", 2.0, {"robot": "top", "on": "low"})) == "done"
        self.bodies["top"].command(Tell("top", docked("top"), "low"), self.now_s)
        self.go(2.0)

    def where(self, seen_by: str, robot: str) -> Point:
        return self.bodies[seen_by].stage.body.world.robots[robot].at


@pytest.fixture
def two() -> Two:
    return Two()


def test_who_is_carried_is_where_its_carrier_has_driven_for_everybody(two: Two) -> None:
    two.docks()
    assert two.does("low", Drive(TABLE)) == "done"
    for seen_by in ("low", "top"):
        assert two.where(seen_by, "top") == two.where(seen_by, "low") == TABLE
    assert two.does("top", Grasp("box", "gripper1")) == "done"
    assert two.does("low", Drive((0.0, 4.0, 0.0))) == "done"
    for body in two.bodies.values():
        seen = [each for each in body.stage.state("low") if isinstance(each, ObjectSeen)]
        assert seen == [ObjectSeen("box", (0.0, 4.0, 0.0), ("top", "gripper1"))]


def test_who_has_climbed_down_stays_where_it_is(two: Two) -> None:
    two.docks()
    assert two.does("top", Drive(TABLE)) == "docked"
    assert two.does("top", Perform("undock", 2.0, {"robot": "top"})) == "done"
    two.bodies["top"].command(Tell("top", docked("top"), ""), two.now_s)
    two.go(2.0)
    assert two.does("low", Drive(TABLE)) == "done"
    assert two.where("low", "top") == two.where("top", "top") == (0.0, 0.0, 0.0)


def test_nobody_stands_on_whom_it_carries_whatever_is_told(two: Two) -> None:
    two.docks()
    two.bodies["low"].command(Tell("low", docked("low"), "top"), two.now_s)
    two.go(2.0)
    assert two.bodies["top"].stage.body.world.lowest("top") == "low"


def test_a_fact_says_of_whom_it_tells() -> None:
    assert who_docked(docked("M1")) == "M1"
    assert who_docked("M1/battery") == ""
