"""What tests over Zenoh share; they need the extra ``[zenoh]``."""

from __future__ import annotations

import itertools
import os

import pytest

_teams = itertools.count()


@pytest.fixture
def mine() -> str:
    """Makes a team's name one of this test of this run only."""
    return f"{os.getpid()}.{next(_teams)}"
