"""Costs to go, beside a plain Dijkstra over the states and the automata themselves."""

from __future__ import annotations

import heapq
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.ltl.automata.conjuncts import Task, classify
from cotree.reallocation.ltl.automata.letters import Alphabet
from cotree.reallocation.ltl.language.evaluate import holds
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.tables.ladder import Ladder, cells, goals, ladder
from cotree.reallocation.ltl.tables.ratchet import Ratchet, ratchet
from cotree.reallocation.ltl.tables.roads import FAR
from cotree.reallocation.ltl.world.chart import Kind, Map
from cotree.reallocation.ltl.world.system import System
from cotree.reallocation.ltl.world.world import World

TASKS = (
    "<>a",
    "<>(a && on)",
    "<>(a || b)",
    "<>(a && <>b)",
    "<>(b && <>a && <>c)",
    "<>(a && X <>a)",
    "<>(a && X <>(b && X <>b))",
    "<>a || <>(b && <>c)",
    "<>c && (<>a || <>b)",
    "<>(d && off)",
    "<>(a && b)",
)


def random_system(dice: Random) -> System:
    rooms = ("a", "b", "c", "d")
    ways = {(x, y): float(dice.randint(1, 5)) for x in rooms for y in rooms if x != y}
    ways = {way: cost for way, cost in ways.items() if dice.random() < 0.5}
    return World(Map(rooms, ways, 0.25), (Kind("k", ("off", "on")),)).system("k")


def task(text: str, alphabet: Alphabet) -> Ratchet:
    found = classify(parse(text), alphabet)
    assert isinstance(found, Task), text
    return ratchet(found.automaton)


def cheapest(found: Ladder, state: int, progress: tuple[int, ...]) -> int:
    """Plain Dijkstra over states and the progress of every task."""
    roads, tasks = found.roads, found.tasks
    best = {(state, progress): 0}
    queue = [(0, (state, progress))]
    while queue:
        cost, node = heapq.heappop(queue)
        if best[node] < cost:
            continue
        at, counts = node
        if all(count == one.done for count, one in zip(counts, tasks, strict=True)):
            return cost
        for arc in range(int(roads.first[at]), int(roads.first[at + 1])):
            there = int(roads.target[arc])
            letter = int(found.letters[there])
            pairs = zip(counts, tasks, strict=True)
            after = (there, tuple(int(one.step[count, letter]) for count, one in pairs))
            total = cost + int(roads.cost[arc])
            if total < best.get(after, FAR):
                best[after] = total
                heapq.heappush(queue, (total, after))
    return FAR


def random_ladder(dice: Random) -> tuple[Ladder, list[str]]:
    system = random_system(dice)
    alphabet = Alphabet.of(system.labels)
    letters = np.array(alphabet.word(system.labels))
    allowed = np.array([dice.random() < 0.9 for _ in system.source])
    texts = dice.sample(TASKS, dice.randint(1, 3))
    return ladder(system, letters, allowed, [task(text, alphabet) for text in texts]), texts


@given(st.integers(0, 1 << 32))
def test_every_cost_is_what_plain_dijkstra_finds(seed: int) -> None:
    found, texts = random_ladder(Random(seed))
    for state in range(len(found.roads.system.states)):
        letter = int(found.letters[state])
        progress = tuple(int(one.step[one.start, letter]) for one in found.tasks)
        wanted = cheapest(found, state, progress)
        assert found.cost(state, found.joint(progress)) == wanted, texts
        table = found.costs(np.array([state]), np.array([progress]))
        assert table[0, -1] == wanted
        assert table[0, 0] == 0


@given(st.integers(0, 1 << 32))
def test_a_way_costs_what_the_table_says_and_does_the_tasks(seed: int) -> None:
    found, texts = random_ladder(Random(seed))
    system = found.roads.system
    for state in range(len(system.states)):
        letter = int(found.letters[state])
        joint = found.joint([int(one.step[one.start, letter]) for one in found.tasks])
        cost = found.cost(state, joint)
        if cost == FAR:
            with pytest.raises(ValueError, match="cannot be done"):
                found.way(state, joint)
            continue
        way = found.way(state, joint)
        arcs = [system.arc(a, b) for a, b in zip([state, *way], way, strict=False)]
        assert all(arc is not None for arc in arcs)
        assert sum(int(system.cost[arc]) for arc in arcs if arc is not None) == cost
        word = [system.labels[at] for at in (state, *way)]
        assert all(holds(parse(text), word) for text in texts)


def test_reaching_a_place_twice_costs_a_step_in_between() -> None:
    system = World(Map(("a", "b"), {("b", "a"): 4.0}, 0.25), (Kind("k", ("on",)),)).system("k")
    alphabet = Alphabet.of(system.labels)
    letters = np.array(alphabet.word(system.labels))
    free = np.ones(len(system.source), dtype=bool)
    found = ladder(system, letters, free, [task("<>(a && X <>a)", alphabet)])
    assert found.cost(system.index("b", "on"), found.joint([found.tasks[0].start])) == 4_250_000


def test_progress_outside_of_the_asked_tasks_counts_as_done() -> None:
    found, _ = random_ladder(Random(3))
    robots = len(found.roads.system.states)
    start = np.array([[one.start for one in found.tasks]] * robots)
    whole = found.costs(np.arange(robots), start)
    for number in range(len(found.tasks)):
        one = found.costs(np.arange(robots), start, [number])
        assert (one[:, 1] == whole[:, 1 << number]).all()


def test_a_task_that_no_letter_does_is_hopeless() -> None:
    system = random_system(Random(0))
    alphabet = Alphabet.of(system.labels)
    assert task("<>(a && b)", alphabet).hopeless
    assert not task("<>(a && on)", alphabet).hopeless


def test_only_states_where_something_advances_are_goals() -> None:
    system = random_system(Random(0))
    alphabet = Alphabet.of(system.labels)
    letters = np.array(alphabet.word(system.labels))
    tasks = [task("<>(a && on)", alphabet), task("<>(a && <>b)", alphabet)]
    names = {str(system.states[state]) for state in goals(letters, tasks).tolist()}
    assert names == {"(a, on)", "(a, off)", "(b, on)", "(b, off)"}
    assert cells(tasks, 4) == 2 * 3 * 4
