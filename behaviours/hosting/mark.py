"""Which functions a mission may name: those whose author says so.

A mission is data; without this it could have any function of any installed module called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])
_MARK = "cotree_hosted"


def hosted(function: F) -> F:
    """Missions may name this function; it returns a py_trees behaviour, or a ``BehaviourTree``.

    ::

        @hosted
        def blink(times: int = 3) -> Behaviour: ...
    """
    setattr(function, _MARK, True)
    return function


def is_hosted(thing: object) -> bool:
    """Whether missions may name it."""
    return callable(thing) and getattr(thing, _MARK, False) is True
