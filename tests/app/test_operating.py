"""Operating whole runs: what is paused rests, what is broken reacts, and a replay is the same."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from cotree.app.again import do_again
from cotree.core.actions import Begin, Halt
from cotree.core.changes import DisturbanceChange, NodeState
from cotree.runtime.acts import (
    Act,
    Arm,
    Break,
    Give,
    Inject,
    Override,
    Pause,
    Remove,
    Resume,
    Step,
)
from cotree.runtime.messages import Born, Heard, Told
from cotree.runtime.read import read
from tests.kit.kept import kept
from tests.kit.operating import Operated
from tests.kit.yard import BRING, ONE, TWO

RUNNING, STOPPING, WAITING = NodeState.RUNNING, NodeState.STOPPING, NodeState.WAITING
ALONE = f"""{ONE}
task:
  and:
    - {BRING}      name: bring
    - sequence: [{{wait: 2 s}}, {{perform: {{what: beep, duration: 2 s}}}}]
      name: noise
reactions: all
"""
TOGETHER = f"""{TWO}
coordination: {{witness: [base]}}
task:
  and:
    - {BRING}      name: bring
    - then: [{{move: yard}}, {{wait: 3 s}}]
      name: yard
    - {{perform: {{what: beep, duration: 2 s}}, if_unsure: redo, name: beep}}
reactions:
  balance: {{rate: 20, do: recover}}
"""
PICK, MOVE = "task/bring/pick cup", "task/bring/move to cup"


def replays(run: Operated, folder: Path) -> bool:
    verdict = do_again(read(kept(folder, run.messages)))
    return verdict.ok and verdict.ticks > 0


# -- pausing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("mission", [ALONE, TOGETHER])
def test_while_it_is_paused_nothing_happens_and_then_it_goes_on_as_if_nothing_had(
    mission: str, tmp_path: Path
) -> None:
    plain = Operated(mission)
    run = Operated(mission).then(plain.at(0.0), Pause())
    run.then(run.paused, Resume())
    plain.run()
    assert run.run().result == "success"
    assert [act for _, act, _ in run.acted] == [Arm(on=True), Pause(), Resume()]
    assert {t for t, _, _ in run.acted} == {0.0}
    assert run.messages[-1].t == pytest.approx(plain.messages[-1].t, abs=0.2)  # type: ignore[union-attr]
    assert replays(run, tmp_path)


@pytest.mark.parametrize("mission", [ALONE, TOGETHER])
def test_a_step_is_one_tick_of_every_robot(mission: str, tmp_path: Path) -> None:
    run = Operated(mission)
    run.then(run.at(3.0), Pause()).then(run.paused, Step()).then(run.paused, Step())
    run.then(run.paused, Resume())
    assert run.run().result == "success"
    beat_s = 0.05 if mission == TOGETHER else 0.02
    (paused, first, second, resumed) = [t for t, act, _ in run.acted if not isinstance(act, Arm)]
    assert first == paused
    assert (second - first, resumed - second) == pytest.approx((beat_s, beat_s), abs=1e-4)
    for robot in ("", "a", "b") if mission == TOGETHER else ("",):
        ticks = [m.t for m in run.messages if isinstance(m, Heard) and m.robot == robot]
        for begin in (first, second) if ticks else ():
            assert sum(begin + 1e-5 < t <= begin + beat_s + 1e-5 for t in ticks) == 1
    assert replays(run, tmp_path)


def test_a_paused_run_can_be_halted() -> None:
    run = Operated(ALONE)

    def halts() -> bool:
        if run.paused():
            os.kill(os.getpid(), signal.SIGINT)
        return False

    run.then(run.at(3.0), Pause()).then(halts, Resume())
    assert run.run().result == "halted"


# -- breakpoints ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mission", [ALONE, TOGETHER])
def test_a_breakpoint_holds_a_leaf_before_it_starts(mission: str, tmp_path: Path) -> None:
    run = Operated(mission, "pick cup")
    states: list[NodeState] = []

    def looks() -> bool:
        if run.paused():
            states.append(run.state(PICK))
            assert run.script.stopped_at == (PICK,)
        return len(states) > 5

    run.then(looks, Resume())
    assert run.run().result == "success"
    assert set(states) == {WAITING}
    assert len(run.began(PICK)) == 1
    held = [change.message for _, change in run.changes(PICK) if change.state is WAITING]
    assert "held at the operator's breakpoint" in held
    assert replays(run, tmp_path)


@pytest.mark.parametrize(("mission", "stops"), [(ALONE, 1), (TOGETHER, 1)])
def test_a_breakpoint_at_a_branch_holds_what_starts_first_in_it(mission: str, stops: int) -> None:
    run = Operated(mission, "bring")
    for _ in range(stops):
        run.then(run.paused, Resume())
    assert run.run().result == "success"
    assert len(run.began(MOVE)) == 1


def test_a_breakpoint_inside_a_subtree_holds_its_leaf(tmp_path: Path) -> None:
    run = Operated(ALONE, "perform beep")
    run.then(run.paused, Resume())
    assert run.run().result == "success"
    assert replays(run, tmp_path)


def test_a_leaf_that_is_tried_again_is_held_again() -> None:
    run = Operated(ALONE + "simulation: {failures: {grasp: 1}}\npolicy: {retries: 1}\n", "pick cup")
    run.then(run.paused, Resume()).then(run.paused, Resume())
    assert run.run().result == "failure"
    assert len(run.began(PICK)) == 2


def test_a_breakpoint_that_is_taken_away_holds_nothing() -> None:
    run = Operated(ALONE, "pick cup")
    run.then(run.at(1.0), Break(path=PICK, on=False))
    assert run.run().result == "success"
    assert len(run.script.shown) > 0
    assert not any(each.paused for each in run.script.shown)


def test_a_robot_that_is_started_later_stops_there_too() -> None:
    run = Operated(TOGETHER, "pick cup")
    run.then(run.at(0.5), Inject(what="kill", robot="a"), Inject(what="restart", robot="a"))
    run.then(run.at(1.0), Inject(what="kill", robot="b")).then(run.paused, Resume())
    assert run.run().result == "success"
    assert run.script.refused == []
    assert any(view.stopped_at == (PICK,) for view in run.script.shown)


def test_a_breakpoint_in_the_page_of_a_running_mission_works_at_once() -> None:
    run = Operated(TOGETHER)
    run.then(run.at(1.0), Break(path=PICK)).then(run.paused, Resume())
    assert run.run().result == "success"
    assert run.script.refused == []


# -- disturbances --------------------------------------------------------------------------------


def raised(run: Operated) -> set[str]:
    """The codes of the disturbances that robots noticed."""
    changes = [each for told in run.messages if isinstance(told, Told) for each in told.changes]
    return {
        each.reason.code
        for each in changes
        if isinstance(each, DisturbanceChange) and each.reason is not None
    }


@pytest.mark.parametrize("mission", [ALONE, TOGETHER])
def test_a_robot_that_is_made_fall_gets_up_and_goes_on(mission: str, tmp_path: Path) -> None:
    run = Operated(mission)
    run.then(run.stands(MOVE), Inject(what="fall", robot="a"))
    assert run.run().result == "success"
    assert raised(run) == {"fallen"}
    assert replays(run, tmp_path)


def test_what_is_dropped_is_fetched_again(tmp_path: Path) -> None:
    run = Operated(ALONE)
    run.then(run.stands(MOVE), Inject(what="drop", robot="a"))
    run.then(run.stands("bring/move to desk"), Inject(what="drop", robot="a"))
    assert run.run().result == "success"
    assert run.script.refused == ["a holds nothing"]
    assert len(run.began(PICK)) == 2
    assert replays(run, tmp_path)


def test_a_way_that_is_blocked_stops_who_is_on_it_until_it_is_free() -> None:
    run = Operated(ALONE)
    run.then(run.stands(MOVE), Inject(what="block", place="home-shelf"))
    run.then(run.stands(MOVE, WAITING), Inject(what="unblock", place="home-shelf"))
    run.then(run.at(0.0), Inject(what="block", place="home"))
    assert run.run().result == "success"
    assert "blocked" in raised(run)
    assert run.script.refused[0].startswith("no way 'home'; name its two ends")


def doer(run: Operated, path: str) -> str:
    told = [m for m in run.messages if isinstance(m, Told)]
    return next(
        t.robot for t in told for c in t.commands if isinstance(c, Begin) and path in c.piece
    )


def test_who_is_killed_is_replaced_and_may_come_back(tmp_path: Path) -> None:
    run = Operated(TOGETHER)
    run.then(run.stands(MOVE, robot="a"), Inject(what="kill", robot="a"))
    run.then(run.stands(MOVE, robot="b"), Inject(what="restart", robot="a"))
    run.then(run.at(0.0), Inject(what="cut", robot="b"), Inject(what="mend", robot="b"))
    assert run.run().result == "success"
    assert run.script.refused == []
    assert [m.life for m in run.messages if isinstance(m, Born) and m.robot == "a"] == [1, 2]
    assert replays(run, tmp_path)


def test_who_is_cut_off_stops_and_somebody_else_goes_on() -> None:
    run = Operated(TOGETHER)
    run.then(run.stands(MOVE, robot="a"), Inject(what="cut", robot="a"))
    run.then(run.stands(MOVE, robot="b"), Inject(what="mend", robot="a"))
    assert run.run().result == "success"
    assert run.script.refused == []


# -- overriding ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mission", [ALONE, TOGETHER])
def test_a_leaf_is_stopped_before_it_has_the_result_that_was_wanted(
    mission: str, tmp_path: Path
) -> None:
    run = Operated(mission)
    run.then(run.stands(PICK, robot=""), Override(robot="a", path=PICK, result="success"))
    run.run(until_s=60.0)
    assert run.script.refused == []
    told = [m for m in run.messages if isinstance(m, Told)]
    assert any(isinstance(c, Halt) for t in told for c in t.commands)
    done = [t for t, change in run.changes(PICK) if change.state is NodeState.DONE]
    assert done[0] < run.acted[-1][0] + 1.0, "as wanted, and not after another attempt"
    assert replays(run, tmp_path)


def test_a_leaf_that_is_to_fail_says_who_wanted_that(tmp_path: Path) -> None:
    run = Operated(ALONE + "policy: {retries: 0}\n")
    run.then(run.stands(MOVE), Override(robot="a", path=MOVE, result="failure"))
    end = run.run()
    assert end.result == "failure"
    assert [(each.code, each.message) for each in end.reasons] == [
        ("overridden", "overridden by the operator")
    ]
    assert replays(run, tmp_path)


def test_only_what_runs_can_be_overridden() -> None:
    run = Operated(ALONE)
    run.then(run.stands(MOVE), Override(robot="a", path=PICK, result="success"))
    run.then(run.stands(MOVE), Override(robot="b", path=PICK, result="success"))
    assert run.run().result == "success"
    assert run.script.refused == [
        f"'{PICK}' does not run at a; there runs {MOVE}",
        "no robot 'b'; known: a",
    ]


# -- the team ------------------------------------------------------------------------------------


def test_a_dead_robot_is_removed_and_the_other_one_goes_on_alone(tmp_path: Path) -> None:
    text = TOGETHER.replace("{witness: [base]}", "{partition: operator}")
    run = Operated(text)
    run.then(run.stands(MOVE, robot="a"), Remove(robot="a"), Inject(what="kill", robot="a"))
    run.then(run.at(40.0), Remove(robot="a"), Inject(what="restart", robot="a"))
    assert run.run().result == "success"
    assert run.script.refused == [
        "a is not switched off; kill it first",
        "a was removed for good",
    ]
    offered = [view.removable for view in run.script.shown]
    assert [view for n, view in enumerate(offered) if offered[n - 1 : n] != [view]] == [
        (),
        ("a",),
        (),
    ]
    assert replays(run, tmp_path)


# -- the arm switch, and the record --------------------------------------------------------------


def test_nothing_has_an_effect_before_somebody_is_armed_and_all_the_rest_is_in_the_record() -> None:
    run = Operated(ALONE)
    run.then(run.at(1.0), Arm(on=False), Pause()).then(run.at(0.0), Arm(on=True))
    acts: list[Act] = [Resume(), Step(), Break(path="task/bring/pikc cup"), Remove(robot="a")]
    run.then(run.at(0.0), *acts, Inject(what="kill", robot="a"), Give(piece=PICK, robot="a"))
    assert run.run().result == "success"
    assert run.script.refused == [
        "not armed; turn the arm switch on first",
        "it is not paused",
        "pause it first; steps are for what is paused",
        "no node 'task/bring/pikc cup'; did you mean 'task/bring/pick cup'?",
        "'a' has no team that could go on without it; Ctrl-C ends the run",
        "'kill' cannot be injected here; fall, drop, block, unblock can",
        "this is no act of an operator",
    ]
    assert [wrong for _, _, wrong in run.acted if wrong] == run.script.refused[1:]


def test_the_same_script_gives_the_same_bytes() -> None:
    def run() -> bytes:
        run = Operated(TOGETHER, "yard")
        run.then(run.paused, Resume())
        run.then(run.stands(MOVE), Inject(what="fall", robot="a"), Pause()).then(run.paused, Step())
        run.then(run.paused, Resume())
        run.run()
        return run.bytes()

    assert run() == run()
