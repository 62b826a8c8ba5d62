"""The tea table of the theory-of-mind paper: three scenarios, each with two trials."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Literal

import msgspec
import pytest

from cotree import app
from cotree.app.team import crew_of
from cotree.core.actions import Begin, Carry, Ended
from cotree.core.mission import Metric, Mission
from cotree.core.places import distance_m
from cotree.runtime.messages import Heard, Message, Told
from cotree.trees.reading import load
from tests.kit.turns import FIRSTS, OTHER_NAMES, First, Turns, faster, renamed
from tests.team.mirror.test_scenarios import Trial
from tests.team.mirror.test_scenarios import run as modelled

SCENARIOS = (1, 2, 3)
DISTANCE = Metric({"distance": 1.0})
Gate = Literal["soft", "hard"]
GATES: tuple[Gate, ...] = ("soft", "hard")


@lru_cache
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


ALLOCATIONS: dict[tuple[int, Trial], tuple[list[str], list[str]]] = {
    (1, "distance"): (["sandwich", "orange", "sugar"], ["cup", "teapot", "burger"]),
    (1, "grasp"): (["cup", "sugar", "teapot"], ["sandwich", "orange", "burger"]),
    (2, "distance"): (["cup", "sugar", "teapot"], ["sandwich", "orange", "burger"]),
    (2, "grasp"): (["cup", "sugar", "burger"], ["sandwich", "orange", "teapot"]),
    (3, "distance"): (["sandwich", "apple", "burger"], ["cup", "sugar", "teapot"]),
    (3, "grasp"): (["cup", "sugar", "teapot"], ["sandwich", "apple", "burger"]),
}
"""Who brings what, in order: PR2 and Baxter, as the paper says and its geometry implies."""


DURATIONS_S: dict[tuple[int, Trial], dict[str, float]] = {
    (1, "distance"): {
        "sandwich": 20.72,
        "orange": 19.55,
        "sugar": 16.12,
        "cup": 23.2,
        "teapot": 19.02,
        "burger": 24.72,
    },
    (1, "grasp"): {
        "cup": 29.75,
        "sugar": 17.63,
        "teapot": 19.62,
        "sandwich": 21.44,
        "orange": 19.55,
        "burger": 26.1,
    },
    (2, "distance"): {
        "cup": 24.17,
        "sugar": 12.81,
        "teapot": 15.94,
        "sandwich": 15.49,
        "orange": 19.89,
        "burger": 24.5,
    },
    (2, "grasp"): {
        "cup": 24.17,
        "sugar": 12.81,
        "burger": 24.52,
        "sandwich": 15.49,
        "orange": 19.89,
        "teapot": 16.6,
    },
    (3, "distance"): {
        "sandwich": 18.85,
        "apple": 19.59,
        "burger": 22.33,
        "cup": 20.0,
        "sugar": 13.67,
        "teapot": 31.36,
    },
    (3, "grasp"): {
        "cup": 24.64,
        "sugar": 13.67,
        "teapot": 31.36,
        "sandwich": 17.22,
        "apple": 19.59,
        "burger": 22.33,
    },
}
"""How long each thing takes, from the schedules that follow from the paper's text: end less start.

The schedules of scenario 2 were derived with a window of 2 s in which whoever is free waits for the
other robot.  Nobody waits here, so there the ends are earlier by that.
"""
TICK_S = 0.05
CLAIM_S = 3 * TICK_S + 1e-6
"""At most from the end of one thing to the next start: asked for, perhaps held back, granted."""


THINGS = {"Pot": "teapot"}


class Brought(msgspec.Struct, frozen=True):
    """One thing that a robot has brought."""

    robot: str
    thing: str
    start_s: float
    end_s: float


def variant(number: int, trial: Trial, gate: Gate, speed: float) -> Mission:
    mission = faster(scenario(number), speed)
    metric = mission.metric if trial == "grasp" else DISTANCE
    return msgspec.structs.replace(mission, metric=msgspec.structs.replace(metric, gate=gate))


def laid(mission: Mission, turns: Turns) -> list[Brought]:
    """What a team brings, in order of the starts."""
    begun: dict[str, tuple[float, Begin]] = {}
    found: list[Brought] = []

    def follow(message: Message) -> None:
        turns.write(message)
        if isinstance(message, Told):
            begins = [each for each in message.commands if isinstance(each, Begin)]
            begun.update({each.id: (message.t, each) for each in begins})
        elif isinstance(message, Heard):
            for event in message.events:
                if isinstance(event, Ended):
                    start_s, begin = begun[event.id]
                    assert isinstance(begin.action, Carry)
                    thing = begin.action.object
                    found.append(Brought(begin.robot, thing, start_s, message.t))

    crew, _ = crew_of(mission, follow, until_s=300.0)
    turns.rule(crew)
    assert crew.run().result == "success"
    return sorted(found, key=lambda each: each.start_s)


@lru_cache
def table(
    number: int, trial: Trial, gate: Gate, speed: float, first: First
) -> tuple[list[Brought], list[dict[str, float]]]:
    """What each robot brings, and the ties that there were."""
    turns = Turns(first)
    return laid(variant(number, trial, gate, speed), turns), turns.ties


def by_robot(brought: list[Brought], *names: str) -> tuple[list[str], ...]:
    return tuple([each.thing for each in brought if each.robot == name] for name in names)


NOMINAL = [(gate, 1.0, first) for gate, first in itertools.product(GATES, FIRSTS)]
OTHER_SPEEDS = list(itertools.product(GATES, (0.92, 1.08), FIRSTS))
OFTEN = [each for each in OTHER_SPEEDS if each[2] == "potential"]
VARIANTS = [
    *NOMINAL,
    *OFTEN,
    *(pytest.param(*each, marks=pytest.mark.soak) for each in OTHER_SPEEDS if each not in OFTEN),
]
"""Gates, speeds and tie-breaks; `make soak` runs the whole product."""


@pytest.mark.parametrize(("gate", "speed", "first"), VARIANTS)
@pytest.mark.parametrize(("number", "trial"), ALLOCATIONS)
def test_the_team_shares_the_work_as_the_paper_says(
    number: int, trial: Trial, gate: Gate, speed: float, first: First
) -> None:
    brought, ties = table(number, trial, gate, speed, first)
    assert by_robot(brought, "pr2", "baxter") == ALLOCATIONS[number, trial]
    assert ties, "at first both are free, so there is somebody to come first"


@pytest.mark.parametrize(("gate", "speed", "first"), VARIANTS)
@pytest.mark.parametrize(("number", "trial"), ALLOCATIONS)
def test_everything_ends_when_it_should(
    number: int, trial: Trial, gate: Gate, speed: float, first: First
) -> None:
    """Each thing takes as long as derived, and only claims come between two of one robot."""
    brought, _ = table(number, trial, gate, speed, first)
    words = {"pr2": "PR2", "baxter": "Baxter", "potential": "potential"}
    jobs = modelled(number, trial, gate, words[first], speed)  # type: ignore[arg-type]
    takes_s = {THINGS.get(job.leaf, job.leaf.lower()): job.end_s - job.start_s for job in jobs}
    if speed == 1.0:
        assert takes_s == pytest.approx(DURATIONS_S[number, trial], abs=0.011)
    last_s = {"pr2": 0.0, "baxter": 0.0}
    for each in brought:
        assert last_s[each.robot] < each.start_s <= last_s[each.robot] + CLAIM_S, each
        late_s = each.end_s - each.start_s - takes_s[each.thing]
        assert -1e-6 <= late_s <= TICK_S + 1e-6, each
        last_s[each.robot] = each.end_s


@pytest.mark.parametrize(
    ("gate", "speed"),
    [
        ("hard", 1.0),
        *(
            pytest.param(gate, speed, marks=pytest.mark.soak)
            for gate, speed in itertools.product(GATES, (0.92, 1.0, 1.08))
            if (gate, speed) != ("hard", 1.0)
        ),
    ],
)
@pytest.mark.parametrize(("number", "trial"), ALLOCATIONS)
def test_whose_name_wins_a_tie_changes_nothing(
    number: int, trial: Trial, gate: Gate, speed: float
) -> None:
    """Of equal ballots the later name is the higher one; here the other robot has it."""
    mission = renamed(variant(number, trial, gate, speed), OTHER_NAMES)
    brought = laid(mission, Turns("zoe"))
    assert by_robot(brought, "arnold", "zoe") == ALLOCATIONS[number, trial]
