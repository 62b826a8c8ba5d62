"""What is missing, in words."""

from __future__ import annotations

import pytest

from cotree.reallocation.capability.active import active
from cotree.reallocation.capability.answer import Decision, NoTeam
from cotree.reallocation.capability.can import can
from cotree.reallocation.capability.models import Domain, Job, Model, Need, Part, Robot, named
from cotree.reallocation.capability.passive import passive
from tests.reallocation.capability.paper import job, robot, robots

SENTENCES = {
    ("B", "job1"): "B cannot do job1: no perception type 3 (has type 1)",
    ("L", "job3b"): "L cannot do job3b: perception type 1 must reach 8, reaches 5; "
    "manipulation type 1 must reach 8, reaches 5",
    ("O2", "job4"): "O2 cannot do job4: no perception type 1; no locomotion type 1",
    ("B", "job2"): "B can do job2",
}


@pytest.mark.parametrize(("who", "name"), SENTENCES)
def test_a_verdict_says_what_is_missing(who: str, name: str) -> None:
    assert str(can(robot(who), job(name))) == SENTENCES[who, name]


def test_a_verdict_by_level_says_the_level() -> None:
    assert str(can(robot("B"), job("job1"), "level")) == (
        "B cannot do job1: no perception level 3 (highest level 1)"
    )


def test_a_verdict_counts() -> None:
    two = Job("lift", (Need("manipulation", count=3),))
    assert str(can(robot("M1"), two)) == ("M1 cannot do lift: 3 manipulation type 1 needed, 2 free")


def test_one_part_does_not_serve_two_needs() -> None:
    both = Job("both", (Need("perception"), Need("perception", at=(1.0, 2.0, 1.0))))
    assert "(each may serve one need only)" in str(can(robot("S1"), both))


def test_a_tower_needs_ports_and_wheels_on_the_ground() -> None:
    low = can(robots("S1", "M1"), job("job3a"))
    assert str(low) == "S1 + M1 cannot do job3a: too few ports for this order"
    legless = Robot("post", Model("post", 5.0, 2))
    assert "no locomotion type 1 on the ground" in str(can([legless, robot("M1")], job("job2")))


def test_types_have_names_where_the_job_knows_them() -> None:
    eyes = Domain("perception", types=("rgb", "depth", "thermal"))
    hot = Job("hot", (Need("perception", type=3),), domains=(eyes,))
    seer = Robot("r", Model("m", 1.0, parts=named([Part("", "perception", type=2)])))
    assert str(can(seer, hot)) == "r cannot do hot: no perception thermal (has depth)"


def test_a_decision_explains_itself() -> None:
    found = active(robot("L"), job("job3b"), robots("M1"))
    assert isinstance(found, Decision)
    assert found.explain() == (
        "job3b: assembly L + M1 (231.7)\n"
        "  L cannot do job3b: perception type 1 must reach 8, reaches 5; "
        "manipulation type 1 must reach 8, reaches 5"
    )


def test_a_refusal_says_for_each_robot_what_is_missing() -> None:
    found = active(robot("L"), job("job1"), robots("B"))
    assert isinstance(found, NoTeam)
    assert found.status == "impossible"
    assert found.explain().splitlines() == [
        "job1: no idle neighbour can do it, and nobody has perception type 3",
        "  L cannot do job1: no perception type 3 (has type 1)",
        "  B cannot do job1: no perception type 3 (has type 1)",
    ]


def test_needs_that_no_order_of_reach_sorts_are_not_supported_by_the_search() -> None:
    wide, high = (5.0, 1.0, 1.0), (1.0, 5.0, 1.0)
    task = Job("odd", (Need("manipulation", at=wide), Need("manipulation", at=high)))
    found = active(robot("L"), task, robots("M1"))
    assert isinstance(found, NoTeam)
    assert found.status == "not_supported"
    assert isinstance(passive(robot("L"), task, robots("M1")), NoTeam)


def test_a_job_for_millions_of_parts_is_refused_at_once() -> None:
    task = Job("hive", (Need("manipulation", count=10**9),))
    found = active(robot("L"), task, robots("M1"))
    assert isinstance(found, NoTeam)
    assert found.status == "not_supported"
    assert str(can(robot("L"), task)) == (
        "L cannot do hive: 1000000000 manipulation type 1 needed, 2 free"
    )


def test_a_search_that_is_cut_short_proves_nothing() -> None:
    found = active(robot("M3"), job("job3c"), robots("L.1", "S1", "O1"), most_nodes=1)
    assert isinstance(found, NoTeam)
    assert found.status == "not_found"


def test_heights_in_metres_are_not_refused_for_rounding() -> None:
    post = Robot("post", Model("post", 0.7, 2, named([Part("", "locomotion", at=(1, 0, 1))])))
    hand = Part("", "manipulation", at=(1.0, 0.1, 1.0))
    arm = Robot("arm", Model("arm", 0.2, 1, named([hand])))
    needs = (Need("manipulation", at=(1.0, 0.8, 1.0)), Need("locomotion", at=(1.0, 0.0, 1.0)))
    assert isinstance(active(arm, Job("reach", needs), [post]), Decision)
