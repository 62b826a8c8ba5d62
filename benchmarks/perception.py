"""What a 640x480 frame or an object costs eyes and hands, in CPU milliseconds (issue 9).

    python benchmarks/perception.py [--rounds 30] [--json] [--gate]

Rendered frames: a hand over a table with seven things, four markers.  Hands are tracked as a video.
Grasps are those of clouds of 20 000 points, reach that of poses in batches of 200; more about both
in ``grasps.py``.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy: threads that wait burn CPU time
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import msgspec
import numpy as np

# Run as a file, the tests' kit of pictures is out of sight.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.grasps import of_grasps, of_reach
from benchmarks.reaches import filmed, needed
from cotree.perception.blind import Blind, library
from cotree.perception.camera import looking
from cotree.perception.frame import Frame, frame_of
from cotree.perception.hands import Watcher, open_landmarker
from cotree.perception.intent import Gathered
from cotree.perception.markers import open_markers
from cotree.perception.objects import coloured, things_in
from tests.kit.gates import gated
from tests.kit.pictures.reaching import COLOURS
from tests.kit.pictures.scene import Card, Scene

GATES_MS = {
    "hand (video)": 8.0,
    "markers": 12.0,
    "objects": 12.0,
    "intent": 0.2,
    "grasps": 50.0,
    "reach": 0.5,
}


class Cost(msgspec.Struct, frozen=True):
    """CPU milliseconds of one kind of look: the median, and the gate."""

    what: str
    cpu_ms: float
    gate_ms: float


def cost(what: str, looks: list[Callable[[], object]]) -> Cost:
    """Of these looks, the first not counted."""
    spent = []
    for look in looks:
        start_s = time.process_time()
        look()
        spent.append((time.process_time() - start_s) * 1e3)
    return Cost(what, statistics.median(spent[1:]), GATES_MS[what])


def marked(cv2: object) -> Frame:
    """Four markers of 5 cm on a table, 1 m away."""
    aruco = cv2.aruco  # type: ignore[attr-defined]
    words = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    cards = [
        Card((x, y, 0.8), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0), 0.075,
             np.pad(aruco.generateImageMarker(words, i, 120), 30, constant_values=255))
        for i, (x, y) in enumerate(((-0.1, -0.1), (0.1, -0.1), (-0.1, 0.1), (0.1, 0.1)))
    ]  # fmt: skip
    view = looking((0.0, -0.7, 1.51), (0.0, 0.0, 0.8))
    frame = frame_of(0.0, *Scene(things=cards).seen(view, np.random.default_rng(0)), view)
    assert isinstance(frame, Frame)
    return frame


def costs(rounds: int) -> list[Cost]:
    """The table of costs."""
    cv2 = needed(library("cv2", "perception"))
    cv2.setNumThreads(1)  # type: ignore[attr-defined]
    reach, frames = filmed(3)
    known = [coloured(name, *colour, cv2) for name, colour in COLOURS.items()]  # type: ignore[arg-type]
    frames = frames[1:]
    film_ = [
        Frame(1.0 + i / 15, frame.rgb, frame.depth_m, frame.camera)
        for i, frame in enumerate((frames + frames[::-1]) * (1 + rounds // (2 * len(frames))))
    ][: rounds + 1]
    finder = open_landmarker(hands=1)
    if isinstance(finder, Blind):
        raise SystemExit(f"perception: {finder}")
    with Watcher(finder) as watcher:
        hand = cost("hand (video)", [lambda f=f: watcher.look(f) for f in film_])  # type: ignore[misc]
    detector = open_markers(0.05)
    assert not isinstance(detector, Blind)
    shown = marked(cv2)
    markers = cost("markers", [lambda: detector.look(shown)] * (rounds + 1))
    objects = cost("objects", [lambda f=f: things_in(f, known) for f in film_])  # type: ignore[misc]
    aim, targets = Gathered(), {name: reach.middle(name) for name in reach.things}
    intent = cost(
        "intent",
        [lambda t=t, p=p: aim.judge(t, p, targets) for t, p in reach.palms],  # type: ignore[misc]
    )
    return [hand, markers, objects, intent]


def of_grasping(rounds: int) -> list[Cost]:
    """The rows of grasps and reach; of several arms the slowest."""
    repeat = max(1, rounds // 10)
    found = (("grasps", of_grasps(repeat)[-1:]), ("reach", of_reach(repeat)))
    return [
        Cost(what, max(r.median_ms for r in rows if "200" in r.what), GATES_MS[what])
        for what, rows in found
    ]


def main() -> int:
    """Print the table; with ``--gate``, fail when something costs more than it may."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--gate", action="store_true")
    options = parser.parse_args()
    rows = [*costs(max(2, options.rounds)), *of_grasping(options.rounds)]
    if options.json:
        print(json.dumps(msgspec.to_builtins(rows), indent=2))
    else:
        for row in rows:
            print(f"{row.what:14}{row.cpu_ms:8.2f} ms   (below {row.gate_ms:g})")
    dear = [row.what for row in rows if row.cpu_ms >= row.gate_ms]
    return gated([f"too dear: {', '.join(dear)}"] if options.gate and dear else [])


if __name__ == "__main__":
    sys.exit(main())
