from __future__ import annotations

from cotree.core.mission import Blueprint, Mark, Mission, ResourceModel, RobotModel, Teammate, World
from cotree.runtime.describe import describe
from cotree.runtime.messages import Member, Node

HERE = (0.0, 0.0, 0.0)


def leaf(name: str, file: str, line: int) -> Blueprint:
    return Blueprint("wait", name, f"task/{name}", None, (), Mark(file, line, 3))


def test_a_mission_is_described_without_the_folders_of_this_machine() -> None:
    task = Blueprint(
        "then",
        "task",
        "task",
        None,
        (leaf("a", "/home/me/tea.yaml", 4), leaf("b", "/home/me/shared/tools.yaml", 9)),
        Mark("/home/me/tea.yaml", 3, 1),
    )
    base = (ResourceModel("base", "base"),)
    mission = Mission(
        "tea",
        {"pr2": Teammate("pr2", RobotModel("pr2", base)), "ann": Teammate("ann", None)},
        World(),
        task,
        file="/home/me/tea.yaml",
        text="mission: tea",
    )
    hello, tree, team = describe(mission, "pr2", "1.2.3")
    assert (hello.file, hello.mission, hello.robot, hello.version) == (
        "tea.yaml", "tea", "pr2", "1.2.3",
    )  # fmt: skip
    assert tree.nodes == (
        Node("task", "then", "task", -1, "", 3),
        Node("task/a", "wait", "a", 0, "", 4),
        Node("task/b", "wait", "b", 0, "tools.yaml", 9),
    )
    assert team.members == (Member("pr2", "pr2", HERE, base), Member("ann", None, HERE))
