"""Parallels: all children at once, under py_trees' policies and ours (m of n)."""

from __future__ import annotations

from py_trees.common import ParallelPolicy, Status
from py_trees.composites import Parallel

from cotree.trees.controls import AtLeast
from cotree.trees.ticking.composite import CompositeTicker
from cotree.trees.ticking.ticker import FAILURE, RUNNING, SUCCESS, Shared, Ticker


class TogetherTicker(CompositeTicker):
    """Ticks several children on every tick; none remembers an earlier execution."""

    __slots__ = ()

    def start(self) -> bool:
        """Forget the outcomes of the last execution."""
        for child in self.children:
            child.reset()
        return self.begin()


class ParallelTicker(TogetherTicker):
    """Ticks every child; fails with the first failure."""

    __slots__ = ("_policy", "_selected", "_synchronise")

    node: Parallel

    def __init__(self, node: Parallel, shared: Shared, children: list[Ticker]) -> None:
        super().__init__(node, shared, children)
        node.validate_policy_configuration()
        self._policy = node.policy
        self._synchronise = bool(node.policy.synchronise)
        selected = getattr(node.policy, "children", None)
        self._selected = [child for child in children if selected is None or child.node in selected]

    def start(self) -> bool:
        """The last child is current until one decides, as in py_trees."""
        begun = super().start()
        if begun:
            self.node.current_child = self.children[-1].node if self.children else None
        return begun

    def step(self) -> Status:
        """Tick them all and weigh the outcomes."""
        status = self._weighed(self._synchronise)
        if status is RUNNING:
            return status if self.status is RUNNING else self.take(RUNNING)
        self.node.current_child = self._telling(status)
        return self.conclude(status)

    def _weighed(self, synchronise: bool) -> Status:
        failed = running = succeeded = 0
        for child in self.children:
            if synchronise and child.status is SUCCESS:
                succeeded += 1
                continue
            status = child.tick()
            if status is RUNNING:
                running += 1
            elif status is SUCCESS:
                succeeded += 1
            else:
                failed += 1
        if failed:
            return FAILURE
        if not running:
            return SUCCESS
        return self._early(succeeded)

    def _early(self, succeeded: int) -> Status:
        """Whether it is enough although some still run."""
        if isinstance(self._policy, ParallelPolicy.SuccessOnOne):
            return SUCCESS if succeeded else RUNNING
        if isinstance(self._policy, ParallelPolicy.SuccessOnSelected):
            enough = all(child.status is SUCCESS for child in self._selected)
            return SUCCESS if enough else RUNNING
        return RUNNING

    def _telling(self, status: Status):  # type: ignore[no-untyped-def]
        """The child that decided."""
        selected = isinstance(self._policy, ParallelPolicy.SuccessOnSelected)
        deciding = self._selected if selected and status is SUCCESS else self.children
        telling = [child.node for child in deciding if child.status is status]
        if not telling:
            return None
        return telling[0] if status is FAILURE else telling[-1]

    def reset(self) -> None:
        """No child decided."""
        self.node.current_child = None
        super().reset()


class AtLeastTicker(TogetherTicker):
    """Ticks what is not over; succeeds with enough successes, fails when out of reach."""

    __slots__ = ()

    node: AtLeast

    def step(self) -> Status:
        """Tick those that are not over, and count."""
        succeeded = failed = 0
        for child in self.children:
            again = self.status is RUNNING and child.is_over()
            status = child.node.status if again else child.tick()
            succeeded += status is SUCCESS
            failed += status is FAILURE
        if succeeded >= self.node.need:
            return self.conclude(SUCCESS)
        if failed > len(self.children) - self.node.need:
            return self.conclude(FAILURE)
        return self.take(RUNNING)
