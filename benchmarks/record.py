"""How large a record grows, over time: a team at work, and one that waits.

    python benchmarks/record.py [--robots 4] [--minutes 10] [--json]

Beside it stands what the same messages take as lines of JSON.  Virtual time; sizes are those of the
file while it is written.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.mission import OverBefore, mission_of, read, run_until
from cotree.app.team import crew_of
from cotree.runtime.messages import Message
from cotree.runtime.record import Recorder

STEPS = 10
"""The file is looked at so many times."""
WAIT = "mission: nothing to do\nteam:\n{team}task: {{and: [{{wait: 10 h}}]}}\n"


def waiting(robots: int) -> str:
    """A mission in which nothing happens."""
    team = "".join(f"  r{n:02}: {{robot: carrier, at: [{n}, 0]}}\n" for n in range(robots))
    return WAIT.format(team=team)


class Counted:
    """A recorder that counts what its messages take as lines of JSON."""

    def __init__(self, file: Path) -> None:
        self._recorder = Recorder(file)
        self._encoder = msgspec.json.Encoder()
        self.messages = self.plain = 0

    def write(self, message: Message) -> None:
        """One more."""
        self._recorder.write(message)
        self.messages += 1
        self.plain += len(self._encoder.encode(message)) + 1

    def size(self) -> int:
        """Bytes of the file as it is now."""
        return self._recorder.beside.stat().st_size

    def close(self) -> None:
        """The record is whole."""
        self._recorder.close()


def grown(text: str, minutes: float) -> list[dict[str, float]]:
    """Sizes in bytes over minutes; they end where the mission ends."""
    found: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        counted = Counted(Path(folder) / "run.mcap")
        crew, _ = crew_of(read(text), counted.write)

        def look() -> None:
            sizes = {"record": counted.size(), "json_lines": counted.plain}
            found.append({"minutes": crew.queue.now_s / 60, **sizes, "messages": counted.messages})

        for step in range(STEPS):
            crew.queue.at(60 * minutes * step / STEPS, look)
        try:
            with contextlib.suppress(OverBefore):
                run_until(crew, 60 * minutes)
            look()
        finally:
            counted.close()
    return found


def measure(robots: int, minutes: float) -> dict[str, Any]:
    """Both teams, as one document."""
    return {
        "robots": robots,
        "at work": grown(mission_of(robots, robots * (1 + round(minutes))), minutes),
        "waiting": grown(waiting(robots), minutes),
    }


def table(found: dict[str, Any]) -> str:
    """The same for people."""
    lines = [f"{found['robots']} robots{'minutes':>17}{'record kB':>12}{'as JSON kB':>12}"]
    for what in ("at work", "waiting"):
        lines += [
            f"{what:<12}{one['minutes']:>13.1f}{one['record'] / 1e3:>12.1f}"
            f"{one['json_lines'] / 1e3:>12.1f}"
            for one in found[what]
        ]
    return "\n".join(lines)


def main() -> None:
    """Print the table, or one JSON document."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--robots", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    args = parser.parse_args()
    found = measure(args.robots, args.minutes)
    print(json.dumps(found, indent=2) if args.json else table(found))


if __name__ == "__main__":
    main()
