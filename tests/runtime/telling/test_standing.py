"""How a robot's things stand: the same at both ends, whatever was missed in between."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cotree.core.changes import (
    Change,
    ClaimChange,
    DisturbanceChange,
    GrownChange,
    JobChange,
    NodeChange,
    NodeState,
    QuorumChange,
    ResourceChange,
    Twig,
)
from cotree.runtime.telling.standing import Standing

RUNNING = NodeChange("task/cup", NodeState.RUNNING)
DONE = NodeChange("task/cup", NodeState.DONE)
RESTS = NodeChange("task/cup", NodeState.INACTIVE)
WON = ClaimChange("task/cup", "won")
RELEASED = ClaimChange("task/cup", "released", "done")
GIVEN_UP = ClaimChange("task/cup", "given_up", "broken")

changes = st.one_of(
    st.builds(NodeChange, st.sampled_from("abc"), st.sampled_from(NodeState)),
    st.builds(ResourceChange, st.sampled_from("lr"), st.tuples(st.sampled_from("abc"))),
    st.builds(
        ClaimChange,
        st.sampled_from("abc"),
        st.sampled_from(["asked", "won", "denied", "halted", "released", "given_up"]),
        st.sampled_from(["", "done"]),
    ),
    st.builds(QuorumChange, st.booleans()),
    st.builds(
        JobChange,
        st.just("lift"),
        st.sampled_from("ab"),
        st.sampled_from(["asks", "cannot", "team", "lost", "refused", "stands", "knows"]),
    ),
)


def test_the_newest_of_each_thing_counts() -> None:
    standing = Standing()
    standing.take([RUNNING, ResourceChange("arm", ("task/cup",)), DONE])
    assert standing.all() == [DONE, ResourceChange("arm", ("task/cup",))]


def test_of_a_job_stand_what_was_decided_last_how_far_it_is_and_what_is_known() -> None:
    standing, lost = Standing(), QuorumChange(False)
    team = JobChange("lift", "task/lift", "team", ("a", "b"))
    refused = JobChange("lift", "task/lift", "refused", (), "nobody")
    stands = JobChange("lift", "task/lift", "stands", (), "complete")
    knows = JobChange("lift", "task/lift", "knows", (), "box: on table")
    standing.take([lost, JobChange("lift", "task/lift", "asks"), team, stands, knows])
    assert standing.all() == [lost, team, stands, knows]
    standing.take([refused])
    assert standing.all() == [lost, refused, stands, knows]


def test_steps_on_the_way_to_a_claim_say_nothing_of_how_things_stand() -> None:
    standing = Standing()
    standing.take([ClaimChange("task/cup", "asked"), ClaimChange("task/cup", "denied", "held")])
    assert standing.all() == []


def test_what_is_known_already_is_no_news() -> None:
    standing = Standing()
    standing.take([RUNNING])
    assert standing.news([RUNNING, WON]) == [WON]
    assert standing.news([RUNNING, WON]) == []


def test_what_a_robot_did_stays_done_when_its_tree_lets_it_go() -> None:
    standing = Standing()
    standing.take([WON, RUNNING, RELEASED, DONE, RESTS])
    assert DONE in standing.all()


def test_what_a_robot_gave_up_rests() -> None:
    standing = Standing()
    standing.take([WON, DONE, GIVEN_UP, RESTS])
    assert RESTS in standing.all()


def test_who_comes_late_still_sees_who_did_a_piece() -> None:
    early, late = Standing(), Standing()
    early.take([WON, RUNNING, RELEASED, DONE])
    words = [each.word for each in late.news(early.all()) if isinstance(each, ClaimChange)]
    assert words == ["won", "released"]


def test_nodes_grow_before_anything_is_said_of_them() -> None:
    grown = GrownChange("task", (Twig("task/cup", "wait", "cup", "task"),))
    disturbed = DisturbanceChange("task/cup", "raised")
    standing = Standing()
    standing.take([RUNNING, WON, disturbed, grown])
    assert standing.all() == [grown, WON, RUNNING, disturbed]
    assert Standing().news(standing.all()) == standing.all()


def test_claims_come_before_the_nodes_that_they_explain() -> None:
    standing = Standing()
    standing.take([RUNNING, WON])
    assert standing.all() == [WON, RUNNING]


@given(st.lists(changes, max_size=30), st.sets(st.integers(0, 30)))
def test_one_look_at_how_things_stand_makes_up_for_whatever_was_missed(
    told: list[Change], lost: set[int]
) -> None:
    there, here = Standing(), Standing()
    for index, change in enumerate(told):
        there.take([change])
        if index not in lost:
            here.take([change])
    here.news(there.all())
    assert set(here.all()) == set(there.all())
