"""From the name of a function to the tree that it makes; ``Refused`` says what is wrong."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping

from py_trees.behaviour import Behaviour
from py_trees.trees import BehaviourTree

from cotree.behaviours.hosting.mark import is_hosted
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.wrapper import Wrapper

NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
CLOCKS = {
    "py_trees.timers.Timer": "put a 'wait' into the mission, or compare with the key /now_s",
    "py_trees.decorators.Timeout": "put a 'timeout' around the leaf, or compare with the key "
    "/now_s",
}
"""Nodes that read the wall clock, which a mission's time is not; and what to do instead."""


class Refused(ValueError):
    """No tree that can be a leaf; the text is one line for people."""


def function_of(name: str) -> Callable[..., object]:
    """The function of this name, which missions may name."""
    if not NAME.fullmatch(name):
        raise Refused(f"'{name[:80]}' is no function; write package.module:function")
    module, _, function = name.partition(":")
    try:
        found: Callable[..., object] | None = getattr(
            importlib.import_module(module), function, None
        )
    except (Exception, SystemExit) as error:  # a module can fail in any way when it is imported
        why = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise Refused(f"'{name}' cannot be imported ({why}); is its package installed?") from error
    if found is None or not callable(found):
        raise Refused(f"'{name}': the module {module} has no function '{function}'")
    if not is_hosted(found):
        raise Refused(
            f"'{name}' is not for missions; whoever wrote it allows it with @hosted "
            "(from cotree.behaviours.hosting.mark import hosted)"
        )
    return found


def tree_of(name: str, given: Mapping[str, object]) -> Behaviour:
    """The root of the tree that the function makes of what it is given."""
    try:
        made = function_of(name)(**given)
    except TypeError as error:
        raise Refused(f"'{name}': {error}") from error
    root = made.root if isinstance(made, BehaviourTree) else made
    if not isinstance(root, Behaviour):
        raise Refused(f"'{name}' returned {type(made).__name__}, which is no py_trees behaviour")
    for node in root.iterate():
        _check(node)
    return root


def _check(node: Behaviour) -> None:
    if isinstance(node, Leaf | Wrapper):
        raise Refused(f"'{node.name}' is a node of cotree, which belongs into the mission itself")
    for kind in type(node).__mro__:
        remedy = CLOCKS.get(f"{kind.__module__}.{kind.__qualname__}")
        if remedy is not None:
            raise Refused(f"'{node.name}' is a {kind.__name__}, which reads the clock; {remedy}")
