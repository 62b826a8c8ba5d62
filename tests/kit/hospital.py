"""The hospital of the paper ``ltl-reallocation``: its facts as the planner's values."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from cotree.reallocation.ltl.allocation.share import Objective
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.plan.mission import compile_mission
from cotree.reallocation.ltl.plan.robots import Problem, begin
from cotree.reallocation.ltl.world.chart import Action, Kind, Map, both_ways
from cotree.reallocation.ltl.world.world import World

FACTS = __file__.replace("hospital.py", "hospital.yaml")


@cache
def facts() -> dict[str, Any]:
    """The facts as they stand in the file."""
    with open(FACTS, encoding="utf-8") as file:
        found: dict[str, Any] = yaml.safe_load(file)
    return found


def _directed(rows: list[list[Any]]) -> dict[tuple[str, str], float]:
    return {(source, target): float(cost) for source, target, cost in rows}


def _kind(robot: dict[str, Any]) -> Kind:
    actions = tuple(
        Action(
            action["name"],
            action["from"],
            action["to"],
            float(action["cost"]),
            frozenset([action["only_at"]] if "only_at" in action else []),
        )
        for action in robot["op_actions"]
    )
    ways = _directed(robot.get("directed_cost", []))
    return Kind(robot["name"], tuple(robot["ops"]), actions, ways)


@cache
def hospital() -> World:
    """The map and the three kinds of robots: DR, A1 and Wassi."""
    chart = facts()["map"]
    links = [(a, b) for a, b in chart["links"]]
    ways = both_ways(links, float(chart["default_cost"]), _directed(chart["directed_cost"]))
    map_ = Map(tuple(chart["xy"]), ways, float(chart["stay_cost"]))
    return World(map_, tuple(_kind(robot) for robot in facts()["robots"]))


def starts() -> dict[str, tuple[str, str]]:
    """Where each robot of the paper starts: region and operating state."""
    rows = facts()["robots"]
    return {row["name"]: (row["start"]["region"], row["start"]["op"]) for row in rows}


def ltl(mission: str) -> str:
    """The sentence of a mission."""
    text: str = facts()["missions"][mission]["ltl"]
    return text


def mission(name: str, objective: Objective = "sum") -> Problem:
    """A mission of the paper, with its robots where they start."""
    team = facts()["missions"][name]["team"]
    return team_for(ltl(name), [(robot, robot, starts()[robot]) for robot in team], objective)


def team_for(
    text: str, robots: list[tuple[str, str, tuple[str, str]]], objective: Objective = "sum"
) -> Problem:
    """Any sentence for any robots in the hospital: name, kind, (region, operating state)."""
    world = hospital()
    kinds = dict.fromkeys(kind for _, kind, _ in robots)
    return begin(
        world,
        compile_mission(parse(text), [world.system(kind) for kind in kinds]),
        robots,
        objective,
    )


WAITING = {"DR": ("w1", "standby"), "A1": ("w2", "standby"), "Wassi": ("x1", "standby")}


def spread(name: str, count: int, objective: Objective = "sum") -> Problem:
    """The mission for many robots: the first three start as in the paper, the others wait aside."""
    kinds = ["DR", "A1", "Wassi"]
    robots = []
    for index in range(count):
        kind = kinds[index % 3]
        robots.append((f"{kind}{index}", kind, starts()[kind] if index < 3 else WAITING[kind]))
    return team_for(ltl(name), robots, objective)
