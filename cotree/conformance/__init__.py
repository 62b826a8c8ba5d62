"""What every leaf, checker, cost, planner, body and bus must do, as tests to inherit.

A package that adds one inherits the suite of its kind and says how to make it; cotree's own do the
same.  Needs pytest, which cotree itself does not.
"""

from __future__ import annotations

import pytest

SUITES = ("body", "bus", "checker", "cost", "leaf", "planner")
"""A failing assertion in one of them shows its values, as in any test."""

pytest.register_assert_rewrite(*(f"cotree.conformance.{name}" for name in SUITES))
