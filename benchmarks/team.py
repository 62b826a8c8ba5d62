"""What the claim protocol costs: letters at rest, a tick with nothing to decide, a whole mission.

Letters are counted per teammate and second, as datagrams that leave (a letter to everybody is one
publication).  Times are processor time in this process.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from cotree.runtime.swarm.arena import Arena, Scene, calm
from cotree.team.dice import Dice
from cotree.team.messages import Letter, encode
from cotree.team.mind import Plot
from cotree.team.outline import Outline, Task
from cotree.team.roster import MOST_VOTERS, Roster
from cotree.team.teammate import Setting, Teammate
from cotree.team.timing import Timing

REST_S = 20.0
STEP_S = 0.05


def task_of(leaves: int) -> Outline:
    """An ``and`` of small ``then`` groups."""
    groups = []
    for first in range(0, leaves, 10):
        some = range(first, min(first + 10, leaves))
        inner = tuple(Outline("leaf", f"r/{first}/{i}") for i in some)
        groups.append(Outline("then", f"r/{first}", inner))
    return Outline("and", "r", tuple(groups))


def team_of(robots: int, leaves: int) -> list[Teammate]:
    """A team that has just begun."""
    names = tuple(f"r{i:03}" for i in range(robots))
    setting = Setting("bench", Roster(names, names[:MOST_VOTERS]))
    plot = Plot(Task(task_of(leaves)))
    return [
        Teammate(name, plot, setting, Dice(i), 0.0, boot=1, first=True)
        for i, name in enumerate(names)
    ]


def exchange(team: list[Teammate], now_s: float) -> list[Letter]:
    """One step of everybody; all letters arrive at once."""
    letters: list[Letter] = []
    for mate in team:
        mate.tick(now_s)
        letters += mate.drain().letters
    for letter in letters:
        for mate in team:
            if mate.mind.name != letter.sender and (not letter.to or mate.mind.name in letter.to):
                mate.receive(letter, now_s)
    return letters


def rest(robots: int, leaves: int) -> tuple[float, int, float]:
    """Letters per second and teammate, bytes of the longest, and µs per teammate and second."""
    team = team_of(robots, leaves)
    for step in range(100):
        exchange(team, step * STEP_S)
    found: list[Letter] = []
    before_s = time.process_time()
    for step in range(int(REST_S / STEP_S)):
        found += exchange(team, 5.0 + step * STEP_S)
    spent_s = time.process_time() - before_s
    longest = max(len(encode(letter)) for letter in found)
    return len(found) / REST_S / robots, longest, 1e6 * spent_s / REST_S / robots


def idle_tick_us(robots: int, leaves: int) -> tuple[float, float]:
    """One tick with nothing due, and one that hears a heartbeat of a peer."""
    team = team_of(robots, leaves)
    for step in range(100):
        exchange(team, step * STEP_S)
    mate, now_s = team[0], 4.96
    rounds = 20_000
    before_s = time.process_time()
    for _ in range(rounds):
        mate.tick(now_s)
        mate.drain()
    idle_us = 1e6 * (time.process_time() - before_s) / rounds
    heard = [letter for letter in _beats(team) if letter.sender != mate.mind.name]
    before_s = time.process_time()
    for _ in range(200):
        for letter in heard:
            mate.receive(letter, now_s)
        mate.drain()
    hear_us = 1e6 * (time.process_time() - before_s) / 200 / len(heard)
    return idle_us, hear_us


def _beats(team: list[Teammate]) -> list[Letter]:
    for mate in team:
        mate.tick(100.0)
    return [letter for mate in team for letter in mate.drain().letters if letter.digests]


def mission(robots: int, leaves: int) -> tuple[float, float, float]:
    """How long a whole mission takes in virtual time, how much faster it runs, letters per second.

    Each robot has work of 5 s all the time; guards, disks and the monitor are simulated, too.
    """
    still = calm(robots)
    scene = Scene(
        1, task_of(leaves), (5.0,) * leaves, robots, 5, False, 1, Timing(), "block", still
    )
    before_s = time.process_time()
    result = Arena(scene).run()
    spent_s = time.process_time() - before_s
    if not result.ok:
        raise SystemExit(f"the mission of {robots} robots failed: {result.violations}")
    return result.time_s, result.time_s / spent_s, result.letters / result.time_s


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Everything, as one document."""
    found: dict[str, Any] = {"rest": [], "missions": []}
    for robots in args.robots:
        for leaves in args.leaves:
            rate, longest, cost_us = rest(robots, leaves)
            found["rest"].append(
                {"robots": robots, "leaves": leaves, "letters_per_s": rate}
                | {"longest_bytes": longest, "us_per_s": cost_us}
            )
    idle_us, hear_us = idle_tick_us(32, 1000)
    found |= {"idle_tick_us": idle_us, "heartbeat_us": hear_us}
    for robots in args.missions:
        lasts_s, faster, rate = mission(robots, 10 * robots)
        found["missions"].append(
            {"robots": robots, "leaves": 10 * robots, "virtual_s": lasts_s}
            | {"faster": faster, "letters_per_s": rate}
        )
    return found


def table(found: dict[str, Any]) -> str:
    """The same for people."""
    lines = [f"{'robots':>6} {'leaves':>6} {'letters/s':>10} {'bytes':>6} {'µs per s':>9}"]
    lines += [
        f"{one['robots']:>6} {one['leaves']:>6} {one['letters_per_s']:>10.2f} "
        f"{one['longest_bytes']:>6} {one['us_per_s']:>9.0f}"
        for one in found["rest"]
    ]
    lines.append(
        f"32 robots, 1000 leaves: idle tick {found['idle_tick_us']:.1f} µs, "
        f"heartbeat heard {found['heartbeat_us']:.1f} µs"
    )
    lines += [
        f"{one['robots']} robots do {one['leaves']} leaves in {one['virtual_s']:.0f} s of virtual "
        f"time, {one['faster']:.0f} times faster than real time, "
        f"{one['letters_per_s']:.0f} letters/s"
        for one in found["missions"]
    ]
    return "\n".join(lines)


def main() -> None:
    """Print both tables, or one JSON document."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--robots", type=int, nargs="+", default=[2, 5, 10, 32, 100])
    parser.add_argument("--leaves", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--missions", type=int, nargs="*", default=[2, 8, 32])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    args = parser.parse_args()
    found = measure(args)
    print(json.dumps(found, indent=2) if args.json else table(found))


if __name__ == "__main__":
    main()
