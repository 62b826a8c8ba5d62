from __future__ import annotations

import pytest

from cotree.runtime.acts import (
    Act,
    Arm,
    Break,
    Inject,
    Override,
    Pause,
    Remove,
    Resume,
    Step,
)
from cotree.runtime.operating.lines import CAN_SAY, Reader, Unclear
from cotree.runtime.operating.typed import KEYBOARD, TypedOperator
from cotree.runtime.replies import Standing
from cotree.viewer.deeds import deed_line

PATHS = ["task", "task/cup", "task/cup/pick cup", "task/mug", "task/mug/pick mug", "task/x/cup"]


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("arm", Arm(on=True)),
        (" disarm ", Arm(on=False)),
        ("pause", Pause()),
        ("resume", Resume()),
        ("step", Step()),
        ("break pick cup", Break(path="task/cup/pick cup")),
        ("clear task/cup", Break(path="task/cup", on=False)),
        ("break no such node", Break(path="no such node")),
        ("fall a", Inject(what="fall", robot="a")),
        ("block c3-p3", Inject(what="block", place="c3-p3")),
        ("unblock c3-p3 a", Inject(what="unblock", place="c3-p3", robot="a")),
        ("succeed a pick mug", Override(robot="a", path="task/mug/pick mug", result="success")),
        ("fail a pick mug", Override(robot="a", path="task/mug/pick mug", result="failure")),
        ("remove a", Remove(robot="a")),
    ],
)
def test_a_line_is_an_act(line: str, act: Act) -> None:
    assert Reader(PATHS).read(line) == act


@pytest.mark.parametrize("word", ["fall", "drop", "kill", "restart", "cut", "mend"])
def test_whatever_can_be_injected_can_be_typed(word: str) -> None:
    act = Reader(PATHS).read(f"{word} a")
    assert isinstance(act, Inject)
    assert (act.what, act.robot) == (word, "a")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("help", CAN_SAY),
        ("brake x", "'brake x' is no act; did you mean 'break'?; there are: arm, "),
        ("pause now", "'pause now' is no act"),
        ("break cup", "'cup' means several nodes: task/cup, task/x/cup"),
        ("break", "which node? there are: "),
        ("kill", "which robot? there are: "),
        ("block", "which way? there are: "),
        ("fail", "which robot? there are: "),
        ("fail a", "which node? there are: "),
    ],
)
def test_what_is_no_act_says_what_would_be(line: str, why: str) -> None:
    with pytest.raises(Unclear) as unclear:
        Reader(PATHS).read(line)
    assert str(unclear.value).startswith(why)


class Lines:
    def __init__(self, *lines: str | None) -> None:
        self.lines = list(lines)

    @property
    def waiting(self) -> bool:
        return bool(self.lines)

    def take(self) -> list[str | None]:
        lines, self.lines = self.lines, []
        return lines


def test_lines_become_acts_and_what_is_wrong_is_answered() -> None:
    replies: list[str] = []
    door = TypedOperator(Lines("pause", "", "oops"), PATHS, replies.append)
    assert door.waiting
    (ticket,) = door.take()
    assert (ticket.page, ticket.act) == (KEYBOARD, Pause())
    assert replies[0].startswith("'oops' is no act")
    door.answer(ticket)
    door.answer(ticket, "not armed")
    assert replies[1:] == ["not armed"]


def test_it_is_said_once_where_the_run_stopped() -> None:
    replies: list[str] = []
    door = TypedOperator(Lines(), PATHS, replies.append)
    stopped = Standing(True, ("task/cup",), ("task/cup",))
    for view in (Standing(), stopped, stopped, Standing(True, ("task/cup",)), Standing(True)):
        door.show(view)
    door.show(Standing())
    door.show(Standing(True))
    assert replies == [
        "stopped before task/cup; resume or step goes on",
        "paused; resume or step goes on",
    ]


def test_when_the_lines_end_the_run_goes_on_and_stops_no_more() -> None:
    door = TypedOperator(Lines(None), PATHS, lambda text: None)
    door.show(Standing(True, ("task/cup",), ("task/cup",)))
    acts = [ticket.act for ticket in door.take()]
    assert acts == [Arm(on=True), Break(path="task/cup", on=False), Resume(), Arm(on=False)]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (Inject(what="block", place="c3-p3", robot="a"), "blocked the way c3-p3 for a"),
        (Inject(what="kill", robot="a"), "killed the process of a"),
        (Break(path="task", on=False), "took the breakpoint at task away"),
        (Remove(robot="a"), "removed a from the team for good"),
        (Override(robot="a", path="task/x", result="success"), "ended task/x of a with success"),
    ],
)
def test_what_was_done_is_said_in_words(act: Act, words: str) -> None:
    assert deed_line("operator", act) == f"the operator {words}"
    assert deed_line("ann", act, "why not") == f"ann, in vain: {words} (why not)"
