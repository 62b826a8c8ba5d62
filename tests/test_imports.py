"""Importing cotree stays light; what is heavy loads where it is used."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HEAVY = {"ortools", "scipy", "matplotlib", "pandas", "cv2", "mediapipe", "mujoco", "rclpy", "zenoh"}

PROBE = """
import importlib, json, sys
importlib.import_module(sys.argv[1])
print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})))
"""


def loaded_by(module: str) -> set[str]:
    """The top-level packages that a fresh Python has loaded after importing a module."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, module], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("module", ["cotree", "cotree.cli"])
def test_importing_loads_nothing_heavy(module: str) -> None:
    # How long it takes is a measurement, not a test: benchmarks/imports.py
    loaded = loaded_by(module)
    assert "cotree" in loaded
    assert HEAVY.isdisjoint(loaded)


def test_a_plain_mission_is_read_without_numpy_and_without_the_rest_of_the_trees() -> None:
    read = "from cotree.trees.reading import load; load(sys.argv[1])"
    probe = f"import sys; {read}; print(*sys.modules)"
    file = "config/missions/fetch_cup.yaml"
    done = subprocess.run(
        [sys.executable, "-c", probe, file], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {"numpy", "cotree.trees.engine", "cotree.trees.schema"}.isdisjoint(done.stdout.split())
