from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from cotree.core.actions import (
    Answered,
    Ask,
    Drive,
    Event,
    Grasp,
    HandSeen,
    Keeps,
    ObjectSeen,
    Posed,
    RobotSeen,
    Unask,
)
from cotree.core.mission import Chance, Mission, Reach, Teammate
from cotree.core.places import distance_m
from cotree.simulation.stage.interactive import InteractivePerson
from cotree.simulation.stage.stage import Stage
from tests.simulation.stage.scenes import HERE, TRAY, Clock, Diary, begin, outcomes, two_robots

CUP = "task/cup"
TEA = "task/tea"
HOME = (1.0, 0.0, 0.0)


def scripted(*reaches: Reach, watched_by: tuple[str, ...] = ("pr2",)) -> Mission:
    return two_robots(Chance(people={"ann": reaches}), watched_by)


def hands(events: list[Event]) -> list[HandSeen]:
    return [event for event in events if isinstance(event, HandSeen)]


def objects(events: list[Event]) -> list[ObjectSeen]:
    return [event for event in events if isinstance(event, ObjectSeen)]


# -- acting --------------------------------------------------------------------------------------


def test_a_person_reaches_takes_carries_and_puts_down() -> None:
    stage = Stage(scripted(Reach(CUP, delay_s=0.5)))
    diary = Diary()
    stage.listen(diary)
    stage.part("pr2")
    stage.advance(60.0)
    assert diary.lines == [
        ("reaches", "ann", CUP, 0.5),
        ("takes", "ann", CUP, 4.5),
        ("places", "ann", CUP, 7.5),
    ]
    assert stage.body.world.objects["cup"] == TRAY
    assert stage.body.world.carriers == {}
    assert stage.person("ann").mind.over
    assert stage.next_event_s() is None


def test_who_watches_sees_the_hand_thirty_times_a_second_while_it_moves() -> None:
    stage = Stage(scripted(Reach(CUP)))
    part = stage.part("pr2")
    track = hands(part.advance(1.201))
    assert len(track) == 37
    assert track[0].at == HOME
    assert distance_m(track[-1].at, HERE) < 0.001
    gaps = [b.t_s - a.t_s for a, b in itertools.pairwise(track)]
    assert gaps == pytest.approx([1 / 30] * 36)
    resting = hands(part.advance(3.9))
    assert 30 <= len(resting) <= 36  # one more second, and then a glance now and then
    assert {seen.at for seen in resting} == {HERE}


def test_a_hand_at_home_is_not_looked_at() -> None:
    stage = Stage(scripted(Reach(CUP)))
    part = stage.part("pr2")
    stage.advance(60.0)
    assert max(seen.t_s for seen in hands(part.advance(60.0))) < 7.0 + 1.0 + 1.1


def test_who_does_not_watch_sees_only_the_object_come_and_go() -> None:
    stage = Stage(scripted(Reach(CUP)))
    part = stage.part("baxter")
    part.advance(0.0)
    assert part.advance(60.0) == [
        ObjectSeen("cup", HERE, ("ann", "hand")),
        ObjectSeen("cup", TRAY),
    ]


def test_the_object_goes_with_the_hand_for_those_who_watch() -> None:
    stage = Stage(scripted(Reach(CUP)))
    part = stage.part("pr2")
    part.advance(3.99)
    events = part.advance(6.5)
    seen = objects(events)
    assert {each.held_by for each in seen} == {("ann", "hand")}
    at = {each.t_s: each.at for each in hands(events)}
    assert seen[-1].at == at[max(at)]
    assert len({each.at for each in seen}) > 30


def test_nobody_who_watches_costs_nothing() -> None:
    stage = Stage(scripted(Reach(CUP), watched_by=()))
    steps = 0
    while (due_s := stage.next_event_s()) is not None:
        stage.advance(due_s)
        steps += 1
    assert steps < 15
    assert stage.body.world.objects["cup"] == TRAY


def test_the_hand_is_seen_on_the_watchers_clock() -> None:
    stage = Stage(scripted(Reach(CUP)))
    part = stage.part("pr2", Clock(500.0, 0.0))
    assert [seen.t_s for seen in hands(part.advance(500.0))] == [500.0]


def test_a_restarted_robot_sees_where_the_hand_and_the_object_in_it_are() -> None:
    stage = Stage(scripted(Reach(CUP)))
    part = stage.part("pr2")
    stage.advance(5.0)
    stage.restart("pr2")
    events = part.advance(5.0)
    assert len(hands(events)) == 1
    assert ("ann", "hand") in [each.held_by for each in objects(events)]
    assert hands(stage.part("baxter").advance(5.0)) == []


# -- with robots ---------------------------------------------------------------------------------


def test_what_a_person_holds_no_robot_can_take() -> None:
    stage = Stage(scripted(Reach(CUP)))
    part = stage.part("pr2")
    part.advance(5.0)
    begin(part, Grasp("cup", "left"), 5.0)
    assert outcomes(part.advance(5.0)) == {"pr2.1": "held"}


def test_a_person_who_takes_what_a_robot_is_about_to_grasp_has_it() -> None:
    stage = Stage(scripted(Reach(CUP, delay_s=15.0)))
    part = stage.part("pr2")
    begin(part, Grasp("cup", "left"), 0.0)
    assert outcomes(part.advance(20.0)) == {"pr2.1": "gone"}
    assert stage.body.world.carriers == {"cup": ("ann", "hand")}


def test_a_person_takes_an_object_out_of_a_gripper() -> None:
    stage = Stage(scripted(Reach(CUP, after=(TEA,))))
    part = stage.part("pr2")
    begin(part, Grasp("cup", "left"), 0.0)
    part.advance(20.0)
    stage.person("ann").told([TEA], 20.0)
    stage.advance(24.0)
    assert stage.body.world.robots["pr2"].holds == {}
    assert stage.body.world.carriers == {"cup": ("ann", "hand")}


def test_what_is_not_where_the_hand_is_can_not_be_taken() -> None:
    stage = Stage(scripted(Reach(CUP)))
    part = stage.part("pr2")
    begin(part, Drive((0.0, 0.0, 0.0)), 0.0)
    part.advance(2.0)
    stage.body.happen(2.0, ObjectSeen("cup", (0.0, 2.0, 0.0)))
    stage.advance(60.0)
    assert stage.body.world.objects["cup"] == (0.0, 2.0, 0.0)
    assert stage.body.world.carriers == {}
    assert stage.person("ann").hand.at_home(60.0)


def test_a_person_waits_until_others_have_done_their_part_and_sees_it() -> None:
    stage = Stage(scripted(Reach(CUP, after=(TEA,), delay_s=1.0)))
    diary = Diary()
    stage.listen(diary)
    stage.advance(10.0)
    assert diary.lines == []
    stage.body.happen(12.0, ObjectSeen("tea", TRAY))
    stage.advance(13.0)
    assert diary.lines == [("reaches", "ann", CUP, 13.0)]


def test_a_person_believes_what_is_told_of_what_nobody_can_see() -> None:
    stage = Stage(scripted(Reach(CUP, after=("task/wait",))))
    stage.advance(10.0)
    stage.person("ann").told(["task/wait"], 10.0)
    stage.advance(60.0)
    assert stage.body.world.objects["cup"] == TRAY
    assert stage.person("ann").done() == {"task/wait", CUP}


def test_a_person_withdraws_when_somebody_else_has_done_it() -> None:
    stage = Stage(scripted(Reach(CUP)))
    diary = Diary()
    stage.listen(diary)
    stage.body.happen(2.0, ObjectSeen("cup", TRAY))
    stage.advance(60.0)
    assert [line[0] for line in diary.lines] == ["reaches", "withdraws"]
    assert stage.person("ann").hand.at_home(60.0)


# -- questions -----------------------------------------------------------------------------------


def ask(stage: Stage, now_s: float) -> None:
    part = stage.part("pr2")
    part.command(Ask("pr2", "ann", "q1", CUP, "Do you prefer to continue?"), now_s)


def told(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, Posed | Answered)]


def test_a_question_makes_the_hand_wait_and_is_answered_after_a_moment() -> None:
    stage = Stage(scripted(Reach(CUP, keeps=True)))
    diary = Diary()
    stage.listen(diary)
    part = stage.part("pr2")
    ask(stage, 3.5)
    assert told(part.advance(4.9)) == [Posed("q1")]
    assert told(part.advance(5.0)) == [Answered("q1", Keeps.HUMAN)]
    assert diary.lines[-1] == ("takes", "ann", CUP, 5.0)


def test_a_person_who_concedes_withdraws_the_hand() -> None:
    stage = Stage(scripted(Reach(CUP, keeps=False)))
    diary = Diary()
    stage.listen(diary)
    ask(stage, 1.0)
    assert told(stage.part("pr2").advance(60.0)) == [Posed("q1"), Answered("q1", Keeps.ROBOT)]
    assert diary.lines[-1] == ("withdraws", "ann", CUP, 2.5)
    assert stage.person("ann").hand.at_home(60.0)
    assert stage.body.world.objects["cup"] == HERE


def test_a_person_may_say_that_they_keep_it_and_then_do_nothing() -> None:
    stage = Stage(scripted(Reach(CUP, acts=False)))
    ask(stage, 1.0)
    assert told(stage.part("pr2").advance(20.0)) == [Posed("q1"), Answered("q1", Keeps.HUMAN)]
    assert stage.person("ann").hand.at(20.0) == HERE
    stage.advance(60.0)
    assert stage.person("ann").hand.at_home(60.0)
    assert stage.body.world.objects["cup"] == HERE


def test_a_retracted_question_is_not_answered_and_the_hand_goes_on() -> None:
    stage = Stage(scripted(Reach(CUP)))
    ask(stage, 3.5)
    stage.part("pr2").command(Unask("pr2", "ann", "q1"), 4.2)
    assert told(stage.part("pr2").advance(60.0)) == [Posed("q1")]
    assert stage.body.world.objects["cup"] == TRAY


def test_an_early_answer_lets_the_hand_arrive_before_it_takes() -> None:
    stage = Stage(scripted())
    diary = Diary()
    stage.listen(diary)
    ann = stage.person("ann")
    ann.replace(InteractivePerson({CUP: "cup"}), 0.0)
    assert ann.say("take cup", 1.0) is None
    ask(stage, 1.0)
    assert ann.say("yes", 1.1) is None
    stage.advance(60.0)
    assert diary.lines == [("reaches", "ann", CUP, 1.0), ("takes", "ann", CUP, 2.2)]
    assert told(stage.part("pr2").advance(60.0)) == [Posed("q1"), Answered("q1", Keeps.HUMAN)]


def test_a_person_at_a_keyboard_may_concede() -> None:
    stage = Stage(scripted())
    ann = stage.person("ann")
    ann.replace(InteractivePerson({CUP: "cup"}), 0.0)
    ann.say("take cup", 0.0)
    ask(stage, 1.0)
    stage.advance(9.0)
    assert ann.say("no", 9.0) is None
    assert told(stage.part("pr2").advance(11.0)) == [Posed("q1"), Answered("q1", Keeps.ROBOT)]
    assert ann.hand.at_home(11.0)
    assert stage.body.world.objects["cup"] == HERE


# -- somebody at a keyboard ----------------------------------------------------------------------


def test_a_person_at_a_keyboard_takes_and_puts_down() -> None:
    stage = Stage(scripted())
    ann = stage.person("ann")
    person = InteractivePerson({CUP: "cup", TEA: "tea"})
    ann.replace(person, 0.0)
    assert ann.say("take cup", 1.0) is None
    stage.advance(30.0)
    assert stage.body.world.carriers == {"cup": ("ann", "hand")}
    assert ann.say("done", 30.0) is None
    stage.advance(31.0)
    assert stage.body.world.objects["cup"] == TRAY
    assert ann.say("take cup", 31.0) == "nothing to take is called 'cup'; known: tea"


def test_a_person_at_a_keyboard_leaves_what_is_in_the_hand_where_it_is() -> None:
    stage = Stage(scripted())
    ann = stage.person("ann")
    ann.replace(InteractivePerson({CUP: "cup"}), 0.0)
    ann.say("take cup", 0.0)
    stage.advance(5.45)
    ann.say("leave", 5.45)
    stage.advance(9.0)
    x, y, _ = stage.body.world.objects["cup"]
    assert 0.1 < x < 0.2
    assert y == 0.0
    assert stage.body.world.carriers == {}


def test_a_person_who_leaves_on_the_way_takes_nothing() -> None:
    stage = Stage(scripted())
    ann = stage.person("ann")
    ann.replace(InteractivePerson({CUP: "cup"}), 0.0)
    ann.say("take cup", 0.0)
    ann.say("done", 0.1)
    stage.advance(0.2)
    assert ann.say("take cup", 0.2) is None
    assert ann.say("leave", 0.3) is None
    stage.advance(9.0)
    assert stage.body.world.objects["cup"] == HERE
    assert stage.body.world.carriers == {}
    assert ann.hand.at_home(9.0)


def test_who_says_done_on_the_way_takes_it_there_and_then_lets_go() -> None:
    stage = Stage(scripted())
    ann = stage.person("ann")
    ann.replace(InteractivePerson({CUP: "cup"}), 0.0)
    ann.say("take cup", 0.0)
    assert ann.say("done", 0.1) is None
    stage.advance(9.0)
    assert stage.body.world.objects["cup"] == TRAY
    assert ann.hand.at_home(9.0)


def test_one_object_is_in_one_hand_only() -> None:
    mission = scripted()
    team = {**mission.team, "bob": Teammate("bob", None, (0.0, 1.0, 0.0))}
    people = {"ann": (Reach(CUP),), "bob": (Reach(CUP, delay_s=1.0),)}
    stage = Stage(replace(mission, team=team, chance=Chance(people=people)))
    stage.advance(6.0)
    assert stage.body.world.carriers == {"cup": ("ann", "hand")}
    stage.advance(60.0)
    assert stage.body.world.objects["cup"] == TRAY
    assert stage.person("bob").hand.at_home(60.0)


def test_a_scripted_person_listens_to_nobody() -> None:
    stage = Stage(scripted())
    assert stage.person("ann").say("take cup", 0.0) == "ann plays a script and takes no orders"


def test_a_script_that_reaches_for_nothing_is_an_error_that_names_what_there_is() -> None:
    with pytest.raises(ValueError, match=r"ann reaches for 'task/cpu'.*did you mean 'task/cup'"):
        Stage(scripted(Reach("task/cpu")))


def test_a_person_who_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="no person 'bob' on stage; there is: ann"):
        Stage(scripted()).person("bob")


def test_people_are_seen_by_robots_that_come_late() -> None:
    stage = Stage(scripted(Reach(CUP)))
    stage.advance(5.0)
    events = stage.part("pr2").advance(5.0)
    assert len(hands(events)) == 1
    assert RobotSeen("baxter", HERE) in events
