"""Looks at an engine after every tick, and says which of its promises is broken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Selector, Sequence

from cotree.behaviours.at_rate import AtRate
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.retry import Retry
from cotree.core.belief import View
from cotree.core.changes import NodeState
from cotree.core.reserve import largest_of_each, with_reservation
from cotree.core.resources import Mode, Need, Resource, assign, take
from cotree.trees.asker import Asker
from cotree.trees.controls import Finally
from cotree.trees.or_ import Or
from cotree.trees.part import Part
from cotree.trees.region import Region
from cotree.trees.task import TaskNode
from cotree.trees.then import Then
from cotree.trees.unit import Unit
from tests.kit.forest import Diary
from tests.kit.rig import Rig

INVALID, RUNNING, SUCCESS, FAILURE = (
    Status.INVALID,
    Status.RUNNING,
    Status.SUCCESS,
    Status.FAILURE,
)
BUSY = (NodeState.RUNNING, NodeState.STOPPING)
SHOWN = {
    NodeState.INACTIVE: INVALID,
    NodeState.WAITING: INVALID,
    NodeState.RUNNING: RUNNING,
    NodeState.STOPPING: RUNNING,
    NodeState.DONE: SUCCESS,
    NodeState.SKIPPED: SUCCESS,
    NodeState.FAILED: FAILURE,
}


class Overseer:
    """Knows every promise of the engine that can be seen from outside."""

    def __init__(self, rig: Rig, diary: Diary) -> None:
        self.rig = rig
        self.engine = rig.engine
        self.diary = diary
        self.alive: set[str] = set()
        """Leaves that were initialised and not terminated."""
        self.broken: set[str] = set()
        """Leaves that cannot even be halted any more."""
        self._read = 0
        self._reached: dict[int, set[str]] = {}
        self._touched: dict[int, set[str]] = {}
        self._runs: dict[int, int] = {}
        for region in self.engine.regions:
            self._count_runs(id(region), region.root)
        self._watch_decisions()

    def _count_runs(self, key: int, root: TaskNode) -> None:
        reset = root.reset
        self._runs[key] = 0

        def counting() -> None:
            self._runs[key] += 1
            self._reached[key] = set()
            self._touched[key] = set()
            reset()

        self._reached[key], self._touched[key] = set(), set()
        root.reset = counting  # type: ignore[method-assign]

    def check(self) -> None:
        """Everything that must hold after a tick."""
        self.lives_begin_and_end_once()
        state = self.engine.registry.state()
        for resource in state.values():
            self.owners_are_one_family(resource)
            self.owners_are_alive(resource)
        self.who_runs_has_what_it_needs(state)
        for part in self.engine.parts.values():
            self.status_agrees(part)
            if isinstance(part, Then):
                self.order_is_kept(part)
            if isinstance(part, Or):
                self.one_branch_at_most(part)
        self.nothing_runs_below_what_does_not()
        self.one_child_acts_at_a_time()
        self.what_is_done_stays_done()
        self.something_happens_or_somebody_says_why()

    # -- lives ---------------------------------------------------------------------------------

    def lives_begin_and_end_once(self) -> None:
        for name, word in self.diary[self._read :]:
            if word == "initialise":
                assert name not in self.alive, f"{name} begins twice"
                self.alive.add(name)
            elif word == "terminate":
                assert name in self.alive, f"{name} ends without a beginning, or twice"
                self.alive.discard(name)
            elif word in ("update", "halt", "action"):
                assert name in self.alive, f"{word} of {name}, which does not run"
        self._read = len(self.diary)
        orphans = set(self.rig.begun) - self.alive - self.broken
        assert not orphans, f"{orphans} go on, and their leaves are over"

    def nothing_runs_below_what_does_not(self) -> None:
        running = {node.name for node in self._leaves() if node.status is RUNNING}
        assert self.alive <= running, f"{self.alive - running} live, but do not show RUNNING"
        for node in self.engine.root.iterate():
            if node.status is not RUNNING:
                below = [child.name for child in node.children if child.status is RUNNING]
                assert not below, f"{below} run below {node.name}, which is {node.status.name}"

    def one_child_acts_at_a_time(self) -> None:
        """Break before make: a child acts only after the one it pre-empts has stopped."""
        for node in self.engine.root.iterate():
            if isinstance(node, Selector | Sequence | Finally):
                acting = [child.name for child in node.children if self._acts(child)]
                assert len(acting) <= 1, f"{acting} of {node.name} act at the same time"

    def _acts(self, node: Behaviour) -> bool:
        leaves = (leaf for leaf in node.iterate() if isinstance(leaf, Leaf))
        return any(leaf.name in self.alive for leaf in leaves)

    def _leaves(self) -> Iterator[Behaviour]:
        return (node for node in self.engine.root.iterate() if not node.children)

    # -- resources -----------------------------------------------------------------------------

    def owners_are_one_family(self, resource: Resource) -> None:
        if resource.mode is not Mode.SHARED:
            chain = sorted(resource.owners, key=len)
            pairs = pairwise(chain)
            assert all(b.startswith(f"{a}/") for a, b in pairs), resource
            assert len(resource.users) <= 1, resource
        assert bool(resource.owners) == (resource.mode is not None), resource

    def owners_are_alive(self, resource: Resource) -> None:
        anchors = {part.path: part for part in self.engine.parts.values() if part.anchor}
        for owner in resource.owners:
            if resource.load is not None:
                continue
            part = anchors.get(owner)
            if part is None:
                assert owner == self.engine.root.path, resource  # type: ignore[attr-defined]
                assert self.engine.root.status is RUNNING, resource
            else:
                open_ = part.state is not NodeState.INACTIVE and not part.is_over()
                assert open_ or self._still_stops(part), (
                    f"{resource} belongs to {owner}, which is {part.state.value}"
                )

    def _still_stops(self, part: Part) -> bool:
        """Whether its task is being halted; everything is given back when all of it stands."""
        parts = self.engine.parts.values()
        return any(
            other.region is part.region and other.state is NodeState.STOPPING for other in parts
        )

    def who_runs_has_what_it_needs(self, state: dict[str, Resource]) -> None:
        users: dict[str, set[str]] = {}
        for resource in state.values():
            for user in resource.users:
                users.setdefault(user, set()).add(resource.name)
        alive = {
            leaf.path: leaf
            for leaf in self._leaves()
            if leaf.name in self.alive and isinstance(leaf, Leaf)
        }
        for path, leaf in alive.items():
            granted = {name for _, name in leaf.granted}
            assert users.get(path, set()) == granted, (
                f"{path} runs on {granted} without owning them"
            )
            own = [need for need, _ in leaf.granted][: len(leaf.needs(self._view(())))]
            assert [need.type for need in own] == [n.type for n in leaf.needs(self._view(()))]

    # -- tasks ---------------------------------------------------------------------------------

    def status_agrees(self, part: Part) -> None:
        node = part if isinstance(part, TaskNode) else part.node  # type: ignore[attr-defined]
        expected = SHOWN[part.state]
        if isinstance(part, TaskNode) and part.state is NodeState.WAITING:
            expected = RUNNING
        if expected is RUNNING and node.name not in self.alive and self._is_held_back(node):
            return
        if self._has_its_turn_soon(part):
            expected = RUNNING
        assert node.status is expected, f"{part.path} is {part.state.value} and shows {node.status}"

    def _has_its_turn_soon(self, part: Part) -> bool:
        """Whether it is a whole task that opens once what it pre-empts has stopped."""
        region = part.region
        assert isinstance(region, Region)
        return region.root is part and region.status is RUNNING and not region.opened

    def _is_held_back(self, node: Behaviour) -> bool:
        """Whether a decorator above leaves it as it is for a while, although it may start."""
        while node.parent is not None:
            node = node.parent
            if isinstance(node, AtRate | Retry):
                return True
        return False

    def order_is_kept(self, then: Then) -> None:
        states = [part.state for part in then.parts]
        begun = [
            i
            for i, part in enumerate(then.parts)
            if self._has_begun(part) and part.state is not NodeState.INACTIVE
        ]
        if begun and then.state is not NodeState.INACTIVE:
            earlier = then.parts[: begun[-1]]
            assert all(part.is_reached() for part in earlier), f"{then.path}: {states}"
        for i, one in enumerate(states):
            later = then.parts[i + 1 :]
            if one is NodeState.SKIPPED:
                follows = (self._has_begun(part) or self._was_tried(part) for part in later)
                assert any(follows), f"{then.path}: {states}"
        open_ = [one for one in states if one is NodeState.WAITING or one in BUSY]
        assert len(open_) <= 1, f"{then.path}: {states}"

    def _has_begun(self, part: Part) -> bool:
        """Whether something of it has started in this run; what was seen to be done has not."""
        if isinstance(part, TaskNode):
            begun = {self._has_begun(child) for child in part.parts}  # each one takes note
            return True in begun
        assert isinstance(part, Unit)
        touched = self._touched[id(part.region)]
        observed = part.leaf is not None and part.leaf.goal_lasts
        done = part.state is NodeState.DONE and not observed
        if part.state in BUSY or done or (part.attempts and part.leaf is None):
            touched.add(part.path)
        return part.path in touched

    def _was_tried(self, part: Part) -> bool:
        """Whether it is reached, or an attempt began and ended within one tick."""
        if isinstance(part, TaskNode):
            return part.is_reached() or any(self._was_tried(child) for child in part.parts)
        assert isinstance(part, Unit)
        return part.is_reached() or part.attempts > 0

    def one_branch_at_most(self, or_: Or) -> None:
        chosen = [part.path for part in or_.parts if self._going_or_done(part)]
        assert len(chosen) <= 1, f"{or_.path}: {chosen}"

    def _going_or_done(self, part: Part) -> bool:
        if isinstance(part, TaskNode):
            return any(self._going_or_done(child) for child in part.parts)
        return part.state in BUSY or part.state is NodeState.DONE

    def what_is_done_stays_done(self) -> None:
        for region in self.engine.regions:
            if region.status is not RUNNING:
                continue
            reached = {part.path for part in region.parts if part.is_reached()}
            before = self._reached[id(region)]
            undone = {part for part in region.parts if part.path in before - reached}
            assert all(self._lapsed(part) for part in undone), f"{undone} was done"
            self._reached[id(region)] = reached

    def _lapsed(self, part: Part) -> bool:
        """Whether it was done for a goal that holds no more, so that it may be done anew."""
        return isinstance(part, Unit) and not part._holds(None) and part._held

    # -- progress ------------------------------------------------------------------------------

    def something_happens_or_somebody_says_why(self) -> None:
        engine = self.engine
        if engine.root.status is not RUNNING or self.rig.begun or engine.polling:
            return
        if engine.next_wake_s() is None:
            assert engine.stuck, "nothing runs, nothing waits, and the task is not over"

    def _watch_decisions(self) -> None:
        """After each decision nobody is left who could start."""
        pool = self.engine.pool
        decide = pool.decide

        def checked() -> list[Asker]:
            granted = decide()
            state = self.engine.registry.state()
            considered = [asker for asker in pool.waiting() if asker not in pool._fresh]
            for asker in considered:
                assert not self._could_start(asker, state), f"{asker.path} could start, and waits"
            return granted

        pool.decide = checked  # type: ignore[method-assign]

    def _view(self, lineage: tuple[str, ...]) -> View:
        desk = self.rig.desk
        return View(desk.belief, desk.robot, self.engine.registry.state(), lineage)

    def _could_start(self, asker: Asker, state: dict[str, Resource]) -> bool:
        view = self._view(asker.lineage)
        if self.engine.pool.hindrance(asker) is not None:
            return False
        try:
            if asker.ready(view) is not None or not asker.suitability(view) > 0:
                return False
            needs = asker.own_needs(view)
            if any(need.keep for need in needs):
                after = [successor.own_needs(view) for successor in asker.successors]
                needs = with_reservation(needs, largest_of_each(after))
        except RuntimeError:
            return False
        chosen = assign(needs, state, asker.lineage)
        if isinstance(chosen, Need):
            return False
        after_it = dict(state)
        take(after_it, needs, chosen, owner=asker.owner, user=asker.path)
        return not needs or self.engine.pool.safe(after_it)

    # -- after a halt --------------------------------------------------------------------------

    def check_halted(self, *, ran: bool) -> None:
        """Everything that must hold once ``halt`` said True."""
        self.lives_begin_and_end_once()
        assert not self.alive
        assert not len(self.engine.pool), [asker.path for asker in self.engine.pool.waiting()]
        for resource in self.engine.registry.state().values():
            assert not resource.users, resource
            assert not resource.owners or resource.load is not None, resource
        assert self.engine.root.status is not RUNNING
        going = [node.name for node in self.engine.root.iterate() if node.status is RUNNING]
        assert not going, f"{going} still show RUNNING"
        if ran:
            root = self.engine.parts.get(self.engine.root)
            over = root is not None and root.is_over()
            assert over or self.engine.root.status is INVALID
            for part in self.engine.parts.values():
                assert part.is_over() or part.state is NodeState.INACTIVE, part.path
