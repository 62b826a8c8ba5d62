"""What tests over Zenoh share."""

from __future__ import annotations

import itertools
import os

import pytest

from cotree.zenoh.missing import have_zenoh

collect_ignore = [] if have_zenoh() else ["test_keys.py", "test_zenoh_bus.py"]
_teams = itertools.count()


@pytest.fixture
def mine() -> str:
    """Makes a team's name one of this test of this run only."""
    return f"{os.getpid()}.{next(_teams)}"
