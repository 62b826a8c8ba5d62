"""What the team's bus costs: the way there and back, how many a second, and processor time at rest.

Members are processes of this machine.  The echo is a teammate who answers each datagram at once,
asking its bus all the time; a robot asks once per tick, which adds up to a tick on each side.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cotree.app.loopback import LoopbackBus, port_of
from cotree.runtime.bus import Bus
from cotree.zenoh.bus import ZenohBus
from cotree.zenoh.missing import have_zenoh

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 2000
BURST = 20_000
WINDOW = 256
"""So many datagrams are under way at once, at most, when their rate is measured."""
REST_S = 5.0
RATE_HZ = 10.0
SIZE = 200
MOST_MEMBERS = 8
TURN_S = 0.0002
POLL_S = 0.00005
"""Shorter pauses would keep the thread of a transport from running: Python runs one at a time."""
_never = threading.Event()


def joined(kind: str, team: str, index: int) -> Bus:
    """Member number ``index`` of a team."""
    names = [f"m{number}" for number in range(MOST_MEMBERS)]
    if kind == "udp":
        return LoopbackBus(names[index], names, port_of(team))
    return ZenohBus(names[index], team, names)


def until(true: Callable[[], object], within_s: float = 10.0) -> bool:
    """Ask until it is true, or too late."""
    deadline_s = time.monotonic() + within_s
    while not true():
        if time.monotonic() > deadline_s:
            return False
        _never.wait(TURN_S)
    return True


# -- the others ------------------------------------------------------------------------------------


def echo(bus: Bus) -> None:
    """Answer everything until somebody says stop."""
    while True:
        for datagram in bus.receive():
            if datagram.data == b"stop":
                return
            bus.send("letters", datagram.data)
        _never.wait(POLL_S)


def beats(bus: Bus, seconds: float) -> float:
    """Share of a core that ten datagrams a second, said and heard, take."""
    data = b"x" * SIZE
    start_s, before_s = time.monotonic(), time.process_time()
    for beat in range(1, int(seconds * RATE_HZ) + 1):
        bus.send("letters", data)
        bus.receive()
        _never.wait(max(0.0, start_s + beat / RATE_HZ - time.monotonic()))
    return (time.process_time() - before_s) / (time.monotonic() - start_s)


def other(role: str, kind: str, team: str, index: int, rest_s: float) -> subprocess.Popen[str]:
    """Another member in a process of its own."""
    return subprocess.Popen(
        [sys.executable, __file__, "--as", json.dumps([role, kind, team, index, rest_s])],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


def play(role: str, kind: str, team: str, index: int, rest_s: float) -> None:
    """What such a process does."""
    bus = joined(kind, team, index)
    if role == "echo":
        echo(bus)
    else:
        bus.send("letters", b"warm")
        _never.wait(1.0)
        print(beats(bus, rest_s), flush=True)
    bus.close()


# -- what is measured ------------------------------------------------------------------------------


def round_trips_ms(bus: Bus) -> list[float]:
    """How long each answer took; who gets none within a second has lost it."""
    found = []
    data = b"x" * SIZE

    def echoed() -> bool:
        bus.send("letters", data)
        return bool(bus.receive())

    assert until(echoed), "no echo"
    until(lambda: not bus.receive(), 1)
    for _ in range(ROUNDS):
        start_s = time.perf_counter()
        bus.send("letters", data)
        while not bus.receive() and time.perf_counter() < start_s + 1:
            _never.wait(POLL_S)
        found.append(1000 * (time.perf_counter() - start_s))
    return sorted(found)


def per_second(bus: Bus) -> float:
    """Datagrams that came back, a second, with a window of so many under way."""
    data = b"x" * SIZE
    sent = back = 0
    start_s = last_s = time.perf_counter()
    while back < BURST and time.perf_counter() < last_s + 1:
        while sent < BURST and sent - back < WINDOW:
            bus.send("letters", data)
            sent += 1
        came = len(bus.receive())
        if came:
            back, last_s = back + came, time.perf_counter()
        _never.wait(POLL_S)
    return back / (last_s - start_s)


def measured(kind: str, sizes: list[int], rest_s: float) -> dict[str, Any]:
    """All figures of one bus."""
    team = f"bench {kind} {os.getpid()}"
    process = other("echo", kind, team, 1, 0.0)
    bus = joined(kind, team, 0)
    trips = round_trips_ms(bus)
    rate = per_second(bus)
    for _ in range(5):
        bus.send("letters", b"stop")
    process.communicate(timeout=10)
    bus.close()
    return {
        "bus": kind,
        "round_trip_p50_ms": round(trips[len(trips) // 2], 3),
        "round_trip_p99_ms": round(trips[len(trips) * 99 // 100], 3),
        "there_and_back_per_s": round(rate),
        "cpu_percent": {str(n): at_rest(kind, f"{team} {n}", n, rest_s) for n in sizes},
    }


def at_rest(kind: str, team: str, members: int, rest_s: float) -> float:
    """Percent of a core that a member takes, on average."""
    others = [other("beats", kind, team, index, rest_s) for index in range(members)]
    shares = [float(each.communicate(timeout=60)[0]) for each in others]
    return round(100 * sum(shares) / members, 2)


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--members", type=int, nargs="+", default=[2, 4, MOST_MEMBERS])
    parser.add_argument("--rest", type=float, default=REST_S, help="seconds at rest")
    parser.add_argument("--as", dest="role", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.role:
        play(*json.loads(args.role))
        return
    kinds = ("udp", *(["zenoh"] if have_zenoh() else []))
    found = [measured(kind, args.members, args.rest) for kind in kinds]
    if args.json:
        print(json.dumps({"rows": found}, indent=2))
        return
    print(f"{'bus':<7}{'p50 ms':>8}{'p99 ms':>8}{'per s':>9}  CPU % of {args.members} members")
    for each in found:
        cpu = ", ".join(f"{share:.2f}" for share in each["cpu_percent"].values())
        trip = f"{each['round_trip_p50_ms']:>8.3f}{each['round_trip_p99_ms']:>8.3f}"
        print(f"{each['bus']:<7}{trip}{each['there_and_back_per_s']:>9}  {cpu}")


if __name__ == "__main__":
    main()
