"""A mission's task as a tree of BehaviorTree.CPP 4, which Groot2 opens.

What means the same there has its name there; all else keeps our word, and the file says of each
whether it is an action, a control or a decorator, so that it can be drawn, and implemented.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from cotree.behaviours.declare import Children, Declaration
from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Blueprint, Mission
from cotree.core.places import Location
from cotree.trees.btcpp.attributes import OWN
from cotree.trees.btcpp.element import Element
from cotree.trees.btcpp.ports import JSON
from cotree.trees.btcpp.sprout import Plain
from cotree.trees.btcpp.writing import document, tag_of
from cotree.trees.reading.drafts import ROOT
from cotree.trees.reading.labels import label_of
from cotree.trees.reading.yaml_text import meaning

Attributes = dict[str, str]
KINDS = {Children.NONE: "Action", Children.ONE: "Decorator", Children.MANY: "Control"}


def bring_out(mission: Mission, words: Mapping[str, Declaration]) -> str:
    """The task as XML; ``InputError`` names what cannot be said there."""
    _check(mission)
    out = _Out(words)
    inside = out.element(mission.task)
    title = tag_of(mission.name)
    if title in {element.tag for element in inside.walk()}:  # there one name is one thing
        title += "_tree"
    return document(Element("BehaviorTree", {"ID": title}, (inside,)), out.models, "  ") + "\n"


def _check(mission: Mission) -> None:
    wrong = []
    if mission.sentence is not None:
        wrong.append(Mistake(mission.sentence.mark, "a task that is one sentence has no tree yet"))
    if mission.steps.all:
        wrong.append(Mistake(mission.task.mark, "steps that are shared out have no tree yet"))
    for node in mission.task.walk():
        if node.allocation is not None:
            wrong.append(Mistake(node.mark, f"'{node.word}': 'allocate' cannot be said there"))
    if wrong:
        raise InputError(wrong)


class _Out:
    """Makes elements, and remembers what kinds of our own are among them."""

    def __init__(self, words: Mapping[str, Declaration]) -> None:
        self._words = words
        self.models: dict[str, tuple[str, list[str]]] = {}

    def element(self, node: Blueprint) -> Element:
        """One node and all in it."""
        children = tuple(map(self.element, node.children))
        declaration = self._words[node.word]
        beside = _beside(node, declaration)
        own = {key: _attribute(plain(getattr(node.params, key), node)) for key in node.written}
        theirs = None if set(beside) - {"name"} else _theirs(node, own)
        if theirs is not None:
            return Element(theirs[0], {**beside, **theirs[1]}, children, node.mark)
        tag = tag_of(node.word)
        said = {OWN.get(key, key): text for key, text in own.items()}
        self._note(tag, KINDS[declaration.children], [*said, *(set(beside) - {"name"})])
        return Element(tag, {**beside, **said}, children, node.mark)

    def _note(self, tag: str, kind: str, ports: list[str]) -> None:
        _, known = self.models.setdefault(tag, (kind, []))
        known += [port for port in ports if port not in known]


def _beside(node: Blueprint, declaration: Declaration) -> Attributes:
    label = node.word if node.children else label_of(declaration, node.params)
    usual = ROOT if node.path == ROOT else label
    beside = {}
    if re.sub(r" #[0-9]+$", "", node.name) != usual:
        beside["name"] = node.name
    if node.if_unsure:
        beside["if_unsure"] = node.if_unsure
    if node.repeatable:
        beside["repeatable"] = "true"
    return beside


# -- values ------------------------------------------------------------------------------------


def plain(value: object, node: Blueprint) -> Plain:
    """A parameter as YAML says it."""
    if isinstance(value, Location):
        return value.name if value.point is None else list(value.point)
    if isinstance(value, bool | int | float | str) or value is None:
        return value
    if isinstance(value, tuple | list):
        return [plain(each, node) for each in value]
    if isinstance(value, dict):
        return {str(key): plain(each, node) for key, each in value.items()}
    what = f"'{node.word}': a {type(value).__name__} cannot be said there"
    raise InputError([Mistake(node.mark, what)])


def _attribute(value: Plain) -> str:
    if isinstance(value, str) and meaning(value) == value and value[:1] not in ("[", "{", '"'):
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = json.dumps(value, ensure_ascii=False)
    return f"{JSON}{text}" if isinstance(value, dict) else text


# -- what means the same there -----------------------------------------------------------------


def _theirs(node: Blueprint, own: Attributes) -> tuple[str, Attributes] | None:
    """An element of the library and its attributes, if one means the same."""
    rule = _RULES.get(node.word)
    return None if rule is None else rule(node, own)


Answer = tuple[str, Attributes] | None


def _memory(with_memory: str, without: str) -> Callable[[Blueprint, Attributes], Answer]:
    return lambda node, own: (with_memory if node.params.memory else without, {})


def _parallel(node: Blueprint, own: Attributes) -> Answer:
    count = len(node.children)
    need = node.params.need or count
    return "Parallel", {"success_count": str(need), "failure_count": str(count - need + 1)}


def _retry(node: Blueprint, own: Attributes) -> Answer:
    if node.params.pause:
        return None
    return "RetryUntilSuccessful", {"num_attempts": str(node.params.times)}


def _always(node: Blueprint, own: Attributes) -> Answer:
    return ("ForceSuccess" if node.params.result == "success" else "ForceFailure"), {}


def _lasting(tag: str, port: str, field: str) -> Callable[[Blueprint, Attributes], Answer]:
    def rule(node: Blueprint, own: Attributes) -> Answer:
        milliseconds = 1000 * float(getattr(node.params, field))
        whole = round(milliseconds)
        if whole < 1 or abs(milliseconds - whole) > 1e-9:
            return None
        return tag, {port: str(whole)}

    return rule


_RULES: Mapping[str, Callable[[Blueprint, Attributes], Answer]] = {
    "sequence": _memory("Sequence", "ReactiveSequence"),
    "selector": _memory("Fallback", "ReactiveFallback"),
    "parallel": _parallel,
    "invert": lambda node, own: ("Inverter", {}),
    "always": _always,
    "retry": _retry,
    "repeat": lambda node, own: ("Repeat", {"num_cycles": str(node.params.times)}),
    "timeout": _lasting("Timeout", "msec", "after"),
    "wait": _lasting("Sleep", "msec", "duration"),
}
