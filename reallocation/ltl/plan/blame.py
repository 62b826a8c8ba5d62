"""Why a mission has no plan: the smallest set of conjuncts, and what blocks each robot from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cotree.reallocation.ltl.allocation.subsets import share
from cotree.reallocation.ltl.automata.conjuncts import OneStep
from cotree.reallocation.ltl.language.formula import Formula, atoms_of
from cotree.reallocation.ltl.language.printing import text_of
from cotree.reallocation.ltl.plan.answer import Cause, Obstacle, Reason
from cotree.reallocation.ltl.plan.mission import keeping
from cotree.reallocation.ltl.plan.robots import Problem, Robot
from cotree.reallocation.ltl.tables.roads import FAR
from cotree.reallocation.ltl.world.changes import Change
from cotree.reallocation.ltl.world.system import Ints


def blame(problem: Problem, open_: Sequence[int], costs: Ints) -> Reason:
    """The reason; ``costs[robot, set]`` of the open tasks, of which all together are impossible."""
    bits = _smallest(costs, range(len(open_)))
    tasks = [open_[bit] for bit in bits]
    asker = _Asker(problem, tasks)
    obstacles = tuple(Obstacle(robot.name, asker.why(robot)) for robot in problem.robots)
    texts = tuple(str(problem.mission.tasks[task]) for task in tasks)
    who = "; ".join(f"{one.robot}: {one.why}" for one in _grouped(obstacles))
    what = f"nobody can do {texts[0]}" if len(tasks) == 1 else _together(texts)
    return Reason("impossible", f"{what} ({who})", Cause(texts, obstacles))


def _together(texts: Sequence[str]) -> str:
    return f"these cannot all be done, only some of them: {', '.join(texts)}"


def _smallest(costs: Ints, bits: Iterable[int]) -> list[int]:
    """Tasks that are impossible together, while any without one of them are possible."""
    kept = list(bits)
    for bit in list(kept):
        rest = [other for other in kept if other != bit]
        if not _possible(costs, rest):
            kept = rest
    return kept


def _possible(costs: Ints, bits: Sequence[int]) -> bool:
    sets = [
        sum(1 << bits[i] for i in range(len(bits)) if mask >> i & 1)
        for mask in range(1 << len(bits))
    ]
    return share(costs[:, sets], "sum") is not None


def _grouped(obstacles: Sequence[Obstacle]) -> list[Obstacle]:
    """Robots with the same trouble together, few of them by name."""
    groups: dict[str, list[str]] = {}
    for robot, why in obstacles:
        groups.setdefault(why, []).append(robot)
    return [Obstacle(_names(robots), why) for why, robots in groups.items()]


def _names(robots: Sequence[str]) -> str:
    if len(robots) <= 3:
        return ", ".join(robots)
    return f"{robots[0]}, {robots[1]} and {len(robots) - 2} others"


class _Asker:
    """Asks what would have to be different for a robot to do some tasks."""

    def __init__(self, problem: Problem, tasks: Sequence[int]) -> None:
        self._problem = problem
        self._tasks = tasks
        self._known: dict[tuple[object, ...], str] = {}

    def why(self, robot: Robot) -> str:
        """What blocks a robot."""
        if robot.lost:
            return "lost"
        system = self._problem.system(robot)
        progress = tuple(robot.progress[task] for task in self._tasks)
        key = (system, robot.state, progress)
        if key not in self._known:
            self._known[key] = self._look(robot)
        return self._known[key]

    def _look(self, robot: Robot) -> str:
        rules = self._problem.mission.rules
        changes = self._problem.world.of(robot.name)
        if self._can(robot, rules, changes):
            return "could do them, but not all of them together with the others"
        for change in changes:
            if self._can(robot, rules, [other for other in changes if other != change]):
                return str(change)
        if self._can(robot, rules, []):
            return ", ".join(str(change) for change in changes)
        return self._by_nature(robot, rules)

    def _by_nature(self, robot: Robot, rules: Sequence[OneStep]) -> str:
        for rule in rules:
            if self._can(robot, [other for other in rules if other is not rule], []):
                never = self._never(robot, rule.formula)
                told = f", and a {robot.kind} is never {' or '.join(never)}" if never else ""
                return f"the rule {text_of(rule.formula)} forbids it{told}"
        if self._can(robot, [], []):
            return "the rules together forbid it"
        return self._lacking(robot)

    def _lacking(self, robot: Robot) -> str:
        """It cannot by itself: something that it never is, or no way."""
        for task in self._tasks:
            one = self._problem.mission.tasks[task]
            never = self._never(robot, one.formula)
            if never:
                return f"a {robot.kind} is never {' or '.join(never)}"
            if one.ratchet.hopeless:
                return f"no robot can ever do {one}"
        return f"has no way there from {robot.state}"

    def _never(self, robot: Robot, formula: Formula) -> list[str]:
        """What the formula speaks of and the robot never shows."""
        shown = frozenset().union(*self._problem.system(robot).labels)
        return [atom for atom in atoms_of(formula) if atom not in shown]

    def _can(self, robot: Robot, rules: Sequence[OneStep], changes: Sequence[Change]) -> bool:
        """Whether it can do all these tasks alone under other circumstances."""
        mission, world = self._problem.mission, self._problem.world
        system = world.system_after(robot.kind, tuple(changes))
        if not mission.knows(system):
            return False
        allowed = keeping(system, mission.letters(system), rules)
        ladder = mission.fresh(system, self._tasks, allowed)
        progress = [robot.progress[task] for task in self._tasks]
        return ladder.cost(system.number[robot.state], ladder.joint(progress)) < FAR
