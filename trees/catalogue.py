"""The door to the catalogue, for those who want the words and read nothing."""

from __future__ import annotations

from cotree.trees.reading.catalogue import RESERVED, Catalogue, catalogue, declared_in

__all__ = ["catalogue", "Catalogue", "declared_in", "RESERVED"]
