"""What starting takes, in CPU time of a fresh Python; ``import cotree`` owes less than 0.25 s.

    python benchmarks/imports.py [--leaves 10 100 ...] [--rounds 7] [--json]

Imports of modules, and whole commands: ``cotree validate`` reads and checks a mission of so many
leaves.  Exit code 1 when the promise is broken.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.mission import mission_of
from tests.kit.gates import gated

ROOT = Path(__file__).resolve().parents[1]
MODULES = ("cotree", "cotree.cli", "py_trees", "numpy")
LEAVES = [40, 200, 1000, 2000]
LIMIT_S = 0.25
PROBE = """
import importlib, sys, time
start_s = time.process_time()
importlib.import_module(sys.argv[1])
print(time.process_time() - start_s)
"""


def cpu_s(module: str) -> float:
    """CPU seconds that one import takes in a fresh Python."""
    command = [sys.executable, "-c", PROBE, module]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def command_s(*words: str) -> float:
    """CPU seconds of a whole command, interpreter included."""
    before = children_s()
    subprocess.run(
        [sys.executable, "-m", "cotree", *words],
        stdout=subprocess.DEVNULL,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return children_s() - before


def children_s() -> float:
    """CPU seconds of all commands that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def medians(calls: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Of interleaved rounds."""
    found = [[call() for call in calls.values()] for _ in range(rounds)]
    return dict(zip(calls, map(statistics.median, zip(*found, strict=True)), strict=True))


def measure(leaves: list[int], rounds: int) -> dict[str, Any]:
    """Everything, as one document."""
    with tempfile.TemporaryDirectory() as folder:
        files = {count: Path(folder) / f"{count}.yaml" for count in leaves}
        for count, file in files.items():
            file.write_text(mission_of(4, count // 4))  # four leaves to a delivery
        starts = {
            str(count): lambda file=file: command_s("validate", str(file))
            for count, file in files.items()
        }
        return {
            "rounds": rounds,
            "import_s": medians({m: lambda m=m: cpu_s(m) for m in MODULES}, rounds),  # type: ignore[misc]
            "help_s": medians({"help": lambda: command_s("--help")}, rounds)["help"],
            "validate_s": medians(starts, max(1, rounds // 2)) if starts else {},
            "limit_s": LIMIT_S,
        }


def table(found: dict[str, Any]) -> str:
    """The same for people."""
    lines = [f"| import | CPU s, median of {found['rounds']} |", "|---|---|"]
    lines += [f"| {module} | {used_s:.3f} |" for module, used_s in found["import_s"].items()]
    lines.append(f"| cotree --help | {found['help_s']:.3f} |")
    validated = found["validate_s"].items()
    lines += [f"| cotree validate, {n} leaves | {used_s:.3f} |" for n, used_s in validated]
    return "\n".join(lines)


def main() -> int:
    """Print the table, or one JSON document; 1 if the promise is broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--leaves", type=int, nargs="*", default=LEAVES, help="of missions")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    args = parser.parse_args()
    found = measure(args.leaves, args.rounds)
    print(json.dumps(found, indent=2) if args.json else table(found))
    took_s = found["import_s"]["cotree"]
    late = f"import cotree takes {took_s:.3f} s, above {LIMIT_S:g}"
    return gated([late] if took_s >= LIMIT_S else [])


if __name__ == "__main__":
    sys.exit(main())
