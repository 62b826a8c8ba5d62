"""One teammate's door to the blackboard."""

from __future__ import annotations

import pytest

from cotree.behaviours.desk import Desk
from cotree.behaviours.leaf import Leaf
from cotree.core.actions import Begin, Ended, Halt, Pause
from cotree.core.belief import Belief
from cotree.core.stopping import Stop


def test_keys_live_under_the_teammates_name_and_know_their_last_writer() -> None:
    desk = Desk("desk_a")
    desk.write("mood", "good", by="task/a")
    desk.write("mood", "better", by="task/b")
    assert desk.read("mood") == "better"
    assert desk.writers == {"mood": "task/b"}
    assert desk.keys() == ["mood"]
    desk.clear()
    assert desk.keys() == []


def test_a_missing_key_says_which_unless_there_is_a_default() -> None:
    desk = Desk("desk_b")
    assert desk.read("mood", 3) == 3
    with pytest.raises(KeyError, match="/desk_b/mood has not been written"):
        desk.read("mood")


def test_a_name_that_begins_like_another_is_another_teammate() -> None:
    one, two = Desk("pr"), Desk("pr2")
    two.write("x", 1, by="t")
    assert one.keys() == []
    two.clear()


def test_commands_are_numbered_and_wait_on_the_tray() -> None:
    desk = Desk("desk_c")
    first, second = desk.begin(Pause(1.0)), desk.begin(Pause(2.0), ("head",))
    desk.halt(first, Stop.CANCEL)
    assert first != second
    assert desk.commands == [
        Begin(first, "desk_c", Pause(1.0)),
        Begin(second, "desk_c", Pause(2.0), ("head",)),
        Halt(first, "desk_c", Stop.CANCEL),
    ]


def test_outcomes_that_were_read_may_be_forgotten() -> None:
    desk = Desk("desk_d")
    desk.belief = Belief(ended={"x": Ended("x")})
    assert desk.ended("y") is None
    assert desk.heard == set()
    assert desk.ended("x") == Ended("x")
    assert desk.heard == {"x"}


def test_wake_ups_come_in_order() -> None:
    desk = Desk("desk_e")
    for name, time_s in (("a", 3.0), ("b", 1.0), ("c", 2.0)):
        desk.wake_at(Leaf(name), time_s)
    assert desk.alarms.next_s() == 1.0
