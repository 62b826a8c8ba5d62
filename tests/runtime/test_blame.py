from __future__ import annotations

from cotree.core.changes import NodeChange, NodeState, ResourceChange
from cotree.core.reasons import Reason
from cotree.runtime.blame import Blame

SLIPPED = Reason("slipped", "the cup slipped", {"object": "cup"})


def failed(path: str, reason: Reason = SLIPPED) -> NodeChange:
    return NodeChange(path, NodeState.FAILED, reason=reason)


def test_the_deepest_failure_is_to_blame_and_is_named_with_its_path() -> None:
    blame = Blame()
    blame.follow(
        [failed("task/a/pick cup"), failed("task/a"), failed("task"), ResourceChange("base")]
    )
    assert blame.reasons() == (SLIPPED.at("task/a/pick cup"),)


def test_a_failure_that_was_made_good_is_forgotten() -> None:
    blame = Blame()
    blame.follow([failed("task/a")])
    blame.follow([NodeChange("task/a", NodeState.RUNNING), failed("task/b")])
    assert blame.reasons() == (SLIPPED.at("task/b"),)


def test_a_failure_that_somebody_above_recovered_from_ended_nothing() -> None:
    blame = Blame()
    blame.follow([failed("task/or/timeout"), NodeChange("task/or", NodeState.DONE)])
    blame.follow([failed("task/last"), failed("task")])
    assert [reason.path for reason in blame.reasons()] == ["task/last"]


def test_a_name_that_begins_like_another_is_not_below_it() -> None:
    blame = Blame()
    blame.follow([failed("task/a"), failed("task/ab/c")])
    assert [reason.path for reason in blame.reasons()] == ["task/a", "task/ab/c"]


def test_one_reason_with_many_names_is_told_once() -> None:
    blame = Blame()
    blame.follow([failed("task/a", SLIPPED.at("there")), failed("task/b", SLIPPED.at("there"))])
    assert blame.reasons() == (SLIPPED.at("there"),)
