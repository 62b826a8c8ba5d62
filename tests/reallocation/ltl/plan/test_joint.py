"""Conjuncts that couple robots, beside a plain Dijkstra over everything at once."""

from __future__ import annotations

import dataclasses
import heapq
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.ltl.allocation.share import Objective, value
from cotree.reallocation.ltl.automata.derive import translate
from cotree.reallocation.ltl.language.evaluate import holds
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.plan import joint
from cotree.reallocation.ltl.plan.answer import Plan, Reason
from cotree.reallocation.ltl.plan.check import fault, parallel
from cotree.reallocation.ltl.plan.mission import compile_mission
from cotree.reallocation.ltl.plan.robots import Problem, Word, begin
from cotree.reallocation.ltl.plan.solve import out_of_place, plan
from cotree.reallocation.ltl.plan.timing import arrivals
from cotree.reallocation.ltl.repair.disturbances import Changed, Lost
from cotree.reallocation.ltl.repair.follow import follow
from cotree.reallocation.ltl.repair.reallocate import Reallocation, reallocate
from cotree.reallocation.ltl.world.changes import Block
from cotree.reallocation.ltl.world.chart import Kind, Map
from cotree.reallocation.ltl.world.world import World
from tests.kit.hospital import spread, starts, team_for

OBJECTIVES: tuple[Objective, ...] = ("sum", "makespan", "lexicographic")


def team(*names: str) -> list[tuple[str, str, tuple[str, str]]]:
    return [(name, name, starts()[name]) for name in names]


def solved(problem: Problem) -> Plan:
    answer = plan(problem)
    assert isinstance(answer, Plan), answer
    assert answer.solver == "joint"
    return answer


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("!p6 U p3", 55.0),
        ("<>(p6 && standby) && (!p6 U p3)", 70.0),
        ("<>p3 && [](p3 -> <>p6)", 70.0),
        ("[](p1 -> X p2) && <>p1", 75.0 + 75.0),
        ("[]<>x1 && <>(p3 && standby)", 75.0),
        ("<>(c9 && X c8)", 15.0),
    ],
)
def test_what_couples_robots_is_planned_together(text: str, total: float) -> None:
    problem = team_for(text, team("DR", "A1"))
    found = solved(problem)
    assert found.total == pytest.approx(total)
    assert holds(parse(text), (*problem.past, *parallel(problem, found)))


def test_a_robot_waits_only_where_the_formula_demands_it() -> None:
    text = "<>(p6 && standby) && <>(p3 && standby) && (!p6 U (p3 && standby)) && "
    text += "[]((!p3 && X p3) -> loaded) && []((!p6 && X p6) -> loaded)"
    found = solved(team_for(text, team("DR", "A1")))
    (first, then) = [found.routes[robot].legs[leg] for robot, leg in found.order]
    assert (first.action, str(first.target)) == ("drop", "(p3, standby)")
    assert (then.action, str(then.target)) == ("move", "(p6, loaded)")


def test_who_does_it_all_waits_for_nobody() -> None:
    found = solved(team_for("<>(p6 && standby) && (!p6 U p3)", team("DR", "A1")))
    assert found.order == ()


def test_who_recurs_comes_last_and_the_others_do_not_wait_for_each_other() -> None:
    found = solved(team_for("<>p6 && <>p4 && []<>c5", team("DR", "A1", "Wassi")))
    *_, last = found.order
    assert found.routes[last[0]].legs[last[1]].target.region == "c5"
    assert last[1] == len(found.routes[last[0]].legs) - 1
    assert len({robot for robot, _ in found.order}) == len(found.order)


def test_who_must_wait_arrives_when_the_other_has() -> None:
    text = "<>(x1 && standby) && <>(p4 && standby) && (!x1 U p4)"
    problem = team_for(text, team("DR", "Wassi"))
    found = solved(problem)
    assert found.total == 20.0 + 30.0
    ends = {(one.robot, one.leg): one.micros for one in arrivals(found)}
    assert ends[0, 1] == ends[1, 2] == 30_000_000
    halfway, rest = follow(problem, found, 25)
    assert halfway.robots[0].state.region == "c9"
    done, _ = follow(halfway, rest, 20)
    assert not done.open()
    assert holds(parse(text), done.past)


def test_a_plan_under_way_keeps_its_order_after_any_number_of_steps() -> None:
    text = "<>(x1 && standby) && <>(p4 && standby) && (!x1 U p4)"
    begun = team_for(text, team("DR", "Wassi"))
    first = solved(begun)
    for clock in (1, 10, 12, 20, 29, 30, 31):
        problem, rest = follow(begun, first, clock)
        assert fault(problem, rest) is None
        problem, _ = follow(problem, rest, 1e6)
        assert holds(parse(text), problem.past)


def test_the_whole_team_replans_and_what_has_been_shown_counts() -> None:
    text = "<>(p6 && standby) && (!p6 U p3)"
    problem = team_for(text, team("DR", "A1"))
    problem, rest = follow(problem, solved(problem), 55)
    found = reallocate(problem, rest, [Lost("A1")])
    assert isinstance(found, Reallocation), found
    assert isinstance(found.local, Reason)
    assert found.local.status == "not_supported"
    assert [leg.target.region for leg in found.plan.routes[0].legs][-1] == "p6"
    assert "p3" not in [leg.target.region for leg in found.plan.routes[0].legs]
    problem, _ = follow(found.problem, found.plan, 1e6)
    assert holds(parse(text), problem.past)


def test_a_plan_that_still_does_is_kept() -> None:
    problem = team_for("<>(p6 && standby) && (!p6 U p3)", team("DR", "A1"))
    problem, rest = follow(problem, solved(problem), 15)
    found = reallocate(problem, rest, [Changed((Block("w1", "c10"),))])
    assert isinstance(found, Reallocation)
    assert found.kind == "kept"


def test_what_no_order_satisfies_is_impossible() -> None:
    answer = plan(team_for("<>p3 && (!c3 U p3)", team("DR", "A1")))
    assert isinstance(answer, Reason)
    assert answer.status == "impossible"
    assert "no order of steps" in answer.message


def test_two_that_must_wait_for_each_other_share_the_work_where_the_longest_way_counts() -> None:
    """One robot does both for 240 all together; two do it for 260, nobody more than 155."""
    text = "<>(p3 && standby && <>standby) && <>(p6 && standby) && (!p6 U p3) && "
    text += "[]((!p3 && X p3) -> loaded) && []((!p6 && X p6) -> loaded)"
    robots = [("one", "DR", ("x2", "standby")), ("two", "DR", ("p1", "standby"))]
    alone = solved(team_for(text, robots))
    both = solved(team_for(text, robots, "lexicographic"))
    assert (alone.total, alone.makespan) == (240.0, 240.0)
    assert (both.total, both.makespan) == (260.0, 155.0)
    assert both.value == (155.0, 260.0)
    assert both.status == "optimal"


def test_who_has_more_to_do_is_spared_what_anybody_can_do() -> None:
    """The third letter must be c: either robot may wait there, and only R0 can be on in d."""
    world = World(Map(("c", "d"), {("c", "d"): 10.0}, 0.5), (Kind("k", ("off", "on"), ()),))
    mission = compile_mission(parse("X X c && <>(d && on)"), [world.system("k")])
    robots = [("R0", "k", ("c", "on")), ("R1", "k", ("c", "off"))]
    found = solved(begin(world, mission, robots, "lexicographic"))
    assert found.value == (10.0, 10.5)
    assert [leg.action for leg in found.routes[1].legs] == ["stay"]


def test_what_is_contradictory_is_named_and_nothing_else() -> None:
    answer = plan(team_for("[]<>c5 && <>p3 && (!p6 U p3) && []<>c9", team("DR", "A1")))
    assert isinstance(answer, Reason)
    assert answer.status == "impossible"
    assert answer.cause is not None
    assert answer.cause.conjuncts == ("[]<>c5", "[]<>c9")
    assert "words are finite" in answer.message


def test_large_teams_are_told_to_be_unsupported() -> None:
    many = spread("repo2", 90)
    text = "(!p6 U p3) && <>(p3 && standby) && <>(p6 && standby) && <>(p4 && standby)"
    robots = [(robot.name, robot.kind, tuple(robot.state)) for robot in many.robots]
    two = plan(team_for(text, robots))  # type: ignore[arg-type]
    assert isinstance(two, Reason)
    assert two.status == "not_supported"
    assert "in more than 100000 ways" in two.message


def test_a_search_that_grows_too_large_is_given_up_with_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(joint, "MOST_STATES", 20)
    answer = plan(team_for("<>(p1 && X p2)", team("DR", "A1")))
    assert isinstance(answer, Reason)
    assert answer.status == "not_supported"
    assert "more than 20 joint states" in answer.message


# -- beside a plain search over everything -----------------------------------------------------

COUPLED = (
    "!a U b",
    "!c U (a && on)",
    "[]<>a",
    "[](a -> <>b)",
    "<>(a && X b)",
    "[](c -> X b)",
    "!b W c",
)
OWN = ("<>a", "<>(c && off)", "<>b")
RULES = ("[](!a && X a -> on)", "[]!b", "[](c -> wX !a)")


def small(dice: Random) -> tuple[Problem, str]:
    """Two robots in three or four rooms."""
    rooms = ("a", "b", "c", "d")[: dice.randint(3, 4)]
    ways = {(x, y): float(dice.randint(1, 5)) for x in rooms for y in rooms if x != y}
    ways = {way: cost for way, cost in ways.items() if dice.random() < 0.6}
    kind = Kind("k", ("off", "on"), ())
    world = World(Map(rooms, ways, 0.5), (kind,))
    texts = [*dice.sample(COUPLED, dice.randint(1, 2)), *dice.sample(OWN, dice.randint(0, 2))]
    texts += dice.sample(RULES, dice.randint(0, 1))
    text = " && ".join(f"({one})" for one in texts)
    mission = compile_mission(parse(text), [world.system("k")])
    ops = ("off", "on")
    robots = [(f"R{i}", "k", (dice.choice(rooms), dice.choice(ops))) for i in range(2)]
    return begin(world, mission, robots), text


def cheapest(problem: Problem) -> set[tuple[int, int]]:
    """What each robot has paid at every end that is not worse for everybody than another one.

    Every step of any robot, over one automaton per conjunct on the word of the team: tasks of one
    step are the same on the word of the team and on that of one robot.
    """
    mission = problem.mission
    parts = [task.formula for task in mission.tasks] + [one.formula for one in mission.coupled]
    automata = [translate(part, mission.alphabet) for part in parts]
    system = problem.system(problem.robots[0])
    states = tuple(system.index(*robot.state) for robot in problem.robots)
    first = (states, tuple(automaton.after(problem.past) for automaton in automata))
    best: dict[object, set[tuple[int, int]]] = {first: {(0, 0)}}
    queue = [(0, (0, 0), first)]
    ends: set[tuple[int, int]] = set()
    while queue:
        _, paid, node = heapq.heappop(queue)
        if paid not in best[node] or worse(paid, ends):
            continue
        if all(a.accepting[q] for a, q in zip(automata, node[1], strict=True)):
            ends.add(paid)
            continue
        for robot, at in enumerate(node[0]):
            for arc in range(int(system.first[at]), int(system.first[at + 1])):
                there = int(system.target[arc])
                label = system.labels[there]
                if any(rule.forbids(system.labels[at], label) for rule in mission.rules):
                    continue
                moved = (*node[0][:robot], there, *node[0][robot + 1 :])
                after = (
                    moved,
                    tuple(a.after([label], q) for a, q in zip(automata, node[1], strict=True)),
                )
                cost = int(system.cost[arc])
                more = (paid[0] + cost, paid[1]) if robot == 0 else (paid[0], paid[1] + cost)
                known = best.setdefault(after, set())
                if not worse(more, known):
                    known -= {one for one in known if worse(one, {more})}
                    known.add(more)
                    heapq.heappush(queue, (sum(more), more, after))
    return ends


def worse(paid: tuple[int, int], others: set[tuple[int, int]]) -> bool:
    """Whether somebody else pays no more for either robot."""
    return any(one[0] <= paid[0] and one[1] <= paid[1] for one in others)


@given(st.integers(0, 1 << 32))
def test_the_joint_search_finds_what_a_plain_one_finds(seed: int) -> None:
    problem, text = small(Random(seed))
    if out_of_place(problem) is not None:
        assert isinstance(plan(problem), Reason)
        return
    ends = cheapest(problem)
    for objective in OBJECTIVES:
        answer = plan(dataclasses.replace(problem, objective=objective))
        if not ends:
            assert isinstance(answer, Reason), text
            assert answer.status == "impossible"
            continue
        assert isinstance(answer, Plan), (answer, text)
        wanted = min(value(paid, objective) for paid in ends)
        assert value([route.micros for route in answer.routes], objective) == wanted, text
        assert answer.status == "optimal"
        ways = [anyhow(problem, answer, Random(seed + number)) for number in range(5)]
        for ahead in (parallel(problem, answer), *ways):
            word = (*problem.past, *ahead)
            assert all(holds(task.formula, word) for task in problem.mission.tasks), text
            assert all(holds(one.formula, word) for one in problem.mission.coupled), text


def anyhow(problem: Problem, answer: Plan, dice: Random) -> Word:
    """What the team shows if everybody goes as fast as it likes, and keeps the order of the plan.

    A leg is not begun before the one before it in that order has ended.
    """
    before = dict(zip(answer.order[1:], answer.order, strict=False))
    done = [0] * len(answer.routes)
    shown = []
    while any(at < len(route.legs) for at, route in zip(done, answer.routes, strict=True)):
        able = []
        for robot, (at, route) in enumerate(zip(done, answer.routes, strict=True)):
            other, leg = before.get((robot, at), (robot, -1))
            if at < len(route.legs) and done[other] > leg:
                able.append(robot)
        robot = dice.choice(able)
        target = answer.routes[robot].legs[done[robot]].target
        system = problem.system(problem.robots[robot])
        shown.append(system.labels[system.number[target]])
        done[robot] += 1
    return tuple(shown)
