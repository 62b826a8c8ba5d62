"""How rules of intent fare on rendered reaches that are seen through pixels only.

    python benchmarks/reaches.py [--reaches 20] [--json] [--gate]

A hand reaches for one of seven things on a table, before a camera with noise at 15 frames a second;
things and palms come from perception.  One reach takes some 5 CPU seconds, nearly all of which go
into drawing it; ``make bench`` draws 200 of them.  Told of each rule are the share of its verdicts
that are wrong, that of the reaches which it has right in the end, and how soon it first says
anything.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import numpy as np

# Run as a file, the tests' kit of pictures is out of sight.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cotree.core.places import Point
from cotree.perception.blind import Blind, library
from cotree.perception.frame import Frame, frame_of
from cotree.perception.hands import Watcher, open_landmarker
from cotree.perception.intent import Gathered
from cotree.perception.objects import Seen, coloured, things_in
from cotree.team.mirror.aim import DEFAULT, LITERAL, Aim
from tests.kit.gates import gated
from tests.kit.pictures.reaching import COLOURS, Reach, camera, draw, film

RULES: tuple[tuple[str, Callable[[], Aim]], ...] = (
    ("literal", lambda: Aim(LITERAL)),
    ("mirror's default", lambda: Aim(DEFAULT)),
    ("gathered", Gathered),
)

MOST_WRONG, LEAST_RIGHT = 0.02, 0.85
"""What the issue asks for: of all verdicts, and of the reaches in the end."""


class Fared(msgspec.Struct, frozen=True):
    """Verdicts of one rule on many reaches, and when the first came, as seconds from the start."""

    rule: str
    reaches: int
    right: int
    wrong: int
    undecided: int
    ended_right: float
    first_s: float

    @property
    def wrong_share(self) -> float:
        """Of its verdicts; who says nothing is not wrong."""
        return self.wrong / max(self.right + self.wrong, 1)

    @property
    def good(self) -> bool:
        """Whether it does as the issue asks."""
        return self.wrong_share <= MOST_WRONG and self.ended_right >= LEAST_RIGHT


def needed(value: object) -> object:
    """What was opened, or the end of the benchmark with the reason."""
    if isinstance(value, Blind):
        raise SystemExit(f"perception: {value}")
    return value


def filmed(seed: int) -> tuple[Reach, list[Frame]]:
    """A reach and its frames; the first has no hand."""
    dice = np.random.default_rng(seed)
    reach = draw(dice)
    frames = [frame_of(t_s + 1.0, rgb, depth, camera()) for t_s, rgb, depth in film(reach, dice)]
    return reach, [frame for frame in frames if isinstance(frame, Frame)]


def fared(reaches: int) -> list[Fared]:
    """The rules side by side on the same pixels."""
    counts = {name: [0, 0, 0, 0] for name, _ in RULES}
    firsts: dict[str, list[float]] = {name: [] for name, _ in RULES}
    for seed in range(5000, 5000 + reaches):
        reach, palms, things = looked(seed)
        candidates = {name: things[name] for name in reach.turn if name in things}
        for name, rule in RULES:
            judge(name, rule(), reach, palms, candidates, counts[name], firsts[name])
    return [_fared(name, reaches, counts[name], firsts[name]) for name, _ in RULES]


def _fared(name: str, reaches: int, counts: list[int], firsts: list[float]) -> Fared:
    right, wrong, undecided, ended = counts
    share = ended / max(reaches, 1)
    return Fared(name, reaches, right, wrong, undecided, share, statistics.median(firsts or [0.0]))


def looked(seed: int) -> tuple[Reach, list[tuple[float, Point | None]], Mapping[str, Point]]:
    """What perception makes of one reach: the palm of each frame, and the things at first."""
    cv2 = needed(library("cv2", "perception"))
    known = [coloured(name, *colour, cv2) for name, colour in COLOURS.items()]  # type: ignore[arg-type]
    reach, frames = filmed(seed)
    seen, finder = things_in(frames[0], known), open_landmarker(hands=1)
    if isinstance(seen, Blind) or isinstance(finder, Blind):
        raise SystemExit("perception: nothing is seen")
    palms: list[tuple[float, Point | None]] = []
    with Watcher(finder) as watcher:
        for frame in frames[1:]:
            hands = watcher.look(frame)
            found = hands[0].palm.at if not isinstance(hands, Blind) and hands else None
            palms.append((frame.t_s - 1.0, found))
    return reach, palms, where(seen)


def where(seen: Seen) -> dict[str, Point]:
    """The named things."""
    return {thing.name: thing.at for thing in seen.things if thing.name}


def judge(
    name: str,
    aim: Aim,
    reach: Reach,
    palms: list[tuple[float, Point | None]],
    candidates: Mapping[str, Point],
    counts: list[int],
    firsts: list[float],
) -> None:
    """Count one rule's verdicts on one reach: right, wrong, undecided, ended right."""
    last = None
    for t_s, at in palms:
        guess = None if at is None else aim.see(t_s, at, candidates, {})
        if guess is not None and last is None:
            firsts.append(t_s)
        last = last if guess is None else guess.object
        counts[2 if guess is None else int(guess.object != reach.meant)] += 1
    counts[3] += last == reach.meant


def main() -> int:
    """Print the table; with ``--gate``, fail when the gathered evidence does not do."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--reaches", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--gate", action="store_true")
    options = parser.parse_args()
    rows = fared(max(1, options.reaches))
    if options.json:
        gates = {"wrong": MOST_WRONG, "ended_right": LEAST_RIGHT}
        print(json.dumps({"rows": msgspec.to_builtins(rows), "gates": gates}, indent=2))
    for row in [] if options.json else rows:
        print(
            f"{row.rule:18}{row.wrong_share:6.1%} wrong ({row.wrong} of {row.right + row.wrong}, "
            f"{row.undecided} undecided){row.ended_right:7.1%} right in the end, "
            f"first after {row.first_s:.2f} s"
        )
    poor = options.gate and not rows[-1].good
    return gated([f"{rows[-1].rule}: too often wrong, or not right in the end"] if poor else [])


if __name__ == "__main__":
    sys.exit(main())
