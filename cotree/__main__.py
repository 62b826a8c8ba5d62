"""``python -m cotree``."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from cotree.cli import main

        sys.exit(main())
    except KeyboardInterrupt:  # before ``main`` could see to it
        sys.exit(130)
