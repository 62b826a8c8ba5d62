"""Print how the house stands: ``python -m tools.house``; ``--check`` fails when it does not."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tools.house.covered import percent_by_room
from tools.house.measures import faults, measure
from tools.house.report import report
from tools.house.times import seconds_by_room

ROOT = Path(__file__).parents[2]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; with ``--check``, 1 when something is not as it shall be."""
    parser = argparse.ArgumentParser(description="Measure how the house stands.")
    parser.add_argument("--check", action="store_true", help="fail when it does not stand")
    parser.add_argument("--json", action="store_true", help="every measure as JSON")
    parser.add_argument(
        "--junit", nargs="+", type=Path, default=[], help="what pytest --junit-xml wrote"
    )
    parser.add_argument("--coverage", type=Path, help="what coverage wrote (.coverage)")
    args = parser.parse_args(argv)
    missing = [str(file) for file in (*args.junit, args.coverage) if file and not file.is_file()]
    if missing:
        parser.error(f"there is no {', '.join(missing)}")
    house = msgspec.structs.replace(
        measure(ROOT),
        tests_s=seconds_by_room(args.junit),
        covered=percent_by_room(args.coverage, ROOT) if args.coverage else {},
    )
    wrong = list(faults(house))
    print(msgspec.json.format(msgspec.json.encode(house)).decode() if args.json else report(house))
    if wrong:
        print("\n".join(["", *wrong]), file=sys.stderr)
    return int(args.check and bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
