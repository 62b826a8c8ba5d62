"""How often the intent rules are right: synthetic reaches over random tables (spec C.2).

    python benchmarks/intent.py [--reaches 1500] [--seed 1] [--json] [--gate 0.02]

Seven objects, four of them the person's turn; minimum-jerk reaches of 0.9 to 1.4 s at 30 Hz towards
one of the four, with a sideways bend and noise in every coordinate.  A reach ends when the hand has
arrived; nothing is learned from its resting there, so ``undecided`` is an upper bound.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
import time

import msgspec

from cotree.core.places import Point
from cotree.team.mirror.aim import CHOICE_12, DEFAULT, LITERAL, Aim, Rule
from cotree.team.mirror.hand import Sample
from cotree.team.mirror.reaches import reach

OBJECTS = 7
TURN = 4
APART_M = 0.15
NOISES = ((0.003, 0.0), (0.01, 0.03), (0.02, 0.06))
"""Standard deviation of each coordinate, and the largest bend, in metres."""
RULES: tuple[tuple[str, Rule, bool], ...] = (
    ("literal, all objects", LITERAL, False),
    ("literal, enabled only", LITERAL, True),
    ("choice 12, all objects", CHOICE_12, False),
    ("choice 12, enabled only", CHOICE_12, True),
    ("default, all objects", DEFAULT, False),
    ("default, enabled only", DEFAULT, True),
)


class Reach(msgspec.Struct, frozen=True):
    """One reach over one table."""

    objects: dict[str, Point]
    turn: tuple[str, ...]
    meant: str
    track: list[Sample]


class Row(msgspec.Struct, frozen=True):
    """What a rule made of many reaches, as shares of all; ``path`` of those it got right."""

    rule: str
    noise_m: float
    bend_m: float
    right: float
    wrong: float
    undecided: float
    path: float
    """Median share of the way that the hand had gone when it was recognised."""
    sample_us: float
    """CPU time per sample."""


def table(dice: random.Random) -> dict[str, Point]:
    """Objects on a table of 1.5 m x 0.6 m, not nearer to each other than 15 cm."""
    points: list[Point] = []
    while len(points) < OBJECTS:
        point = (dice.uniform(-0.75, 0.55), dice.uniform(0.1, 0.7), 0.0)
        if all(math.dist(point, other) >= APART_M for other in points):
            points.append(point)
    return {f"object {i}": point for i, point in enumerate(points)}


def draw(dice: random.Random, noise_m: float, bend_m: float, rests_s: float = 0.0) -> Reach:
    """A random reach."""
    objects = table(dice)
    turn = tuple(objects)[:TURN]
    meant = dice.choice(turn)
    start = (0.78 + dice.uniform(-0.1, 0.1), 0.4 + dice.uniform(-0.1, 0.1), 0.0)
    track = reach(
        start,
        objects[meant],
        dice.uniform(0.9, 1.4),
        bend_m=dice.uniform(-bend_m, bend_m),
        rests_s=rests_s,
        noise=lambda: dice.gauss(0.0, noise_m),
    )
    return Reach(objects, turn, meant, track)


def judge(rule: Rule, one: Reach, enabled_only: bool) -> tuple[str | None, float, int]:
    """What is recognised, after which share of the way, from how many samples."""
    chosen = one.turn if enabled_only else tuple(one.objects)
    candidates = {name: one.objects[name] for name in chosen}
    aim = Aim(rule)
    whole_m = math.dist(one.track[0].at, one.objects[one.meant])
    for number, sample in enumerate(one.track, 1):
        guess = aim.see(sample.t_s, sample.at, candidates, {})
        if guess is not None:
            left_m = math.dist(sample.at, one.objects[one.meant])
            return guess.object, 1.0 - left_m / whole_m, number
    return None, 1.0, len(one.track)


def measure(
    label: str,
    rule: Rule,
    enabled_only: bool,
    noise: tuple[float, float],
    reaches: int,
    seed: int,
    rests_s: float = 0.0,
) -> Row:
    """One row of the table; the same seed draws the same reaches for every rule."""
    dice = random.Random(seed)
    counts = {"right": 0, "wrong": 0, "undecided": 0}
    paths = [1.0]
    samples, cpu_s = 0, 0.0
    for _ in range(reaches):
        one = draw(dice, *noise, rests_s)
        start_s = time.process_time()
        found, path, seen = judge(rule, one, enabled_only)
        cpu_s += time.process_time() - start_s
        samples += seen
        verdict = "undecided" if found is None else "right" if found == one.meant else "wrong"
        counts[verdict] += 1
        if verdict == "right":
            paths.append(path)
    share = {key: count / reaches for key, count in counts.items()}
    path = statistics.median(paths[1:] or paths)
    return Row(label, *noise, **share, path=path, sample_us=cpu_s / samples * 1e6)


def main() -> int:
    """Print the table; with a gate, fail when the default is wrong more often."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--reaches", type=int, default=1500, help="per row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--gate", type=float, help="largest share of wrong ones of the default")
    options = parser.parse_args()
    rows = [
        measure(label, rule, enabled_only, noise, options.reaches, options.seed)
        for noise in NOISES
        for label, rule, enabled_only in RULES
    ]
    if options.json:
        print(json.dumps({"rows": msgspec.to_builtins(rows), "gate": options.gate}, indent=2))
    else:
        print(f"{'rule':26}{'noise':>7}{'bend':>7}{'right':>8}{'wrong':>8}{'undec.':>8}{'path':>7}")
        for row in rows:
            print(
                f"{row.rule:26}{row.noise_m * 100:5.1f}cm{row.bend_m * 100:5.0f}cm"
                f"{row.right:8.3f}{row.wrong:8.3f}{row.undecided:8.3f}{row.path:6.0%}"
            )
    ours = [row.wrong for row in rows if row.rule == "default, enabled only"]
    if options.gate is None or max(ours) <= options.gate:
        return 0
    print(f"wrong in {max(ours):.1%}, the gate is {options.gate:.1%}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
