"""A small catalogue of real behaviours, and short ways to a mission or to what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from cotree.behaviours.declare import Declaration
from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import loads
from cotree.trees.reading.checks import Check, unknown_resources

HEAD = """\
mission: test
team: {pr2: {robot: {resources: {base: base, left: gripper, right: gripper, eyes: head}}}}
world: {places: {kitchen: [1, 0], table: [2, 0]}, objects: {cup: [3, 0], jug: [4, 0]}}
"""
READING: tuple[Check, ...] = (unknown_resources,)
"""Whether a mission can be done at all is another matter; ``tests/trees/test_feasible.py``."""

LINES = HEAD.count("\n")
"""How many lines stand before the text of a test."""


@pytest.fixture(scope="session")
def words() -> Mapping[str, Declaration]:
    return catalogue()


@pytest.fixture
def read(words: Mapping[str, Declaration]) -> Callable[[str], Mission]:
    """The mission of a text that has a team and a world already."""
    return lambda text: loads(HEAD + text, "t.yaml", files={}, catalogue=words, checks=READING)


@pytest.fixture
def wrong(words: Mapping[str, Declaration]) -> Callable[[str], list[str]]:
    """What is wrong with such a text; its first line counts as 1."""

    def problems(text: str) -> list[str]:
        try:
            loads(HEAD + text, "t.yaml", files={}, catalogue=words, checks=READING)
        except InputError as error:
            return [f"{p.mark.line - LINES}:{p.mark.column}: {p.message}" for p in error.mistakes]
        return []

    return problems
