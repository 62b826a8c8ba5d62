from __future__ import annotations

import sys

from cotree.runtime.culprit import culprit, inward, origin, reason_for


class Leaf:
    path = "task/leaf"

    def update(self) -> str:
        raise SystemExit(7)


class Engine:
    def tick(self) -> list[str]:
        return self.deeper()

    def deeper(self) -> list[str]:
        stack = inward(sys._getframe())
        return [each.name for each in stack]


def test_the_culprit_is_the_innermost_behaviour_on_the_stack() -> None:
    class Outer:
        path = "task"

        def tick(self) -> str:
            return Inner().update()

    class Inner:
        path = "task/inner"

        def update(self) -> str:
            return culprit(sys._getframe())

    assert Outer().tick() == "task/inner"
    assert culprit(None) == ""


def test_an_error_comes_from_the_behaviour_that_raised_it() -> None:
    try:
        Leaf().update()
    except SystemExit as error:
        found = origin(error)
    assert found == "task/leaf"
    assert origin(ValueError("never raised")) == ""


def test_a_stack_begins_with_the_tick() -> None:
    assert Engine().tick() == ["tick", "deeper"]


def test_a_stack_without_a_tick_is_shown_whole() -> None:
    names = [each.name for each in inward(sys._getframe())]
    assert names[-1] == "test_a_stack_without_a_tick_is_shown_whole"
    assert len(names) > 1
    assert list(inward(None)) == []


def test_an_error_is_a_reason_with_its_place() -> None:
    try:
        Leaf().update()
    except SystemExit as error:
        reason = reason_for(error)
    assert (reason.code, reason.message, reason.path) == ("error", "SystemExit: 7", "task/leaf")
