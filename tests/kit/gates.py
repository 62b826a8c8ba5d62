"""What a benchmark with a gate says in the end."""

from __future__ import annotations

import sys
from collections.abc import Iterable


def gated(missed: Iterable[str]) -> int:
    """The exit code: 1 if a promise was missed; each is said on standard error."""
    said = list(missed)
    for line in said:
        print(line, file=sys.stderr)
    return 1 if said else 0
