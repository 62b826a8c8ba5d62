"""The Pythons that benchmarks need: the usual one, one with ROS 2, and one that sees and pushes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAST_WORDS = 3
PROBE = (
    "import importlib.util, sys; "
    "print(*(name for name in sys.argv[1:] if importlib.util.find_spec(name) is None))"
)


class Pythons:
    """Finds the interpreter of a virtual environment, and makes that when it is first asked for."""

    def __init__(self, given: Mapping[str, str], root: Path = ROOT) -> None:
        self._found = {"": (sys.executable, "")} | {name: (p, "") for name, p in given.items()}
        self._root = root

    def of(self, venv: str) -> tuple[str, str]:
        """The interpreter; or nothing, and why there is none."""
        if venv not in self._found:
            self._found[venv] = self._made(venv)
        return self._found[venv]

    @property
    def known(self) -> dict[str, str]:
        """The interpreters that were found, by environment."""
        return {venv: python for venv, (python, _) in self._found.items() if python}

    def _made(self, venv: str) -> tuple[str, str]:
        done = subprocess.run(
            [f"tools/setup_{venv}.sh"], cwd=self._root, stderr=subprocess.PIPE, text=True
        )
        if done.returncode:
            said = done.stderr.strip().splitlines()[-LAST_WORDS:] or ["it says nothing"]
            return "", f"tools/setup_{venv}.sh: {' '.join(said)}"
        return str(self._root / f".venv-{venv}" / "bin" / "python"), ""


def lacking(python: str, modules: Iterable[str]) -> list[str]:
    """Which of these modules an interpreter has not."""
    names = list(modules)
    if not names:
        return []
    found = subprocess.run([python, "-c", PROBE, *names], capture_output=True, text=True)
    return found.stdout.split() if found.returncode == 0 else names
