"""Elements that are more than one word here, or another one with something in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cotree.trees.btcpp.element import Element
from cotree.trees.btcpp.rules import Unlike, milliseconds
from cotree.trees.btcpp.sprout import Sprout

WAIT = "wait"


def check_number(single: bool, children: Sequence[Sprout]) -> None:
    """``Unlike`` unless there is one node, or at least one."""
    if single and len(children) != 1:
        raise Unlike(f"it must contain one node, not {len(children)}")
    if not children:
        raise Unlike("there is nothing in it")


def _waits(element: Element, duration: str) -> Sprout:
    return Sprout(WAIT, element.mark, {"duration": duration})


def _sleep(element: Element, children: tuple[Sprout, ...]) -> Sprout:
    return _waits(element, milliseconds(element, "msec"))


def _delay(element: Element, children: tuple[Sprout, ...]) -> Sprout:
    check_number(True, children)
    pause = _waits(element, milliseconds(element, "delay_msec"))
    return Sprout("sequence", element.mark, {}, (pause, *children), "of")


def _success(element: Element, children: tuple[Sprout, ...]) -> Sprout:
    return _waits(element, "0 s")


def _failure(element: Element, children: tuple[Sprout, ...]) -> Sprout:
    return Sprout("invert", element.mark, {}, (_waits(element, "0 s"),), "do")


SPECIAL: Mapping[str, Callable[[Element, tuple[Sprout, ...]], Sprout]] = {
    "Sleep": _sleep,
    "Delay": _delay,
    "AlwaysSuccess": _success,
    "AlwaysFailure": _failure,
}
