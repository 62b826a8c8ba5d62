"""``python -m tests.kit.stormy SEED …``: cotree with a bus that loses, doubles and delays."""

from __future__ import annotations

import sys
from typing import Any
from unittest.mock import patch

from cotree import cli
from cotree.runtime.bus import Bus
from cotree.runtime.process.wire import Wire
from tests.kit.lossy import LossyBus


def in_a_storm(seed: int) -> tuple[str, ...]:
    """The program of a process in bad weather."""
    return ("-m", "tests.kit.stormy", f"{seed}")


def main() -> int:
    """As cotree, with the words after the seed."""
    seed, fair = int(sys.argv[1]), Wire.__init__

    def stormy(wire: Wire, bus: Bus, *more: Any) -> None:
        fair(wire, LossyBus(bus, seed), *more)

    with patch.object(Wire, "__init__", stormy):
        return cli.main(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
