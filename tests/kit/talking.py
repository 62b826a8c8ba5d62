"""Members of a bus who speak until they are heard, as the suites to inherit have them."""

from __future__ import annotations

from cotree.conformance.talking import PROBE, Acts, Quiet, again_until, meet, say

__all__ = ["PROBE", "Acts", "Quiet", "again_until", "meet", "say"]
