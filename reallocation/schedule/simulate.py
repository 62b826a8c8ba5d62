"""One robot executing the task tree by the engine's rules, event by event, as pure transitions.

Waiting leaves ask, compatible ones start, and time jumps to the next termination: spec E.2 to E.5.
A ``State`` is a value that hashes, so that searches can recognise where they have been.
"""

from __future__ import annotations

from typing import NamedTuple

from cotree.core.resources import Need
from cotree.core.steps import Problem
from cotree.reallocation.schedule.ledger import Conditions, Ledger, Taken
from cotree.reallocation.schedule.model import Model, build
from cotree.reallocation.schedule.turns import MOVING, Turns, Waiting

MOST_STARTS = 256
"""More sets of leaves than this are not listed at one termination."""


class Run(NamedTuple):
    """A leaf that runs, and how many microseconds it still takes."""

    left: int
    leaf: int
    taken: Taken


class State(NamedTuple):
    """Everything that changes while a task is executed."""

    done: int
    committed: int
    here: int
    conditions: Conditions
    running: tuple[Run, ...]


class Bid(NamedTuple):
    """A request: sorts by falling potential, then by place in the tree."""

    minus_potential: float
    leaf: int
    passed: int


class Start(NamedTuple):
    """Leaves that start together, and the state right after they did."""

    leaves: tuple[int, ...]
    state: State


class Simulator:
    """The rules of execution for one problem."""

    def __init__(self, problem: Problem) -> None:
        self.model: Model = build(problem)
        self.ledger = Ledger(self.model)
        self.nodes = self.model.nodes
        self.leaves = self.model.leaves
        self._turns = Turns(self.model)
        self._assigned: dict[tuple[int, Conditions], Taken | None] = {}
        self._durations: dict[tuple[int, int], int] = {}
        self.cut = False
        """Whether there were ever more choices than were tried: then nothing is proved."""

    def initial(self) -> State:
        """Where the problem begins."""
        model = self.model
        paths = {leaf.node.path: i for i, leaf in self.leaves.items()}
        running = []
        for path, left_s in model.problem.running.items():
            leaf = paths[path]
            running.append(Run(max(0, round(left_s * 1e6)), leaf, self._occupied(leaf)))
        start = self.ledger.start
        return self._in_order(State(model.done, model.committed, 0, start, tuple(running)))

    def _occupied(self, leaf: int) -> Taken:
        """What a leaf that runs already runs on."""
        path = self.nodes[leaf].path
        uses, slots = [], []
        for use in self.ledger.of_leaf[leaf]:
            for slot in self.ledger.uses[use].slots:
                if slot not in slots and path in self.ledger.slots[slot].users:
                    uses.append(use)
                    slots.append(slot)
                    break
        return Taken(tuple(uses), tuple(slots))

    def over(self, state: State) -> bool:
        """Whether the task is done."""
        return bool(state.done & 1)

    # -- who waits -----------------------------------------------------------------------------

    def moving(self, state: State) -> bool:
        """Whether the base is under way."""
        return any(self.leaves[run.leaf].to >= 0 for run in state.running)

    def waiting(self, state: State) -> Waiting:
        """The leaves whose turn it is and that do not run."""
        run = 0
        for running in state.running:
            run |= 1 << running.leaf
        spot = MOVING if self.moving(state) else state.here
        return self._turns.waiting(0, state.done, state.committed, run, spot)

    # -- who may start -------------------------------------------------------------------------

    def bids(self, state: State) -> list[Bid]:
        """The requests of waiting leaves that could start if nothing else did, best first."""
        moving = self.moving(state)
        found = []
        for index, passed in self.waiting(state):
            leaf = self.leaves[index]
            if leaf.at >= 0 and (moving or not self.model.near[state.here][leaf.at]):
                continue
            if self.assign(index, state.conditions) is None:
                continue
            potential = self.model.potential_per_gripper(leaf, state.here)
            if leaf.to >= 0 and self.ledger.grippers:
                potential *= self.ledger.reach(index, leaf.lineage, state.conditions)
            if potential > 0:
                found.append(Bid(-potential, index, passed))
        found.sort()
        return found

    def assign(self, leaf: int, conditions: Conditions) -> Taken | None:
        """What a leaf would run on, or None."""
        key = (leaf, conditions)
        if key not in self._assigned:
            taken = self.ledger.assign(leaf, conditions)
            self._assigned[key] = None if isinstance(taken, Need) else taken
        return self._assigned[key]

    def start(self, state: State, bid: Bid) -> State | None:
        """The state after this leaf has started too, or None if it cannot."""
        _, index, passed = bid
        node = self.nodes[index]
        if state.committed & node.rivals:
            return None
        taken = self.assign(index, state.conditions)
        if taken is None:
            return None
        conditions = list(state.conditions)
        for use, slot in zip(*taken, strict=True):
            conditions[slot] = self.ledger.taken(use, conditions[slot])
        run = Run(self.duration(index, state.here), index, taken)
        return State(
            state.done | passed,
            state.committed | node.branches,
            state.here,
            tuple(conditions),
            (*state.running, run),
        )

    def duration(self, leaf: int, here: int) -> int:
        """How many microseconds a leaf takes from a point."""
        key = (leaf, here)
        found = self._durations.get(key)
        if found is None:
            found = self._durations[key] = self.model.duration(self.leaves[leaf], here)
        return found

    def starts(self, state: State) -> list[Start]:
        """Every set of leaves that may start together now, the empty one only while others run."""
        found: list[Start] = []
        bids = self.bids(state)

        def extend(i: int, leaves: tuple[int, ...], now: State) -> None:
            if i == len(bids):
                if now.running:
                    found.append(Start(leaves, now))
                return
            if len(found) >= MOST_STARTS:
                self.cut = True
                return
            after = self.start(now, bids[i])
            if after is not None:
                extend(i + 1, (*leaves, bids[i].leaf), after)
            extend(i + 1, leaves, now)

        extend(0, (), state)
        return found

    # -- what time does ------------------------------------------------------------------------

    def advance(self, state: State) -> tuple[int, State]:
        """Jump to the next termination: the microseconds until then, and the state after it."""
        wait = min(run.left for run in state.running)
        done, here, conditions = state.done, state.here, list(state.conditions)
        left = []
        for run in sorted(state.running, key=lambda run: run.leaf):
            if run.left > wait:
                left.append(Run(run.left - wait, run.leaf, run.taken))
                continue
            if self.leaves[run.leaf].to >= 0:
                here = self.leaves[run.leaf].to
            done = self._end(run, done, conditions)
        after = State(done, state.committed, here, tuple(conditions), tuple(left))
        return wait, self._in_order(after)

    def _end(self, run: Run, done: int, conditions: list[int]) -> int:
        """A leaf has succeeded: the nodes done now; what it frees changes in ``conditions``."""
        ledger = self.ledger
        kept = []
        for use, slot in zip(*run.taken, strict=True):
            conditions[slot] = ledger.finished(use, conditions[slot])
            if ledger.uses[use].need.keep:
                kept.append(slot)
        index = run.leaf
        done |= self.nodes[index].below
        while True:
            kept += self._end_lineage(index, conditions)
            index = self.nodes[index].parent
            if index < 0:
                return done
            parent = self.nodes[index]
            if parent.kind == "then":
                for slot, condition in enumerate(conditions):
                    if slot not in kept:
                        conditions[slot] = ledger.released(parent.path, condition)
            kept = []
            some = parent.kind == "or"
            if not some and not all(done >> child & 1 for child in parent.children):
                return done
            done |= parent.below

    def _end_lineage(self, index: int, conditions: list[int]) -> list[int]:
        """What an owner that is over holds passes to its heir; returns the slots that do.

        All of it passes if another child of the same ``then`` follows, otherwise only loads.
        """
        node, ledger = self.nodes[index], self.ledger
        if node.path not in self.model.heirs:
            return []
        above = self.nodes[node.parent] if node.parent >= 0 else None
        follows = above is not None and above.kind == "then" and above.children[-1] != index
        heir = self.model.heirs[node.path]
        held = []
        for slot, condition in enumerate(conditions):
            if follows and ledger.owned(node.path, condition):
                held.append(slot)
            conditions[slot] = ledger.disowned(node.path, heir, condition, keep=follows)
        return held

    def _in_order(self, state: State) -> State:
        """The same state with interchangeable resources sorted, so that mirror images are one."""
        conditions = list(state.conditions)
        moved: dict[int, int] = {}
        for group in self.ledger.groups:
            ranked = sorted(group, key=lambda slot: state.conditions[slot])
            for slot, source in zip(group, ranked, strict=True):
                conditions[slot] = state.conditions[source]
                moved[source] = slot
        running = state.running
        if running:
            running = tuple(
                sorted(
                    Run(left, leaf, Taken(taken.uses, tuple(moved.get(s, s) for s in taken.slots)))
                    for left, leaf, taken in running
                )
            )
        return State(state.done, state.committed, state.here, tuple(conditions), running)

    def stuck(self, state: State) -> str:
        """Why nothing can start although nothing runs: the first waiting leaf and what it lacks."""
        for index, _ in self.waiting(state):
            leaf = self.leaves[index]
            unmet = self.ledger.assign(index, state.conditions)
            if isinstance(unmet, Need):
                return f"{leaf.node.path} waits for {unmet}"
            if leaf.at >= 0 and not self.model.near[state.here][leaf.at]:
                return f"{leaf.node.path} waits for the base, and nothing brings it there"
        return "nothing can start"
