"""What one process per robot costs: messages, processor time and claims, over ROS 2 or Zenoh.

Three phases, each a team of its own: at rest (the task is done, and the robots stay), waiting (one
robot waits for an hour and the others have nothing to do), at work (errands in a kitchen).  An
observer on the bus hears and counts what is said, as a viewer does; processor time is what the
system says of each process, all its threads included.  Claims are read from the robots' records.

Two promises are checked.  A robot that does nothing, at rest or waiting, takes at most ``--gate``
percent of a core; and at rest it says at most ``--messages`` a second, all topics together: letters
(heartbeats and facts), sights, talk, and what it tells viewers.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from cotree.core.changes import ClaimChange
from cotree.ros.bus import RosBus
from cotree.ros.context import opened
from cotree.ros.missing import have_ros
from cotree.runtime.bus import Bus
from cotree.runtime.messages import Told
from cotree.runtime.read import read
from cotree.zenoh.bus import ZenohBus
from cotree.zenoh.missing import have_zenoh

ROOT = Path(__file__).resolve().parents[1]
RATE_HZ = 20
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
READY_S, LONGEST_S = 3.0, 60.0
"""After the first sign of a phase so long nothing is measured; and so long it may take to come."""
REST_S = 20.0
"""At rest at least so long: what is told again every few seconds would count too much, or not."""
IDLE = ("rest", "waiting")
"""Where nobody has anything to do, and the processor should have nothing to do either."""
ERRANDS = 8
"""For each robot: more than it does while it is watched."""
SIGNS = {"rest": "✓ done     task\n", "waiting": "▶ running", "work": "▶ running"}
HAVE = {"ros": have_ros, "zenoh": have_zenoh}
_never = threading.Event()


# -- missions --------------------------------------------------------------------------------------


def mission(name: str, robots: int, phase: str) -> str:
    """A team of so many robots, and what it does in this phase."""
    has = "{base: base, left: gripper, right: gripper, head: head}"
    robot = f"{{resources: {has}, handling: 0.3 s, speed: 2 m/s, drive_overhead: 0.3 s}}"
    team = "\n".join(f"  r{i}: {{robot: {robot}, at: [{2 * i}, 0]}}" for i in range(robots))
    objects = {f"o{i}": [i % 16, 3 + i // 16] for i in range(ERRANDS * robots)}
    steps = "[{move: $o}, {pick: $o}, {move: table}, {place: {object: $o, at: table}}]"
    tasks = {
        "rest": "{and: [{wait: 0.1 s}]}",
        "waiting": "{and: [{wait: 1 h}]}",
        "work": f"{{and: [for each: {{o: {json.dumps(list(objects))}, do: {{then: {steps}}}}}]}}",
    }
    return f"""mission: {name}
team:
{team}
world: {{places: {{table: [8, 1]}}, objects: {json.dumps(objects)}}}
task: {tasks[phase]}
policy: {{rate: {RATE_HZ} Hz}}
"""


class Team:
    """The processes of one team, and an observer on its bus."""

    def __init__(self, transport: str, robots: int, phase: str, folder: Path) -> None:
        self.name = f"bench {os.getpid()} {robots} {phase}"
        self.robots = [f"r{i}" for i in range(robots)]
        self._phase, self._folder = phase, folder
        (folder / "mission.yaml").write_text(mission(self.name, robots, phase))
        self._bus: Bus = (
            RosBus("observer", self.name, opened(), owns_context=True)
            if transport == "ros"
            else ZenohBus("observer", self.name)
        )
        self._processes = {name: self._start(transport, name) for name in self.robots}

    def _start(self, transport: str, name: str) -> subprocess.Popen[bytes]:
        which = {
            "zenoh": ["--bus", "zenoh", "--mission", "mission.yaml", "--name", name],
            "ros": ["--ros-args", "-p", f"name:={name}", "-p", "mission:=mission.yaml"],
        }
        with open(self._said(name), "wb") as said:
            return subprocess.Popen(
                [sys.executable, "-m", "cotree", "robot", "--stay", *which[transport]],
                cwd=self._folder,
                env={**os.environ, "PYTHONPATH": str(ROOT), "ROS_LOG_DIR": str(self._folder)},
                stdout=said,
                stderr=subprocess.STDOUT,
            )

    def _said(self, name: str) -> Path:
        return self._folder / f"{name}.log"

    def begin(self) -> None:
        """Wait until the phase has begun and nobody starts up any more."""
        sign = SIGNS[self._phase]
        begun = until(lambda: any(sign in self._said(name).read_text() for name in self.robots))
        if not begun:
            said = self._said("r0").read_text().splitlines()[-5:]
            raise SystemExit(
                "\n".join([f"{self.name}: no '{sign.strip()}'; r0 said at last:", *said])
            )
        self.watch(READY_S)

    def watch(self, seconds: float) -> Counter[str]:
        """What is said in so many seconds, by topic; ``bytes`` counts those."""
        found: Counter[str] = Counter()
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            for each in self._bus.receive():
                found.update({each.topic: 1, "bytes": len(each.data)})
            _never.wait(0.02)
        return found

    def cpu_s(self) -> list[float]:
        """What each process has used until now."""
        return [used_s(process.pid) for process in self._processes.values()]

    def waits_ms(self) -> list[float]:
        """From asking for a piece of work to winning it, for all pieces that were won."""
        paths = self._folder.glob("out/*.mcap")
        return [wait_ms for path in sorted(paths) for wait_ms in waits_ms(path)]

    def close(self) -> None:
        """Everybody leaves."""
        for process in self._processes.values():
            process.send_signal(signal.SIGINT)
        for process in self._processes.values():
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._bus.close()


def until(true: Callable[[], bool]) -> bool:
    """Ask until it is true, or it takes too long."""
    end_s = time.monotonic() + LONGEST_S
    while not true():
        if time.monotonic() > end_s:
            return False
        _never.wait(0.05)
    return True


def used_s(pid: int) -> float:
    """Processor time of all threads of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


def waits_ms(path: Path) -> list[float]:
    """The same, of one record."""
    asked: dict[str, float] = {}
    found: list[float] = []
    for told in read(path).messages:
        if not isinstance(told, Told):
            continue
        for change in told.changes:
            if not isinstance(change, ClaimChange):
                continue
            if change.word == "asked":
                asked.setdefault(change.piece, told.t)
            elif change.piece in asked:
                since_s = asked.pop(change.piece)
                found += [1000 * (told.t - since_s)] if change.word == "won" else []
    return found


# -- what is measured ------------------------------------------------------------------------------


def measured(transport: str, robots: int, phase: str, seconds: float) -> dict[str, Any]:
    """One phase of one team."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        team = Team(transport, robots, phase, Path(folder))
        stack.callback(team.close)
        team.begin()
        before, since_s = team.cpu_s(), time.monotonic()
        said = team.watch(max(seconds, REST_S) if phase == "rest" else seconds)
        took_s = time.monotonic() - since_s
        shares = [100 * (b - a) / took_s for a, b in zip(before, team.cpu_s(), strict=True)]
        stack.close()  # their records are whole when they have ended
        waits = sorted(team.waits_ms())
    each = robots * took_s
    kilobytes = said.pop("bytes", 0) / 1000
    return {
        "transport": transport,
        "robots": robots,
        "phase": phase,
        "cpu_percent_mean": round(sum(shares) / robots, 2),
        "cpu_percent_max": round(max(shares), 2),
        "messages_per_s": {topic: round(count / each, 2) for topic, count in sorted(said.items())},
        "all_messages_per_s": round(sum(said.values()) / each, 2),
        "kilobytes_per_s": round(kilobytes / each, 2),
        "claims": len(waits),
        "claim_p50_ms": part(waits, 50),
        "claim_p99_ms": part(waits, 99),
    }


def part(values: Sequence[float], percent: int) -> float | None:
    """So many percent of these sorted values are at most this one."""
    return round(values[min(len(values) - 1, len(values) * percent // 100)]) if values else None


HEAD = f"{'':<7}{'robots':>6}  {'phase':<8}{'CPU % mean':>10}{'max':>7}{'msg/s':>8}{'kB/s':>7}"


def row(found: dict[str, Any]) -> str:
    """One line of the table; messages are those of one robot."""
    claims = f"{found['claims']:>8}"
    if found["claims"]:
        claims += f"{found['claim_p50_ms']:>9.0f}{found['claim_p99_ms']:>9.0f}"
    return (
        f"{found['transport']:<7}{found['robots']:>6}  {found['phase']:<8}"
        f"{found['cpu_percent_mean']:>10.2f}{found['cpu_percent_max']:>7.2f}"
        f"{found['all_messages_per_s']:>8.2f}{found['kilobytes_per_s']:>7.2f}{claims}"
    )


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--transport", choices=HAVE, help="default: whatever is installed")
    parser.add_argument("--robots", default="2,4,8", help="sizes of teams (default: 2,4,8)")
    parser.add_argument("--phases", default=",".join(SIGNS), help="default: rest,waiting,work")
    parser.add_argument("--seconds", type=float, default=10.0, help="watched (default: 10)")
    parser.add_argument("--gate", type=float, help="fail above this percentage of a core when idle")
    parser.add_argument("--messages", type=float, help="fail above so many a second at rest")
    args = parser.parse_args()
    wanted = [args.transport] if args.transport else [each for each, have in HAVE.items() if have()]
    missing = [each for each in wanted if not HAVE[each]()]
    if missing or not wanted:
        parser.error(f"{', '.join(missing) or 'no transport'} is not installed")
    if not args.json:
        print(f"{HEAD}{'claims':>8}{'p50 ms':>9}{'p99 ms':>9}", flush=True)
    found = []
    for transport in wanted:
        for robots in (int(each) for each in args.robots.split(",")):
            for phase in args.phases.split(","):
                found.append(measured(transport, robots, phase, args.seconds))
                if not args.json:
                    print(row(found[-1]), flush=True)
    if args.json:
        gates = {"gate": args.gate, "messages": args.messages}
        print(json.dumps({"rows": found, **gates}, indent=2))
    wrong = broken(found, args.gate, args.messages)
    if wrong:
        raise SystemExit("\n".join(wrong))


def broken(
    rows: Sequence[Mapping[str, Any]], gate: float | None, messages: float | None
) -> list[str]:
    """Which promises were not kept, in words."""
    wrong = []
    worst = max((row["cpu_percent_max"] for row in rows if row["phase"] in IDLE), default=0.0)
    if gate is not None and worst > gate:
        wrong.append(f"an idle robot takes {worst} % of a core; at most {gate} % is right")
    most = max((row["all_messages_per_s"] for row in rows if row["phase"] == "rest"), default=0.0)
    if messages is not None and most > messages:
        wrong.append(f"at rest a robot says {most} messages a second; at most {messages} is right")
    return wrong


if __name__ == "__main__":
    main()
