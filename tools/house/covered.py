"""How much of each room the tests run, told by what coverage wrote."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.house.rooms import by_room, room_of


def percent_by_room(data: Path, root: Path) -> dict[str, float]:
    """The covered part of each room in %, lines and branches together."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder, "told.json")
        command = [sys.executable, "-m", "coverage", "json", "-q", "-i", "-o", str(told)]
        subprocess.run(
            [*command, "--data-file", str(data)], cwd=root, capture_output=True, check=True
        )
        files: dict[str, dict[str, dict[str, int]]] = json.loads(told.read_text())["files"]
    rooms = by_room((room_of(Path(name)), said["summary"]) for name, said in files.items())
    return {room: _percent(summaries) for room, summaries in rooms.items()}


def _percent(summaries: list[dict[str, int]]) -> float:
    def total(*keys: str) -> int:
        return sum(summary.get(key, 0) for summary in summaries for key in keys)

    wanted = total("num_statements", "num_branches")
    return 100.0 * total("covered_lines", "covered_branches") / wanted if wanted else 100.0
