"""The leaf that is one shared step: what it says when it ends, or is stopped."""

from __future__ import annotations

from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.behaviours.perform import PerformParams
from cotree.behaviours.step import WorkStep
from cotree.core.actions import Begin, Ended, Tell
from cotree.core.belief import fold
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop


def leaf() -> WorkStep:
    step = WorkStep("glue", PerformParams("glue", 5.0))
    step.desk = Desk("pr2")
    step.initialise()
    return step


def ends(step: WorkStep, reason: Reason | None = None) -> None:
    (begun,) = [each for each in step.desk.commands if isinstance(each, Begin)]
    step.desk.belief, _ = fold(step.desk.belief, (Ended(begun.id, reason),), 5.0)


def told(step: WorkStep) -> list[tuple[str, object]]:
    return [(c.name, c.value) for c in step.desk.commands if isinstance(c, Tell)]


def test_it_says_how_it_lies_there_when_it_ends() -> None:
    step = leaf()
    assert step.update() is Status.RUNNING
    ends(step)
    assert step.update() is Status.RUNNING
    assert told(step)[-1] == ("glue/placed", "right pr2")


def test_what_ended_before_it_could_be_stopped_is_done_and_said() -> None:
    """A lease may run out in the moment in which the hands are through."""
    step = leaf()
    ends(step)
    assert step.halt(Stop.INTERRUPT)
    assert told(step)[-1] == ("glue/placed", "right pr2")


def test_what_was_stopped_is_not_done() -> None:
    step = leaf()
    assert not step.halt(Stop.INTERRUPT)
    ends(step, Reason("halted", "it was told to"))
    assert step.halt(Stop.INTERRUPT)
    assert [name for name, _ in told(step)] == ["pr2/does"]
