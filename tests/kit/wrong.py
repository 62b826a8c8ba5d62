"""Everything that can be wrong with a message, as the suites to inherit have it."""

from __future__ import annotations

from cotree.conformance.wrong import KNOWN, LETTER, ME, NAMED, TEAM, WRONG, envelope, letter

__all__ = ["KNOWN", "LETTER", "ME", "NAMED", "TEAM", "WRONG", "envelope", "letter"]
