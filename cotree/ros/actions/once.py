"""Things that are over after one message: a service call, a publication, a wait on a topic.

Each is looked at every tick (``look``) and answers how it ended, or None while it goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from cotree.core.actions import Call
from cotree.core.reasons import Reason
from cotree.ros.actions.expecting import disagreement
from cotree.ros.filling import BadField, as_data, filled
from cotree.ros.missing import ros, type_named


class Over(msgspec.Struct, frozen=True):
    """It has ended; ``reason`` is None after success."""

    reason: Reason | None = None


class Once(Protocol):
    """Something that goes on until one message."""

    def look(self) -> Over | None:
        """How it ended; None while it goes on."""

    def close(self) -> None:
        """Wait no longer, and free what it holds."""


class Service:
    """A call of a service: sent as soon as there is a server, once."""

    def __init__(self, node: Any, call: Call) -> None:
        type_ = type_named(call.of, "srv")
        self._request = filled(type_.Request, call.values)
        _checked(type_.Response(), call.expect)
        self._call = call
        self._node = node
        self._client: Any = node.create_client(type_, call.name)
        self._future: Any = None

    def look(self) -> Over | None:
        """Send it, wait for the answer, compare it."""
        if self._future is None:
            if self._client.service_is_ready():
                self._future = self._client.call_async(self._request)
            return None
        if not self._future.done():
            return None
        if self._future.exception() is not None:
            return Over(Reason("failed", f"{self._call.name}: {self._future.exception()}"))
        return Over(_verdict(self._call, as_data(self._future.result())))

    def close(self) -> None:
        """An answer that comes later is dropped."""
        self._node.destroy_client(self._client)


class Publication:
    """One message, sent as soon as somebody listens."""

    def __init__(self, node: Any, call: Call) -> None:
        type_ = type_named(call.of, "msg")
        self._message = filled(type_, call.values)
        self._node = node
        self._patient = call.timeout_s > 0
        self._sent = False
        self._publisher: Any = node.create_publisher(type_, call.name, 10)

    def look(self) -> Over | None:
        """Send it; the publisher stays until the message has left."""
        if self._sent:
            return Over() if self._arrived() else None
        if not self._patient or self._publisher.get_subscription_count() > 0:
            self._publisher.publish(self._message)
            self._sent = True
        return None

    def _arrived(self) -> bool:
        """Whether everybody who listens has it; a publisher that leaves takes along what is not."""
        now = ros("rclpy.duration").Duration()
        return not self._patient or bool(self._publisher.wait_for_all_acked(now))

    def close(self) -> None:
        """Leave the topic."""
        self._node.destroy_publisher(self._publisher)


class Hearing:
    """A wait for a message that says what is expected."""

    def __init__(self, node: Any, call: Call) -> None:
        type_ = type_named(call.of, "msg")
        _checked(type_(), call.expect)
        self._call = call
        self._node = node
        self._heard = False
        qos = ros("rclpy.qos").qos_profile_sensor_data  # hears whoever publishes, reliable or not
        self._subscription: Any = node.create_subscription(type_, call.name, self._hear, qos)

    def look(self) -> Over | None:
        """Whether it was said."""
        return Over() if self._heard else None

    def close(self) -> None:
        """Listen no longer."""
        self._node.destroy_subscription(self._subscription)

    def _hear(self, message: Any) -> None:
        self._heard |= disagreement(as_data(message), self._call.expect) is None


def once(node: Any, call: Call) -> Once:
    """Begin what a call asks for; ``BadField`` or ``NoType`` when it cannot be."""
    match call.kind:
        case "service":
            return Service(node, call)
        case "publish":
            return Publication(node, call)
        case "hear":
            return Hearing(node, call)
    raise BadField(f"a call cannot be '{call.kind}'")


def _checked(message: Any, expect: Mapping[str, Any]) -> None:
    """BadField now, if this message has no such fields."""
    disagreement(as_data(message), expect)


def _verdict(call: Call, answer: Any) -> Reason | None:
    why = disagreement(answer, call.expect)
    return None if why is None else Reason("unexpected", f"{call.name} answered: {why}", answer)
