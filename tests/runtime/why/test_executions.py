from __future__ import annotations

from typing import Any

from cotree.core.changes import Change, ClaimChange, NodeChange, NodeState
from cotree.runtime.messages import Born, End, Heard, Member, Message, Team, Told
from cotree.runtime.why.answer import Moment
from cotree.runtime.why.executions import Executions
from cotree.runtime.why.log import Log
from cotree.runtime.why.scene import Scene

ROBOTS = Team((Member("a", "pr2", (0, 0, 0)), Member("b", "pr2", (0, 0, 0))))


def claim(word: Any, **more: Any) -> ClaimChange:
    return ClaimChange("task/cup", word, **more)


def node(state: NodeState) -> NodeChange:
    return NodeChange("task/cup", state)


def log(*told: tuple[float, str, Change], end_s: float = 10.0) -> Log:
    """A record of these changes; those of one robot at one time are of one tick."""
    messages: list[Message] = [ROBOTS, Born(0.0, "a", 1, 0.0, True), Born(0.0, "b", 1, 0.0, True)]
    ticks: dict[tuple[float, str], list[Change]] = {}
    for at_s, robot, change in told:
        ticks.setdefault((at_s, robot), []).append(change)
    for n, ((at_s, robot), changes) in enumerate(ticks.items()):
        messages.append(Heard(n, at_s, robot=robot))
        messages.append(Told(n, at_s, tuple(changes), (), robot))
    return Log([*messages, End(end_s, 0, "success")])


def executions(read: Log, until_s: float = 100.0) -> Executions:
    return Executions(read, "task/cup", ["task/cup"], read.until(until_s))


RUN = (
    (1.0, "a", claim("asked")),
    (1.5, "b", claim("asked")),
    (2.0, "a", claim("won", token=(3, "a"))),
    (2.0, "a", node(NodeState.RUNNING)),
    (2.2, "b", claim("denied", why="held", holder="a")),
    (5.0, "a", node(NodeState.DONE)),
    (5.0, "a", claim("released", why="done")),
)


def test_a_claim_that_was_won_becomes_an_execution() -> None:
    found = executions(log(*RUN)).last
    assert found is not None
    assert (found.robot, found.decided_s, found.won_s, found.ballot) == ("a", 1.0, 2.0, 3)
    assert (found.started_s, found.ended_s, found.outcome) == (2.0, 5.0, "done")


def test_two_claims_are_rivals_when_both_wait_for_an_answer() -> None:
    first, second = executions(log(*RUN)).asks
    assert first.during(second)
    assert second.during(first)
    late = executions(log(*RUN[:1], RUN[2], (2.0, "b", claim("asked")))).asks
    assert not late[0].during(late[1])


def test_a_claim_that_is_refused_at_once_was_asked_before() -> None:
    at_once = log((1.0, "a", claim("asked")), (1.0, "a", claim("denied", why="held", holder="b")))
    (ask,) = executions(at_once).asks
    assert (ask.word, ask.why, ask.holder, ask.answer_s) == ("denied", "held", "b", 1.0)


def test_reading_ends_where_it_is_told_to() -> None:
    assert executions(log(*RUN), 1.9).last is None
    found = executions(log(*RUN), 3.0).running()
    assert found is not None
    assert found.ended_s is None


def test_done_without_a_release_was_done_by_nobody_known() -> None:
    seen = executions(log((3.0, "a", node(NodeState.DONE))))
    assert seen.by_nobody_known
    assert seen.reached_s == 3.0
    assert not executions(log(*RUN)).by_nobody_known


def test_after_a_halt_for_a_person_the_next_win_goes_on() -> None:
    resumed = executions(
        log(
            *RUN[:4],
            (2.5, "a", claim("halted", why="person")),
            (2.6, "a", node(NodeState.WAITING)),
            (4.0, "a", claim("won", token=(5, "a"))),
            (4.0, "a", node(NodeState.RUNNING)),
        )
    )
    assert [(each.resumed, each.halted) for each in resumed.all] == [(False, "person"), (True, "")]


def test_what_was_found_before_it_was_won_again_is_known() -> None:
    again = executions(
        log(
            *RUN[:4],
            (6.0, "b", claim("asked")),
            (6.1, "b", claim("verified", why="untouched")),
            (6.1, "b", claim("won", token=(4, "b"))),
            (6.1, "b", node(NodeState.RUNNING)),
        )
    ).last
    assert again is not None
    assert (again.robot, again.verified) == ("b", "untouched")


def test_what_was_found_done_was_done_by_who_had_it_last() -> None:
    found = executions(
        log(
            *RUN[:4],
            (6.0, "b", claim("asked")),
            (6.1, "b", claim("verified", why="done")),
            (6.1, "b", node(NodeState.DONE)),
        )
    )
    assert found.last is not None
    assert (found.last.robot, found.last.outcome) == ("a", "found_done")
    assert not found.by_nobody_known


def test_alone_a_start_is_an_execution_and_a_miss_ends_it() -> None:
    states = (NodeState.RUNNING, NodeState.WAITING, NodeState.RUNNING, NodeState.FAILED)
    alone = executions(log(*((float(n), "a", node(state)) for n, state in enumerate(states))))
    assert [(each.started_s, each.outcome) for each in alone.all] == [
        (0.0, "failed"),
        (2.0, "gave_up"),
    ]


def test_what_happens_again_and_again_is_told_once() -> None:
    read = log(*((float(n), "b", claim("verified", why="partial")) for n in range(3)))
    scene = Scene(read, "task/cup", executions(read), {}, lambda robot, at_s: ("", ""))
    assert scene.history("b") == (Moment(0.0, "b", "verified", "partial", times=3, until_s=2.0),)
    assert scene.history("a") == ()


# -- who is heard ------------------------------------------------------------------------------


def test_a_robot_without_ticks_for_long_is_silent_since_its_last() -> None:
    quiet = log((1.0, "a", node(NodeState.WAITING)), (9.0, "b", node(NodeState.WAITING)))
    assert quiet.silent_since("a", 5.0) == 1.0
    assert quiet.silent_since("b", 9.0) is None


def test_a_robot_that_is_born_again_was_silent_before() -> None:
    messages: list[Message] = [
        ROBOTS,
        Born(0.0, "a", 1, 0.0, True),
        Heard(0, 1.0, robot="a"),
        Born(2.0, "a", 2, 50.0),
        Heard(0, 50.5, robot="a"),
        End(3.0, 0, "success"),
    ]
    read = Log(messages)
    assert read.silent_since("a", 1.5) == 1.0
    assert read.silent_since("a", 2.7) is None
    assert read.times_s[-2:] == [2.5, 3.0]
    assert read.clock_s("a", 2.5) == 50.5
