"""The printed rule's defects V1 to V7, each beside what the exact test of the same message says."""

from __future__ import annotations

import msgspec

from cotree.reallocation.capability.answer import Answer, Candidate, Decision
from cotree.reallocation.capability.models import DOMAINS, Job, Model, Need, Part, Robot, named
from cotree.reallocation.capability.passive import decide, offers, passive, plea
from cotree.reallocation.capability.shortlist import Offer
from cotree.reallocation.capability.strength import missing, of_job, of_parts
from tests.reallocation.capability.paper import job, robot, robots

LEVELS = (1, 2, 3)


def hand(height: float, level: int = 1, x: float = 1.0) -> Part:
    return Part("", "manipulation", level, 1, (x, height, 1.0))


def body(name: str, size: float, *parts: Part) -> Robot:
    return Robot(name, Model(name, size, 2, named(parts)))


def grip(height: float, level: int = 1, count: int = 1, x: float = 1.0) -> Job:
    return Job("grip", (Need("manipulation", level, 1, count, (x, height, 1.0)),))


def printed(who: Robot, task: Job) -> bool:
    own = of_parts(who.parts, LEVELS, DOMAINS)
    return missing(of_job(task, LEVELS), own).nothing


def mode(answer: Answer) -> str:
    return answer.mode if isinstance(answer, Decision) else "none"


def both(agent: Robot, task: Job, helper: Robot) -> tuple[str, str]:
    """What the printed rule and the exact test decide."""
    return mode(passive(agent, task, [helper], "paper")), mode(passive(agent, task, [helper]))


def test_v1_a_nearer_part_hides_one_that_reaches() -> None:
    # 10 is far from 4, but reaches it; alone, the printed rule would ask for help.
    agent = body("a", 10.0, hand(3.0, 1), hand(10.0, 2))
    third = body("c", 10.0, hand(3.0, 3), hand(10.0, 2))
    assert printed(agent, grip(4.0)), "the farthest of both stands for level 1"
    assert not printed(third, grip(4.0)), "here level 3 is nearer, and too low"
    assert both(third, grip(4.0), body("b", 1.0)) == ("none", "solo")


def test_v2_the_place_of_a_weak_part_is_credited_to_a_strong_need() -> None:
    agent = body("a", 5.0, hand(5.0, 1), hand(1.0, 2))
    assert printed(agent, grip(5.0, level=2))
    assert both(agent, grip(5.0, level=2), body("b", 1.0)) == ("solo", "none")


def test_v3_one_position_stands_for_all_parts_of_a_row() -> None:
    agent = body("a", 3.0, hand(3.0), hand(2.0))
    assert both(agent, grip(3.0, count=2), body("b", 0.5)) == ("solo", "none")


def test_v4_a_helper_that_only_lifts_is_refused() -> None:
    assert both(body("a", 3.0, hand(3.0)), grip(5.0), body("b", 2.0)) == ("none", "assembly")


def test_v5_a_helper_on_top_of_a_tall_agent_is_refused() -> None:
    agent, helper = body("a", 5.0, hand(3.0)), body("b", 2.0, hand(2.0))
    assert both(agent, grip(7.0), helper) == ("none", "assembly")


def test_v6_stacking_does_not_reach_further_sideways() -> None:
    agent, helper = body("a", 2.0, hand(1.0, x=2.0)), body("b", 2.0, hand(1.0, x=1.0))
    assert both(agent, grip(1.0, x=3.0), helper) == ("assembly", "none")


def test_v7_a_part_that_the_agent_lacks_is_demanded_at_full_height() -> None:
    agent, helper = body("a", 5.0), body("b", 2.0, hand(2.0))
    assert both(agent, grip(6.0), helper) == ("none", "assembly")


def test_a_helper_with_more_levels_answers_in_those_of_the_agent() -> None:
    strong = body("b", 4.0, hand(4.0, level=7))
    asked = plea(body("a", 3.0, hand(3.0)), grip(4.0), "paper")
    assert asked.levels == (1,)
    (offer,) = [o for o in offers(strong, asked, "paper") if o.candidate.mode == "subcontract"]
    assert offer.candidate.score == 1000.0, "level 7 counts as what was asked for"


def test_the_exact_rule_prefers_one_robot_to_two_where_the_printed_one_mixes_scores() -> None:
    # E13: the printed rule assembles M with S1 though B could take the job over.
    others = robots("B", "S1", "S2")
    assert mode(passive(robot("M"), job("job3a"), others, "paper")) == "assembly"
    found = passive(robot("M"), job("job3a"), others)
    assert isinstance(found, Decision)
    assert (found.mode, found.members) == ("subcontract", ("B",))
    assert {each.mode for each in found.candidates} == {"subcontract", "assembly"}


def test_a_busy_or_tired_robot_is_not_asked() -> None:
    agent, task = robot("L"), job("job3b")
    for other in (robot("M1", busy=True), robot("M1", battery=0.30)):
        assert mode(passive(agent, task, [other])) == "none"
    assert mode(passive(agent, task, [robot("M1", battery=0.31)])) == "assembly"


def test_the_exact_plea_is_about_as_long_as_the_printed_one() -> None:
    agent, task = robot("L"), job("job5")
    exact, paper = (len(msgspec.json.encode(plea(agent, task, how))) for how in ("exact", "paper"))
    assert exact < 1.5 * paper


def test_fewer_robots_come_before_a_better_fit() -> None:
    asked = plea(robot("L"), job("job3b"))
    one = Offer("x", Candidate("subcontract", ("x",), 10.0))
    two = Offer("y", Candidate("assembly", ("L", "y"), 90.0))
    found = decide(asked, [two, one])
    assert isinstance(found, Decision)
    assert found.chosen == one.candidate
    printed = decide(asked, [two, one], "paper")
    assert isinstance(printed, Decision)
    assert printed.chosen == two.candidate
