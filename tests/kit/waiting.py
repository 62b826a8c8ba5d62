"""Waiting for what really happens elsewhere, as the suites to inherit do it."""

from __future__ import annotations

from cotree.conformance.waiting import slowness, took_s, until

__all__ = ["slowness", "took_s", "until"]
