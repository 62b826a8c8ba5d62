"""``python -m cotree``."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from cotree.cli import program

        sys.exit(program())
    except KeyboardInterrupt:  # before ``program`` could see to it
        sys.exit(130)
