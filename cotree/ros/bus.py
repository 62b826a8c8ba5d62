"""The team's bus over ROS 2: text on four topics, each with the reliability that it deserves.

The bus has a node of its own that no executor spins: a tick takes what has come directly, so that
messages wake nobody up in between.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import msgspec

from cotree.ros.context import Leaves, at_once, leave
from cotree.ros.envelope import NoEnvelope, unwrapped, wrapped
from cotree.ros.missing import ros
from cotree.ros.names import team_topic, token
from cotree.runtime.bus import MOST_BYTES, MOST_WAITING, TOPICS, Datagram, Topic


class Quality(msgspec.Struct, frozen=True):
    """How a topic travels: hints for the transport; correctness never hangs on them."""

    depth: int
    reliable: bool = True
    lasting: bool = False
    """The last ``depth`` messages reach those who come later, too."""


QUALITY: Mapping[Topic, Quality] = {
    "letters": Quality(1000),
    "sight": Quality(64, reliable=False),
    "talk": Quality(200),
    "telling": Quality(1000, lasting=True),
}


BUS_NODE = "_cotree_bus_"
"""What the node of a bus is called, before the name of its member; always at the root."""
LAST_WORDS_S = 0.5
"""So long a topic waits, at the end, until everybody has heard what was said."""
TEAMMATES: tuple[Topic, ...] = ("letters", "sight", "talk")
"""What a teammate listens to; ``telling`` is for who looks on."""


class RosBus:
    """Implements ``Bus`` in a context that is open."""

    def __init__(
        self,
        name: str,
        team: str,
        context: Any,
        members: Collection[str] | None = None,
        *,
        owns_context: bool = False,
        leaves: Leaves = at_once,
        hears: Collection[Topic] = TOPICS,
        says: Collection[Topic] = TOPICS,
    ) -> None:
        self.name = name
        self.dropped = 0
        self.why_dropped: Callable[[str], None] = lambda why: None
        self._team = team
        self._members = None if members is None else frozenset(members)
        """Who may speak; None: anybody."""
        self._context = context if owns_context else None
        self._leaves = leaves
        node = ros("rclpy.node").Node(
            BUS_NODE + token(name),
            context=context,
            use_global_arguments=False,
            enable_rosout=False,
            start_parameter_services=False,
        )
        self._node: Any = node
        self._text = ros("std_msgs.msg").String
        self._publishers: dict[Topic, Any] = {}
        self._subscriptions: list[tuple[Topic, Any]] = []
        for topic in TOPICS:
            place, qos = team_topic(team, topic), _profile(QUALITY[topic])
            if topic in says:
                with contextlib.suppress(RuntimeError):  # what SROS2 forbids; ``send`` counts it
                    self._publishers[topic] = node.create_publisher(self._text, place, qos)
            if topic in hears:
                subscription = node.create_subscription(self._text, place, _nobody, qos)
                self._subscriptions.append((topic, subscription))

    def heard_by(self, topic: Topic) -> int:
        """How many others listen to this topic now, as far as was discovered."""
        mine = any(each == topic for each, _ in self._subscriptions)
        return max(0, int(self._publishers[topic].get_subscription_count()) - mine)

    def send(self, topic: Topic, data: bytes) -> None:
        """Tell everybody else; what is too long is dropped, and so is everything after the end."""
        publisher = self._publishers.get(topic)
        if publisher is None or len(data) > MOST_BYTES or self._node is None:
            self.dropped += 1
            return
        try:
            publisher.publish(self._text(data=wrapped(self._team, self.name, data)))
        except RuntimeError:  # what rclpy's errors are: the context is closed, the network refuses
            self.dropped += 1

    def receive(self) -> list[Datagram]:
        """What came since the last call."""
        found: list[tuple[int, Datagram]] = []
        for topic, subscription in self._subscriptions:
            for _ in range(MOST_WAITING):
                taken = self._take(subscription)
                if taken is None:
                    break
                datagram = self._opened(topic, taken[0].data)
                if datagram is not None:
                    found.append((taken[1], datagram))
        found.sort(key=_when)
        return [datagram for _, datagram in found]

    def close(self) -> None:
        """Leave when the last words were heard; a second time does nothing."""
        node, self._node = self._node, None
        self._subscriptions.clear()
        if node is not None:
            self._last_words()
            self._leaves(partial(leave, node, self._context))

    # -- how -----------------------------------------------------------------------------------

    def _last_words(self) -> None:
        limit = ros("rclpy.duration").Duration(seconds=LAST_WORDS_S)
        for topic, publisher in self._publishers.items():
            if QUALITY[topic].reliable:
                with contextlib.suppress(RuntimeError):  # the context is closed
                    publisher.wait_for_all_acked(limit)

    def _take(self, subscription: Any) -> tuple[Any, int] | None:
        """The next message with the time of its arrival."""
        try:
            with subscription.handle:
                taken = subscription.handle.take_message(self._text, False)
        except (RuntimeError, UnicodeError):
            self.dropped += 1
            return None
        return None if taken is None else (taken[0], _arrived(taken[1]))

    def _opened(self, topic: Topic, text: str) -> Datagram | None:
        """The datagram, unless it is our own or wrong."""
        try:
            sender, data = unwrapped(text, self._team)
        except NoEnvelope as wrong:
            self._drop(f"{topic}: {wrong}")
            return None
        if sender == self.name:
            return None
        if self._members is not None and sender not in self._members:
            self._drop(f"{topic}: unknown sender '{sender[:80]}'")
            return None
        return Datagram(topic, sender, data)

    def _drop(self, why: str) -> None:
        self.dropped += 1
        self.why_dropped(why)


def _nobody(message: Any) -> None:
    """Nobody spins this node."""


def _when(item: tuple[int, Datagram]) -> int:
    return item[0]


def _arrived(info: Any) -> int:
    """Distributions tell it in two ways; 0 where a transport does not say."""
    found = info.get("received_timestamp", 0) if isinstance(info, dict) else 0
    return int(found or getattr(info, "received_timestamp", 0) or 0)


def _profile(quality: Quality) -> Any:
    qos = ros("rclpy.qos")
    reliable, durable = qos.ReliabilityPolicy, qos.DurabilityPolicy
    return qos.QoSProfile(
        depth=quality.depth,
        reliability=reliable.RELIABLE if quality.reliable else reliable.BEST_EFFORT,
        durability=durable.TRANSIENT_LOCAL if quality.lasting else durable.VOLATILE,
    )
