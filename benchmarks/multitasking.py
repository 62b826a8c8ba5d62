"""Look-ahead on the paper's experiments and on random layouts: the same as ``cotree bench``.

Run from the root of the repository: ``python benchmarks/multitasking.py --layouts 1000``.
"""

from __future__ import annotations

import sys

from cotree.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "multitasking", *sys.argv[1:]]))
