from __future__ import annotations

import pytest

from cotree.core.errors import InputError
from cotree.core.mission import Blueprint, Mark, Mission, RobotModel, Teammate, World
from cotree.runtime.alone import check_name, only_robot

PR2 = Teammate("pr2", RobotModel("pr2", ()), mark=Mark("tea.yaml", 4, 3))
BAXTER = Teammate("baxter", RobotModel("baxter", ()), mark=Mark("tea.yaml", 5, 3))
ANN = Teammate("ann", None, watched_by=("pr2",))


def a_mission(*team: Teammate) -> Mission:
    task = Blueprint("wait", "wait", "wait", None, (), Mark("tea.yaml", 9, 1))
    return Mission("tea", {mate.name: mate for mate in team}, World(), task, file="tea.yaml")


def test_one_robot_alone_is_the_one() -> None:
    assert only_robot(a_mission(PR2)) == "pr2"


def test_a_team_is_refused_with_what_was_found_and_where() -> None:
    with pytest.raises(InputError) as caught:
        only_robot(a_mission(PR2, BAXTER, ANN))
    assert str(caught.value) == (
        "tea.yaml:4:3: this release runs exactly one robot, teams come with the next one; "
        "found robots: pr2, baxter; people: ann"
    )


def test_a_person_alone_is_no_robot() -> None:
    with pytest.raises(InputError, match=r"tea\.yaml:1:1: .* found robots: none; people: ann"):
        only_robot(a_mission(ANN))


def test_a_robot_that_is_not_in_the_mission_is_answered_with_the_nearest() -> None:
    check_name(a_mission(PR2), "pr2")
    with pytest.raises(InputError, match=r"no teammate 'pr3' in this mission; did you mean 'pr2'"):
        check_name(a_mission(PR2), "pr3")
    with pytest.raises(InputError, match="exactly one robot"):
        check_name(a_mission(PR2, BAXTER), "pr2")
