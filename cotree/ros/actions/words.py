"""What the machine of a goal hears from a server, and what it orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop

Outcome: TypeAlias = Literal["succeeded", "aborted", "cancelled"]


class Server(msgspec.Struct, frozen=True):
    """Whether the server can be reached now."""

    up: bool


class Accepted(msgspec.Struct, frozen=True):
    """The server took the goal."""

    goal: str


class Rejected(msgspec.Struct, frozen=True):
    """The server refused the goal; nothing of it ever moves."""

    goal: str


class Working(msgspec.Struct, frozen=True):
    """The server said that it executes the goal: by feedback, or by its status."""

    goal: str


class CancelAnswered(msgspec.Struct, frozen=True):
    """What the server said to a wish to cancel.

    ``stopping``: it will; ``refused``: it will not; ``unknown``: it has no such goal; ``over``: the
    goal has ended already.
    """

    goal: str
    answer: Literal["stopping", "refused", "unknown", "over"]


class Finished(msgspec.Struct, frozen=True):
    """The status of the goal is final; its result may still be on the way."""

    goal: str
    outcome: Outcome


class Result(msgspec.Struct, frozen=True):
    """The goal is over, and this came of it."""

    goal: str
    outcome: Outcome
    data: Mapping[str, Any] = {}


class Halt(msgspec.Struct, frozen=True):
    """Somebody here wants it to stop."""

    how: Stop


FromServer: TypeAlias = Accepted | Rejected | Working | CancelAnswered | Finished | Result
Input: TypeAlias = Server | Halt | FromServer


class SendGoal(msgspec.Struct, frozen=True):
    """Send it."""

    goal: str


class AskResult(msgspec.Struct, frozen=True):
    """Ask for the result, which comes when the goal is over."""

    goal: str


class CancelGoal(msgspec.Struct, frozen=True):
    """Cancel this goal, by its id."""

    goal: str


class CancelAll(msgspec.Struct, frozen=True):
    """Cancel every goal of this server: the last means."""


class Alarm(msgspec.Struct, frozen=True):
    """It could not be stopped from here; whoever can stop the robot otherwise must."""

    reason: Reason


Order: TypeAlias = SendGoal | AskResult | CancelGoal | CancelAll | Alarm
