"""Hosts that somebody names after ``--lan``."""

from __future__ import annotations

import re

import pytest

from cotree.runtime.bus import BusError
from cotree.zenoh.hosts import places

BLOCK = range(20_000, 20_064)


def test_a_host_without_a_port_is_called_where_its_first_members_are() -> None:
    assert places(["10.0.0.7", "base.local:20005"], BLOCK) == [
        "10.0.0.7:20000",
        "10.0.0.7:20001",
        "10.0.0.7:20002",
        "10.0.0.7:20003",
        "base.local:20005",
    ]
    assert places([], BLOCK) == []


@pytest.mark.parametrize(
    "text",
    ["", "a b", "a:b", "::1", "10.0.0.7:", "10.0.0.7:99999", "base:0", "-x", "a/b", "x" * 300],
)
def test_what_is_no_host_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BusError, match=f"--lan: '{re.escape(text[:80])}' is no host; say 192"):
        places([text], BLOCK)
