"""Every benchmark, one report: ``make bench``, or ``python -m benchmarks.report``."""

from __future__ import annotations

import sys

from benchmarks.report.making import main

if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("bench: stopped; no report was written")
