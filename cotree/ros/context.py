"""Joining ROS: a context of our own, on this machine only unless somebody said otherwise."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import sys
from collections.abc import Iterator, MutableMapping, Sequence
from typing import Any

from cotree.ros.missing import ros

RANGE = "ROS_AUTOMATIC_DISCOVERY_RANGE"
OLD = "ROS_LOCALHOST_ONLY"
"""The same in Humble, which does not know the other."""
TRANSPORTS = "FASTDDS_BUILTIN_TRANSPORTS"
PROFILES = ("FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE")

LEAVING_S = 5.0
"""Longer than it takes to leave ROS."""


@contextlib.contextmanager
def leaving_in_time() -> Iterator[None]:
    """End the process, and say where it was, when the middleware hangs while it leaves.

    For the end of a process only: everything of ours stands by then, and is on disk.
    """
    faulthandler.dump_traceback_later(LEAVING_S, exit=True, file=sys.__stderr__ or sys.stderr)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def stay_at_home(environment: MutableMapping[str, str] = os.environ) -> None:
    """Discover nobody outside of this machine, unless the user has said what to discover."""
    if RANGE in environment or OLD in environment:
        return
    if environment.get("ROS_DISTRO") == "humble":
        environment[OLD] = "1"
    else:
        environment[RANGE] = "LOCALHOST"


def share_no_memory(environment: MutableMapping[str, str] = os.environ) -> None:
    """Let Fast DDS use the network only, unless the user has said what it should use.

    A process that is killed leaves its locks in shared memory, and its peers can hang on them.
    """
    if not any(word in environment for word in (TRANSPORTS, *PROFILES)):
        environment[TRANSPORTS] = "UDPv4"


def opened(args: Sequence[str] = (), domain: int | None = None) -> Any:
    """A new context; Ctrl-C stays ours.  ``domain``: other than the user's ``ROS_DOMAIN_ID``."""
    stay_at_home()
    share_no_memory()
    rclpy = ros()
    context = rclpy.Context()
    rclpy.init(
        args=list(args),
        context=context,
        domain_id=domain,
        signal_handler_options=ros("rclpy.signals").SignalHandlerOptions.NO,
    )
    return context
