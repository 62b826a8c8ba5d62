"""Whether a behaviour accepts its parameters and its number of children, by making it once."""

from __future__ import annotations

from typing import Any

from py_trees.behaviours import Dummy

from cotree.behaviours.declare import Children, Declaration


def trial(declaration: Declaration, params: Any, number: int) -> str | None:
    """What the behaviour says against being made so, in one line; None when it is content."""
    try:
        match declaration.children:
            case Children.NONE:
                declaration.make(declaration.word, params)
            case Children.ONE:
                declaration.make(declaration.word, params, Dummy("child"))
            case Children.MANY:
                children = [Dummy("child") for _ in range(number)]
                declaration.make(declaration.word, params, children)
    except (ValueError, TypeError) as error:
        return str(error).split("\n", maxsplit=1)[0]
    return None
