"""Random small missions, and a reference that tries every share of the tasks by plain Dijkstra.

The reference shares nothing with the planner but the world: it counts the steps of each chain
itself, knows rules as pairs of a place and an operating state, and tries all robots for all tasks.
"""

from __future__ import annotations

import heapq
import itertools
from functools import cache
from random import Random
from typing import NamedTuple

from cotree.reallocation.ltl.language.formula import Formula
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.plan.mission import compile_mission
from cotree.reallocation.ltl.plan.robots import Problem, begin
from cotree.reallocation.ltl.repair.disturbances import Changed, Disturbance, Lost, Moved
from cotree.reallocation.ltl.world.changes import Block, Close, Disable, Open, Relabel
from cotree.reallocation.ltl.world.chart import Action, Kind, Map
from cotree.reallocation.ltl.world.system import State, System
from cotree.reallocation.ltl.world.world import World

Step = frozenset[str]
"""What must be true at once."""
NEVER = 1 << 60


class Sentence(NamedTuple):
    """Chains of steps, and rules: a place is entered only in one state, or never (None)."""

    chains: tuple[tuple[Step, ...], ...]
    rules: tuple[tuple[str, str | None], ...]

    @property
    def text(self) -> str:
        """As a formula."""
        parts = []
        for chain in self.chains:
            told = ""
            for step in reversed(chain):
                both = " && ".join(sorted(step))
                told = f"<>({both} && {told})" if told else f"<>({both})"
            parts.append(told)
        for place, op in self.rules:
            parts.append(f"[]!{place}" if op is None else f"[]((!{place} && X {place}) -> {op})")
        return " && ".join(parts)


class Case(NamedTuple):
    """A mission with its disturbances to come."""

    world: World
    robots: tuple[tuple[str, str, tuple[str, str]], ...]
    sentence: Sentence

    def problem(self) -> Problem:
        """As the planner is asked."""
        systems = [self.world.system(kind.name) for kind in self.world.kinds]
        mission = compile_mission(parse(self.sentence.text), systems)
        return begin(self.world, mission, self.robots)


def random_case(dice: Random) -> Case:
    """A map of up to six regions, up to three robots of two kinds, up to six conjuncts."""
    regions = tuple(f"r{i}" for i in range(dice.randint(3, 6)))
    ways = {}
    for a, b in itertools.permutations(regions, 2):
        if dice.random() < 0.65:
            ways[a, b] = float(dice.randint(1, 9))
    facts = {region: frozenset({"wet"}) for region in regions if dice.random() < 0.3}
    pick = Action("pick", "free", "full", 2, frozenset({dice.choice(regions)}))
    kinds = (
        Kind("carrier", ("free", "full"), (pick, Action("drop", "full", "free", 2))),
        Kind("walker", ("free",), (), {(dice.choice(regions), regions[0]): 1.5}),
    )
    world = World(Map(regions, ways, 0.01, facts), kinds)
    robots = tuple(
        (f"R{i}", dice.choice(kinds).name, (dice.choice(regions), "free"))
        for i in range(dice.randint(1, 3))
    )
    names = [*regions, "wet"] if facts else list(regions)
    chains = tuple(
        tuple(_step(dice, names) for _ in range(dice.randint(1, 3)))
        for _ in range(dice.randint(1, 3))
    )
    rules = tuple(
        (dice.choice(regions), dice.choice(["full", "free", None]))
        for _ in range(dice.randint(0, 3))
    )
    return Case(world, robots, Sentence(chains, rules))


def _step(dice: Random, names: list[str]) -> Step:
    place = dice.choice(names)
    return frozenset({place, dice.choice(["free", "full"])} if dice.random() < 0.5 else {place})


def random_disturbance(dice: Random, problem: Problem) -> Disturbance:
    """Something that happens to one robot or to the map."""
    robot = dice.choice(problem.robots)
    regions = problem.world.map.regions
    a, b = dice.choice(regions), dice.choice(regions)
    whom = dice.choice([None, robot.name])
    what = dice.randrange(7)
    if what == 0 and sum(not one.lost for one in problem.robots) > 1:
        return Lost(robot.name)
    if what == 1 and not robot.lost:
        ops = problem.world.kind(robot.kind).ops
        return Moved(robot.name, State(dice.choice([robot.state.region, a]), dice.choice(ops)))
    if what == 2:
        return Changed((Close(a),), whom)
    if what == 3 and a != b:
        return Changed((Open(a, b, dice.randint(1, 5)),), whom)
    if what == 4:
        return Changed((Disable("pick"),), robot.name)
    if what == 5:
        return Changed((Relabel(a, frozenset(dice.choice([[], ["wet"], ["dry"]]))),), whom)
    return Changed((Block(a, b),), whom)


# -- the reference -----------------------------------------------------------------------------


def advanced(chain: tuple[Step, ...], count: int, label: Step) -> int:
    """How many steps of a chain are done after one more letter (one letter may do several)."""
    while count < len(chain) and chain[count] <= label:
        count += 1
    return count


def counted(chain: tuple[Step, ...], word: tuple[Step, ...]) -> int:
    """How many steps of a chain a word does."""
    count = 0
    for label in word:
        count = advanced(chain, count, label)
    return count


def cheapest(
    system: System, sentence: Sentence, start: State, progress: tuple[tuple[int, int], ...]
) -> int:
    """What one robot pays for some chains (number, steps done), by plain Dijkstra."""
    first = (system.number[start], tuple(count for _, count in progress))
    chains = [sentence.chains[number] for number, _ in progress]
    best = {first: 0}
    queue = [(0, first)]
    while queue:
        cost, node = heapq.heappop(queue)
        if best[node] < cost:
            continue
        at, counts = node
        if all(count == len(chain) for count, chain in zip(counts, chains, strict=True)):
            return cost
        for arc in range(int(system.first[at]), int(system.first[at + 1])):
            there = int(system.target[arc])
            if not _keeps(sentence, system.labels[at], system.labels[there]):
                continue
            label = system.labels[there]
            after = (there, tuple(map(advanced, chains, counts, [label] * len(chains))))
            total = cost + int(system.cost[arc])
            if total < best.get(after, NEVER):
                best[after] = total
                heapq.heappush(queue, (total, after))
    return NEVER


def _keeps(sentence: Sentence, here: Step, there: Step) -> bool:
    for place, op in sentence.rules:
        if place in there and (op is None or (place not in here and op not in here)):
            return False
    return True


class Least(NamedTuple):
    """What no share of the tasks goes below."""

    sum: int
    longest: int


def reference(problem: Problem, sentence: Sentence, taking_over: bool) -> Least | None:
    """The least sum and the least makespan over every way to share the open chains."""
    words = [robot.traces for robot in problem.robots]
    numbers = [sentence_number(problem, sentence, task) for task in range(len(words[0]))]
    done = {
        task: [counted(sentence.chains[numbers[task]], word[task]) for word in words]
        for task in range(len(numbers))
    }
    open_ = [t for t in done if max(done[t]) < len(sentence.chains[numbers[t]])]
    living = [i for i, robot in enumerate(problem.robots) if not robot.lost]
    known: dict[tuple[int, tuple[int, ...]], int] = {}

    def pays(index: int, tasks: tuple[int, ...]) -> int:
        robot = problem.robots[index]
        progress = []
        for task in tasks:
            chain = sentence.chains[numbers[task]]
            count = done[task][index]
            if taking_over:
                count = max(count, advanced(chain, max(done[task]), problem.label(robot)))
            progress.append((numbers[task], count))
        return cheapest(problem.system(robot), sentence, robot.state, tuple(progress))

    best = Least(NEVER, NEVER)
    for share in itertools.product(living, repeat=len(open_)):
        costs = []
        for index in living:
            tasks = tuple(t for t, who in zip(open_, share, strict=True) if who == index)
            key = index, tasks
            if key not in known:
                known[key] = pays(index, tasks) if tasks else 0
            costs.append(known[key])
        best = Least(min(best.sum, sum(costs)), min(best.longest, max(costs, default=NEVER)))
    return best if best.longest < NEVER else None


def sentence_number(problem: Problem, sentence: Sentence, task: int) -> int:
    """Which chain a task of the mission is."""
    formula = problem.mission.tasks[task].formula
    for number in range(len(sentence.chains)):
        if _formula(sentence.chains[number]) == formula:
            return number
    raise AssertionError(f"no chain is {formula!r}")


@cache
def _formula(chain: tuple[Step, ...]) -> Formula:
    return parse(Sentence((chain,), ()).text)
