"""What a record says about a mission before its first tick."""

from __future__ import annotations

import os.path

from cotree.core.mission import Blueprint, Mission
from cotree.runtime.messages import FORMAT, Hello, Member, Node, Team, Tree


def describe(mission: Mission, robot: str, version: str) -> tuple[Hello, Tree, Team]:
    """Everything that is needed to show the mission, and to run it again."""
    hello = Hello(
        format=FORMAT,
        version=version,
        mission=mission.name,
        robot=robot,
        file=os.path.basename(mission.file),
        text=mission.text,
        included=mission.included,
        policy=mission.policy,
        chance=mission.chance,
    )
    return hello, Tree(0, _nodes(mission)), _team(mission)


def _nodes(mission: Mission) -> tuple[Node, ...]:
    nodes: list[Node] = []

    def add(blueprint: Blueprint, parent: int) -> None:
        mark = blueprint.mark
        file = "" if mark.file == mission.file else os.path.basename(mark.file)
        node = Node(blueprint.path, blueprint.word, blueprint.name, parent, file, mark.line)
        index = len(nodes)
        nodes.append(node)
        for child in blueprint.children:
            add(child, index)

    add(mission.tree, -1)
    return tuple(nodes)


def _team(mission: Mission) -> Team:
    return Team(
        tuple(
            Member(
                name,
                None if mate.robot is None else mate.robot.name,
                mate.start,
                () if mate.robot is None else mate.robot.resources,
            )
            for name, mate in mission.team.items()
        )
    )
