"""Functions that ruff finds too complex, whatever a comment in them lets pass."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

MOST = 10
ALLOWED: dict[str, str] = {}
"""Parsers that are clearer in one piece: ``file:function``, and why."""


class Found(msgspec.Struct, frozen=True):
    """A function over the limit."""

    where: str
    complexity: int


def too_complex(root: Path, most: int = MOST) -> tuple[Found, ...]:
    """Every function over the limit, tests and benchmarks included, the most complex one first."""
    command = [
        *("ruff", "check", "--isolated", "--no-cache", "--ignore-noqa", "--exit-zero"),
        *("--select", "C901", "--config", f"lint.mccabe.max-complexity={most}"),
        *("--output-format", "json", "."),
    ]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command, cwd=root, capture_output=True, check=True, env={**os.environ, "PATH": path}
    )
    return tuple(sorted(_read(json.loads(done.stdout), root), key=lambda each: -each.complexity))


def _read(told: list[dict[str, str]], root: Path) -> Iterable[Found]:
    for each in told:  # "`f` is too complex (12 > 10)"
        name = each["message"].split("`")[1]
        file = Path(each["filename"]).relative_to(root.resolve())
        yield Found(f"{file}:{name}", int(each["message"].split("(")[1].split()[0]))
