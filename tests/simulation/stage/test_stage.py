from __future__ import annotations

import pytest

from cotree.core.actions import Drive, Ended, FactSeen, Grasp, Halt, ObjectSeen, Pause, RobotSeen
from cotree.core.mission import Chance, Happening
from cotree.core.stopping import Stop
from cotree.simulation.stage.part import Part
from cotree.simulation.stage.stage import Stage
from tests.simulation.stage.scenes import (
    HERE,
    Clock,
    Diary,
    begin,
    outcomes,
    permit,
    two_robots,
)

THERE = (5.0, 0.0, 0.0)
LATE = Chance(events=(Happening(3.0, "door", True),))


def a_stage(chance: Chance = Chance()) -> tuple[Stage, Part, Part]:  # noqa: B008
    stage = Stage(two_robots(chance))
    pr2, baxter = stage.part("pr2"), stage.part("baxter")
    for part in (pr2, baxter):
        part.advance(0.0)
    return stage, pr2, baxter


# -- one world -----------------------------------------------------------------------------------


def test_every_robot_sees_everything_at_the_start_however_late_it_comes() -> None:
    stage = Stage(two_robots())
    first = stage.part("pr2").advance(0.0)
    assert RobotSeen("baxter", HERE) in first
    assert ObjectSeen("cup", HERE) in first
    assert stage.part("baxter").advance(0.0) == first


def test_a_robot_that_is_not_on_stage_is_an_error_that_names_the_others() -> None:
    with pytest.raises(ValueError, match="no robot 'fetch' on stage; there is: pr2, baxter"):
        Stage(two_robots()).part("fetch")


def test_everybody_sees_a_robot_move_and_only_its_owner_is_told_of_the_end() -> None:
    _, pr2, baxter = a_stage()
    begin(pr2, Drive(THERE), 0.0)
    assert pr2.advance(0.0) == baxter.advance(0.0) == [RobotSeen("pr2", HERE, moving=True)]
    assert baxter.next_event_s() == 13.0
    assert baxter.advance(13.0) == [RobotSeen("pr2", THERE)]
    assert pr2.advance(13.0) == [RobotSeen("pr2", THERE), Ended("pr2.1")]


def test_a_robot_can_not_take_what_another_one_holds() -> None:
    stage, pr2, baxter = a_stage()
    begin(pr2, Grasp("cup", "left"), 0.0)
    assert ObjectSeen("cup", HERE, ("pr2", "left")) in baxter.advance(20.0)
    begin(baxter, Grasp("cup", "left"), 20.0)
    assert outcomes(baxter.advance(20.0)) == {"baxter.1": "held"}
    assert "held by pr2 left" in stage.body.physics_errors[0]


def test_a_robot_that_was_paused_gets_all_that_it_missed() -> None:
    _, pr2, baxter = a_stage(LATE)
    pr2.advance(10.0)
    assert baxter.waiting
    assert baxter.next_event_s() == 10.0
    assert baxter.advance(10.0) == [FactSeen("door", True)]
    assert not baxter.waiting


def test_who_has_something_to_look_at_is_known() -> None:
    stage, pr2, _ = a_stage(LATE)
    assert stage.waiting() == []
    begin(pr2, Pause(1.0), 0.0)
    stage.advance(1.0)
    assert stage.waiting() == ["pr2"]
    stage.advance(3.0)
    assert stage.waiting() == ["pr2", "baxter"]


def test_a_halt_of_what_never_began_is_answered_to_who_asked() -> None:
    _, pr2, baxter = a_stage()
    pr2.command(Halt("pr2.9", "pr2", Stop.KILL), 1.0)
    assert outcomes(pr2.advance(1.0)) == {"pr2.9": "unknown"}
    assert baxter.advance(1.0) == []


def test_an_id_that_is_used_twice_disturbs_the_first_action_no_further() -> None:
    _, pr2, _ = a_stage()
    begin(pr2, Pause(2.0), 0.0)
    begin(pr2, Pause(1.0), 0.0)
    assert outcomes(pr2.advance(0.0)) == {"pr2.1": "begun_twice"}
    assert outcomes(pr2.advance(2.0)) == {"pr2.1": "ok"}


# -- clocks --------------------------------------------------------------------------------------


def test_each_robot_lives_on_its_own_clock() -> None:
    stage = Stage(two_robots())
    clock = Clock(1000.0, 0.01)
    part = stage.part("pr2", clock)
    part.advance(1000.0)
    begin(part, Pause(10.0), 1000.0)
    due_s = part.next_event_s()
    assert due_s == pytest.approx(1010.1)
    assert due_s is not None
    assert outcomes(part.advance(due_s)) == {"pr2.1": "ok"}
    assert stage.now_s == pytest.approx(10.0)


def test_a_deadline_is_on_the_robots_clock() -> None:
    stage = Stage(two_robots())
    part = stage.part("pr2", Clock(-50.0, -0.1))
    permit(part, "cup", -49.1, -50.0)
    begin(part, Pause(10.0), -50.0, piece="cup")
    stage.advance(0.9999)
    assert outcomes(part.advance(-50.0)) == {}
    stage.advance(1.0001)
    assert outcomes(part.advance(-49.0)) == {"pr2.1": "lease"}


# -- permits -------------------------------------------------------------------------------------


def test_a_motion_of_a_piece_needs_a_permit_and_any_other_none() -> None:
    _, pr2, _ = a_stage()
    begin(pr2, Pause(1.0), 0.0, "1", "cup")
    begin(pr2, Pause(1.0), 0.0, "2")
    assert pr2.next_event_s() == 0.0
    assert outcomes(pr2.advance(0.0)) == {"pr2.1": "no_permit"}
    assert outcomes(pr2.advance(1.0)) == {"pr2.2": "ok"}


def test_at_the_deadline_everything_of_the_piece_stops_and_nothing_else() -> None:
    _, pr2, _ = a_stage()
    permit(pr2, "cup", 2.0, 0.0)
    permit(pr2, "tea", 9.0, 0.0)
    for id_, piece in (("1", "cup"), ("2", "cup"), ("3", "tea")):
        begin(pr2, Pause(5.0), 0.0, id_, piece)
    assert outcomes(pr2.advance(1.99)) == {}
    assert outcomes(pr2.advance(2.0)) == {"pr2.1": "lease", "pr2.2": "lease"}
    assert outcomes(pr2.advance(5.0)) == {"pr2.3": "ok"}


def test_an_extended_permit_lets_the_piece_go_on() -> None:
    _, pr2, _ = a_stage()
    permit(pr2, "cup", 2.0, 0.0)
    begin(pr2, Pause(5.0), 0.0, piece="cup")
    permit(pr2, "cup", 4.0, 1.5)
    permit(pr2, "cup", 6.0, 3.5)
    assert outcomes(pr2.advance(5.0)) == {"pr2.1": "ok"}


def test_a_lower_token_is_refused_and_a_higher_one_stops_what_the_lower_began() -> None:
    _, pr2, _ = a_stage()
    permit(pr2, "cup", 9.0, 0.0, (2, "pr2"))
    begin(pr2, Pause(5.0), 0.0, "1", "cup")
    permit(pr2, "cup", 20.0, 1.0, (1, "pr2"))
    assert pr2.refused == 1
    permit(pr2, "cup", 20.0, 2.0, (3, "pr2"))
    assert outcomes(pr2.advance(2.0)) == {"pr2.1": "fenced"}
    begin(pr2, Pause(1.0), 2.0, "2", "cup")
    assert outcomes(pr2.advance(3.0)) == {"pr2.2": "ok"}


def test_a_begin_after_a_fenced_permit_says_so() -> None:
    _, pr2, _ = a_stage()
    permit(pr2, "cup", 1.0, 0.0, (2, "pr2"))
    begin(pr2, Pause(5.0), 0.0, "1", "cup")
    pr2.advance(1.0)
    permit(pr2, "cup", 9.0, 1.0, (2, "pr2"))
    begin(pr2, Pause(1.0), 1.0, "2", "cup")
    assert outcomes(pr2.advance(1.0)) == {"pr2.2": "fenced"}


def test_a_claim_that_rests_between_two_motions_longer_than_its_permit_goes_on() -> None:
    _, pr2, _ = a_stage()
    permit(pr2, "cup", 2.0, 0.0)
    begin(pr2, Pause(1.0), 0.0, "1", "cup")
    pr2.advance(3.0)
    permit(pr2, "cup", 6.0, 3.0)
    begin(pr2, Pause(1.0), 3.0, "2", "cup")
    assert outcomes(pr2.advance(4.0)) == {"pr2.2": "ok"}


def test_an_action_that_ends_at_its_deadline_has_succeeded() -> None:
    _, pr2, _ = a_stage()
    permit(pr2, "cup", 2.0, 0.0)
    begin(pr2, Pause(2.0), 0.0, piece="cup")
    assert outcomes(pr2.advance(2.0)) == {"pr2.1": "ok"}


# -- crash and restart ---------------------------------------------------------------------------


def test_a_crash_stops_the_robot_or_leaves_its_motions_to_the_guard() -> None:
    for orphan, end_s in ((False, 0.5), (True, 2.0)):
        stage, pr2, _ = a_stage()
        diary = Diary()
        stage.listen(diary)
        permit(pr2, "cup", 2.0, 0.0)
        begin(pr2, Drive(THERE), 0.0, piece="cup")
        stage.advance(0.5)
        stage.crash("pr2", orphan=orphan)
        stage.advance(9.0)
        assert diary.lines[-1] == ("ends", "pr2", "cup", False, end_s)


def test_a_dead_process_sees_and_orders_nothing() -> None:
    stage, pr2, _ = a_stage(LATE)
    stage.crash("pr2")
    begin(pr2, Pause(1.0), 1.0)
    assert pr2.next_event_s() is None
    assert pr2.advance(9.0) == []
    assert stage.motions == {}
    assert not pr2.waiting


def test_a_new_process_first_stops_what_the_old_one_left_and_sees_everything_anew() -> None:
    stage, pr2, baxter = a_stage(LATE)
    permit(pr2, "cup", 9.0, 0.0)
    begin(pr2, Drive(THERE), 0.0, piece="cup")
    stage.advance(8.0)
    stage.crash("pr2", orphan=True)
    assert stage.restart("pr2") == ["cup"]
    assert stage.motions == {}
    assert pr2.boot == 2
    events = pr2.advance(8.0)
    assert RobotSeen("pr2", (2.5, 0.0, 0.0)) in events
    assert FactSeen("door", True) in events
    assert ObjectSeen("tea", HERE) in events
    assert outcomes(events) == {}
    assert RobotSeen("pr2", (2.5, 0.0, 0.0)) in baxter.advance(8.0)


def test_an_old_incarnations_ids_are_free_again_and_its_tokens_are_not() -> None:
    stage, pr2, _ = a_stage()
    permit(pr2, "cup", 9.0, 0.0, (1, "pr2"))
    begin(pr2, Pause(5.0), 0.0, piece="cup")
    stage.restart("pr2")
    permit(pr2, "cup", 9.0, 1.0, (1, "pr2"))
    begin(pr2, Pause(1.0), 1.0, "1", "cup")
    begin(pr2, Pause(1.0), 1.0, "2")
    assert outcomes(pr2.advance(9.0)) == {"pr2.1": "fenced", "pr2.2": "ok"}
    permit(pr2, "cup", 19.0, 9.0, (2, "pr2"))
    begin(pr2, Pause(1.0), 9.0, "3", "cup")
    assert outcomes(pr2.advance(10.0)) == {"pr2.3": "ok"}


def test_a_halt_reaches_the_incarnation_that_gives_it() -> None:
    stage, pr2, _ = a_stage()
    stage.restart("pr2")
    begin(pr2, Pause(5.0), 0.0)
    pr2.command(Halt("pr2.1", "pr2", Stop.KILL), 1.0)
    assert outcomes(pr2.advance(1.0)) == {"pr2.1": "halted"}


# -- truth ---------------------------------------------------------------------------------------


def test_listeners_are_told_what_moves_for_what_and_whether_it_was_done() -> None:
    stage, pr2, _ = a_stage()
    diary = Diary()
    stage.listen(diary)
    permit(pr2, "cup", 50.0, 0.0)
    begin(pr2, Grasp("cup", "left"), 0.0, piece="cup")
    pr2.advance(30.0)
    assert diary.lines == [
        ("begins", "pr2", "cup", (1, "pr2"), 0.0),
        ("ends", "pr2", "cup", True, 20.0),
    ]


def test_a_lie_says_success_and_changes_nothing() -> None:
    stage, pr2, _ = a_stage(Chance(lies=1.0))
    diary = Diary()
    stage.listen(diary)
    begin(pr2, Grasp("cup", "left"), 0.0)
    assert pr2.advance(20.0) == [Ended("pr2.1")]
    assert diary.lines[-1] == ("ends", "pr2", "", False, 20.0)
    assert stage.body.world.carriers == {}


def test_a_lie_about_the_impossible_is_refused_like_the_truth() -> None:
    _, pr2, _ = a_stage(Chance(lies=1.0))
    begin(pr2, Grasp("spoon", "left"), 0.0)
    assert outcomes(pr2.advance(0.0)) == {"pr2.1": "no_object"}


def test_lies_come_about_as_often_as_told_and_never_about_drives() -> None:
    stage, pr2, _ = a_stage(Chance(lies=0.3))
    diary = Diary()
    stage.listen(diary)
    for i in range(200):
        begin(pr2, Grasp("cup", "left"), 20.0 * i, str(i))
        pr2.advance(20.0 * (i + 1))
        for _ in stage.body.world.carriers.copy():
            stage.body.world.put(ObjectSeen("cup", HERE))
    told = [line[3] for line in diary.lines if line[0] == "ends"]
    assert len(told) == 200
    assert 40 <= told.count(False) <= 80
    begin(pr2, Drive(HERE), 4000.0, "d")
    pr2.advance(4010.0)
    assert diary.lines[-1][3] is True


def test_the_same_calls_give_the_same_events() -> None:
    def run() -> list[object]:
        stage, pr2, baxter = a_stage(Chance(seed=3, noise=0.4, failure=0.3, lies=0.3))
        seen: list[object] = []
        for i in range(30):
            now_s = 40.0 * i
            begin(pr2, Grasp("cup", "left"), now_s, f"g{i}")
            begin(baxter, Drive((i, 0.0, 0.0)), now_s, f"d{i}")
            seen += [pr2.advance(now_s + 40.0), baxter.advance(now_s + 40.0)]
        return [*seen, stage.now_s]

    assert run() == run()
