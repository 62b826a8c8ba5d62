"""A job ends: nothing goes round for ever, and what nobody can finish is refused, and why."""

from __future__ import annotations

from cotree.core.changes import NodeState
from cotree.runtime.crew.crew import Crew
from cotree.simulation.stage.stage import Stage
from tests.kit import capable
from tests.kit.losing import lose, run
from tests.runtime.jobs.test_all_weathers import TEAM, rivals


def test_who_cannot_climb_down_any_more_says_so_when_all_else_is_done() -> None:
    mission = capable.mission("job1", "M1", "O11", "L1")
    got = run(
        mission,
        lambda robot, change: (
            change.path.endswith("release box1") and change.state is NodeState.DONE
        ),
        "M1",
    )
    assert got.end.result == "failure"
    ((who, refused),) = got.words("refused")
    assert (who, refused.text) == ("O11", "undock O11: nobody can drive for O11 to climb")


def test_who_stands_on_a_robot_that_another_team_needs_climbs_down_first() -> None:
    mission = capable.mission("job3b", *TEAM, **rivals("active"))

    def events(crew: Crew, stage: Stage) -> None:
        crew.queue.at(12.35, lambda: lose(crew, stage, "M1", 3.0, orphan=True))
        crew.queue.at(27.15, lambda: lose(crew, stage, "L2", 1.5))

    got = run(mission, events=events)
    assert not got.wrong
    assert got.end.result == "success"


def test_a_step_that_is_doubted_in_vain_is_not_doubted_for_ever() -> None:
    """The team holds that it stands at the box, and never does: M1 stands elsewhere."""
    mission = capable.mission("job3b", "L1", "M1", "M2")

    def events(crew: Crew, stage: Stage) -> None:
        def fall() -> None:
            stage.body.world.robots["M1"].on = ""

        crew.queue.at(7.5, fall)

    got = run(mission, events=events, until_s=150.0)
    assert got.end.result == "failure"
    ((_, refused),) = got.words("refused")
    assert refused.text == "grasp box1: M1/M1 does not do it"


def test_three_robots_that_stand_in_another_order_are_taken_down_and_stacked_again() -> None:
    before = {"L1": "M1", "S11": "L1"}
    events = [
        {"at": "0 s", "fact": f"docked/{robot}", "equals": on} for robot, on in before.items()
    ]
    mission = capable.mission(
        "job3c",
        "M1",
        "L1",
        "S11",
        matching={"method": "active"},
        simulation={"events": events},
    )

    def stand(crew: Crew, stage: Stage) -> None:
        for robot, on in before.items():
            stage.body.world.robots[robot].on = on

    got = run(mission, events=stand)
    assert got.teams() == [("L1", "M1", "S11")]
    assert got.end.result == "success", got.end
