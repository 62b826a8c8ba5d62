"""How much CPU time an import takes in a fresh Python; ``import cotree`` owes less than 0.25 s.

Usage: ``python benchmarks/imports.py``.  Exit code 1 when the promise is broken.
"""

from __future__ import annotations

import statistics
import subprocess
import sys

MODULES = ("cotree", "cotree.cli", "py_trees", "numpy")
ROUNDS = 7
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


def main() -> int:
    """Print the table and say whether the promise holds."""
    rounds = [[cpu_s(module) for module in MODULES] for _ in range(ROUNDS)]
    medians = dict(zip(MODULES, map(statistics.median, zip(*rounds, strict=True)), strict=True))
    print(f"| import | CPU s, median of {ROUNDS} |\n|---|---|")
    for module, used_s in medians.items():
        print(f"| {module} | {used_s:.3f} |")
    return 0 if medians["cotree"] < LIMIT_S else 1


if __name__ == "__main__":
    sys.exit(main())
