"""Waiting for what really happens elsewhere, as the suites to inherit do it."""

from __future__ import annotations

from cotree.conformance.waiting import Late, Unsafe, rest, until

__all__ = ["Late", "Unsafe", "rest", "until"]
