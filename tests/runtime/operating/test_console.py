from __future__ import annotations

from cotree.runtime.operating.console import Console
from cotree.runtime.replies import Standing


def test_nobody_is_armed_at_first_and_only_one_page_is() -> None:
    console = Console(("fall",))
    assert not console.armed
    assert console.refuses(1) == "not armed; turn the arm switch on first"
    assert console.arm(1, on=True) is None
    assert console.refuses(1) is None
    assert console.arm(2, on=True) is None
    assert console.refuses(1) is not None, "the newest one operates"
    assert console.arm(1, on=False) == "another page is armed; nothing was armed here"
    assert console.armed
    assert console.arm(0, on=False) is None, "the connection of page 2 is gone"
    assert not console.armed


def test_it_rests_while_it_is_paused_but_for_single_steps() -> None:
    console = Console(())
    assert console.step() == "pause it first; steps are for what is paused"
    assert console.resume() == "it is not paused"
    assert console.pause() is None
    assert console.pause() == "it is paused already"
    assert console.rests
    assert console.step() == ()
    assert not console.rests
    assert console.standing.paused, "a step leaves it paused"
    console.stepped()
    assert console.rests
    assert console.resume() == ()
    assert not console.rests


def test_a_breakpoint_that_is_reached_pauses_and_is_left_by_going_on() -> None:
    console = Console(())
    assert console.break_at("task/a", on=True) is None
    assert console.break_at("task/a", on=True) == "there is a breakpoint at 'task/a'"
    assert console.break_at("task/b", on=False) == "there is no breakpoint at 'task/b'"
    console.stop(["task/b"])
    assert not console.paused, "that one was taken away meanwhile"
    console.stop(["task/a"])
    assert console.standing == Standing(True, ("task/a",), ("task/a",))
    assert console.step() == ("task/a",)
    console.stop(["task/a"])
    assert console.rests, "a breakpoint ends a step"
    assert console.resume() == ("task/a",)
    assert console.standing == Standing(False, ("task/a",))


def test_who_goes_away_leaves_everything_as_it_is() -> None:
    console = Console(())
    console.arm(1, on=True)
    console.pause()
    console.break_at("task", on=True)
    console.arm(0, on=False)
    assert console.standing == Standing(True, ("task",))
