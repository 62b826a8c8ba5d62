"""The favour protocol: what it agrees, and what it never does, in all weathers."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.reallocation.capability.favour.messages import (
    Accept,
    Answer,
    Case,
    Grant,
    Letter,
    Release,
    Request,
    decode,
    encode,
)
from cotree.reallocation.capability.favour.node import Favour
from cotree.reallocation.capability.favour.terms import (
    Decided,
    Freed,
    HandedOver,
    Helping,
    Lost,
    Refused,
    Terms,
)
from cotree.reallocation.capability.models import Job, Need, Robot
from tests.reallocation.capability.paper import eyes, job, robot, robots, table
from tests.reallocation.capability.weather import Air, World


def decision(world: World, name: str) -> Decided:
    found = world.said(name, Decided)[-1]
    assert isinstance(found, Decided)
    return found


@pytest.mark.parametrize("match", ["exact", "paper", "active"])
def test_an_agent_and_its_helper_agree(match: str) -> None:
    terms = Terms(match="active" if match == "active" else "paper" if match == "paper" else "exact")
    world = World(robots("L", "M1", "S1"), terms=terms)
    world.assign("L", job("job3b"))
    world.run(0.5)
    assert decision(world, "L").decision.helpers == ("M1",)
    (helping,) = world.said("M1", Helping)
    assert isinstance(helping, Helping)
    assert (helping.job, helping.mode, set(helping.members)) == ("job3b", "assembly", {"L", "M1"})
    assert world.nodes["L"].counts_on("M1", world.now_s)
    assert not world.nodes["S1"].busy


def test_a_clock_that_shows_less_than_nothing_counts_on_nobody_who_has_not_answered() -> None:
    agent = Favour(robot("L"), -300.0, Terms(), 0, False)
    helper = Favour(robot("M1"), 0.0, Terms(), 0, False)
    (request,) = agent.assign(job("job3b"), -300.0).letters
    (granted,) = helper.hear(request, 0.01).letters[:1]
    agent.hear(granted, -299.99)
    out = agent.tick(agent.terms.wait_s - 300.0)
    assert [type(each.message) for each in out.letters] == [Accept]
    assert out.news == ()


def test_three_robots_assemble_when_the_agent_knows_their_configurations() -> None:
    world = World(robots("M3", "L.1", "S1", "O1"), terms=Terms(match="active"))
    world.assign("M3", job("job3c"))
    world.run(0.5)
    assert decision(world, "M3").decision.members == ("L.1", "M3", "S1")
    assert all(world.nodes["M3"].counts_on(name, world.now_s) for name in ("L.1", "S1"))


def test_a_helper_stays_as_long_as_the_job_takes_and_is_free_after_it() -> None:
    world = World(robots("L", "M1"))
    world.assign("L", job("job3b"))
    world.run(30.0)
    assert world.nodes["L"].counts_on("M1", world.now_s)
    world.finish("L")
    world.run(0.1)
    assert [each.why for each in world.said("M1", Freed) if isinstance(each, Freed)] == ["released"]
    assert not world.nodes["M1"].busy


def test_nobody_answers_and_the_agent_that_can_works_alone() -> None:
    world = World([robot("M1")])
    world.assign("M1", job("job2"))
    world.run(0.3)
    assert decision(world, "M1").decision.mode == "solo"


def test_nobody_answers_and_the_agent_that_cannot_says_so() -> None:
    world = World([robot("M1"), robot("L", battery=0.30)])
    world.assign("M1", job("job3b"))
    world.run(0.3)
    (refused,) = world.said("M1", Refused)
    assert isinstance(refused, Refused)
    assert refused.why.status == "not_found"
    assert refused.why.message == "job3b: M1 cannot do it alone, and nobody offers help"


def test_a_request_is_relayed_by_those_who_cannot_help() -> None:
    chain = {("L", "B.1"), ("B.1", "O3"), ("O3", "M1")}
    world = World(robots("L", "B.1", "O3", "M1"), links=chain)
    world.assign("L", job("job3b"))
    world.run(0.6)
    assert decision(world, "L").decision.helpers == ("M1",)
    world.run(5.0)
    assert world.nodes["L"].counts_on("M1", world.now_s), "leases are renewed over the relays"


@pytest.mark.parametrize("match", ["exact", "active"])
def test_who_is_wanted_and_was_not_heard_is_asked_again_before_another_is_bound(match: str) -> None:
    terms = Terms(match="active" if match == "active" else "exact")
    agent, m1, m2 = (Favour(robot(name), 0.0, terms, 0, False) for name in ("L", "M1", "M2"))
    out = agent.assign(job("job3b"), 0.0, frozenset({"M2"}))
    for number in range(terms.rounds - 1):
        now_s = number * terms.wait_s
        (request,) = [each for each in out.letters if isinstance(each.message, Request)]
        for letter in m1.hear(request, now_s + 0.01).letters:
            agent.hear(letter, now_s + 0.02)
        out = agent.tick(now_s + terms.wait_s)
        assert any(isinstance(each.message, Release) for each in out.letters), "M1 is let go"
        for letter in out.letters:
            m1.hear(letter, now_s + terms.wait_s)
    (request,) = [each for each in out.letters if isinstance(each.message, Request)]
    now_s = (terms.rounds - 1) * terms.wait_s + 0.01
    for helper in (m1, m2):
        for letter in helper.hear(request, now_s).letters:
            agent.hear(letter, now_s + 0.01)
    agent.tick(now_s + terms.wait_s)
    assert agent.seeker is not None
    assert list(agent.seeker.members) == ["M2"]


def bound() -> tuple[Favour, Favour, Grant, Answer]:
    """L, M1 that helps it, what M1 offered, and its yes."""
    agent, helper = (Favour(robot(name), 0.0, Terms(), 0, False) for name in ("L", "M1"))
    (request,) = agent.assign(job("job3b"), 0.0).letters
    (granted,) = helper.hear(request, 0.01).letters[:1]
    grant = granted.message
    assert isinstance(grant, Grant)
    agent.hear(granted, 0.02)
    (accepted,) = agent.tick(agent.terms.wait_s).letters
    (answered,) = helper.hear(accepted, agent.terms.wait_s).letters
    answer = answered.message
    assert isinstance(answer, Answer)
    return agent, helper, grant, answer


def test_a_helper_says_no_to_a_case_for_which_it_is_not_reserved() -> None:
    helper = Favour(robot("M1"), 0.0, Terms(), 0, False)
    agent = Favour(robot("L"), 0.0, Terms(), 0, False)
    helper.hear(agent.assign(job("job3b"), 0.0).letters[0], 0.01)
    other = Case("B.1", 0, 1, 0)
    accept = Accept(other, "job3b", "assembly", ("B.1", "M1"), ("B.1", "M1"), 0.0)
    (letter,) = helper.hear(Letter(("M1",), accept), 0.02).letters
    assert isinstance(letter.message, Answer)
    assert not letter.message.yes


def test_who_was_lost_is_not_taken_again_for_the_same_job() -> None:
    agent, _, grant, answer = bound()
    agent.hear(Letter(("L",), answer), agent.terms.wait_s)
    out = agent.tick(agent.terms.wait_s + 2 * agent.terms.lease_s)
    assert [each.helper for each in out.news if isinstance(each, Lost)] == ["M1"]
    assert agent.seeker is not None
    again = msgspec.structs.replace(grant, case=agent.seeker.case)
    now_s = agent.terms.wait_s + 2 * agent.terms.lease_s
    agent.hear(Letter(("L",), again), now_s)
    agent.tick(now_s + agent.terms.wait_s)
    assert agent.seeker.members == {}


def test_a_request_goes_no_further_than_its_hops() -> None:
    chain = {("L", "B.1"), ("B.1", "O3"), ("O3", "M1")}
    world = World(robots("L", "B.1", "O3", "M1"), links=chain, terms=Terms(hops=1))
    world.assign("L", job("job3b"))
    world.run(0.6)
    assert world.said("L", Refused)


def test_a_flood_ends() -> None:
    world = World(table())
    world.assign("L.1", job("job3c"))
    world.run(0.18)
    asked = world.sent
    assert asked <= 2 * 11 + 11 * 11, "each relays it once, though the agent asks twice"


def test_of_two_agents_one_gets_the_only_helper_and_the_other_hears_no() -> None:
    world = World(robots("L.1", "L.2", "M1"))
    world.assign("L.1", job("job3b"))
    world.assign("L.2", job("job3b"))
    world.run(1.0)
    kinds = sorted(len(world.said(name, Decided)) for name in ("L.1", "L.2"))
    assert kinds == [0, 1]


def test_the_next_best_is_taken_when_the_best_has_gone() -> None:
    world = World(robots("S2", "S1", "M1"))
    world.assign("S2", job("job2"))
    world.run(0.1)
    world.crash("S1")
    world.run(1.0)
    assert decision(world, "S2").decision.helpers == ("M1",)


def test_a_helper_that_takes_a_job_of_its_own_before_it_is_accepted_says_no() -> None:
    world = World(robots("S2", "S1", "M1"))
    world.assign("S2", job("job2"))
    world.run(0.1)
    world.assign("S1", job("job2"))
    world.run(1.0)
    assert decision(world, "S2").decision.helpers == ("M1",)


def test_a_lost_helper_is_replaced() -> None:
    world = World(robots("L", "M1", "M2"))
    world.assign("L", job("job3b"))
    world.run(0.5)
    (first,) = decision(world, "L").decision.helpers
    world.crash(first)
    world.run(4.0)
    (second,) = decision(world, "L").decision.helpers
    assert {first, second} == {"M1", "M2"}
    assert [each.helper for each in world.said("L", Lost) if isinstance(each, Lost)] == [first]


def test_a_helper_whose_battery_runs_low_is_let_go() -> None:
    world = World(robots("L", "M1"))
    world.assign("L", job("job3b"))
    world.run(0.5)
    world.battery("M1", 0.1)
    world.run(2.0)
    assert [each.why for each in world.said("L", Lost) if isinstance(each, Lost)] == ["battery"]
    assert world.said("L", Refused)
    assert not world.nodes["M1"].busy


def test_a_partner_that_is_lost_leaves_an_agent_that_works_alone() -> None:
    world = World(robots("M1", "M2"))
    world.assign("M1", job("job2"))
    world.run(0.5)
    assert decision(world, "M1").decision.mode == "partnership"
    world.crash("M2")
    world.run(4.0)
    assert decision(world, "M1").decision.mode == "solo"


def test_a_helper_whose_agent_is_gone_is_free_again() -> None:
    world = World(robots("L", "M1"))
    world.assign("L", job("job3b"))
    world.run(0.5)
    world.crash("L")
    world.run(3.0)
    assert [each.why for each in world.said("M1", Freed) if isinstance(each, Freed)] == ["silent"]


def test_a_subcontract_hands_the_job_over_and_the_agent_is_idle() -> None:
    world = World(robots("B", "S2", "M1"))
    world.assign("B", job("job4"))
    world.run(0.5)
    assert [e.to for e in world.said("B", HandedOver) if isinstance(e, HandedOver)] == ["S2"]
    assert not world.nodes["B"].busy
    world.run(10.0)
    assert world.nodes["S2"].busy, "the job is its own, without a lease"
    world.finish("S2")
    assert not world.nodes["S2"].busy


def test_a_robot_that_restarted_promises_nothing_until_old_promises_have_ended() -> None:
    world = World(robots("L.1", "L.2", "M1"))
    world.assign("L.1", job("job3b"))
    world.run(0.5)
    world.crash("M1")
    world.restart("M1")
    world.assign("L.2", job("job3b"))
    world.run(0.5)
    assert world.said("L.2", Refused)
    assert not world.said("L.2", Decided)


def test_an_old_release_does_not_free_a_helper_of_another_round() -> None:
    helper = Favour(robot("M1"), 0.0, quiet=False)
    world = World(robots("L", "M1"))
    world.nodes["M1"] = helper
    world.assign("L", job("job3b"))
    world.run(0.5)
    case = decision(world, "L").case
    old = Case(case.agent, case.boot, case.serial, case.round + 1)
    helper.hear(Letter(("M1",), Release(old)), world.now_s)
    assert helper.busy


def test_an_accept_that_nobody_waits_for_is_refused() -> None:
    helper = Favour(robot("M1"), 0.0, quiet=False)
    accept = Accept(Case("L", 0, 1, 0), "job3b", "assembly", ("L", "M1"), ("L", "M1"), 0.0)
    out = helper.hear(Letter(("M1",), accept), 0.0)
    assert not out.news
    assert not helper.busy


def test_a_helper_says_no_once_its_reservation_is_over() -> None:
    world = World(robots("L", "M1"))
    world.assign("L", job("job3b"))
    world.run(0.1)
    helper, (case, until_s) = world.nodes["M1"], reserved(world, "M1")
    accept = Accept(case, "job3b", "assembly", ("L", "M1"), ("L", "M1"), world.now_s)
    helper.hear(Letter(("M1",), accept), until_s)
    assert not helper.busy
    helper.hear(Letter(("M1",), accept), until_s - 0.01)
    assert helper.busy


def reserved(world: World, name: str) -> tuple[Case, float]:
    found = world.nodes[name].helper.reserved
    assert found is not None
    return found


def test_a_yes_counts_from_when_it_was_asked_for_and_not_from_when_it_arrives() -> None:
    world = World(robots("L", "M1"))
    world.assign("L", job("job3b"))
    world.run(0.3)
    agent, case = world.nodes["L"], reserved_or_bound(world, "M1")
    late_s = world.now_s + world.terms.lease_s
    yes = Answer(case, "M1", ("L", "M1"), True, world.now_s)
    agent.hear(Letter(("L",), yes), late_s)
    assert not agent.counts_on("M1", late_s)
    assert agent.counts_on("M1", late_s - 0.01)


def reserved_or_bound(world: World, name: str) -> Case:
    bond = world.nodes[name].helper.bond
    return bond.case if bond is not None else reserved(world, name)[0]


def test_whoever_was_let_go_is_not_used_again_in_the_same_round() -> None:
    """A release may be late; it must not free somebody whom the agent counts on by then."""
    look = tuple(Need("perception", 1, type_) for type_ in (1, 2, 3))
    team = [eyes("agent", {1: 1}), eyes("two", {2: 1}), eyes("three", {3: 1})]
    team += [eyes("both", {2: 2, 3: 2}), eyes("threes", {3: 6})]
    world = World(team, terms=Terms(match="active", objective="score"))
    world.assign("agent", Job("look", look))
    world.run(0.1)
    world.crash("three")
    world.crash("both")
    world.run(3.0)
    found = decision(world, "agent")
    assert set(found.decision.members) == {"agent", "two", "threes"}
    assert found.case.round == 1, "'two' was let go in round 0"


def test_a_robot_with_a_job_takes_no_other() -> None:
    world = World(robots("M1"))
    world.assign("M1", job("job2"))
    with pytest.raises(ValueError, match="M1 has a job, or helps with one; let it finish first"):
        world.assign("M1", job("job2"))


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b'{"way":[],"message":{"type":"bye"}}'])
def test_what_is_no_letter_is_none(data: bytes) -> None:
    assert decode(data) is None


def test_a_letter_with_a_job_of_thousands_of_needs_is_none() -> None:
    world = World(robots("L"))
    request = world.nodes["L"].assign(job("job3b"), 0.0).letters[0]
    assert decode(encode(request)) == request
    assert isinstance(request.message, Request)
    assert request.message.plea is not None
    needs = request.message.plea.job.needs * 40
    large = msgspec.structs.replace(request.message.plea.job, needs=needs)
    plea = msgspec.structs.replace(request.message.plea, job=large)
    forged = msgspec.structs.replace(request.message, plea=plea)
    assert decode(encode(Letter((), forged))) is None


@pytest.mark.parametrize("seed", range(5))
def test_in_light_rain_an_agent_still_finds_its_helper(seed: int) -> None:
    world = World(robots("L", "M1", "M2"), Air(seed, lost=0.2, doubled=0.2, delay_s=0.08))
    world.assign("L", job("job3b"))
    world.run(6.0)
    assert world.said("L", Decided)


def storm(seed: int) -> World:
    """Twenty seconds of jobs, crashes and letters that go anywhere."""
    dice = random.Random(seed)
    team: list[Robot] = robots("L.1", "L.2", "M1", "M2", "M3", "S1", "O1", "S2")
    air = Air(
        seed, dice.choice([0.0, 0.1, 0.4]), dice.choice([0.0, 0.3]), dice.choice([0.02, 0.3, 4.0])
    )
    match = dice.choice(["exact", "paper", "active"])
    terms = Terms(match="active" if match == "active" else "paper" if match == "paper" else "exact")
    world = World(team, air, terms)
    names = [each.name for each in team]
    for _ in range(200):
        name = dice.choice(names)
        what = dice.random()
        if name in world.down:
            world.restart(name)
        elif what < 0.35 and not world.nodes[name].busy:
            world.assign(
                name, job(dice.choice(["job1", "job2", "job3a", "job3b", "job3c", "job4"]))
            )
        elif what < 0.45:
            world.crash(name)
        elif what < 0.6:
            world.finish(name)
        elif what < 0.7:
            world.battery(name, dice.choice([0.1, 0.3, 0.31, 1.0]))
        world.run(0.1)
    return world


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_no_helper_ever_has_two_agents_whatever_is_lost_doubled_late_or_restarted(
    seed: int,
) -> None:
    assert storm(seed).sent


@pytest.mark.soak
@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_no_helper_ever_has_two_agents_in_hundreds_of_storms(seed: int) -> None:
    assert storm(seed).sent


def test_the_storms_are_not_idle() -> None:
    worlds = [storm(seed) for seed in range(4)]
    assert sum(isinstance(each, Decided) for world in worlds for _, each in world.news) > 20
    assert sum(isinstance(each, Lost) for world in worlds for _, each in world.news) > 3
