"""How long a team of processes takes on the wall clock: for a kill, a freeze, a signal, each other.

The tests say in which order these things happen, and that nothing moves that must not; here is how
long they take on this machine, beside what else it did.  Times of takeovers are read from records.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.kit.evidence import Evidence  # noqa: E402
from tests.kit.processes import Process, Team, whoever  # noqa: E402
from tests.kit.table import CUP, LEASE_S, STAGES, TABLE  # noqa: E402

STAYS = ("--stay", "--until", "5 min")


def team(bus: str, folder: Path, mission: str) -> Team:
    """A team over this bus; over ROS its robots are nodes."""
    if bus != "ros":
        return Team(folder, mission, bus)
    from tests.kit.dds import fresh_domain
    from tests.kit.nodes import Nodes

    return Nodes(folder, mission, fresh_domain())


def whole(made: Team) -> tuple[Process, Process, Process]:
    """Two robots and a witness."""
    return made.robot("pr2", *STAYS), made.robot("baxter", *STAYS), made.other("witness", "tablet")


def takeover(made: Team, number: int) -> float:
    """From the last letter of a robot that gets this signal until another one does its work."""
    one, other, _ = whole(made)
    victim, heir = whoever(CUP, one, other)
    victim.signal(number)
    heir.sees(CUP)
    for each in made.processes:
        each.close()
    return Evidence(made.folder).takeover(victim.name, "move to cup").took_s


def killed(made: Team) -> float:
    """A robot dies."""
    return takeover(made, signal.SIGKILL)


def frozen(made: Team) -> float:
    """A robot stands still."""
    return takeover(made, signal.SIGSTOP)


def together(made: Team) -> float:
    """From the start of the last process until its team is complete."""
    first = made.robot("pr2", *STAYS)
    made.other("witness", "tablet")
    first.sees("waiting for baxter:")
    began_s = time.perf_counter()
    made.robot("baxter", *STAYS)
    first.sees("^everybody is there")
    return time.perf_counter() - began_s


def ended(made: Team) -> float:
    """From Ctrl-C at all of them while they work until the last one is gone."""
    processes = whole(made)
    for process in processes[:2]:
        process.sees("▶ running")
    began_s = time.perf_counter()
    for process in processes:
        process.signal(signal.SIGINT)
    for process in processes:
        process.ends()
    return time.perf_counter() - began_s


WAITS: dict[str, tuple[Callable[[Team], float], str]] = {
    "killed": (killed, STAGES),
    "frozen": (frozen, STAGES),
    "together": (together, TABLE),
    "ended": (ended, TABLE),
}


def measured(bus: str, what: str, rounds: int) -> dict[str, Any]:
    """The middle, the 99th of a hundred, and the longest."""
    act, mission = WAITS[what]
    took = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            made = team(bus, Path(folder), mission)
            try:
                took.append(act(made))
            finally:
                made.close()
    took.sort()
    return {
        "bus": bus,
        "what": what,
        "rounds": rounds,
        "p50_s": round(took[rounds // 2], 3),
        "p99_s": round(took[min(rounds - 1, int(0.99 * rounds))], 3),
        "worst_s": round(took[-1], 3),
    }


def main() -> int:
    """Measure; never fails because of seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--buses", nargs="*", default=["udp", "zenoh"], help="udp, zenoh, ros")
    parser.add_argument("--rounds", type=int, default=10)
    args = parser.parse_args()
    rows = [measured(bus, what, args.rounds) for bus in args.buses for what in WAITS]
    found = {"lease_s": LEASE_S, "load": os.getloadavg()[0], "rows": rows}
    print(json.dumps(found, indent=2) if args.json else "\n".join(map(str, rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
