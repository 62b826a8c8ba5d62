"""What a whole team costs: 32 robots in virtual time, and a tick with nothing to decide.

Times are processor time of this process.  Exit code 1: a gate is not met.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from cotree.app.missions import read_mission
from cotree.app.team import crew_of
from cotree.core.mission import Mission
from cotree.runtime.crew.crew import Crew
from cotree.runtime.messages import Message

FASTER = 10.0
"""So many times faster than real time the mission must run."""
IDLE_MS = 0.1
"""What a tick may cost when there is nothing to decide."""
ROUNDS = 2000


def mission_of(robots: int, deliveries: int, seed: int = 0) -> str:
    """A mission's text: carriers all over a hall, and things to be brought to tables."""
    dice = random.Random(seed)

    def spot() -> str:
        return f"[{dice.uniform(0, 40):.2f}, {dice.uniform(0, 40):.2f}]"

    team = "".join(f"  r{n:02}: {{robot: carrier, at: {spot()}}}\n" for n in range(robots))
    places = ", ".join(f"table{n}: {spot()}" for n in range(8))
    objects = ", ".join(f"thing{n:03}: {spot()}" for n in range(deliveries))
    task = "".join(
        f"        - {{deliver: {{object: thing{n:03}, to: table{n % 8}}}, name: thing{n:03}}}\n"
        for n in range(deliveries)
    )
    return (
        "mission: many deliveries\n"
        f"team:\n{team}"
        f"world:\n  places: {{{places}}}\n  objects: {{{objects}}}\n"
        "subtrees:\n  deliver:\n    parameters: [object, to]\n    do:\n      then:\n"
        "        - move: $object\n        - pick: $object\n        - move: $to\n"
        "        - place: {object: $object, at: $to}\n"
        "policy: {schedule: none}\n"
        f"task:\n    and:\n{task}"
    )


def read(text: str) -> Mission:
    """The mission of a text."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "many.yaml"
        file.write_text(text)
        return read_mission(str(file))


def _ignore(message: Message) -> None:
    """Nobody keeps a record."""


def run(mission: Mission) -> dict[str, float | str]:
    """The whole mission, from the first tick to the end."""
    before_s = time.process_time()
    crew, _ = crew_of(mission, _ignore)
    made_s = time.process_time() - before_s
    end = crew.run()
    spent_s = time.process_time() - before_s
    return {
        "result": end.result,
        "virtual_s": end.t,
        "cpu_s": spent_s,
        "making_s": made_s,
        "faster": end.t / spent_s,
        "ticks": end.ticks,
        "events": crew.queue.events,
        "letters": crew.network.letters,
    }


class _Enough(Exception):
    """The team has begun."""


def idle_tick_ms(mission: Mission, at_s: float = 3.0) -> float:
    """One tick of one robot of the team that hears nothing and has nothing to decide."""
    crew, _ = crew_of(mission, _ignore)
    run_until(crew, at_s)
    seat = next(iter(crew.seats.values()))
    executor = seat.executor
    assert executor is not None
    now_s = seat.clock.steady(crew.queue.now_s)
    executor.step(now_s)
    before_s = time.process_time()
    for _ in range(ROUNDS):
        executor.step(now_s)
    return 1e3 * (time.process_time() - before_s) / ROUNDS


class OverBefore(Exception):
    """The mission did not last so long."""


def run_until(crew: Crew, at_s: float) -> None:
    """The team at this time of its mission; OverBefore: it was over."""

    def enough() -> None:
        raise _Enough

    crew.queue.at(at_s, enough)
    try:
        crew.run()
    except _Enough:
        return
    raise OverBefore("the mission was over before it was measured")


def main() -> int:
    """Print the figures; 1 if a gate is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--robots", type=int, default=32)
    parser.add_argument("--deliveries", type=int, default=200)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--idle", type=int, nargs="*", default=[2, 8, 32, 100], help="sizes of teams at rest"
    )
    args = parser.parse_args()
    found: dict[str, Any] = {"robots": args.robots, "deliveries": args.deliveries}
    found |= run(read(mission_of(args.robots, args.deliveries)))
    found["idle"] = {
        robots: idle_tick_ms(read(mission_of(robots, 250)))  # 1000 leaves
        for robots in sorted({args.robots, *args.idle})
    }
    idle_ms = found["idle"][args.robots]
    good = found["faster"] >= FASTER and idle_ms < IDLE_MS
    found["good"] = good and found["result"] == "success"
    found["gates"] = {"faster": FASTER, "idle_ms": IDLE_MS}
    if args.json:
        print(json.dumps(found, indent=2))
    else:
        for name, value in found.items():
            print(
                f"{name:>14}: {value:.4g}" if isinstance(value, float) else f"{name:>14}: {value}"
            )
    return 0 if found["good"] else 1


if __name__ == "__main__":
    sys.exit(main())
