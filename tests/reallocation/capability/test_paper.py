"""Every statement of the paper that can be checked: one test each, with the printed value."""

from __future__ import annotations

from itertools import combinations

import pytest

from cotree.core.hauls import Act, acts
from cotree.reallocation.capability.active import active
from cotree.reallocation.capability.answer import Answer, Decision, NoTeam, Ports
from cotree.reallocation.capability.can import can
from cotree.reallocation.capability.control import Choice, Control
from cotree.reallocation.capability.graph.knowledge import Knowledge, joined, of_job
from cotree.reallocation.capability.graph.progress import progress
from cotree.reallocation.capability.graph.updates import (
    attribute,
    detected,
    grasped,
    released,
)
from cotree.reallocation.capability.models import Job, Relation, Robot, Thing
from cotree.reallocation.capability.passive import passive
from cotree.reallocation.capability.tower import order_of, spare_ports, works
from tests.reallocation.capability.paper import facts, job, robot, robots, table

TYPES = list(facts()["robot_types"])


def method1(agent: str, name: str, *others: str) -> Answer:
    return passive(robot(agent), job(name), robots(*others), "paper")


def method2(agent: str, name: str, *others: str, ports: Ports = "paper") -> Answer:
    return active(robot(agent), job(name), robots(*others), ports=ports)


def all_others(agent: Robot) -> list[Robot]:
    return [other for other in table() if other.name != agent.name]


def decided(answer: Answer) -> Decision:
    assert isinstance(answer, Decision), answer.explain()
    return answer


def ways(answer: Answer) -> dict[str, float]:
    """The helper of every candidate, with its score to one digit."""
    found = decided(answer)
    return {
        f"{each.mode} {name}": round(each.score, 1)
        for each in found.candidates
        for name in each.members
        if name != found.agent
    }


def pairs(name: str, match: str) -> set[tuple[str, str]]:
    """Types of agent and helper, for the assembly that each agent of Table II chooses."""
    found = set()
    for agent in table():
        answer = (
            passive(agent, job(name), all_others(agent), "paper")
            if match == "method1"
            else active(agent, job(name), all_others(agent), ports="paper")
        )
        if isinstance(answer, Decision):
            assert {each.mode for each in answer.candidates} == {"assembly"}
            found.add((agent.model.name, answer.helpers[0].split(".")[0]))
    return found


def solo(name: str, by: str = "type") -> list[str]:
    return [
        kind for kind in TYPES if can(robot(kind), job(name), "level" if by == "level" else "type")
    ]


def test_e02_job_1_is_beyond_every_single_robot_and_only_assemblies_do_it() -> None:
    assert solo("job1") == solo("job1", "level") == []
    expected = {("L", "O1"), ("M", "O1"), ("S1", "O1"), ("S2", "O1"), ("O1", "S1")}
    assert pairs("job1", "method1") == expected
    assert pairs("job1", "method2") == {("L", "O1"), ("M", "O1")}


def test_e03_in_job_1_an_agent_that_cannot_be_assembled_fails() -> None:
    others = [kind for kind in TYPES if kind != "B"]
    assert isinstance(method1("B", "job1", *others), NoTeam)
    assert isinstance(method2("B", "job1", *others), NoTeam)


@pytest.mark.parametrize("agent", ["L", "M"])
def test_e04_in_job_1_l_and_m_pick_o1_by_both_methods(agent: str) -> None:
    others = [kind for kind in TYPES if kind != agent]
    for answer in (method1(agent, "job1", *others), method2(agent, "job1", *others)):
        assert decided(answer).mode == "assembly"
        assert decided(answer).helpers == ("O1",)


def test_e05_in_job_2_s2_is_granted_help_by_all_but_o1() -> None:
    answer = method1("S2", "job2", "B", "L", "M", "S1", "O1")
    expected = {"S1": 414.2, "M": 95.8, "B": 81.8, "L": 70.7}
    assert ways(answer) == {f"partnership {name}": value for name, value in expected.items()}


def test_e06_the_best_of_them_is_s1_as_a_partner() -> None:
    answer = decided(method1("S2", "job2", "B", "L", "M", "S1", "O1"))
    assert (answer.mode, answer.helpers) == ("partnership", ("S1",))


def test_e07_by_type_s2_cannot_do_job_2_alone() -> None:
    found = can(robot("S2"), job("job2"))
    assert str(found) == "S2 cannot do job2: no manipulation type 1 (has type 2)"


def test_e08_s2_has_too_few_ports_for_any_assembly_under_a7() -> None:
    answer = method2("S2", "job2", "B", "L", "M", "S1", "O1")
    assert "assembly" not in {each.mode for each in decided(answer).candidates}
    assert spare_ports([robot("S2")]) == 0
    free = method2("S2", "job2", "L", ports="structural")
    assert "assembly" in {each.mode for each in decided(free).candidates}, "with A7 only"


def test_e09_there_are_exactly_four_subcontracts_for_it() -> None:
    answer = method2("S2", "job2", "B", "L", "M", "S1", "O1")
    assert ways(answer) == {
        "subcontract S1": 1000.0,
        "subcontract B": 500.0,
        "subcontract L": 500.0,
        "subcontract M": 500.0,
    }


def test_e10_s1_takes_it_over() -> None:
    answer = decided(method2("S2", "job2", "B", "L", "M", "S1", "O1"))
    assert (answer.mode, answer.members) == ("subcontract", ("S1",))


def test_e12_exactly_b_and_l_can_do_job_3a_alone() -> None:
    assert solo("job3a") == solo("job3a", "level") == ["B", "L"]


def test_e13_in_job_3a_m_assembles_with_s1() -> None:
    others = [other.name for other in table() if other.name != "M.1"]
    answer = method1("M.1", "job3a", *others)
    assert (decided(answer).mode, decided(answer).helpers) == ("assembly", ("S1.1",))
    found = ways(answer)
    assert found["assembly S1.1"] == 161.4
    assert found["subcontract B.1"] == 105.4
    assert found["assembly S2.1"] == 94.9


def test_e14_job_3b_is_beyond_every_single_robot_and_l_assembles_with_m() -> None:
    assert solo("job3b") == solo("job3b", "level") == []
    others = [kind for kind in TYPES if kind != "L"]
    for answer in (method1("L", "job3b", *others), method2("L", "job3b", *others)):
        assert (decided(answer).mode, decided(answer).helpers) == ("assembly", ("M",))


def test_e15_in_job_3c_m3_assembles_with_l1_below_and_s1_above() -> None:
    answer = decided(method2("M3", "job3c", "L.1", "S1", "O1"))
    assert (answer.mode, answer.members) == ("assembly", ("L.1", "M3", "S1"))
    assert round(answer.chosen.score, 1) == 169.5
    m, low, s, o = robots("M3", "L.1", "S1", "O1")
    assert [spare_ports([m, each]) for each in (low, s, o)] == [2, 0, 0]
    assert order_of([m, low, o], job("job3c"), "type") is None, "O1 cannot be in the middle (A5)"


def test_e16_job_3c_needs_three_robots() -> None:
    for pair in combinations(table(), 2):
        assert order_of(pair, job("job3c"), "type") is None


def test_e20_in_job_4_s2_works_alone_others_hand_it_over_or_use_o2() -> None:
    assert solo("job4") == solo("job4", "level") == ["S2"]
    for agent in ("B", "L", "M", "S1"):
        others = [kind for kind in TYPES if kind not in (agent, "O2")]
        for answer in (method1(agent, "job4", *others), method2(agent, "job4", *others)):
            assert decided(answer).mode == "subcontract"
            assert decided(answer).members == ("S2",)
    for agent in ("L", "M"):
        for answer in (method1(agent, "job4", "O2"), method2(agent, "job4", "O2")):
            assert (decided(answer).mode, decided(answer).helpers) == ("assembly", ("O2",))


def test_e21_in_job_4_yellow_b_hands_over_to_a_purple_robot() -> None:
    colours = facts()["colours"]
    others = [kind for kind in TYPES if kind != "B"]
    answer = decided(method1("B", "job4", *others))
    assert (answer.mode, answer.members) == ("subcontract", ("S2",))
    assert (colours["B"], colours["S"]) == ("yellow", "purple")


def test_e22_in_job_5_l_assembles_with_m1_and_o1_and_leaves_o4() -> None:
    answer = decided(method2("L", "job5", "M1", "O1", "O4"))
    assert (answer.mode, set(answer.members)) == ("assembly", {"L", "M1", "O1"})
    assert round(answer.chosen.score, 1) == 231.7
    assert len([each for each in answer.candidates if each.mode == "assembly"]) == 1


@pytest.mark.parametrize("name", ["job3c", "job5"])
def test_e23_no_agent_does_a_three_robot_job_by_method_1(name: str) -> None:
    for agent in table():
        assert isinstance(passive(agent, job(name), all_others(agent), "paper"), NoTeam)
        assert isinstance(passive(agent, job(name), all_others(agent), "exact"), NoTeam)


def test_e24_in_job_2_m2_has_m1_as_a_partner_until_m1_is_low_on_power() -> None:
    def mode(battery: float) -> str:
        return decided(active(robot("M2"), job("job2"), [robot("M1", battery=battery)])).mode

    assert (mode(0.31), mode(0.30)) == ("partnership", "solo")


def stacked(*order: str, name: str) -> Control:
    """A tower whose costs are as printed."""
    return Control(robots(*order), job(name), costs="paper")


def test_e25_from_p_of_a_to_l_of_b_costs_3_and_nothing_costs_less() -> None:
    # Fig. 10: three workers; B stands on the ground, A on it, C on A.
    control = Control(robots("L.2", "M1", "S1"), job("job2"), costs="paper")
    found = control.for_action("move", seen_by="M1/P1")
    assert found == Choice("L.2/L1", 3.0)


def test_e26_in_a_partnership_the_own_robot_acts_at_a_cost_of_2() -> None:
    control = Control(robots("M2", "M1"), job("job2"), assembled=False, costs="paper")
    found = control.for_action("move", seen_by="M2/P1")
    assert found == Choice("M2/L1", 2.0)


def test_e27_in_job_3b_m_grasps_and_l_moves() -> None:
    control = stacked("L", "M", name="job3b")
    assert acting(control, "grasp", "M/P1") == acting(control, "release", "M/P1") == "M"
    assert acting(control, "move", "M/P1") == "L"


def test_e28_in_job_5_m1_grasps_and_l_moves() -> None:
    members = decided(method2("L", "job5", "M1", "O1", "O4")).members
    control = stacked(*members, name="job5")
    seeing = [part for part, how in control.standing.items() if how == "free" and "/P" in part]
    for eye in seeing:
        assert acting(control, "grasp", eye) == "M1"
        assert acting(control, "move", eye) == "L"


def test_e29_in_job_3c_s1_grasps_and_l1_moves() -> None:
    control = stacked("L.1", "M3", "S1", name="job3c")
    assert acting(control, "grasp", "S1/P1") == "S1"
    assert acting(control, "move", "S1/P1") == "L.1"


def acting(control: Control, action: str, seen_by: str) -> str:
    found = control.for_action(action, seen_by)
    assert isinstance(found, Choice), found
    return found.part.split("/")[0]


def boxes(count: int) -> Job:
    names = [f"box{i + 1}" for i in range(count)]
    fixed = [Thing("table", "ground", True), Thing("place", "ground", True)]
    goal = tuple(Relation(name, "on", "place") for name in names)
    things = (*fixed, *(Thing(n, "table", attributes=(("weight", "2"),)) for n in names))
    return Job("boxes", job("job2").needs, things, goal)


def test_e30_the_job_layer_falls_apart_while_a_box_is_carried_and_is_whole_at_the_end() -> None:
    task = boxes(3)
    known = joined(of_job(task), (robot("M1"),))
    done: list[Act] = []
    for act in acts(task):
        now = progress(known, task)
        assert not now.complete, f"{act} comes after the end"
        carried = known.holder(act.thing) is not None
        assert now.connected == (now.lambda_2 > 0) == (not carried)
        known = acted(known, act)
        done.append(act)
    assert len(done) == 15
    assert progress(known, task).complete
    assert progress(known, task).lambda_2 > 0


@pytest.mark.parametrize("left_out", range(15))
def test_e30_none_of_the_fifteen_actions_can_be_left_out(left_out: int) -> None:
    task = boxes(3)
    some = [act for i, act in enumerate(acts(task)) if i != left_out]
    known = joined(of_job(task), (robot("M1"),))
    with pytest.raises(Unready):
        all_acted(known, task, some)


def all_acted(known: Knowledge, task: Job, some: list[Act]) -> None:
    """Done one after the other, until the job is done."""
    for act in some:
        known = acted(known, act)
    if not progress(known, task).complete:
        raise Unready(str(progress(known, task)))


class Unready(Exception):
    """An action whose conditions (1.8) do not hold."""


def acted(known: Knowledge, act: Act) -> Knowledge:
    """The graph after an action of M1, if its conditions hold; ``stands_at`` is where M1 is."""
    seen, holds = known.find("M1/P1", "observes", act.thing), known.holder(act.thing)
    there = dict(known.nodes["M1"].facts).get("stands_at", "")
    lies_on = [edge.target for edge in known.find(act.thing, "on")]
    if act.verb == "detect":
        return detected(known, "M1/P1", act.thing)
    if act.verb == "move":
        to = lies_on[0] if act.place == act.thing else act.place
        return attribute(known, "M1", "stands_at", to)
    if act.verb == "grasp":
        if not seen or holds or lies_on != [there]:
            raise Unready(f"{act}: seen {seen}, held by {holds}, on {lies_on}, M1 at {there}")
        return attribute(grasped(known, "M1/M1", act.thing), "M1", "stands_at", f"left {there}")
    if not holds or there != act.place:
        raise Unready(f"{act}: held by {holds}, M1 at {there}")
    return attribute(released(known, act.thing, act.place), "M1", "stands_at", f"left {there}")


def test_the_tower_of_the_paper_works_in_both_languages() -> None:
    assert works(robots("L", "M"), job("job3b"), "type")
    assert works(robots("L", "M"), job("job3b"), "level")
