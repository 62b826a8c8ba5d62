"""For tests over real DDS: a node with a context of its own, and an action server that counts."""

from __future__ import annotations

import itertools
import os
import random
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from cotree.runtime.clock import Clock
from tests.kit.waiting import until

os.environ.setdefault("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
now_s = Clock().now_s
"""The time of whoever asks for one here."""
_domains = itertools.count()
T = TypeVar("T")


def fresh_domain() -> int:
    """A domain that no other test of this run uses, and hardly one of another run."""
    return 1 + (os.getpid() * 7 + next(_domains)) % 100


class Site:
    """A context, a node and its executor; ``until`` spins until something is true."""

    def __init__(self, name: str, domain: int) -> None:
        import rclpy
        from rclpy.executors import SingleThreadedExecutor

        self.context = rclpy.Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node = rclpy.create_node(name, context=self.context)
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)

    def until(self, true: Callable[[], T], what: str = "what this test waits for") -> T:
        """Spin until it is true."""
        return until(true, what, lambda _: self.executor.spin_once(timeout_sec=0.002))

    def for_(self, duration_s: float, then: Callable[[], None] = lambda: None) -> None:
        """Let messages come in for so long."""
        clock = Clock()

        def over() -> bool:
            then()
            return clock.now_s() >= duration_s

        self.until(over)

    def close(self) -> None:
        """Leave the domain."""
        self.executor.shutdown()
        self.node.destroy_node()
        self.context.try_shutdown()


class Fibonacci:
    """A server on a thread of its own that accepts late and notes every step that it makes."""

    def __init__(self, domain: int, seed: int = 0, accept_s: float = 0.03) -> None:
        from rclpy.action import ActionServer, CancelResponse, GoalResponse
        from rclpy.callback_groups import ReentrantCallbackGroup
        from test_msgs.action import Fibonacci as Type

        self.site = Site("server", domain)
        self.dice = random.Random(seed)
        self.accept_s = accept_s
        self.steps: dict[str, float] = {}
        """By goal: when it was last worked at."""
        self.ends: dict[str, str] = {}
        self.obeys = True
        self.takes = True
        self._type = Type
        self._yes, self._no = GoalResponse.ACCEPT, GoalResponse.REJECT
        self._stop, self._refuse = CancelResponse.ACCEPT, CancelResponse.REJECT
        self._over = threading.Event()
        self._server: Any = ActionServer(
            self.site.node,
            Type,
            "fibonacci",
            execute_callback=self._execute,
            goal_callback=self._accept,
            cancel_callback=lambda goal: self._stop if self.obeys else self._refuse,
            callback_group=ReentrantCallbackGroup(),
        )
        self._thread = threading.Thread(target=self._spin, daemon=True)
        self._thread.start()

    @property
    def running(self) -> set[str]:
        """Goals that are worked at."""
        return set(self.steps) - set(self.ends)

    def close(self) -> None:
        """Vanish; a second time does nothing."""
        if self._over.is_set():
            return
        self._over.set()
        self._thread.join()
        self._server.destroy()
        self.site.close()

    def _spin(self) -> None:
        while not self._over.is_set():
            self.site.executor.spin_once(timeout_sec=0.02)

    def _pause(self, duration_s: float) -> Any:
        """Something to await."""
        from rclpy.task import Future

        future = Future(executor=self.site.executor)

        def wake() -> None:
            timer.cancel()
            self.site.node.destroy_timer(timer)
            future.set_result(None)

        timer = self.site.node.create_timer(duration_s, wake)
        return future

    async def _accept(self, request: Any) -> Any:
        if self.accept_s:
            await self._pause(self.dice.uniform(0.0005, self.accept_s))
        return self._yes if self.takes else self._no

    async def _execute(self, handle: Any) -> Any:
        id_ = bytes(handle.goal_id.uuid).hex()
        feedback = self._type.Feedback()
        for _ in range(handle.request.order):
            self.steps[id_] = now_s()
            if handle.is_cancel_requested:
                self.ends[id_] = "cancelled"
                handle.canceled()
                return self._type.Result()
            handle.publish_feedback(feedback)
            await self._pause(0.002)
        self.ends[id_] = "succeeded"
        handle.succeed()
        return self._type.Result(sequence=[0, 1, 1])
