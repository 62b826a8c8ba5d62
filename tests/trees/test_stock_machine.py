"""Trees of stock py_trees nodes: our engine and py_trees itself agree, tick by tick.

Intended differences, which this file encodes:

* A leaf that is over is not terminated again when its parent starts anew or gives way; py_trees
  calls ``terminate`` once more then.  So terminations are compared only while a leaf runs.
* Which old outcomes are still shown: a selector with memory that goes on keeps showing how the
  children before it ended (clearing them costs a visit to each on every tick), and a selector that
  starts anew clears all that it does not reach (py_trees forgets those behind its first child).
  So of nodes that do not run only outcomes that both show are compared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from py_trees import decorators
from py_trees.behaviour import Behaviour
from py_trees.common import OneShotPolicy, ParallelPolicy, Status
from py_trees.composites import Parallel, Selector, Sequence

from cotree.core.stopping import Stop
from tests.kit.rig import Rig

Plan = tuple[Any, ...]
Log = list[tuple[str, str]]
RUNNING, SUCCESS, FAILURE = Status.RUNNING, Status.SUCCESS, Status.FAILURE
STATUSES = (RUNNING, SUCCESS, FAILURE)


class Script(Behaviour):
    """A stock leaf that returns one status after the other, for ever."""

    def __init__(self, name: str, statuses: tuple[Status, ...], log: Log) -> None:
        super().__init__(name)
        self.statuses, self.log, self.place = statuses, log, 0
        self.runs = False

    def initialise(self) -> None:
        self.log.append((self.name, "initialise"))
        self.runs = True

    def update(self) -> Status:
        self.log.append((self.name, "update"))
        self.place += 1
        return self.statuses[(self.place - 1) % len(self.statuses)]

    def terminate(self, new_status: Status) -> None:
        if self.runs:
            self.log.append((self.name, f"terminate {new_status.name}"))
        self.runs = False


class Bare(Behaviour):
    """A stock leaf that only updates, which the engine ticks on its shortest path."""

    def __init__(self, name: str, statuses: tuple[Status, ...], log: Log) -> None:
        super().__init__(name)
        self.statuses, self.log, self.place = statuses, log, 0

    def update(self) -> Status:
        self.log.append((self.name, "update"))
        self.place += 1
        return self.statuses[(self.place - 1) % len(self.statuses)]


def guard(child: Behaviour, name: str, answers: tuple[bool, ...]) -> Behaviour:
    asked = iter(answers * 1000)
    return decorators.EternalGuard(name, child, condition=lambda: next(asked))


Wrap = Callable[[Behaviour, str], Behaviour]
WRAPPERS: dict[str, Wrap] = {
    "inverter": lambda child, name: decorators.Inverter(name, child),
    "retry": lambda child, name: decorators.Retry(name, child, num_failures=2),
    "repeat": lambda child, name: decorators.Repeat(name, child, num_success=2),
    "running is failure": lambda child, name: decorators.RunningIsFailure(name, child),
    "running is success": lambda child, name: decorators.RunningIsSuccess(name, child),
    "failure is success": lambda child, name: decorators.FailureIsSuccess(name, child),
    "failure is running": lambda child, name: decorators.FailureIsRunning(name, child),
    "success is failure": lambda child, name: decorators.SuccessIsFailure(name, child),
    "success is running": lambda child, name: decorators.SuccessIsRunning(name, child),
    "condition": lambda child, name: decorators.Condition(name, child, SUCCESS),
    "pass": lambda child, name: decorators.PassThrough(name, child),
    "guard": lambda child, name: guard(child, name, (True, True, False)),
    "count": lambda child, name: decorators.Count(name, child),
    "once": lambda child, name: decorators.OneShot(name, child, OneShotPolicy.ON_COMPLETION),
    "once well": lambda child, name: decorators.OneShot(
        name, child, OneShotPolicy.ON_SUCCESSFUL_COMPLETION
    ),
}


def _inner(children: st.SearchStrategy[Plan]) -> st.SearchStrategy[Plan]:
    several = st.lists(children, min_size=1, max_size=3).map(tuple)
    ordered = st.tuples(st.sampled_from(["sequence", "selector"]), st.booleans(), several)
    policy = st.sampled_from(["all", "all at once", "one", "selected", "selected at once"])
    parallel = st.tuples(st.just("parallel"), policy, several)
    wrapper = st.tuples(st.sampled_from(sorted(WRAPPERS)), children)
    return st.one_of(ordered, ordered, parallel, wrapper)


STEPS = st.lists(st.sampled_from(STATUSES), min_size=1, max_size=4).map(tuple)
LEAVES = st.tuples(st.sampled_from(["script", "bare"]), STEPS)
PLANS = st.recursive(LEAVES, _inner, max_leaves=8)


class Grower:
    """Grows a tree whose leaves write into one log."""

    def __init__(self) -> None:
        self.log: Log = []
        self._count = 0

    def grow(self, plan: Plan) -> Behaviour:
        self._count += 1
        name = f"{plan[0]} {self._count}"
        match plan:
            case ("script", statuses):
                return Script(name, statuses, self.log)
            case ("bare", statuses):
                return Bare(name, statuses, self.log)
            case (word, child):
                return WRAPPERS[word](self.grow(child), name)
        word, param, plans = plan
        return self._composite(word, name, param, [self.grow(child) for child in plans])

    def _composite(self, word: str, name: str, param: Any, children: list[Behaviour]) -> Behaviour:
        match word:
            case "sequence":
                return Sequence(name, param, children)
            case "selector":
                return Selector(name, param, children)
        return Parallel(name, _policy(param, children), children)


def _policy(word: str, children: list[Behaviour]) -> ParallelPolicy.Base:
    at_once = word.endswith("at once")
    if word.startswith("all"):
        return ParallelPolicy.SuccessOnAll(synchronise=at_once)
    if word == "one":
        return ParallelPolicy.SuccessOnOne()
    return ParallelPolicy.SuccessOnSelected(children=children[:1], synchronise=at_once)


class Pair:
    """The same tree twice: one ticked by py_trees, one by our engine."""

    def __init__(self, plan: Plan) -> None:
        self.stock, self.own = Grower(), Grower()
        self.tree = self.stock.grow(plan)
        self.rig = Rig(self.own.grow(plan))

    def tick(self) -> None:
        self.tree.tick_once()
        self.rig.tick()
        self.compare()

    def halt(self) -> None:
        if self.tree.status is RUNNING:
            self.tree.stop(Status.INVALID)
            assert self.rig.halt(Stop.INTERRUPT)
            self.compare()

    def compare(self) -> None:
        assert self.own.log == self.stock.log
        assert self.rig.engine.root.status is self.tree.status
        own, stock = self.rig.engine.root.iterate(), self.tree.iterate()
        for ours, theirs in zip(own, stock, strict=True):
            assert _agree(ours.status, theirs.status), (
                f"{ours.name} is {ours.status}, should be {theirs.status}"
            )
        tip, their_tip = self.rig.engine.root.tip(), self.tree.tip()
        if their_tip is not None and their_tip.status is RUNNING:
            assert tip is not None
            assert tip.name == their_tip.name


def _agree(ours: Status, theirs: Status) -> bool:
    """Whether two nodes show the same, apart from old outcomes that one of them has cleared."""
    over = RUNNING not in (ours, theirs)
    return ours is theirs or (over and Status.INVALID in (ours, theirs))


@settings(max_examples=300)
@given(plan=PLANS, steps=st.lists(st.sampled_from("tttth"), min_size=4, max_size=20))
def test_the_engine_ticks_stock_trees_as_py_trees_does(plan: Plan, steps: list[str]) -> None:
    pair = Pair(plan)
    for step in steps:
        if step == "t":
            pair.tick()
        else:
            pair.halt()
