"""``python -m cotree``."""

from __future__ import annotations

import sys

from cotree.cli import main

if __name__ == "__main__":
    sys.exit(main())
