"""Who does which action, once a team is decided."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.hauls import acts
from cotree.core.jobs import Job
from cotree.reallocation.capability.active import active
from cotree.reallocation.capability.answer import Candidate, Decision, Mode
from cotree.reallocation.capability.roles import Step, Unmanned, dealt, steps
from tests.reallocation.capability.paper import job, robot, robots
from tests.reallocation.capability.test_paper import boxes


def task(name: str, number: int = 1) -> Job:
    """A job of the paper with so many boxes to carry."""
    carried = boxes(number)
    return msgspec.structs.replace(job(name), things=carried.things, goal=carried.goal)


def decision(mode: Mode, agent: str, *members: str) -> Decision:
    return Decision("job", agent, (Candidate(mode, members, 1.0),))


def done(mode: Mode, agent: str, what: Job, *members: str) -> list[str]:
    fleet = {name: robot(name) for name in (agent, *members)}
    return [str(each) for each in steps(what, decision(mode, agent, *members), fleet)]


def test_alone_one_robot_does_everything() -> None:
    assert done("solo", "M1", task("job2"), "M1") == [
        "M1/P1: detect box1",
        "M1/L1: move to box1",
        "M1/M1: grasp box1",
        "M1/L1: move to place",
        "M1/M1: release box1 at place",
    ]


def test_in_a_subcontract_the_job_is_handed_over_first() -> None:
    found = done("subcontract", "B.1", task("job4"), "S2")
    assert found[0] == "B.1: hand job4 over to S2"
    assert all(each.startswith("S2/") for each in found[1:])


def test_partners_carry_their_own_boxes() -> None:
    fleet = {name: robot(name) for name in ("M1", "M2")}
    found = steps(task("job2", 3), decision("partnership", "M2", "M2", "M1"), fleet)
    who = {step.act.thing: step.robot for step in found if step.act is not None}
    assert who == {"box1": "M2", "box2": "M1", "box3": "M2"}


def test_e27_e28_e29_in_an_assembly_the_right_part_of_the_right_member_acts() -> None:
    expected = {
        ("job3b", "L1", ("L1", "M1")): ("M1", "L1"),
        ("job5", "L1", ("L1", "M1", "O1")): ("M1", "L1"),
        ("job3c", "M3", ("L1", "M3", "S1")): ("S1", "L1"),
    }
    for (name, agent, members), (hand, wheels) in expected.items():
        fleet = {each: robot(each) for each in members}
        found = steps(task(name), decision("assembly", agent, *members), fleet)
        verbs = {step.act.verb: step.robot for step in found if step.act is not None}
        assert (verbs["grasp"], verbs["release"], verbs["move"]) == (hand, hand, wheels)


def test_an_assembly_docks_lowest_first_and_undocks_highest_first() -> None:
    found = done("assembly", "L1", task("job5"), "L1", "M1", "O1")
    assert found[:2] == ["M1: dock to L1", "O1: dock to M1"]
    assert found[-2:] == ["O1: undock", "M1: undock"]


def test_a_team_without_the_part_for_an_action_says_which() -> None:
    with pytest.raises(Unmanned, match="job2: no member has a part for 'move'"):
        steps(task("job2"), decision("solo", "O1", "O1"), {"O1": robot("O1")})
    fleet = {"M1": robot("M1")}
    with pytest.raises(Unmanned, match="'move': M1/L1 is unavailable"):
        steps(task("job2"), decision("solo", "M1", "M1"), fleet, unavailable=["M1/L1"])


def test_when_a_camera_is_covered_another_one_takes_over() -> None:
    fleet = {each: robot(each) for each in ("L1", "M1")}
    team = decision("assembly", "L1", "L1", "M1")
    found = steps(task("job3b"), team, fleet, unavailable=["M1/P1"])
    assert Step("L1", "P1", "detect box1", acts(task("job3b"))[0]) in found


@given(st.integers(1, 9), st.integers(1, 5))
def test_shares_differ_by_at_most_one(number: int, partners: int) -> None:
    members = tuple(f"r{i}" for i in range(partners))
    shares = list(dealt(task("job2", number), members).values())
    counts = [shares.count(name) for name in members]
    assert max(counts) - min(counts) <= 1
    assert len(shares) == number


@pytest.mark.parametrize("name", ["job1", "job2", "job3a", "job3b", "job3c", "job4", "job5"])
def test_whoever_is_found_for_a_job_of_the_paper_has_everything_to_do_it(name: str) -> None:
    fleet = {each.name: each for each in robots("B.1", "L1", "M1", "M2", "S1", "S2", "O1", "O2")}
    found = 0
    for agent in fleet.values():
        answer = active(agent, task(name), list(fleet.values()))
        if isinstance(answer, Decision):
            found += 1
            sequence = steps(task(name), answer, fleet)
            assert [step.act for step in sequence if step.act is not None] == list(acts(task(name)))
    assert found
