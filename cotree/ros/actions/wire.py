"""The wire of one action server, every message by the id of its goal.

An action is three services and two topics.  They are used as such, because then nothing of a goal
hangs on an object that only an acceptance brings: what is known of a goal is its id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cotree.ros.actions.words import (
    Accepted,
    CancelAnswered,
    Finished,
    FromServer,
    Outcome,
    Rejected,
    Result,
    Working,
)
from cotree.ros.filling import as_data, filled
from cotree.ros.missing import ros, type_named

OUTCOMES: Mapping[int, Outcome] = {4: "succeeded", 5: "cancelled", 6: "aborted"}
"""By ``action_msgs/msg/GoalStatus``."""
EXECUTING = 2
EVERYTHING = bytes(16)
"""As an id: every goal of the server."""


class Wire:
    """Sends what a goal orders, and passes on what the server says."""

    def __init__(self, node: Any, type_: str, name: str, hear: Callable[[FromServer], None]):
        self.type = type_named(type_, "action")
        self.name = name
        self._node = node
        self._hear = hear
        impl, inner = self.type.Impl, f"{name}/_action"
        self._send = node.create_client(impl.SendGoalService, f"{inner}/send_goal")
        self._cancel = node.create_client(impl.CancelGoalService, f"{inner}/cancel_goal")
        self._result = node.create_client(impl.GetResultService, f"{inner}/get_result")
        action = ros("rclpy.qos")
        self._feedback = node.create_subscription(
            impl.FeedbackMessage, f"{inner}/feedback", self._fed_back, 10
        )
        self._status = node.create_subscription(
            impl.GoalStatusMessage,
            f"{inner}/status",
            self._stands,
            action.qos_profile_action_status_default,
        )

    @property
    def up(self) -> bool:
        """Whether a server can be reached."""
        return all(each.service_is_ready() for each in (self._send, self._cancel, self._result))

    def goal_of(self, values: Mapping[str, Any]) -> Any:
        """The goal as a message; ``BadField`` says what does not fit."""
        return filled(self.type.Goal, values)

    def send(self, id_: str, goal: Any) -> None:
        """Send a goal."""
        request = self.type.Impl.SendGoalService.Request()
        request.goal_id.uuid = list(bytes.fromhex(id_))
        request.goal = goal
        self._call(self._send, request, lambda answer: self._sent(id_, answer))

    def ask_result(self, id_: str) -> None:
        """Ask for the result, which the server gives when there is one."""
        request = self.type.Impl.GetResultService.Request()
        request.goal_id.uuid = list(bytes.fromhex(id_))
        self._call(self._result, request, lambda answer: self._came(id_, answer))

    def cancel(self, id_: str | None) -> None:
        """Cancel a goal; None: every goal."""
        request = self.type.Impl.CancelGoalService.Request()
        request.goal_info.goal_id.uuid = list(bytes.fromhex(id_) if id_ else EVERYTHING)
        self._call(self._cancel, request, lambda answer: self._obeys(id_, answer))

    def close(self) -> None:
        """Free what it holds."""
        for client in (self._send, self._cancel, self._result):
            self._node.destroy_client(client)
        for subscription in (self._feedback, self._status):
            self._node.destroy_subscription(subscription)

    # -- what the server says ------------------------------------------------------------------

    def _call(self, client: Any, request: Any, then: Callable[[Any], None]) -> None:
        def done(future: Any) -> None:
            if not future.cancelled() and future.exception() is None:
                then(future.result())

        client.call_async(request).add_done_callback(done)

    def _sent(self, id_: str, answer: Any) -> None:
        self._hear(Accepted(id_) if answer.accepted else Rejected(id_))

    def _came(self, id_: str, answer: Any) -> None:
        outcome = OUTCOMES.get(answer.status)
        if outcome is not None:  # otherwise the server does not know this goal
            self._hear(Result(id_, outcome, as_data(answer.result)))

    def _obeys(self, id_: str | None, answer: Any) -> None:
        stopping = [bytes(each.goal_id.uuid).hex() for each in answer.goals_canceling]
        for each in stopping:
            self._hear(CancelAnswered(each, "stopping"))
        if id_ is not None and id_ not in stopping:
            word = {2: "unknown", 3: "over"}.get(answer.return_code, "refused")
            self._hear(CancelAnswered(id_, word))  # type: ignore[arg-type]

    def _fed_back(self, message: Any) -> None:
        self._hear(Working(bytes(message.goal_id.uuid).hex()))

    def _stands(self, message: Any) -> None:
        for each in message.status_list:
            id_ = bytes(each.goal_info.goal_id.uuid).hex()
            outcome = OUTCOMES.get(each.status)
            if outcome is not None:
                self._hear(Finished(id_, outcome))
            elif each.status == EXECUTING:
                self._hear(Working(id_))
