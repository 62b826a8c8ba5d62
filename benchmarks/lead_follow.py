"""The lead-or-follow paper's simulation study and the rivals: ``cotree bench lead-follow``.

Run it as ``python benchmarks/lead_follow.py --n 100``.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cotree.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "lead-follow", *sys.argv[1:]]))
