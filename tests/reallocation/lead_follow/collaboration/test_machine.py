from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.lead_follow.collaboration import (
    PERSONS,
    ROBOTS,
    Act,
    Action,
    Began,
    Changed,
    Did,
    Refused,
    Stage,
    Stopped,
    Table,
    after,
    laid,
    may,
)
from cotree.reallocation.lead_follow.problem import Agent, Subtask

BOTH = {"ann": 6.0, "fetch": 9.0}
AGENTS = (Agent("ann", "person"), Agent("fetch", "robot"))


def table() -> Table:
    """Subtask a, then b; c alone."""
    a, b, c = Subtask("a", BOTH), Subtask("b", BOTH, after=("a",)), Subtask("c", BOTH)
    return laid((a, b, c), AGENTS)


def act(action: Action, subtask: str = "a", right: bool = True) -> Act:
    """One action, by whoever does such actions."""
    agent, other = ("ann", "fetch") if action[0] == "H" else ("fetch", "ann")
    return Act(agent, action, subtask, right, other if action in ("H2", "R2") else "")


def done(start: Table, *acts: Act) -> Table:
    """The table after these actions; each must be possible."""
    for each in acts:
        changed = after(start, Did(each))
        assert isinstance(changed, Changed), changed
        start = changed.table
    return start


def facts(start: Table, one: Act) -> list[str]:
    changed = after(start, Did(one))
    assert isinstance(changed, Changed)
    return [fact.kind for fact in changed.facts]


def why(start: Table, one: Act) -> str:
    changed = after(start, Did(one))
    assert isinstance(changed, Refused)
    return changed.message


WRONG = act("H1", right=False)
GAVE_WRONG = act("H2", right=False)
MOVES: list[tuple[list[Act], Act, Stage, list[str]]] = [
    ([], act("H1"), Stage.PLACED, ["placed right"]),
    ([], WRONG, Stage.MISPLACED, ["placed wrong"]),
    ([], act("H2"), Stage.GIVEN, ["handed over"]),
    ([], GAVE_WRONG, Stage.GIVEN_WRONG, ["handed over"]),
    ([WRONG], act("H3"), Stage.OPEN, ["returned"]),
    ([act("H1")], act("H3"), Stage.OPEN, ["returned"]),
    ([act("R2")], act("H4"), Stage.PLACED, ["placed right"]),
    ([act("H2")], act("H5"), Stage.OPEN, ["taken back"]),
    ([GAVE_WRONG], act("H5"), Stage.OPEN, ["taken back"]),
    ([act("R2")], act("H6"), Stage.OPEN, ["refused"]),
    ([], act("R1"), Stage.PLACED, ["placed right"]),
    ([], act("R2"), Stage.ASSIGNED, ["handed over"]),
    ([WRONG], act("R3"), Stage.OPEN, ["returned"]),
    ([act("H2")], act("R4"), Stage.PLACED, ["placed right"]),
    ([act("R2")], act("R5"), Stage.OPEN, ["taken back"]),
    ([act("H2")], act("R6"), Stage.OPEN, ["refused"]),
    ([GAVE_WRONG], act("R6"), Stage.OPEN, ["refused"]),
    ([WRONG, act("R3")], act("R1"), Stage.PLACED, ["placed right", "corrected"]),
    ([GAVE_WRONG, act("R6"), act("R2")], act("H4"), Stage.PLACED, ["placed right", "corrected"]),
]


@pytest.mark.parametrize(("before", "one", "stage", "kinds"), MOVES)
def test_each_action_leads_on_as_in_figure_6(
    before: list[Act], one: Act, stage: Stage, kinds: list[str]
) -> None:
    start = done(table(), *before)
    assert done(start, one).pieces["a"].stage is stage
    assert facts(start, one) == kinds


def test_all_twelve_actions_are_in_the_graph() -> None:
    assert {one.action for _, one, _, _ in MOVES} == {*PERSONS, *ROBOTS}


def test_a_robot_never_does_what_was_given_wrongly() -> None:
    start = done(table(), GAVE_WRONG)
    assert why(start, act("R4")) == "'a' was given wrongly; refuse it (R6)"


def test_whoever_may_not_is_told_what_would_be_right() -> None:
    start = table()
    assert why(start, act("H1", "b")) == "'b' comes after a; do that first"
    assert why(start, act("R4")) == "'a' is open, so R4 cannot be done on it"
    assert why(start, Act("bob", "H1", "a")) == "nobody is called 'bob'; there are ann, fetch"
    assert why(start, act("H1", "x")) == "there is no subtask 'x'; there are a, b, c"
    assert why(start, Act("ann", "R1", "a")) == (
        "'R1' is no action of a person; theirs are H1, H2, H3, H4, H5, H6"
    )
    assert why(start, Act("ann", "H2", "a", to="ann")) == "'ann' is nobody to give 'a' to"
    begun = after(start, Began(act("R1")))
    assert isinstance(begun, Changed)
    assert why(begun.table, act("H1")) == "fetch is doing 'a' now"
    other = done(start, Act("fetch", "R2", "a", to="ann"))
    assert why(other, act("R1")) == "'a' is assigned to a person (ann), so R1 cannot be done on it"


def test_what_others_stand_on_is_not_returned() -> None:
    start = done(table(), act("H1"), act("H1", "b"))
    assert why(start, act("H3")) == "b stands on 'a'; it stays"


def test_only_whom_it_is_for_may_follow_or_refuse() -> None:
    two = (*AGENTS, Agent("bob", "person"))
    start = laid((Subtask("a", {**BOTH, "bob": 5.0}),), two)
    start = done(start, act("R2"))
    assert why(start, Act("bob", "H4", "a")) == "'a' is for ann, not for bob"


def test_nobody_does_what_they_cannot() -> None:
    start = laid((Subtask("a", {"fetch": 3.0}),), AGENTS)
    assert why(start, act("H1")) == "ann cannot do 'a'"
    assert why(start, act("R2")) == "ann cannot do 'a'"
    assert {one.action for one in may(start, "ann")} == {"H2"}


def test_who_is_busy_begins_nothing_else() -> None:
    begun = after(table(), Began(act("H1")))
    assert isinstance(begun, Changed)
    second = after(begun.table, Began(act("H1", "c")))
    assert second == Refused("ann is at 'a'; let it end, or stop it, first")
    stopped = after(begun.table, Stopped("ann"))
    assert isinstance(stopped, Changed)
    assert stopped.table == table()


def test_the_evidence_has_the_alternatives_of_the_moment_of_decision() -> None:
    start = done(table(), act("R2"))
    begun = after(start, Began(act("H1", "c")))
    assert isinstance(begun, Changed)
    cancelled = done(begun.table, act("R5"))
    ended = after(cancelled, Did(act("H1", "c", right=False)))
    assert isinstance(ended, Changed)
    assert ended.evidence is not None
    assert ended.evidence.could_follow
    assert ended.evidence.robot_waits
    assert not ended.evidence.right
    assert ended.table.doing == {}


def test_a_word_on_the_way_does_not_end_what_one_is_doing() -> None:
    begun = after(table(), Began(act("H1", "c")))
    assert isinstance(begun, Changed)
    assert done(begun.table, act("H2")).at("c") == "ann"


def test_following_with_nothing_else_to_do_says_so() -> None:
    start = done(table(), act("H1"), act("H1", "b"), act("R2", "c"))
    followed = after(start, Did(act("H4", "c")))
    assert isinstance(followed, Changed)
    assert followed.evidence is not None
    assert followed.evidence.did == "followed"
    assert not followed.evidence.could_choose
    assert followed.table.over()


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="two subtasks are called 'a'"):
        laid((Subtask("a", BOTH), Subtask("a", BOTH)), AGENTS)
    with pytest.raises(ValueError, match="'a' is after 'z', which is none of: a"):
        laid((Subtask("a", BOTH, after=("z",)),), AGENTS)


@given(st.data())
def test_whatever_may_be_done_can_be_done_and_nothing_else(data: st.DataObject) -> None:
    """Random legal play: order is kept, what is placed rightly leaves only by a person's hand."""
    now = table()
    for _ in range(data.draw(st.integers(0, 30))):
        options = [*may(now, "ann"), *may(now, "fetch")]
        assert all(isinstance(after(now, Did(one)), Changed) for one in options)
        if not options:
            break
        one = data.draw(st.sampled_from(options))
        wrong = one.action in ("H1", "H2") and data.draw(st.booleans())
        before = now
        now = done(now, Act(one.agent, one.action, one.subtask, not wrong, one.to))
        _check(before, now, one)
    for action in (*PERSONS, *ROBOTS):
        one = act(action)
        possible = isinstance(after(now, Did(one)), Changed)
        assert possible == (one in (*may(now, "ann"), *may(now, "fetch")))


def _check(before: Table, now: Table, one: Act) -> None:
    if now.pieces["b"].stage in (Stage.PLACED, Stage.MISPLACED):
        assert now.pieces["a"].stage is Stage.PLACED
    gone = before.done() - now.done()
    assert not gone or one.action == "H3"
    changed = [id_ for id_ in now.pieces if now.pieces[id_] != before.pieces[id_]]
    assert set(changed) <= {one.subtask}
