"""The machine and the versions that figures were made with; nothing that tells whose it is."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

PACKAGES: Mapping[str, Sequence[str]] = {
    "": (
        "cotree", "py_trees", "numpy", "scipy", "ortools", "msgspec", "mcap", "PyYAML", "pyzmq",
        "eclipse-zenoh", "starlette", "uvicorn", "websockets", "playwright", "matplotlib",
    ),
    "peers": ("py_trees", "async-btree", "spottl", "up-fast-downward"),
    "ros": ("ros-jazzy-rclpy", "ros-jazzy-rmw-fastrtps-cpp"),
    "senses": ("numpy", "mujoco", "opencv-python", "mediapipe", "example-robot-data"),
}  # fmt: skip
"""What is worth knowing, by virtual environment."""
NAME = r'PRETTY_NAME="?([^"\n]+)'
ASK = """
import importlib.metadata as of, json, sys
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = of.version(name)
    except of.PackageNotFoundError:
        found[name] = ""
print(json.dumps(found))
"""


def machine() -> dict[str, str]:
    """Processor, cores, memory, system, Python, and how busy it is."""
    return {
        "processor": _line("/proc/cpuinfo", r"model name\s*:\s*(.+)") or platform.machine(),
        "cores": str(os.cpu_count()),
        "memory": _memory(),
        "system": ", ".join(filter(None, (_line("/etc/os-release", NAME), _kernel()))),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load when it began": _load(),
    }


def versions(pythons: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """By virtual environment, what is installed; empty: it is not."""
    return {
        venv or "usual": _versions(python, PACKAGES.get(venv, ()))
        for venv, python in pythons.items()
    }


def commit(root: Path) -> str:
    """Which state of the repository this is; empty: nobody knows."""
    said = ["git", "-C", str(root), "describe", "--always", "--dirty", "--exclude", "*"]
    try:
        return subprocess.run(said, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def _versions(python: str, names: Sequence[str]) -> dict[str, str]:
    done = subprocess.run([python, "-c", ASK, *names], capture_output=True, text=True)
    found: dict[str, str] = json.loads(done.stdout) if done.returncode == 0 else {}
    return found


def _line(file: str, pattern: str) -> str:
    try:
        found = re.search(pattern, Path(file).read_text())
    except OSError:
        return ""
    return "" if found is None else found[1].strip()


def _kernel() -> str:
    return f"{platform.system()} {platform.release()} {platform.machine()}"


def _memory() -> str:
    kilobytes = _line("/proc/meminfo", r"MemTotal:\s*(\d+)")
    return f"{int(kilobytes) / 2**20:.1f} GiB" if kilobytes else "unknown"


def _load() -> str:
    try:
        return f"{os.getloadavg()[0]:.1f}"
    except OSError:
        return "unknown"
