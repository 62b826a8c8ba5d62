"""Joining ROS: a context of our own, on this machine only unless somebody said otherwise."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, MutableMapping, Sequence
from typing import Any

from cotree.ros.missing import ros
from cotree.ros.names import enclave_of
from cotree.runtime.last import Leave

RANGE = "ROS_AUTOMATIC_DISCOVERY_RANGE"
OLD = "ROS_LOCALHOST_ONLY"
"""The same in Humble, which does not know the other."""
TRANSPORTS = "FASTDDS_BUILTIN_TRANSPORTS"
ENCLAVE = ("--enclave", "-e")
PROFILES = ("FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE")

Leaves = Callable[[Leave], None]
"""Takes what leaves ROS, and does it when it is time: it can hang (``cotree.runtime.last``)."""


def at_once(leave: Leave) -> None:
    """Implements ``Leaves`` where something else sees to it that nothing hangs for ever."""
    leave()


def leave(node: Any, context: Any = None) -> None:
    """Destroy a node, and shut down its context if this is given."""
    if node is not None:
        with contextlib.suppress(RuntimeError):  # the context is closed
            node.destroy_node()
    if context is not None:
        context.try_shutdown()


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
    Where only this machine is discovered, Jazzy's rmw_fastrtps adds shared memory all the same.
    """
    if not any(word in environment for word in (TRANSPORTS, *PROFILES)):
        environment[TRANSPORTS] = "UDPv4"


def with_enclave(args: Sequence[str], name: str) -> list[str]:
    """The arguments of ROS with the enclave of a teammate, unless they name one."""
    found = list(args)
    if name and not any(word in found for word in ENCLAVE):
        found += ["--ros-args", ENCLAVE[0], enclave_of(name), "--"]
    return found


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
