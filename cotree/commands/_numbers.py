"""Numbers as they are written on a command line, each for argparse."""

from __future__ import annotations

import argparse
import math

SLOWEST_HZ, FASTEST_HZ = 0.1, 1000
"""As in a mission's policy."""
SECONDS = {"": 1.0, "s": 1.0, "min": 60.0, "h": 3600.0}


def positive(text: str) -> float:
    """A number above 0."""
    value = _number(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return value


def rate(text: str) -> float:
    """Ticks per second within the limits of a policy."""
    value = _number(text)
    if not SLOWEST_HZ <= value <= FASTEST_HZ:
        what = f"'{text}' is not a rate from {SLOWEST_HZ:g} to {FASTEST_HZ} (ticks per second)"
        raise argparse.ArgumentTypeError(what)
    return value


def duration(text: str) -> float:
    """A time such as 90, 90s, 30min or 2h in seconds."""
    value = _in_seconds(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"'{text}' is not a duration such as 90s, 30min or 2h")
    return value


def seconds(text: str) -> float:
    """A time of the mission, such as 90, 90s or 2min."""
    value = _in_seconds(text)
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time in seconds, such as 90s or 2min")
    return value


def percent(text: str) -> float:
    """So many of a hundred."""
    value = _number(text)
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"'{text}' is not a percentage from 0 to 100")
    return value


def whole(text: str) -> int:
    """A number that can be a seed."""
    if not text.isdecimal() or int(text) >= 2**63:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0 up")
    return int(text)


def port(text: str) -> int:
    """A port."""
    if not text.isdecimal() or int(text) > 65535:
        what = f"'{text}' is not a port from 1 to 65535, or 0 for a free one"
        raise argparse.ArgumentTypeError(what)
    return int(text)


def _in_seconds(text: str) -> float:
    """NaN where it is no number, or its unit none of time."""
    number = text.rstrip("abcdefghijklmnopqrstuvwxyz")
    return _number(number) * SECONDS.get(text[len(number) :], math.nan)


def _number(text: str) -> float:
    """NaN, which is in no range, where it is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan
