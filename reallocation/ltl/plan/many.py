"""Plans for more tasks than can be shared exactly: good tours, and how good they are."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from cotree.reallocation.ltl.allocation.bound import entering, longest
from cotree.reallocation.ltl.allocation.errands import Errands, Stop, errands, line
from cotree.reallocation.ltl.allocation.search import Enough, Search, Tours, never
from cotree.reallocation.ltl.allocation.share import Objective
from cotree.reallocation.ltl.plan.answer import Plan, Reason, Route
from cotree.reallocation.ltl.plan.robots import Problem, Robot
from cotree.reallocation.ltl.plan.routes import along
from cotree.reallocation.ltl.tables.ratchet import Ratchet
from cotree.reallocation.ltl.world.chart import MICRO
from cotree.reallocation.ltl.world.system import Ints, System


@dataclasses.dataclass(frozen=True)
class Effort:
    """How long to look for a better plan of many tasks, counted in work and not in time."""

    rounds: int = 300
    """Of taking tasks out and putting them back."""
    proof: float = 4.0
    """Deterministic seconds of CP-SAT; 0 leaves it out."""
    stop: Enough = never
    """Asked often; once it says True, the best so far is returned."""


DEFAULT = Effort()
AT_ONCE = Effort(rounds=60, proof=0.0)
"""While robots wait: tenths of a second for dozens of tasks, and no proof."""


@dataclasses.dataclass(frozen=True, eq=False)
class Drawing:
    """A plan, and which tasks each robot has in it."""

    tasks: list[list[int]]
    tours: Tours
    errands: Errands
    bound: int
    solver: str


def share_many(
    problem: Problem, open_: tuple[int, ...], progress: Ints, effort: Effort
) -> Drawing | Reason:
    """The best tours found; ``progress[robot, task]`` is what each robot goes on with."""
    living = [index for index, robot in enumerate(problem.robots) if not robot.lost]
    given = _errands(problem, open_, progress, living)
    if isinstance(given, Reason):
        return given
    tours = Search(given, problem.objective, effort.stop).run(effort.rounds)
    if tours is None:
        return Reason("not_found", f"no way found to share {len(open_)} tasks")
    bound, solver = _bound(given, problem.objective), "insertion"
    if problem.objective == "sum" and effort.proof > 0 and not effort.stop():
        tours, bound, solver = _proved(given, tours, bound, effort)
    if not _only_by_place(problem, open_, progress, living):
        bound = 0
    everybody: list[tuple[Stop, ...]] = [()] * len(problem.robots)
    for robot, stops in zip(living, tours, strict=True):
        everybody[robot] = stops
    whose = [task for task, chain in zip(open_, given.chains, strict=True) for _ in chain]
    tasks = [sorted({whose[stop.visit] for stop in stops}) for stops in everybody]
    return Drawing(tasks, tuple(everybody), given, bound, solver)


def draw(problem: Problem, drawing: Drawing) -> Plan:
    """The routes along the tours."""
    living = iter(drawing.errands.layer)
    routes = []
    for robot, tasks, stops in zip(problem.robots, drawing.tasks, drawing.tours, strict=True):
        layer = None if robot.lost else next(living)
        if layer is None or not stops:
            routes.append(Route(robot.name))
        else:
            routes.append(_route(problem, robot, tasks, stops, drawing.errands, layer))
    return Plan(tuple(routes), problem.objective, drawing.bound / MICRO, drawing.solver)


def _route(
    problem: Problem,
    robot: Robot,
    tasks: Sequence[int],
    stops: Sequence[Stop],
    given: Errands,
    layer: int,
) -> Route:
    roads = given.layers[layer].roads
    at = roads.system.index(*robot.state)
    way = []
    for stop in stops:
        while at != roads.goals[stop.goal]:
            at = roads.step(stop.goal, at)
            way.append(at)
    return along(problem, robot, tasks, way)


def _errands(
    problem: Problem, open_: tuple[int, ...], progress: Ints, living: list[int]
) -> Errands | Reason:
    systems: dict[System, int] = {}
    places = []
    for index in living:
        robot = problem.robots[index]
        system = problem.system(robot)
        layer = systems.setdefault(system, len(systems))
        places.append((layer, system.index(*robot.state)))
    lines = []
    for task in open_:
        ratchet = problem.mission.tasks[task].ratchet
        steps = line(ratchet, _least(ratchet, progress[living, task]))
        if steps is None:
            text = str(problem.mission.tasks[task])
            most = "more than a dozen tasks are shared only if each is a line of steps"
            return Reason("not_supported", f"{most}, and {text} is none")
        lines.append(steps)
    letters = problem.mission.letters
    allowed = problem.mission.allowed
    layers = [(system, letters(system), allowed(system)) for system in systems]
    return errands(lines, layers, places)


def _least(ratchet: Ratchet, progress: Ints) -> int:
    """The progress that every robot has at least."""
    return int(progress[ratchet.rank[progress].argmax()])


def _only_by_place(
    problem: Problem, open_: Sequence[int], progress: Ints, living: list[int]
) -> bool:
    """Whether robots are ahead of each other only by where they stand, which tours know."""
    word = problem.mission.alphabet.word
    letters = word(problem.label(problem.robots[index]) for index in living)
    for task in open_:
        ratchet = problem.mission.tasks[task].ratchet
        mine = progress[living, task]
        least = _least(ratchet, mine)
        if ((mine != least) & (mine != ratchet.step[least, letters])).any():
            return False
    return True


def _bound(given: Errands, objective: Objective) -> int:
    return entering(given) if objective == "sum" else longest(given)


def _proved(given: Errands, tours: Tours, bound: int, effort: Effort) -> tuple[Tours, int, str]:
    """The same or better with CP-SAT's bound, where OR-Tools is there."""
    try:
        from cotree.reallocation.ltl.allocation.cp_sat import improve  # loads OR-Tools
    except ImportError:
        return tours, bound, "insertion"
    proved = improve(given, tours, effort.proof, effort.stop)
    if proved is None:
        return tours, bound, "insertion"
    better = Search(given, "sum")
    if better.value(proved.tours) < better.value(tours):
        return proved.tours, max(bound, proved.bound), "cp_sat"
    return tours, max(bound, proved.bound), "insertion"
