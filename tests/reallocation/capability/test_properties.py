"""The fast answers against brute force, on random robots and jobs."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.reallocation.capability.active import MOST_STACKED, active
from cotree.reallocation.capability.answer import (
    Answer,
    Candidate,
    Decision,
    NoTeam,
    Objective,
)
from cotree.reallocation.capability.can import can
from cotree.reallocation.capability.models import Job, Model, Need, Part, Robot, named
from cotree.reallocation.capability.passive import passive
from cotree.reallocation.capability.tower import order_of
from tests.reallocation.capability import brute

OBJECTIVES: tuple[Objective, ...] = ("fewest_robots", "score")


def assembly(answer: Answer) -> Candidate | None:
    ways: Iterable[Candidate] = answer.candidates if isinstance(answer, Decision) else ()
    return next((each for each in ways if each.mode == "assembly"), None)


def agrees(agent: Robot, job: Job, others: list[Robot]) -> None:
    """Over all modes: whether anybody does it, and what is chosen for each objective."""
    for objective in OBJECTIVES:
        rival = brute.best(agent, job, others, objective)
        answer = active(agent, job, others, objective, most_nodes=10**6)
        if rival is None:
            assert isinstance(answer, NoTeam)
            assert answer.status == "impossible"
            continue
        assert isinstance(answer, Decision)
        assert answer.status == "optimal"
        chosen = answer.chosen
        assert (chosen.mode, len(chosen.members)) == rival[:2]
        assert chosen.score == pytest.approx(rival[2])
        everybody = {each.name: each for each in (agent, *others)}
        team = tuple(everybody[name] for name in chosen.members)
        for each in (team,) if chosen.mode == "assembly" else ((robot,) for robot in team):
            assert brute.does(each, job, "type")


@settings(max_examples=150, deadline=None)
@given(brute.questions(most=8))
def test_active_matching_finds_the_best_of_all_ways_and_no_other(
    question: tuple[list[Robot], Job],
) -> None:
    (agent, *others), job = question
    agrees(agent, job, others)


@pytest.mark.soak
@settings(max_examples=3000, deadline=None)
@given(brute.questions(most=8))
def test_active_matching_finds_the_best_way_in_thousands_of_fleets(
    question: tuple[list[Robot], Job],
) -> None:
    (agent, *others), job = question
    agrees(agent, job, others)


@settings(max_examples=100, deadline=None)
@given(brute.questions(most=7), st.integers(2, 4), st.sampled_from(OBJECTIVES))
def test_a_search_of_small_teams_only_claims_no_more_than_it_has_seen(
    question: tuple[list[Robot], Job], most: int, objective: Objective
) -> None:
    (agent, *others), job = question
    rival = brute.best(agent, job, others, objective)
    answer = active(agent, job, others, objective, most_robots=most, most_nodes=10**6)
    if isinstance(answer, NoTeam):
        assert answer.status in ("impossible", "not_found")
        assert rival is None or (answer.status == "not_found" and rival[1] > most)
        return
    assert rival is not None
    assert len(answer.members) <= most
    if answer.status == "optimal":
        assert answer.chosen.score == pytest.approx(rival[2])
        assert len(answer.members) == rival[1]


@pytest.mark.parametrize("rails", [3, 6, 12, 60])
def test_a_tower_is_as_high_as_it_takes(rails: int) -> None:
    """Robots that only lift, and one arm: all of them are needed, and one more is not enough."""
    rail = Model("rail", 1.0, 2)
    arm = Robot("arm", Model("arm", 1.0, 2, named([Part("", "manipulation")])))
    fleet = [Robot(f"r{i}", rail) for i in range(rails)]

    def reach(high: float, most: int | None = None) -> Answer:
        job = Job("reach", (Need("manipulation", at=(1.0, high, 1.0)),))
        return active(arm, job, fleet, most_robots=most)

    found = reach(rails + 1.0)
    assert isinstance(found, Decision)
    assert (found.status, len(found.members)) == ("optimal", rails + 1)
    too_high, capped = reach(rails + 2.0), reach(rails + 1.0, most=rails)
    assert isinstance(too_high, NoTeam)
    assert isinstance(capped, NoTeam)
    assert (too_high.status, capped.status) == ("impossible", "not_found")
    assert f"no team of up to {rails} robots with arm works; larger ones" in capped.message


def test_a_search_for_the_best_score_says_when_larger_teams_were_not_looked_at() -> None:
    def eyes(name: str, *types: int) -> Robot:
        return Robot(name, Model(name, 1.0, 2, named(Part("", "perception", 1, t) for t in types)))

    job = Job("look", tuple(Need("perception", type=t) for t in (1, 2, 3)))
    others = [eyes("big", 2, 2, 3, 3, 3), eyes("two", 2), eyes("three", 3)]

    def seek(objective: Objective, most: int | None) -> tuple[str, int]:
        found = active(eyes("agent", 1), job, others, objective, most_robots=most)
        assert isinstance(found, Decision)
        return found.status, len(found.members)

    assert seek("score", None) == ("optimal", 3)
    assert seek("score", 2) == ("feasible", 2)
    assert seek("fewest_robots", 2) == ("optimal", 2)


def test_what_takes_too_many_robots_to_look_at_is_not_called_impossible() -> None:
    rail = Model("rail", 1.0, 2)
    arm = Robot("arm", Model("arm", 1.0, 2, named([Part("", "manipulation")])))
    job = Job("reach", (Need("manipulation", at=(1.0, 150.0, 1.0)),))
    found = active(arm, job, [Robot(f"r{i}", rail) for i in range(200)])
    assert isinstance(found, NoTeam)
    assert found.status == "not_found"
    assert f"up to {MOST_STACKED} robots" in found.message


def random_fleet(seed: int, count: int) -> list[Robot]:
    """Robots of height 1 or 2 with one or two parts: large teams are needed, few parts are."""
    dice = random.Random(seed)
    found = []
    for i in range(count):
        size = float(dice.choice([1, 1, 2]))
        kinds = dice.sample(["perception", "manipulation", "locomotion"], dice.choice([1, 1, 2]))
        parts = [Part("", kind, 1, dice.choice([1, 2])) for kind in kinds]
        model = Model(f"m{i}", size, dice.choice([1, 2, 2, 3]), named(parts))
        found.append(Robot(f"r{i}", model))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_teams_of_up_to_eight_robots_agree_too(seed: int) -> None:
    fleet = random_fleet(seed, 6 + seed % 3)
    high = float(4 + seed % 4)
    needs = (
        Need("perception", at=(1.0, high, 1.0)),
        Need("manipulation", type=2),
        Need("locomotion"),
    )
    agent, *others = fleet
    agrees(agent, Job("tall", needs), others)


@settings(max_examples=150, deadline=None)
@given(brute.questions(most=3), st.sampled_from(["type", "level"]))
def test_an_order_is_found_if_and_only_if_there_is_one(
    question: tuple[list[Robot], Job], by: str
) -> None:
    fleet, job = question
    order = order_of(fleet, job, "type" if by == "type" else "level")
    assert (order is not None) == brute.possible(fleet, job, by)
    if order is not None:
        assert brute.does(order, job, by)


@settings(max_examples=150, deadline=None)
@given(brute.questions(most=4))
def test_exact_passive_matching_grants_what_two_robots_can_do_and_nothing_else(
    question: tuple[list[Robot], Job],
) -> None:
    (agent, *others), job = question
    answer = passive(agent, job, others)
    ways = answer.candidates if isinstance(answer, Decision) else ()
    able = brute.does((agent,), job, "level")
    alone = {each.name for each in others if brute.does((each,), job, "level")}
    pairs = {each.name for each in others if brute.possible((agent, each), job, "level")}
    assert {n for each in ways for n in each.members if each.mode == "assembly"} - {agent.name} == (
        set() if able else {name for name in pairs if _has_ports(others, name)}
    )
    mode = "partnership" if able else "subcontract"
    named_ = {n for each in ways for n in each.members if each.mode == mode} - {agent.name}
    assert named_ == alone


@settings(max_examples=200, deadline=None)
@given(brute.questions(most=8))
def test_exact_passive_matching_chooses_the_best_of_all_offers(
    question: tuple[list[Robot], Job],
) -> None:
    (agent, *others), job = question
    rivals, answer = brute.offers(agent, job, others), passive(agent, job, others)
    if not rivals:
        able = brute.does((agent,), job, "level")
        assert able == isinstance(answer, Decision)
        assert not isinstance(answer, Decision) or answer.mode == "solo"
        return
    assert isinstance(answer, Decision)
    fewest = min(robots for robots, _, _ in rivals)
    score = max(score for robots, score, _ in rivals if robots == fewest)
    first = min(n for r, s, n in rivals if r == fewest and s == pytest.approx(score))
    assert answer.chosen.score == pytest.approx(score)
    assert answer.members == first


def _has_ports(others: list[Robot], name: str) -> bool:
    return next(each for each in others if each.name == name).ports > 0


@settings(max_examples=150, deadline=None)
@given(brute.robots("r"), brute.jobs())
def test_a_robot_that_cannot_is_told_what_is_missing(robot: Robot, job: Job) -> None:
    found = can(robot, job)
    assert bool(found) == brute.does((robot,), job, "type")
    assert all(lack.message for lack in found.lacks)
    for lack in found.lacks:
        assert job.needs[lack.need].domain in lack.message


def test_the_order_of_the_fleet_does_not_change_the_answer() -> None:
    fleet = random_fleet(3, 8)
    needs = (
        Need("perception", at=(1.0, 4.0, 1.0)),
        Need("manipulation", type=2),
        Need("locomotion"),
    )
    job, (agent, *others) = Job("tall", needs), fleet
    answers = [active(agent, job, others), active(agent, job, others[::-1])]
    assert answers[0] == answers[1]


def test_the_printed_rule_grants_what_cannot_work_and_refuses_what_could() -> None:
    """The defects V1 to V7, counted on random pairs.

    The specification's 8 and 46 % are of pairs drawn in another way; here it is 16 and 61 % of the
    pairs of this seed, and 11 to 16 and 56 to 61 % of others.
    """
    dice = random.Random(1)
    granted = wrong = workable = refused = 0
    for _ in range(6000):
        agent, helper = (_random(dice, name) for name in "ab")
        job = _random_job(dice)
        if can(agent, job, "level") or can(helper, job, "level"):
            continue
        works = order_of((agent, helper), job, "level") is not None
        answer = passive(agent, job, [helper], "paper")
        grants = assembly(answer) is not None
        granted, wrong = granted + grants, wrong + (grants and not works)
        workable, refused = workable + works, refused + (works and not grants)
    assert granted > 300
    assert 0.10 < wrong / granted < 0.17
    assert 0.54 < refused / workable < 0.63


def _random(dice: random.Random, name: str) -> Robot:
    size = float(dice.randint(1, 5))
    rows = [
        Part("", domain, dice.randint(1, 3), 1, (1.0, float(dice.randint(1, int(size))), 1.0))
        for domain in ("perception", "manipulation")
        for _ in range(dice.randint(0, 2))
    ]
    wheels = [Part("", "locomotion")] if dice.random() < 0.7 else []
    return Robot(name, Model(name, size, dice.randint(2, 3), named([*rows, *wheels])))


def _random_job(dice: random.Random) -> Job:
    needs = [Need("locomotion")]
    for domain in ("perception", "manipulation"):
        at = (1.0, float(dice.randint(1, 6)), 1.0)
        needs.append(Need(domain, dice.randint(1, 3), 1, dice.randint(1, 2), at))
    return Job("random", tuple(needs))
