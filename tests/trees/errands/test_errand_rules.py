"""Errands in whole runs: how their steps grow, stop, are handed over, and end."""

from __future__ import annotations

import pytest

from cotree import app
from cotree.app.team import crew_of
from cotree.core.actions import Begin, Drive, Halt, Perform, Tell
from cotree.core.changes import GrownChange, NodeState
from cotree.runtime.messages import End, Message
from cotree.trees.reading import loads
from tests.kit.errand_missions import STREET, happens, mission, street
from tests.kit.errand_runs import Ran

LIMIT_S = 120.0


def ran(*ltl: str, at: str = "ad", carry: str = "", more: str = "") -> Ran:
    return Ran(street(*ltl, at=at, carry=carry, more=more), LIMIT_S)


def words(run: Ran, robot: str) -> list[str]:
    return [place for place, _ in run.history.words[robot]]


def why(run: Ran) -> str:
    return "; ".join(reason.message for reason in run.end.reasons)


def tells(run: Ran, name: str) -> list[str]:
    return [
        str(command.value)
        for told in run.told()
        for command in told.commands
        if isinstance(command, Tell) and command.name == name
    ]


# -- plain -----------------------------------------------------------------------------------------


def test_each_step_is_grown_once_and_told_as_the_robots_word() -> None:
    run = ran("sequence: [b, c]", at="aa")
    assert run.end.result == "success"
    assert words(run, "r0") == ["a", "b", "c"]
    assert len(tells(run, "r0/word")) == 2
    grown = [
        twig.path
        for told in run.told()
        for change in told.changes
        if isinstance(change, GrownChange)
        for twig in change.twigs
    ]
    assert len(grown) == len(set(grown))


def test_what_is_true_at_the_start_is_done_without_a_step() -> None:
    run = ran("visit: a")
    assert (run.end.result, run.end.t < 1) == ("success", True)
    assert words(run, "r0") == ["a"]


def test_operations_are_done_where_the_robot_stands() -> None:
    run = ran("visit: {place: c, op: full}", at="ab", carry="0")
    actions = [
        command.action
        for told in run.told()
        for command in told.commands
        if isinstance(command, Begin)
    ]
    assert isinstance(actions[0], Perform)
    assert {type(each) for each in actions[1:]} == {Drive}
    assert run.end.result == "success"


def test_a_leg_that_advances_two_errands_is_gone_once() -> None:
    run = ran("visit: d", '"<>(d && idle)"', at="bc")
    assert run.end.result == "success"
    drives = [c for told in run.told() for c in told.commands if isinstance(c, Begin)]
    assert len(drives) == 1


def test_errands_in_a_task_wait_for_what_comes_before_them() -> None:
    task = "task: {then: [{wait: 5 s}, {and: [{errand: <>b}, {errand: <>c}]}]}\n"
    run = Ran(street(at="ad") + task, LIMIT_S)
    begun = [c for t in run.told() for c in t.commands if isinstance(c, Begin) and t.t < 5]
    assert run.end.result == "success"
    assert not any(isinstance(each.action, Drive) for each in begun)


def test_order_between_robots_is_kept_only_where_the_sentence_asks_for_it() -> None:
    tied = ran("visit: b", "visit: d", "not before: {what: d, before: b}", at="ac")
    free = ran("visit: b", "visit: d", at="ac")
    assert [spot for spot, _ in tied.history.team[2:]] == ["b", "d"]
    assert tied.end.result == free.end.result == "success"
    assert free.end.t < tied.end.t


def test_who_waits_for_another_one_is_seen_to_have_waited() -> None:
    """r0 stands in a; the sentence wants a after d, so that it must be there once more."""
    run = ran("visit: a", "visit: b", "visit: d", "respond: {trigger: d, response: a}", at="ac")
    assert run.end.result == "success", why(run)
    assert [place for place, _ in run.history.team][-3:] == ["d", "a", "b"]


# -- what cannot be done ---------------------------------------------------------------------------


@pytest.mark.parametrize("robots", ["a", "ad"])
def test_what_nobody_can_do_fails_at_once_with_the_smallest_reason(robots: str) -> None:
    text = street("visit: b", "visit: c", '"[]!c"', at=robots)
    run = Ran(text, LIMIT_S) if len(robots) > 1 else None
    end: End = run.end if run else app.run_virtual(loads(text), lambda message: None)
    assert (end.result, end.t < 1) == ("failure", True)
    assert all("nobody can do <>c" in reason.message for reason in end.reasons)


def test_when_the_last_one_who_could_breaks_the_mission_fails_and_says_so() -> None:
    run = ran(
        "visit: {place: c, op: full}",
        at="aa",
        carry="0",
        more=happens("at: 3 s, robot: r0, breaks: true"),
    )
    assert run.end.result == "failure"
    assert run.end.t < LIMIT_S / 2
    assert "r0: lost" in why(run) or "r0 is broken" in why(run)


# -- disturbances ----------------------------------------------------------------------------------


def test_who_falls_gets_up_and_goes_on_with_the_same_step() -> None:
    run = ran("visit: c", at="aa", more=happens("at: 2 s, robot: r0, falls: true"))
    assert run.end.result == "success"
    assert run.assignments() == []
    assert run.done_twice() == []


def test_another_robot_goes_on_where_a_broken_one_has_stopped() -> None:
    run = ran("sequence: [b, d]", at="ac", more=happens("at: 4 s, robot: r0, breaks: true"))
    assert run.end.result == "success"
    assert "b" not in words(run, "r1")
    ((teller, assignment),) = run.assignments()
    assert (teller, assignment.revision) == ("r1", (1, "r1"))


def test_a_broken_robot_that_is_mended_can_be_asked_again() -> None:
    run = ran(
        "visit: c",
        "visit: b",
        at="aa",
        more=happens(
            "at: 1 s, robot: r0, breaks: true",
            "at: 2 s, robot: r1, breaks: true",
            "at: 6 s, robot: r1, mends: true",
        ),
    )
    assert run.end.result == "success", why(run)
    assert words(run, "r0") == ["a"]


def test_a_load_that_is_lost_is_fetched_again() -> None:
    run = ran(
        "visit: {place: c, op: full}",
        at="aa",
        carry="0",
        more=happens(events=("at: 4 s, fact: r0/state, equals: free",)),
    )
    assert run.end.result == "success"
    picks = [
        command
        for told in run.told()
        for command in told.commands
        if isinstance(command, Begin) and isinstance(command.action, Perform)
    ]
    assert len(picks) == 2


def test_a_robot_before_a_blocked_way_goes_round() -> None:
    run = ran("visit: d", at="ba", more=happens("at: 1 s, blocks: [b, d]"))
    assert run.end.result == "success"
    assert words(run, "r0") == ["b", "c", "d"]


def test_who_is_stopped_by_a_way_of_another_name_goes_round_as_well() -> None:
    """The straight way from a to c leads through b."""
    world = """
world:
  places: {a: [0, 0], b: [3, 0], c: [6, 0], d: [3, 4]}
  ways: {cost: 3, between: [[a, c], [a, d, c]]}
"""
    text = street("visit: c", at="aa", more=happens("at: 4 s, blocks: [b, c]"))
    run = Ran(text.replace(STREET, world), LIMIT_S)
    assert run.end.result == "success", why(run)
    assert words(run, "r0") == ["a", "d", "c"] or words(run, "r1") == ["a", "d", "c"]


def test_what_only_one_robot_cannot_pass_is_done_by_another_one() -> None:
    run = ran(
        "visit: d",
        at="ba",
        more=happens("at: 1 s, blocks: [b, d], for: r0", "at: 1 s, blocks: [b, c], for: r0"),
    )
    assert run.end.result == "success", why(run)
    assert words(run, "r1")[-1] == "d"


def test_a_robot_that_stands_aside_for_good_leaves_its_errands_to_others() -> None:
    """It cannot get up: its reaction gives up."""
    more = happens("at: 1 s, robot: r0, falls: true") + "\n  failures: {perform: 1}\n"
    run = ran("visit: b", at="ad", more=more)
    assert run.end.result == "success", why(run)
    assert (words(run, "r0"), words(run, "r1")) == (["a"], ["d", "b"])


def test_a_robot_whose_process_dies_is_replaced() -> None:
    read = mission("sequence: [b, d]", at="aca")
    messages: list[Message] = []
    crew, _ = crew_of(read, messages.append, until_s=LIMIT_S)

    def dies() -> None:
        crew.seats["r0"].die(disk=True)
        crew.world.crash("r0")

    crew.queue.at(4.0, dies)
    assert crew.run().result == "success"


# -- stopping --------------------------------------------------------------------------------------


def test_ctrl_c_halts_an_errand_in_the_middle_of_a_step() -> None:
    read = mission("visit: d", at="aa")
    crew, stage = crew_of(read, lambda message: None, until_s=LIMIT_S)
    crew.queue.at(1.0, crew.stopper.ask)
    crew.queue.at(1.0, crew.wake_all)
    end = crew.run()
    assert end.result == "halted"
    assert end.t < 5
    assert stage.motions == {}


def test_nothing_is_halted_for_a_plan_that_goes_on_with_the_same_step() -> None:
    run = ran("visit: d", at="aa", more=happens("at: 1 s, blocks: [b, d]"))
    halts = [c for told in run.told() for c in told.commands if isinstance(c, Halt)]
    assert words(run, "r0") == ["a", "b", "c", "d"]
    assert (run.end.result, halts) == ("success", [])


def test_every_run_ends_with_no_errand_left_open() -> None:
    run = ran("visit: b", "visit: d", "sequence: [c, a]", at="ad")
    last = {(robot, change.path): change.state for robot, change in run.changes()}
    errands = {path for _, path in last if path.startswith("task/") and path.count("/") == 1}
    assert len(errands) == 3
    assert {last[robot, path] for robot in ("r0", "r1") for path in errands} == {NodeState.DONE}
