"""A network of its own in which every tenth packet is lost, where this machine allows it.

In a network namespace the loopback is nobody else's; a filter of four instructions in the kernel
drops packets by chance.  It needs util-linux, iproute2, and root or user namespaces.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

LOSS = 0.1
_KEPT = int((1 - LOSS) * (1 << 32))
_RANDOM = 0xFFFFF000 + 56
"""Where a classic filter loads a random number from."""
_PASS, _DROP = 0xFFFFFFFF, 2
_FILTER = f"4,32 0 0 {_RANDOM},53 0 1 {_KEPT},6 0 0 {_DROP},6 0 0 {_PASS}"
_SETUP = f"""
PATH=$PATH:/usr/sbin:/sbin
ip link set lo up multicast on &&
ip route add 224.0.0.0/4 dev lo &&
tc qdisc add dev lo clsact &&
tc filter add dev lo ingress bpf da bytecode '{_FILTER}' &&
echo ready && exec sleep infinity
"""


@contextmanager
def rain() -> Iterator[tuple[str, ...]]:
    """The words that start a command in the rain; none where the machine does not allow it."""
    try:
        holder = subprocess.Popen(
            ["unshare", "--map-root-user", "--net", "sh", "-c", _SETUP],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        yield ()
        return
    with holder:
        try:
            assert holder.stdout is not None
            rains = holder.stdout.readline() == b"ready\n"
            enter = ("nsenter", "--preserve-credentials", "--user", "--net", "--target")
            yield (*enter, str(holder.pid)) if rains else ()
        finally:
            holder.kill()
