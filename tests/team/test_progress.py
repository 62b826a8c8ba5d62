from __future__ import annotations

from cotree.team.facts import Facts
from cotree.team.outline import Task
from cotree.team.progress import Progress
from tests.kit.claims import BRANCHES, ORDER, leaf, node


def test_a_then_enables_one_after_the_other() -> None:
    some = Facts(2)
    progress = Progress(Task(ORDER), some.done)
    assert [progress.enabled(0), progress.enabled(1)] == [True, False]
    some.set_done(0)
    progress.finished(0)
    assert [progress.enabled(0), progress.enabled(1)] == [False, True]


def test_a_complete_or_enables_nothing_below_it() -> None:
    some = Facts(4)
    progress = Progress(Task(BRANCHES), some.done)
    for number in (0, 1):
        some.set_done(number)
        progress.finished(number)
    assert progress.complete
    assert not progress.enabled(2)


def test_taking_back_is_seen_after_rebuilding() -> None:
    some = Facts(2)
    progress = Progress(Task(node("and", "n", leaf("a"), leaf("b"))), some.done)
    for number in (0, 1):
        some.set_done(number)
        progress.finished(number)
    assert progress.complete
    some.set_epoch(1, 1)
    progress.rebuild()
    assert not progress.complete
    assert progress.enabled(1)
