"""Which attributes of an element count, and which must not be overlooked."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.trees.btcpp.element import Element
from cotree.trees.btcpp.rules import Unlike
from cotree.trees.reading.names import wrong_with_name

TYPED = ("Action", "Condition", "Control", "Decorator")
"""Elements that say by ``ID`` what they are; version 4 may name them directly."""
LABELS = ("name", "ID")
IDLE = ("_uid", "_fullpath", "_description")
SHARING = ("_autoremap", "__shared_blackboard", "__autoremap")
OWN = {"name": "its_name", "ID": "its_ID"}
"""A parameter of a word of ours that is called like what every element has."""
_THEIRS = {written: name for name, written in OWN.items()}


def kind_of(element: Element) -> str:
    """What an element is: its own name, or the ID of ``<Action ID=...>``."""
    if element.tag in TYPED:
        return element.attributes.get("ID", "")
    return element.tag


def ports_of(element: Element) -> Mapping[str, str]:
    """All that is no label; conditions and scripts beside a node are ``Unlike`` anything here."""
    found = {}
    for key, text in element.attributes.items():
        if key in LABELS or key in IDLE:
            continue
        if key in SHARING:
            if text.strip().lower() in ("true", "1"):
                raise Unlike(f'{key}="{text}": give the subtree its values one by one')
        elif key.startswith("_"):
            raise Unlike(f"{key} is not known here; write it as <guard> or <check> around the node")
        else:
            found[_THEIRS.get(key, key)] = text
    return found


def name_of(element: Element) -> str:
    """What people call the node; empty if only its kind is said."""
    name = element.attributes.get("name", "").replace("/", "|").replace("$", "_").strip()[:80]
    if not name or name == kind_of(element) or wrong_with_name(name) is not None:
        return ""
    return name
