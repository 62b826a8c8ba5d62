from __future__ import annotations

import pytest

from cotree.core.errors import InputError
from cotree.core.mission import Blueprint, Mark, Mission, RobotModel, Teammate, World
from cotree.runtime.alone import check_name, check_robots

PR2 = Teammate("pr2", RobotModel("pr2", ()), mark=Mark("tea.yaml", 4, 3))
BAXTER = Teammate("baxter", RobotModel("baxter", ()), mark=Mark("tea.yaml", 5, 3))
ANN = Teammate("ann", None, watched_by=("pr2",))


def a_mission(*team: Teammate, word: str = "and") -> Mission:
    task = Blueprint(word, "task", "task", None, (), Mark("tea.yaml", 9, 1))
    return Mission("tea", {mate.name: mate for mate in team}, World(), task, file="tea.yaml")


def test_a_mission_with_a_robot_can_run() -> None:
    check_robots(a_mission(PR2))
    check_robots(a_mission(ANN, BAXTER))


def test_a_team_needs_work_that_can_be_shared_out() -> None:
    check_robots(a_mission(PR2, word="wait"))
    with pytest.raises(InputError, match=r"^tea\.yaml:9:1: the whole task is one 'wait', which a"):
        check_robots(a_mission(PR2, BAXTER, word="wait"))


def test_people_alone_are_refused() -> None:
    with pytest.raises(InputError, match=r"^tea\.yaml:1:1: this team has no robot, so it can be"):
        check_robots(a_mission(ANN))


def test_a_robot_that_is_not_in_the_mission_is_answered_with_the_nearest() -> None:
    check_name(a_mission(PR2), "pr2")
    with pytest.raises(InputError, match=r"no teammate 'pr3' in this mission; did you mean 'pr2'"):
        check_name(a_mission(PR2), "pr3")


def test_a_robot_of_a_team_has_no_process_of_its_own_yet() -> None:
    with pytest.raises(InputError, match=r"^tea\.yaml:4:3: 'pr2' has teammates, and a team over"):
        check_name(a_mission(PR2, BAXTER), "pr2")
    with pytest.raises(InputError, match="'ann' is a person; only robots have a process"):
        check_name(a_mission(PR2, ANN), "ann")
