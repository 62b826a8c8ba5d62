"""How often real tests fail for no reason: all of them, again and again, on a busy machine.

Each round is a line of ``out/flakes.jsonl``, so that it goes on where it was stopped.  At the end
stands a table: tests that failed or were run again, how often, of how many rounds; beside the file
lies what pytest said of each round that was not all green.  Exit code: 0 when no test failed in
more than one of a hundred rounds, else 1; 2 when no tests ran.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

MOST = 0.01
"""So many of the rounds may fail."""
TOLD = re.compile(r"^(FAILED|ERROR|RERUN) (\S+)")
BURN = "while True: pass"


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes burn CPU."""
    burning = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(processes)]
    try:
        yield
    finally:
        for each in burning:
            each.kill()
            each.wait()


def told(lines: Sequence[str]) -> dict[str, list[str]]:
    """What a round of pytest says of its tests: the word and the tests of which it is said."""
    found: dict[str, list[str]] = {}
    for line in lines:
        if match := TOLD.match(line):
            found.setdefault(match[1], []).append(match[2])
    return found


def table(rounds: Sequence[Mapping[str, Sequence[str]]]) -> list[str]:
    """The worst first; a line for each test that did not pass at once in every round."""
    failed = Counter(
        test for each in rounds for word in ("FAILED", "ERROR") for test in set(each.get(word, ()))
    )
    again = Counter(test for each in rounds for test in set(each.get("RERUN", ())))
    order = sorted({*failed, *again}, key=lambda test: (-failed[test], -again[test], test))
    return [f"{failed[test]:4} failed {again[test]:4} again  {test}" for test in order]


def rates(rounds: Sequence[Mapping[str, Sequence[str]]]) -> float:
    """The rate of the test that fails most often."""
    found = Counter(
        test for each in rounds for test in {*each.get("FAILED", ()), *each.get("ERROR", ())}
    )
    return max(found.values(), default=0) / max(1, len(rounds))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the rounds that are missing, and print the table."""
    parser = argparse.ArgumentParser(description="How often real tests fail for no reason.")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--busy", type=int, default=6, help="processes that only burn CPU")
    parser.add_argument("--file", type=Path, default=Path("out/flakes.jsonl"))
    parser.add_argument("--json", action="store_true", help="the rounds as JSON")
    parser.add_argument("words", nargs="*", help="for pytest, such as tests/ros")
    args = parser.parse_args(argv)
    args.file.parent.mkdir(parents=True, exist_ok=True)
    lines = args.file.read_text(encoding="utf-8").splitlines() if args.file.exists() else []
    rounds: list[dict[str, list[str]]] = [json.loads(line) for line in lines]
    with busy(args.busy):
        while len(rounds) < args.rounds:
            ran = subprocess.run(
                ["tools/test_real.sh", *args.words],
                stdout=subprocess.PIPE,
                text=True,
                env=os.environ,
            )
            found = told(ran.stdout.splitlines())
            if ran.returncode and not found:
                print(ran.stdout[-2000:], file=sys.stderr)
                return 2
            rounds.append(found)
            if found:
                kept = args.file.with_name(f"flakes-{len(rounds)}.log")
                kept.write_text(ran.stdout, encoding="utf-8")
            with args.file.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(rounds[-1])}\n")
            print(f"round {len(rounds)}: {rounds[-1] or 'all passed'}", file=sys.stderr, flush=True)
    print(json.dumps(rounds, indent=2) if args.json else "\n".join(table(rounds)))
    print(
        f"{len(rounds)} rounds beside {args.busy} busy processes: worst {100 * rates(rounds):.1f} %"
    )
    return 0 if rates(rounds) <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
