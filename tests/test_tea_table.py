"""The tea table of the theory-of-mind paper: three scenarios, each with two trials."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from cotree import app
from cotree.core.actions import Begin, Carry
from cotree.core.mission import Metric, Mission
from cotree.core.places import distance_m
from cotree.runtime.messages import Message, Told
from cotree.trees.reading import load

SCENARIOS = (1, 2, 3)
DISTANCE = Metric({"distance": 1.0})


def scenario(number: int) -> Mission:
    return load(f"config/experiments/tea_table_{number}.yaml")


@pytest.fixture(autouse=True)
def at_the_root(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pytestconfig.rootpath)


@pytest.mark.parametrize("number", SCENARIOS)
def test_both_robots_reach_everything_from_where_they_stand(number: int) -> None:
    mission = scenario(number)
    assert mission.metric == Metric({"distance": 1.0, "grasp": 0.1})
    assert len(mission.world.objects) == 7
    for mate in mission.team.values():
        assert mate.robot is not None
        assert (mate.robot.arm_speed_m_s, mate.robot.handling_s) == (0.1, 10.0)
        for point in (*mission.world.objects.values(), *mission.world.places.values()):
            assert distance_m(mate.start, point) <= mate.robot.reach_m


def test_in_the_second_the_burger_is_hardly_nearer_to_one_gripper_than_to_the_other() -> None:
    world = scenario(2).world
    burger = world.objects["burger"]
    assert distance_m(burger, world.places["bowl"]) == pytest.approx(0.342, abs=5e-4)
    assert distance_m(burger, world.places["sugar_spot"]) == pytest.approx(0.344, abs=5e-4)


@pytest.mark.parametrize("robot", ["pr2", "baxter"])
@pytest.mark.parametrize("metric", [None, DISTANCE], ids=["grasp", "distance"])
@pytest.mark.parametrize("number", SCENARIOS)
def test_one_robot_alone_lays_the_table(number: int, metric: Metric | None, robot: str) -> None:
    mission = scenario(number)
    alone = msgspec.structs.replace(
        mission, team={robot: mission.team[robot]}, metric=metric or mission.metric
    )
    messages: list[Message] = []
    assert app.run_virtual(alone, messages.append).result == "success"
    brought = [
        command.action.object
        for told in messages
        if isinstance(told, Told)
        for command in told.commands
        if isinstance(command, Begin) and isinstance(command.action, Carry)
    ]
    (fruit,) = {"orange", "apple"} & set(brought)
    assert {*brought} == {"cup", "sugar", "teapot", "sandwich", "burger", fruit}
    assert brought.index("cup") < min(brought.index("sugar"), brought.index("teapot"))
    assert brought.index("sandwich") < brought.index(fruit) < brought.index("burger")


ALLOCATIONS = {
    (1, "distance"): (["sandwich", "orange", "sugar"], ["cup", "teapot", "burger"]),
    (1, "grasp"): (["cup", "sugar", "teapot"], ["sandwich", "orange", "burger"]),
    (2, "distance"): (["cup", "sugar", "teapot"], ["sandwich", "orange", "burger"]),
    (2, "grasp"): (["cup", "sugar", "burger"], ["sandwich", "orange", "teapot"]),
    (3, "distance"): (["sandwich", "apple", "burger"], ["cup", "sugar", "teapot"]),
    (3, "grasp"): (["cup", "sugar", "teapot"], ["sandwich", "apple", "burger"]),
}
"""Who brings what, in order: PR2 and Baxter, as the paper says and its geometry implies."""


def variant(number: int, trial: str, gate: Literal["soft", "hard"], speed: float) -> Mission:
    mission = scenario(number)
    metric = mission.metric if trial == "grasp" else DISTANCE
    team = {}
    for name, mate in mission.team.items():
        assert mate.robot is not None
        model = msgspec.structs.replace(mate.robot, arm_speed_m_s=speed)
        team[name] = msgspec.structs.replace(mate, robot=model)
    return msgspec.structs.replace(
        mission, team=team, metric=msgspec.structs.replace(metric, gate=gate)
    )


def brought_by(mission: Mission) -> dict[str, list[str]]:
    messages: list[Message] = []
    assert app.run_team(mission, messages.append).result == "success"
    brought: dict[str, list[str]] = {name: [] for name in mission.team}
    for told in messages:
        for command in getattr(told, "commands", ()):
            if isinstance(command, Begin):
                assert isinstance(command.action, Carry)
                brought[command.robot].append(command.action.object)
    return brought


@pytest.mark.parametrize("speed", [0.092, 0.1, 0.108])
@pytest.mark.parametrize("gate", ["soft", "hard"])
@pytest.mark.parametrize(("number", "trial"), ALLOCATIONS)
def test_the_team_shares_the_work_as_the_paper_says(
    number: int, trial: str, gate: Literal["soft", "hard"], speed: float
) -> None:
    brought = brought_by(variant(number, trial, gate, speed))
    assert (brought["pr2"], brought["baxter"]) == ALLOCATIONS[number, trial]


@pytest.mark.parametrize(("number", "trial"), ALLOCATIONS)
def test_whose_name_wins_a_tie_changes_nothing(number: int, trial: str) -> None:
    """Of equal ballots the later name is the higher one; here the other robot has it."""
    mission = variant(number, trial, "hard", 0.1)
    names = {"pr2": "arnold", "baxter": "zoe"}
    team = {
        names[name]: msgspec.structs.replace(mate, name=names[name])
        for name, mate in mission.team.items()
    }
    grasps = {names[name]: scores for name, scores in mission.world.grasps.items()}
    world = msgspec.structs.replace(mission.world, grasps=grasps)
    brought = brought_by(msgspec.structs.replace(mission, team=team, world=world))
    assert (brought["arnold"], brought["zoe"]) == ALLOCATIONS[number, trial]
