"""Missions of the paper's robots and jobs, as YAML a person would write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from cotree.core.mission import Mission
from cotree.trees.reading import loads

FACTS: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parents[1] / "reallocation/capability/facts.yaml").read_text()
)


def kind_of(name: str) -> str:
    """The type of a robot called like it, with a number: ``L1`` is an L, ``S21`` an S2."""
    return next(each for each in (name[:-1], name) if each in FACTS["robot_types"])


def component(row: dict[str, Any]) -> dict[str, Any]:
    """A component, or a need, of the facts."""
    kept: dict[str, Any] = {
        key: row[key] for key in ("domain", "count", "level", "type") if key in row
    }
    if "y" in row:
        kept["height"] = row["y"]
    return kept


def robot(name: str) -> dict[str, Any]:
    """A robot of Table II and III."""
    kind = FACTS["robot_types"][kind_of(name)]
    rows = [component(row) for row in kind["components"]]
    return {
        "size": kind["size"],
        "ports": kind["ports"],
        "components": rows,
        "resources": {},
        "handling": "1 s",
        "speed": 1.0,
    }


def job(name: str, agent: str, boxes: int = 1) -> dict[str, Any]:
    """A job of the facts: boxes from the table to the place."""
    needs = [component(row) for row in FACTS["jobs"][name]["require"]]
    names = [f"box{i + 1}" for i in range(boxes)]
    objects: dict[str, Any] = {
        "table": {"on": "ground", "fixed": True},
        "place": {"on": "ground", "fixed": True},
    }
    objects |= {each: {"on": "table"} for each in names}
    goal = [f"{each} on place" for each in names]
    return {"needs": needs, "objects": objects, "goal": goal, "to": agent}


def mission(name: str, agent: str, *others: str, boxes: int = 1, **more: Any) -> Mission:
    """A mission in which an agent is given one job, beside other robots."""
    return loads(f"mission: {name}\n{text(name, agent, *others, boxes=boxes, **more)}", name)


def text(name: str, agent: str, *others: str, boxes: int = 1, **more: Any) -> str:
    """The same as YAML, without the mission's name."""
    team = {
        each: {"robot": robot(each), "at": [float(i), 0.0]}
        for i, each in enumerate((agent, *others))
    }
    world = {
        "places": {"table": [4, 0], "place": [8, 0]},
        "objects": {f"box{i + 1}": [4, 0] for i in range(boxes)},
    }
    whole: dict[str, Any] = {
        "team": team,
        "world": world,
        "jobs": {name: job(name, agent, boxes)},
        "task": {"then": [{"job": name}]},
    }
    return str(yaml.safe_dump(whole | more, sort_keys=False))
