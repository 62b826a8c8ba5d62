"""Numbers on a command line: what is meant, and what is wrong with what is none."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import pytest

from cotree.commands._numbers import duration, percent, port, positive, rate, seconds, whole

Reads = Callable[[str], float]


@pytest.mark.parametrize(
    ("reads", "text", "value"),
    [
        (positive, "0.5", 0.5),
        (rate, "1000", 1000.0),
        (duration, "90", 90.0),
        (duration, "90s", 90.0),
        (duration, "1.5min", 90.0),
        (duration, "2h", 7200.0),
        (seconds, "0", 0.0),
        (seconds, "3s", 3.0),
        (seconds, "2min", 120.0),
        (percent, "100", 100.0),
        (whole, "0", 0),
        (port, "65535", 65535),
    ],
)
def test_a_number_is_read_as_it_is_meant(reads: Reads, text: str, value: float) -> None:
    assert reads(text) == value


@pytest.mark.parametrize(
    ("reads", "text", "remedy"),
    [
        (positive, "0", "a number above 0"),
        (positive, "inf", "a number above 0"),
        (positive, "nan", "a number above 0"),
        (rate, "0.01", "a rate from 0.1 to 1000"),
        (rate, "often", "a rate from 0.1 to 1000"),
        (duration, "2 days", "90s, 30min or 2h"),
        (duration, "inf", "90s, 30min or 2h"),
        (duration, "0s", "90s, 30min or 2h"),
        (duration, "", "90s, 30min or 2h"),
        (seconds, "-1", "a time in seconds"),
        (seconds, "nan", "a time in seconds"),
        (percent, "101", "a percentage from 0 to 100"),
        (whole, "-1", "a whole number from 0 up"),
        (whole, str(2**63), "a whole number from 0 up"),
        (port, "65536", "a port from 1 to 65535"),
        (port, "http", "a port from 1 to 65535"),
    ],
)
def test_what_is_no_such_number_is_refused_with_what_would_be_right(
    reads: Reads, text: str, remedy: str
) -> None:
    with pytest.raises(argparse.ArgumentTypeError) as refused:
        reads(text)
    assert f"'{text}' is not" in str(refused.value)
    assert remedy in str(refused.value)
