"""Asks a grasp server, and waits no longer than its patience: for threads beside the ticks."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

from cotree.core.reasons import Reason
from cotree.ros.context import Leaves, at_once, leave, opened
from cotree.ros.gpd.plain import PlainWire
from cotree.ros.gpd.service import SERVICE, TYPE, ServiceWire
from cotree.ros.gpd.words import PLAIN, Cloud, Hand, Wire
from cotree.ros.missing import ros

PATIENCE_S = 5.0
"""GPD takes 1 to 3 s for an object."""
FINDS_S = 2.0
"""So long the first question waits for the server to be discovered."""
LOOK_S = 0.05


class GpdClient:
    """One question at a time; whatever goes wrong is an answer with its reason."""

    def __init__(
        self, wire: Wire, patience_s: float = PATIENCE_S, finds_s: float = FINDS_S
    ) -> None:
        self._wire = wire
        self._patience_s = patience_s
        self._finds_s = finds_s
        self._lock = threading.Lock()

    def ask(self, cloud: Cloud) -> tuple[Hand, ...] | Reason:
        """The grasps, or why there are none."""
        with self._lock:
            if not self._is_up():
                return Reason(
                    "no_server",
                    f"no grasp server at {self._wire.name}: start GPD's node, or use our own "
                    "grasps",
                )
            return self._answer(cloud)

    def _answer(self, cloud: Cloud) -> tuple[Hand, ...] | Reason:
        came, answers = threading.Event(), list[tuple[Hand, ...]]()

        def hear(hands: tuple[Hand, ...]) -> None:
            answers.append(hands)
            came.set()

        self._wire.send(cloud, hear)
        if not came.wait(self._patience_s):
            text = f"{self._wire.name} did not answer within {self._patience_s:g} s"
            return Reason("too_late", text)
        return answers[0]

    def _is_up(self) -> bool:
        """Whether it is there; the first time it is waited for."""
        waits, self._finds_s = self._finds_s, 0.0
        pause = threading.Event()
        while not self._wire.up and waits > 0:
            pause.wait(LOOK_S)
            waits -= LOOK_S
        return self._wire.up


@contextlib.contextmanager
def gpd_client(
    name: str = SERVICE,
    type_: str = TYPE,
    *,
    patience_s: float = PATIENCE_S,
    domain: int | None = None,
    leaves: Leaves = at_once,
) -> Iterator[GpdClient]:
    """A client with a node of its own, on a thread of its own.

    ``NoRos`` and ``NoType`` say what is not installed.
    """
    context = opened(domain=domain)
    node: Any = None
    try:
        node = ros("rclpy.node").Node("cotree_grasps", context=context)
        wire: Wire = PlainWire(node, name) if type_ == PLAIN else ServiceWire(node, name, type_)
        with _spinning(context, node):
            yield GpdClient(wire, patience_s)
    finally:
        leaves(partial(leave, node, context))


@contextlib.contextmanager
def _spinning(context: Any, node: Any) -> Iterator[None]:
    executor = ros("rclpy.executors").SingleThreadedExecutor(context=context)
    executor.add_node(node)
    over = threading.Event()

    def spin() -> None:
        while not over.is_set():
            executor.spin_once(timeout_sec=LOOK_S)

    thread = threading.Thread(target=spin, name="cotree grasps", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        executor.shutdown()
