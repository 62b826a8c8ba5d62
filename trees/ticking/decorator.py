"""Decorators: stock ones, ours, and the two stock ones that do not always tick their child."""

from __future__ import annotations

from py_trees.common import Status
from py_trees.decorators import Decorator, EternalGuard, OneShot

from cotree.behaviours.wrapper import Wrapper
from cotree.core.stopping import Stop
from cotree.trees.ticking.composite import CompositeTicker
from cotree.trees.ticking.ticker import FAILURE, SUCCESS


class DecoratorTicker(CompositeTicker):
    """A stock decorator: tick the child, then let ``update`` translate its status."""

    __slots__ = ()

    node: Decorator

    def step(self) -> Status:
        """The child first, then the own verdict."""
        if not self.may_tick():
            return self.conclude(FAILURE)
        self.children[0].tick()
        try:
            status = self.node.update()
        except Exception as error:
            status = self.contain(error, "update")
        return self.judge(status)

    def may_tick(self) -> bool:
        """Whether the child has its turn."""
        return True


class EternalGuardTicker(DecoratorTicker):
    """Asks the condition before every tick; if it does not hold, the child is halted."""

    __slots__ = ()

    node: EternalGuard

    def may_tick(self) -> bool:
        """The guard's condition."""
        try:
            answer = self.node.condition()
        except Exception as error:
            self.contain(error, "condition")
            return False
        return answer is SUCCESS or answer is True


class OneShotTicker(DecoratorTicker):
    """Runs its child to an end once, and repeats that outcome for ever."""

    __slots__ = ()

    node: OneShot

    def tick(self) -> Status:
        """The outcome, once there is one."""
        if self.node.final_status and self.verdict is None:
            return self.take(self.node.final_status)
        return super().tick()


class WrapperTicker(CompositeTicker):
    """One of our decorators."""

    __slots__ = ()

    node: Wrapper

    def start(self) -> bool:
        """No reason to fail yet."""
        self.node.reason = None
        return self.begin()

    def step(self) -> Status:
        """Before, the child, after."""
        try:
            status = self._verdict()
        except Exception as error:
            status = self.contain(error, "decorator")
        return self.judge(status)

    def _verdict(self) -> Status:
        before = self.node.before()
        if before is not None:
            return before
        return self.node.after(self.children[0].tick())

    def conclude(self, status: Status, how: Stop = Stop.CANCEL) -> Status:
        """Halt the child even if it only waits; keep its outcome if it has one."""
        child = self.children[0]
        if not child.is_over() and not child.halt(how):
            self.verdict = status
            return self.waits()
        self.node.desk.alarms.clear(self.node)
        return self.over(status)

    def over_halted(self) -> None:
        """Nothing of it wakes anybody any more."""
        self.node.desk.alarms.clear(self.node)
        super().over_halted()
