"""Whose word a fact is: ``a1/state`` is for a1 to tell, ``blocked/c3-p3`` for anybody."""

from __future__ import annotations

from collections.abc import Container


def owner_of(fact: str, team: Container[str]) -> str:
    """The teammate under whose name a fact is told; empty: it is nobody's own."""
    name, slash, _ = fact.partition("/")
    return name if slash and name in team else ""
