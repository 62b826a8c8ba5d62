from __future__ import annotations

from pathlib import Path

import pytest

from cotree.app.missions import read_mission
from cotree.app.sim import run_trial
from cotree.app.trials import Course
from cotree.core.actions import Begin, Grasp, Halt, Pause, Release
from cotree.core.changes import ClaimChange
from cotree.core.mission import Chance
from cotree.core.stopping import Stop
from cotree.runtime.crew.hardships import Trial
from cotree.simulation.stage.goals import Goals
from cotree.simulation.stage.monitor import Monitor
from cotree.simulation.stage.motion import Motion
from cotree.simulation.stage.stage import Stage
from cotree.team.durable import Durable
from cotree.team.facts import DONE, OPEN, Fact
from cotree.team.mirror.script import Act, Deed
from cotree.team.outline import Outline, Task
from tests.simulation.stage.scenes import HERE, TRAY, begin, permit, two_robots


def leaf(path: str) -> Outline:
    return Outline("leaf", path)


FRUIT = Outline("or", "t/fruit", (leaf("t/fruit/apple"), leaf("t/fruit/pear")))
TASK = Task(Outline("then", "t", (leaf("t/cup"), FRUIT, leaf("t/tea"))), ("corridor",))
CUP, APPLE, PEAR, TEA = range(4)


class Play:
    """Lets robots move by hand, so that every rule can be broken."""

    def __init__(self, monitor: Monitor | None = None) -> None:
        self.monitor = monitor or Monitor(TASK)
        self.now_s = 0.0
        self._serial = 0

    def begins(self, robot: str, path: str, token: int = 1, uses: tuple[str, ...] = ()) -> Motion:
        self._serial += 1
        order = Begin(str(self._serial), robot, Pause(1.0), uses, path)
        motion = Motion(order, (token, robot), self.now_s)
        self.monitor.begins(motion, self.now_s)
        return motion

    def ends(self, motion: Motion, done: bool = True) -> None:
        self.monitor.ends(motion, done, self.now_s)

    def stores(self, robot: str, piece: int, mark: int = DONE) -> None:
        record = Durable(("fact", piece), Fact(piece, mark))
        self.monitor.stored(robot, [record], self.now_s)

    def does(self, robot: str, piece: int, token: int = 1) -> None:
        self.ends(self.begins(robot, TASK.leaves[piece].path, token))
        self.stores(robot, piece)

    @property
    def rules(self) -> list[str]:
        return [broken.rule for broken in self.monitor.broken]


def test_a_team_that_keeps_to_the_rules_breaks_none() -> None:
    play = Play()
    play.does("a", CUP)
    play.does("b", PEAR)
    play.stores("a", PEAR)
    play.does("a", TEA)
    assert play.rules == []


def test_steps_of_a_piece_belong_to_it_and_what_belongs_to_none_is_free() -> None:
    play = Play()
    play.begins("a", "t/cup/move")
    play.begins("a", "t/cup/pick")
    play.begins("b", "")
    play.begins("b", "elsewhere")
    assert play.rules == []
    play.begins("b", "t/cup/pick", 2)
    assert play.rules == ["I1", "I1", "I7"]


def test_two_robots_on_one_piece_are_found() -> None:
    play = Play()
    play.begins("a", "t/cup")
    play.begins("b", "t/cup", 2)
    assert play.rules == ["I1", "I7"]
    assert str(play.monitor.broken[0]) == "0.000 s I1: b at t/cup: a moves on it"


def test_two_branches_at_once_are_found_whoever_it_is() -> None:
    for other in ("a", "b"):
        play = Play()
        play.does("a", CUP)
        play.begins("a", "t/fruit/apple")
        play.begins(other, "t/fruit/pear")
        assert play.rules == ["I2a"]


def test_a_branch_after_another_one_is_found_unless_a_person_mixed_them() -> None:
    play = Play()
    play.does("a", CUP)
    play.does("a", APPLE)
    play.begins("b", "t/fruit/pear")
    assert play.rules == ["I2b"]
    mixed = Play(Monitor(TASK, goal=lambda piece: True if piece == "t/fruit/apple" else None))
    mixed.does("a", CUP)
    mixed.stores("a", APPLE)
    mixed.begins("b", "t/fruit/pear")
    assert mixed.rules == []


def test_a_shared_thing_that_two_use_is_found_and_one_that_is_not_shared_is_not() -> None:
    play = Play()
    play.does("a", CUP)
    play.does("a", APPLE)
    play.begins("a", "t/tea", 1, ("left", "corridor"))
    other = Begin("x", "b", Pause(1.0), ("left", "corridor"), "t/cup")
    play.monitor.begins(Motion(other, (1, "b"), 0.0), 0.0)
    assert play.rules == ["I3", "I5"]
    alone = Play()
    alone.begins("a", "t/cup", 1, ("left",))
    alone.begins("a", "t/cup", 1, ("left",))
    assert alone.rules == []


def test_a_step_before_its_turn_is_found() -> None:
    play = Play()
    play.begins("a", "t/fruit/apple")
    assert play.rules == ["I4"]
    play.begins("b", "t/tea")
    assert play.rules == ["I4", "I4", "I4"]


def test_what_is_done_already_is_found_and_an_undo_opens_it_again() -> None:
    play = Play()
    play.does("a", CUP)
    play.begins("b", "t/cup", 2)
    assert play.rules == ["I5"]
    again = Play()
    again.does("a", CUP)
    again.stores("a", CUP, 3 + OPEN)
    again.does("b", CUP, 2)
    assert not again.monitor.ledger.complete[CUP]  # that was a record of the old epoch
    again.stores("b", CUP, 3 + DONE)
    assert again.monitor.ledger.complete[CUP]
    assert again.rules == []


def test_a_robot_that_knows_of_a_persons_work_does_not_do_it_again() -> None:
    play = Play(Monitor(TASK, goal=lambda piece: piece == "t/cup"))
    play.stores("a", CUP)
    play.begins("b", "t/cup")
    assert play.rules == []
    play.begins("a", "t/cup", 2)
    assert "I5" in play.rules


def test_a_start_and_a_motion_that_goes_on_where_a_person_is_known_are_found() -> None:
    people: set[str] = set()
    play = Play(Monitor(TASK, knows=lambda robot, piece: piece in people, stops_s=0.5))
    motion = play.begins("a", "t/cup")
    people.add("t/cup")
    for now_s in (1.0, 1.5):
        play.monitor.look(now_s)
    assert play.rules == []
    play.monitor.look(1.51)
    play.monitor.look(9.0)
    assert play.rules == ["I6b"]
    play.ends(motion, False)
    play.monitor.look(9.0)
    play.begins("a", "t/cup")
    assert play.rules == ["I6b", "I6a"]


def test_a_person_that_goes_again_is_forgotten() -> None:
    people = {"t/cup"}
    play = Play(Monitor(TASK, knows=lambda robot, piece: piece in people, stops_s=0.5))
    people.clear()
    play.begins("a", "t/cup")
    for now_s, there in ((1.0, True), (1.4, False), (1.8, True), (2.2, True)):
        people.clear()
        people.update({"t/cup"} if there else ())
        play.monitor.look(now_s)
    assert play.rules == []


def test_what_a_person_has_had_in_hand_for_long_is_known_by_everybody() -> None:
    play = Play(Monitor(TASK, notice_s=2.0))
    play.monitor.acts("ann", Act(Deed.TAKES, "t/cup"), 0.0)
    play.now_s = 1.0
    play.ends(play.begins("a", "t/cup"))
    assert play.rules == []
    play.now_s = 3.0
    play.begins("a", "t/cup")
    assert play.rules == ["I6c"]
    play.monitor.acts("ann", Act(Deed.PLACES, "t/cup"), 4.0)
    play.begins("a", "t/cup")
    assert play.rules == ["I6c"]


def test_what_somebody_left_is_looked_at_before_anybody_goes_on() -> None:
    play = Play()
    play.ends(play.begins("a", "t/cup"), False)
    play.begins("b", "t/cup", 2)
    assert play.rules == ["I7"]
    careful = Play()
    careful.ends(careful.begins("a", "t/cup"), False)
    careful.monitor.verified("b", "t/cup", (2, "b"), untouched=False)
    motion = careful.begins("b", "t/cup", 2)
    careful.ends(motion)
    careful.begins("b", "t/cup", 2)
    assert careful.rules == []


def test_what_a_robot_tells_of_its_claims_says_that_it_has_looked() -> None:
    play = Play()
    play.ends(play.begins("a", "t/cup"), False)
    found = ClaimChange("t/cup", "verified", why="partial")
    play.monitor.told("b", [ClaimChange("t/cup", "asked"), found])
    play.monitor.told("b", [ClaimChange("t/cup", "won", token=(2, "b"))])
    play.ends(play.begins("b", "t/cup", 2), False)
    assert play.rules == []
    play.monitor.told("b", [ClaimChange("t/cup", "asked")])
    play.monitor.told("b", [ClaimChange("t/cup", "won", token=(3, "b"))])
    play.begins("b", "t/cup", 3)
    assert play.rules == ["I7"]


def test_who_stops_for_a_person_and_keeps_the_piece_need_not_look() -> None:
    play = Play()
    tell = play.monitor.told
    tell("a", [ClaimChange("t/cup", "asked"), ClaimChange("t/cup", "won", token=(1, "a"))])
    play.ends(play.begins("a", "t/cup"), False)
    tell("a", [ClaimChange("t/cup", "halted", why="person")])
    tell("a", [ClaimChange("t/cup", "won", token=(2, "a"))])
    play.ends(play.begins("a", "t/cup", 2), False)
    assert play.rules == []


def test_who_stops_as_its_lease_is_late_and_keeps_it_for_a_person_need_not_look() -> None:
    play = Play()
    tell = play.monitor.told
    tell("a", [ClaimChange("t/cup", "asked"), ClaimChange("t/cup", "won", token=(1, "a"))])
    play.ends(play.begins("a", "t/cup"), False)
    tell("a", [ClaimChange("t/cup", "halted", why="lease")])
    tell("a", [ClaimChange("t/cup", "won", why="resumed", token=(2, "a"))])
    play.ends(play.begins("a", "t/cup", 2), False)
    assert play.rules == []


@pytest.mark.parametrize("why", ["lease", "person"])
def test_what_was_kept_is_looked_at_when_somebody_else_moved_on_it_meanwhile(why: str) -> None:
    play = Play()
    tell = play.monitor.told
    tell("a", [ClaimChange("t/cup", "won", token=(1, "a"))])
    play.ends(play.begins("a", "t/cup"), False)
    tell("a", [ClaimChange("t/cup", "halted", why=why)])
    play.monitor.verified("b", "t/cup", (2, "b"), untouched=False)
    play.ends(play.begins("b", "t/cup", 2), False)
    assert play.rules == []
    tell("a", [ClaimChange("t/cup", "won", why="resumed", token=(3, "a"))])
    play.begins("a", "t/cup", 3)
    assert play.rules == ["I7"]


@pytest.mark.parametrize("word", ["released", "asked", "given_up", "halted"])
def test_who_gave_a_piece_back_has_to_look_like_anybody_else(word: str) -> None:
    play = Play()
    tell = play.monitor.told
    tell("a", [ClaimChange("t/cup", "won", token=(1, "a"))])
    play.ends(play.begins("a", "t/cup"), False)
    tell("a", [ClaimChange("t/cup", word, why="lease")])  # type: ignore[arg-type]
    tell("a", [ClaimChange("t/cup", "won", token=(2, "a"))])
    play.begins("a", "t/cup", 2)
    assert play.rules == ["I7"]


def test_what_was_found_untouched_needs_no_second_look() -> None:
    play = Play()
    play.ends(play.begins("a", "t/cup"), False)
    play.monitor.verified("b", "t/cup", (2, "b"), untouched=True)
    play.begins("a", "t/cup", 3)
    assert play.rules == []


def test_who_has_looked_may_do_again_what_nobody_could_see_to_be_done() -> None:
    play = Play()
    play.does("a", CUP)
    play.monitor.verified("b", "t/cup", (2, "b"), untouched=False)
    play.begins("b", "t/cup", 2)
    assert play.rules == []


def test_an_old_motion_that_ends_well_says_nothing_about_the_newer_one() -> None:
    play = Play()
    old = play.begins("a", "t/cup", 1)
    play.begins("a", "t/cup", 2)
    play.monitor.broken.clear()
    play.ends(old)
    play.stores("a", CUP)
    assert play.rules == ["I9"]


def test_a_token_that_falls_is_found() -> None:
    play = Play()
    play.ends(play.begins("a", "t/cup", 5), False)
    play.begins("a", "t/cup", 4)
    assert play.rules == ["I8"]


def test_a_done_that_is_not_so_is_found() -> None:
    play = Play()
    play.stores("a", CUP)
    play.ends(play.begins("a", "t/cup"), False)
    play.stores("a", CUP)
    assert play.rules == ["I9", "I9"]
    play.ends(play.begins("a", "t/cup"), True)
    play.stores("a", CUP)
    play.stores("b", CUP)
    assert play.rules == ["I9", "I9"]


def test_a_goal_that_does_not_hold_is_not_done_whatever_the_motion_said() -> None:
    play = Play(Monitor(TASK, goal=lambda piece: False))
    play.does("a", CUP)
    assert play.rules == ["I9"]


def test_shared_things_are_never_done_and_nobody_minds() -> None:
    play = Play()
    play.stores("a", TASK.number["corridor"])
    assert play.rules == []


# -- on stage ------------------------------------------------------------------------------------


def a_played(lies: float) -> Monitor:
    mission = two_robots(Chance(lies=lies))
    stage = Stage(mission)
    outline = Outline("and", "task", (leaf("task/cup"), leaf("task/tea")))
    goals = Goals(mission.task, stage.targets, stage.body.world)
    monitor = Monitor(Task(outline), goal=goals.holds)
    stage.listen(monitor)
    part = stage.part("pr2")
    permit(part, "task/cup", 100.0, 0.0)
    begin(part, Grasp("cup", "left"), 0.0, "1", "task/cup")
    part.advance(20.0)
    if not lies:
        begin(part, Release("cup", "left", TRAY), 20.0, "2", "task/cup")
    part.advance(40.0)
    assert monitor.motions == {}
    monitor.stored("pr2", [Durable(("fact", 0), Fact(0, DONE))], 40.0)
    return monitor


def test_the_stage_tells_the_monitor_the_truth() -> None:
    assert a_played(lies=0.0).broken == []
    assert [broken.rule for broken in a_played(lies=1.0).broken] == ["I9"]


def test_an_orphan_that_goes_on_beside_its_successor_is_found() -> None:
    stage = Stage(two_robots())
    outline = Outline("and", "task", (leaf("task/cup"), leaf("task/tea")))
    monitor = Monitor(Task(outline))
    stage.listen(monitor)
    pr2, baxter = stage.part("pr2"), stage.part("baxter")
    permit(pr2, "task/cup", 9.0, 0.0)
    begin(pr2, Pause(20.0), 0.0, piece="task/cup")
    stage.crash("pr2", orphan=True)
    for now_s, token in ((8.0, 2), (9.5, 3)):
        baxter.advance(now_s)
        monitor.verified("baxter", "task/cup", (token, "baxter"), untouched=False)
        permit(baxter, "task/cup", 50.0, now_s, (token, "baxter"))
        begin(baxter, Pause(1.0), now_s, str(token), "task/cup")
        baxter.command(Halt(f"baxter.{token}", "baxter", Stop.KILL), now_s)
    baxter.advance(20.0)
    assert [broken.rule for broken in monitor.broken] == ["I1"]


def test_goals_are_those_of_the_last_step() -> None:
    mission = two_robots()
    stage = Stage(mission)
    goals = Goals(mission.task, stage.targets, stage.body.world)
    assert goals.holds("task/cup") is False
    assert goals.holds("task") is None
    assert stage.body.world.objects["cup"] == HERE
    stage.body.world.objects["cup"] = TRAY
    assert goals.holds("task/cup") is True
    stage.body.world.carriers["cup"] = ("pr2", "left")
    assert goals.holds("task/cup") is False


# -- what no object shows ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["capability_1", "kitting_c"])
def test_robots_that_are_docked_and_steps_of_people_are_seen_to_be_done(name: str) -> None:
    file = Path(__file__).resolve().parents[3] / "config" / "experiments" / f"{name}.yaml"
    result = run_trial(read_mission(str(file)), Trial(1), Course(str(file), 200.0))
    assert result.end == "success", result.reasons
    assert not result.violations


HUM, SING = (
    Outline("leaf", path, duplicate_safe=path == "t/hum", repair="redo")
    for path in ("t/hum", "t/sing")
)
DUET = Task(Outline("and", "t", (HUM, SING)))


@pytest.mark.parametrize("optimistic", [False, True])
def test_what_may_be_done_twice_is_not_broken_by_that(optimistic: bool) -> None:
    play = Play(Monitor(DUET, optimistic=optimistic))
    mine = play.begins("a", "t/hum", 4)
    theirs = play.begins("b", "t/hum", 3)
    play.ends(theirs)
    play.stores("b", 0)
    play.ends(mine)
    play.ends(play.begins("b", "t/hum", 2))
    broken = {each.rule for each in play.monitor.broken}
    assert broken == (set() if optimistic else {"I1", "I8", "I9"})
    play.begins("a", "t/sing", 4)
    play.begins("b", "t/sing", 3)
    assert {each.rule for each in play.monitor.broken} - broken == ({"I1", "I8"} - broken)


def test_what_went_with_the_disks_of_all_who_knew_may_be_done_again_where_a_mission_says_so() -> (
    None
):
    kept = {0}
    play = Play(Monitor(DUET, kept=lambda piece: piece in kept))
    for piece, path in enumerate(("t/hum", "t/sing")):
        play.ends(play.begins("a", path, 1))
        play.stores("a", piece)
        play.ends(play.begins("b", path, 2))
    assert [(each.rule, each.piece) for each in play.monitor.broken] == [("I5", "t/hum")]


def test_where_all_disks_are_lost_ballots_begin_anew() -> None:
    play = Play(Monitor(TASK))
    play.ends(play.begins("a", "t/cup", 7), done=False)
    play.monitor.verified("b", "t/cup", (3, "b"), untouched=True)
    play.monitor.forgets()
    play.begins("b", "t/cup", 3)
    assert play.monitor.broken == []
