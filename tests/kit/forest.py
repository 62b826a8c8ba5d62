"""Random trees: a plan that Hypothesis draws and shrinks, and the tree that grows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.decorators import Inverter

from cotree.behaviours.at_rate import AtRate, AtRateParams
from cotree.behaviours.guard import Guard, GuardParams
from cotree.behaviours.repeat import Repeat, RepeatParams
from cotree.behaviours.retry import Retry, RetryParams
from cotree.behaviours.timeout import Timeout, TimeoutParams
from cotree.core.actions import Action
from cotree.core.mission import ResourceModel
from cotree.core.resources import Channel, Mode, Need
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.controls import (
    AtLeast,
    Finally,
    MemoryParams,
    ParallelParams,
    Selector,
    Sequence,
)
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.rig import Act, Probe

RESOURCES = (
    ResourceModel("left", "gripper"),
    ResourceModel("right", "gripper"),
    ResourceModel("base", "base"),
    ResourceModel("head", "head"),
)
LOOK = Channel("look")
NEEDS: dict[str, tuple[Need, ...]] = {
    "nothing": (),
    "a hand": (Need("gripper"),),
    "both hands": (Need("gripper"), Need("gripper")),
    "the left hand": (Need("left"),),
    "the head": (Need("head"),),
    "a look": (Need("head", Mode.SHARED, LOOK),),
    "another look": (Need("head", Mode.SHARED, Channel("listen")),),
    "base and hand": (Need("base"), Need("gripper")),
    "a look and a hand": (Need("head", Mode.SHARED, LOOK), Need("gripper")),
    "keep the base": (Need("base", keep=True, becomes=Channel("hold")),),
    "the held base": (Need("base", Mode.SHARED, Channel("hold")),),
}
FACTS = ("door", "light")

Plan = tuple[Any, ...]
Diary = list[tuple[str, str]]


class Living(Act):
    """An action whose life is written down; the fact ``a.curse`` names the word that raises."""

    diary: Diary

    def note(self, word: str) -> None:
        self.diary.append((self.name, word))
        if self.desk.belief.facts.get(f"{self.name}.curse") == word:
            raise RuntimeError(f"{word} is cursed")

    def action(self) -> Action:
        self.note("action")
        return super().action()

    def initialise(self) -> None:
        self.diary.append((self.name, "initialise"))
        super().initialise()

    def update(self) -> Status:
        self.note("update")
        return super().update()

    def terminate(self, new_status: Status) -> None:
        self.note("terminate")

    def halt(self, how: Stop) -> bool:
        self.note("halt")
        return super().halt(how)

    def potential(self, view: Any) -> float:
        if view.fact(f"{self.name}.curse") == "potential":
            raise RuntimeError("potential is cursed")
        return super().potential(view)


class Noted(Probe):
    """A stock leaf with the same diary."""

    diary: Diary

    def _say(self, word: str) -> None:
        self.diary.append((self.name, word.split()[0]))


# -- plans ---------------------------------------------------------------------------------------


def _leaves() -> st.SearchStrategy[Plan]:
    potential = st.sampled_from([0.5, 1.0, 2.0])
    act = st.tuples(st.just("act"), st.sampled_from(sorted(NEEDS)), potential, st.booleans())
    carry = st.tuples(st.just("carry"), st.sampled_from(["gripper", "left"]), potential)
    statuses = st.lists(st.sampled_from(list(Status)), min_size=1, max_size=3)
    probe = st.tuples(st.just("probe"), statuses.map(tuple))
    return st.one_of(act, act, carry, probe)


_PARAMS: dict[str, st.SearchStrategy[Any]] = {
    "then": st.none(),
    "and": st.none(),
    "or": st.none(),
    "sequence": st.booleans(),
    "selector": st.booleans(),
    "parallel": st.integers(1, 3),
    "finally": st.none(),
    "retry": st.sampled_from([0.0, 0.5]),
    "timeout": st.sampled_from([0.5, 2.0]),
    "repeat": st.integers(1, 2),
    "guard": st.sampled_from(FACTS),
    "at rate": st.sampled_from([1.0, 5.0]),
    "inverter": st.none(),
}
_TASKS = ("then", "and", "or")
_ARITY = {"then": (2, 3), "and": (2, 3), "or": (2, 3), "finally": (2, 2)}
_ONE = frozenset(("retry", "timeout", "repeat", "guard", "at rate", "inverter"))


@st.composite
def plans(draw: st.DrawFn, depth: int = 4) -> Plan:
    """Trees of at most this depth; half of the inner nodes are then, and, or."""
    words = st.one_of(st.sampled_from(_TASKS), st.sampled_from(sorted(_PARAMS)))
    if depth == 0 or (depth < 4 and draw(st.booleans())):
        plan: Plan = draw(_leaves())
        return plan
    word = draw(words)
    low, high = (1, 1) if word in _ONE else _ARITY.get(word, (1, 3))
    count = draw(st.integers(low, high))
    return (word, draw(_PARAMS[word]), tuple(draw(plans(depth - 1)) for _ in range(count)))


# -- trees ---------------------------------------------------------------------------------------

_MAKERS: dict[str, Callable[[str, Any, list[Behaviour]], Behaviour]] = {
    "then": lambda name, _, children: Then(name, None, children),
    "and": lambda name, _, children: And(name, None, children),
    "or": lambda name, _, children: Or(name, None, children),
    "sequence": lambda name, memory, children: Sequence(name, MemoryParams(memory), children),
    "selector": lambda name, memory, children: Selector(name, MemoryParams(memory), children),
    "parallel": lambda name, need, children: AtLeast(
        name, ParallelParams(min(need, len(children))), children
    ),
    "finally": lambda name, _, children: Finally(name, None, children),
    "retry": lambda name, pause, children: Retry(name, RetryParams(2, pause), children[0]),
    "timeout": lambda name, after, children: Timeout(name, TimeoutParams(after), children[0]),
    "repeat": lambda name, times, children: Repeat(name, RepeatParams(times), children[0]),
    "guard": lambda name, fact, children: Guard(name, GuardParams(fact, False), children[0]),
    "at rate": lambda name, rate, children: AtRate(name, AtRateParams(rate), children[0]),
    "inverter": lambda name, _, children: Inverter(name, children[0]),
}


class Grower:
    """Grows a tree from a plan; every node has a name of its own."""

    def __init__(self) -> None:
        self.diary: Diary = []
        self.actions: list[str] = []
        self._count = 0

    def grow(self, plan: Plan) -> Behaviour:
        """The tree."""
        self._count += 1
        name = f"{plan[0]}{self._count}"
        match plan:
            case ("act", needs, potential, lasting):
                return self._act(name, NEEDS[needs], potential, lasting=lasting)
            case ("carry", type_, potential):
                return self._carry(name, type_, potential)
            case ("probe", statuses):
                probe = Noted(name, *statuses)
                probe.diary = self.diary
                return probe
        word, param, children = plan
        return _MAKERS[word](name, param, [self.grow(child) for child in children])

    def _act(
        self, name: str, needs: tuple[Need, ...], potential: float, *, lasting: bool = False
    ) -> Living:
        act = Living(name, needs, potential, lasting=lasting)
        act.diary = self.diary
        self.actions.append(name)
        return act

    def _carry(self, name: str, type_: str, potential: float) -> Then:
        load = f"load of {name}"
        take = self._act(f"{name} take", (Need(type_, takes=load),), potential)
        drop = self._act(f"{name} drop", (Need(type_, holding=load, drops=True),), potential)
        return Then(name, None, [take, drop])
