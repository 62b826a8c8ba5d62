from __future__ import annotations

from cotree.core.actions import Answered, Ask, FactSeen, Keeps, Tell
from cotree.core.changes import Change, DisturbanceChange, GrownChange, NodeState, Twig
from cotree.core.reasons import Reason
from cotree.runtime.messages import Born, Heard, Member, Message, Team, Told
from cotree.viewer.web.items import Tick
from cotree.viewer.web.vitals import Mood, Wrote
from tests.viewer.stories import by, claimed, node
from tests.viewer.web.test_telling import BOTH, HERE, ticks

ASK = Ask("ann", "zoe", "q1", "task/cup", "Who does it?")


def moods(*messages: Message, team: Team = BOTH, of: str = "ann") -> list[Mood]:
    found = ticks(team, *messages)
    return [mood for tick in found for mood in tick.moods if mood.robot == of]


def told(t: float, *changes: Change) -> list[Message]:
    return [*by("ann", 0, t, *changes)]


def test_a_robot_works_waits_and_rests() -> None:
    running = node("cup/move", NodeState.RUNNING)
    waiting = node("cup/move", NodeState.WAITING, message="bob holds cup")
    done = node("cup/move", NodeState.DONE)
    assert moods(*told(1, running), *told(2, waiting), *told(3, done)) == [
        Mood("ann", "works", 1.0),
        Mood("ann", "waits", 2.0, "bob holds cup"),
        Mood("ann", "rests", 3.0),
    ]


def test_what_contains_others_is_no_work_of_its_own() -> None:
    assert moods(*told(1, node("cup", NodeState.RUNNING))) == []


def test_a_leaf_that_has_grown_is_at_work_no_longer_than_it_is() -> None:
    grown = GrownChange("task/wave", (Twig("task/wave/up", "perform", "up", "task/wave"),))
    up = "wave/up"
    found = moods(
        *told(1, node("wave", NodeState.RUNNING)),
        *told(2, grown, node(up, NodeState.RUNNING)),
        *told(3, node(up, NodeState.DONE), node("wave", NodeState.DONE)),
    )
    assert found == [Mood("ann", "works", 1.0), Mood("ann", "rests", 3.0)]


def test_who_waits_for_a_leaf_that_grows_elsewhere_says_who_has_it_now() -> None:
    grown = GrownChange("task/wave", (Twig("task/wave/up", "perform", "up", "task/wave"),))
    found = moods(
        *told(1, node("wave", NodeState.WAITING, message="bob does it")),
        *by("bob", 0, 2.0, grown),
        *told(3, node("wave", NodeState.WAITING, message="zoe does it")),
        *told(4, node("wave", NodeState.DONE)),
    )
    assert found == [
        Mood("ann", "waits", 1.0, "bob does it"),
        Mood("ann", "waits", 3.0, "zoe does it"),
        Mood("ann", "rests", 4.0),
    ]


def test_a_robot_talks_until_it_is_answered() -> None:
    found = moods(
        Heard(0, 1.0, robot="ann"),
        Told(0, 1.0, commands=(ASK,), robot="ann"),
        Heard(1, 3.0, (Answered("q1", keeps=Keeps.ROBOT),), robot="ann"),
    )
    assert found == [Mood("ann", "talks", 1.0, "asks zoe"), Mood("ann", "rests", 3.0)]


def test_a_robot_recovers_until_its_disturbance_is_over() -> None:
    fallen = Reason("fallen", "ann has fallen")
    found = moods(
        *told(1, DisturbanceChange("reactions/balance", "raised", fallen)),
        *told(2, DisturbanceChange("reactions/balance", "again", fallen)),
        *told(4, DisturbanceChange("reactions/balance", "over")),
    )
    assert found == [Mood("ann", "recovers", 1.0, "ann has fallen"), Mood("ann", "rests", 4.0)]


def test_a_robot_that_reacted_often_enough_has_failed() -> None:
    broken = Reason("broken", "an arm is broken")
    (mood,) = moods(*told(1, DisturbanceChange("reactions/critical", "hopeless", broken)))
    assert mood == Mood("ann", "failed", 1.0, "an arm is broken")


def test_a_silent_robot_is_dead_since_it_was_heard_last() -> None:
    beats = [Heard(n, float(n), robot="bob") for n in range(6)]
    (dead,) = moods(Heard(0, 1.0, robot="ann"), *beats)
    assert dead == Mood("ann", "dead", 1.0)


def test_a_silence_that_nobody_saw_is_told_by_who_breaks_it() -> None:
    found = moods(*told(1, node("cup/move", NodeState.RUNNING)), Heard(1, 9.0, robot="ann"))
    assert found == [Mood("ann", "works", 1.0), Mood("ann", "dead", 1.0), Mood("ann", "works", 9.0)]


def test_who_was_never_heard_is_not_called_dead() -> None:
    beats = [Heard(n, float(n), robot="ann") for n in range(6)]
    assert moods(*beats, of="bob") == []


def test_a_restart_tells_how_long_the_old_process_was_dead() -> None:
    found = moods(
        *told(1, node("cup/move", NodeState.RUNNING)),
        Heard(1, 1.5, robot="ann"),
        Born(3.0, "ann", 2, 3.0),
        Heard(0, 3.1, robot="ann"),
    )
    assert found == [
        Mood("ann", "works", 1.0),
        Mood("ann", "dead", 1.5),
        Mood("ann", "rests", 3.1),
    ]


def test_one_robot_by_itself_is_never_dead() -> None:
    alone = Team((Member("ann", "pr2", HERE),))
    assert moods(Heard(0, 0.0), Heard(1, 100.0), team=alone) == []


def test_a_beat_is_told_once_a_second_and_not_of_who_has_just_spoken() -> None:
    spoken = by("ann", 9, 2.0, claimed("cup", "won"))
    quiet = [Heard(n, n / 10, robot=robot) for n in range(25) for robot in ("ann", "bob")]
    found = ticks(BOTH, *quiet, *spoken)
    assert [tick.beats for tick in found if tick.beats] == [
        {"ann": 1.0},
        {"bob": 1.0},
        {"ann": 2.0},
        {"bob": 2.0},
    ]
    assert found[-1].claims


def test_what_is_known_by_name_has_its_last_writer() -> None:
    door = FactSeen("door", "open")
    found = ticks(
        BOTH,
        Told(0, 1.0, commands=(Tell("ann", "door", "open"),), robot="ann"),
        Heard(1, 1.2, (door,), robot="bob"),
        Heard(2, 2.0, (FactSeen("door", "shut"),), robot="bob"),
    )
    assert [tick.writers for tick in found if isinstance(tick, Tick) and tick.facts] == [
        {"door": Wrote("ann", "told", 1.2)},
        {"door": Wrote("bob", "saw", 2.0)},
    ]
