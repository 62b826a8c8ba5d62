"""Noisy estimates, hands that come and go, questions that are declined: nothing swings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

import pytest
from py_trees.common import Status

from cotree import app
from cotree.app.team import crew_of
from cotree.core.actions import Answered, Ask, HandSeen, Keeps, Posed
from cotree.core.changes import ClaimChange
from cotree.core.mission import Metric
from cotree.core.places import Point
from cotree.runtime.messages import End, Message, Told
from cotree.simulation.stage.interactive import InteractivePerson
from cotree.team.dice import Dice
from cotree.trees.and_ import And
from cotree.trees.then import Then
from tests.kit.acts import Do, lasting
from tests.kit.circle import STEP_S, Circle
from tests.kit.played import ROOT
from tests.runtime.accord.test_gates import Grasping

FOR_S = 200.0
WORK = ("u", "v", "w", "x", "y", "z")

# -- potentials --------------------------------------------------------------------------------


def noisy(hysteresis: float) -> tuple[Circle, Counter[str]]:
    """Six pieces of 20 s, as good for one robot as for the other, but for noise of 10 %."""
    team = Circle(lambda: And("n", None, [Do(name) for name in WORK]), "ab", "w")
    dice, starts = Dice(7), Counter[str]()
    since_s: dict[str, float] = {}
    for robot in team.members.values():
        robot.desk.suitability.metric = Metric({"distance": 1.0}, hysteresis=hysteresis)
    while team.now_s < FOR_S:
        for robot in team.members.values():
            robot.see_soon(**{f"{name}_potential": dice.between(0.9, 1.1) for name in WORK})
        team.step()
        starts.update(name for name in team.going() if name not in since_s)
        since_s = {name: since_s.get(name, team.now_s) for name in team.going()}
        for name in [name for name, at_s in since_s.items() if team.now_s - at_s > 20.0]:
            team.ends(name)
    return team, starts


@pytest.mark.parametrize("hysteresis", [0.0, 0.05])
def test_near_equal_potentials_and_noise_change_no_claim_once_it_is_won(hysteresis: float) -> None:
    team, starts = noisy(hysteresis)
    assert team.status == {Status.SUCCESS}
    assert starts == dict.fromkeys(WORK, 1)
    words = Counter(each.word for member in team.members.values() for each in member.claims)
    assert words["won"] == words["released"] == len(WORK)
    assert words["asked"] <= 2 * len(WORK)
    assert words["halted"] == words["given_up"] == 0


# -- gates -------------------------------------------------------------------------------------


@pytest.mark.parametrize("gate", ["soft", "hard"])
def test_a_grasp_that_is_seen_now_and_then_is_neither_told_nor_taken_back(gate: str) -> None:
    """Scores that are 0 in every other look: told each time, they made 10 letters a second."""
    team = Circle(lambda: And("n", None, [Grasping("x"), Grasping("y")]), "ab", "w")
    dice = Dice(3)
    for robot in team.members.values():
        robot.desk.suitability.metric = Metric({"distance": 1.0, "grasp": 1.0}, gate)  # type: ignore[arg-type]
    while team.now_s < FOR_S:
        for name, robot in team.members.items():
            scores = {f"{name}_{leaf}": max(0.0, dice.between(-2.0, 2.0)) for leaf in "xy"}
            robot.see_soon(**scores)
        team.go(2 * STEP_S)
    assert set(team.going()) == {"x", "y"}
    for robot in team.members.values():
        assert robot.mate._inability.revision <= 4
        assert len(robot.sent) / FOR_S < 7.0
        assert len(robot.claims) <= 4


# -- people ------------------------------------------------------------------------------------

HOME: Point = (0.78, 0.40, 0.0)
CUP: Point = (0.30, 0.25, 0.0)
TEAPOT: Point = (0.40, 0.60, 0.0)


def watched(hand: Callable[[float, Dice], Point]) -> tuple[End, list[Ask], Counter[str]]:
    """The experiment with a person whose hand does as it likes, and who lets robots go on."""
    mission = app.read_mission(str(ROOT / "config" / "experiments" / "human_robot.yaml"))
    messages: list[Message] = []
    crew, stage = crew_of(mission, messages.append, until_s=FOR_S)
    dice, asks = Dice(5), list[Ask]()

    def begin() -> None:
        stage.person("ann").replace(InteractivePerson({}), crew.queue.now_s)
        look()

    def look() -> None:
        now_s = crew.queue.now_s
        at = hand(now_s, dice)
        for seat in crew.seats.values():
            assert seat.executor is not None
            seat.executor.inbox.put([HandSeen("ann", at, now_s)])
            seat.wake(now_s)
        crew.queue.after(1 / 30, look)

    def declines() -> None:
        stage.person("ann").say("no", crew.queue.now_s)

    def watch(seat: object, told: Told, true_s: float) -> None:
        asked = [command for command in told.commands if isinstance(command, Ask)]
        asks.extend(asked)
        for _ in asked:
            crew.queue.at(true_s + 1.5, declines)

    crew.queue.at(0.01, begin)
    crew.watch = watch
    end = crew.run()
    claims = Counter[str](
        change.word
        for told in messages
        if isinstance(told, Told)
        for change in told.changes
        if isinstance(change, ClaimChange)
    )
    return end, asks, claims


def test_a_hand_that_comes_and_goes_costs_at_most_one_stop_and_one_question_each_time() -> None:
    def in_and_out(now_s: float, dice: Dice) -> Point:
        share = 0.475 * (1.0 - math.cos(2 * math.pi * now_s / 10.0))
        x, y, z = (here + (there - here) * share for here, there in zip(HOME, CUP, strict=True))
        return (x, y, z)

    end, asks, claims = watched(in_and_out)
    assert end.result == "success"
    times = math.ceil(end.t / 10.0)
    assert 0 < len(asks) <= times
    assert claims["halted"] <= times
    assert claims["won"] <= 4 + claims["halted"]


def test_a_hand_that_trembles_beside_an_object_means_nothing() -> None:
    def trembles(now_s: float, dice: Dice) -> Point:
        x, y, _ = TEAPOT
        return (x + 0.085 + dice.between(-0.003, 0.003), y + dice.between(-0.003, 0.003), 0.0)

    end, asks, claims = watched(trembles)
    assert end.result == "success"
    assert asks == []
    assert (claims["won"], claims["halted"]) == (4, 0)


# -- favours -----------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [None, Keeps.ROBOT, Keeps.HUMAN])
@pytest.mark.parametrize("cut_s", [3.0, 8.0, 15.0, math.inf])
def test_who_is_asked_in_vain_is_asked_once_by_each_robot_at_most(
    answer: Keeps | None, cut_s: float
) -> None:
    """All have failed, Ann does nothing, and the first robot is cut off now and then."""
    people = {"ann": (1.0, 0.0, 0.0)}
    team = Circle(lambda: Then("t", None, [lasting("x")]), "ab", "w", people=people, retries=0)
    for _ in team.members:
        team.until(lambda: "x" in team.going())
        team.ends("x", "broke")
    heard: dict[str, tuple[str, float]] = {}
    while team.now_s < FOR_S and team.status != {Status.FAILURE}:
        team.sides = ["a"] if cut_s == math.inf or int(team.now_s / cut_s) % 2 else []
        team.step()
        for name, member in team.members.items():
            for ask in member.talk():
                if isinstance(ask, Ask) and ask.question not in heard:
                    heard[ask.question] = name, team.now_s + 1.0
                    member.events.append(Posed(ask.question))
        for question, (name, at_s) in heard.items():
            if answer is not None and at_s <= team.now_s < at_s + STEP_S:
                team[name].events.append(Answered(question, answer))
    askers = [name for name, _ in heard.values()]
    assert 1 <= len(askers) == len(set(askers))
    assert team["b"].status is Status.FAILURE
