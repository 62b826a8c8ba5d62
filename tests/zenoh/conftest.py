"""What tests over Zenoh share; they need the extra ``[zenoh]``.

Where ``COTREE_ZENOH=required`` (in CI) none is left out: what is missing makes them fail.
"""

from __future__ import annotations

import itertools
import os

import pytest

from cotree.zenoh.missing import have_zenoh

NEED_ZENOH = ["test_fitting.py", "test_keys.py", "test_lan.py", "test_zenoh_bus.py"]
required = os.environ.get("COTREE_ZENOH") == "required"
collect_ignore = [] if required or have_zenoh() else NEED_ZENOH
_teams = itertools.count()


@pytest.fixture
def mine() -> str:
    """Makes a team's name one of this test of this run only."""
    return f"{os.getpid()}.{next(_teams)}"
