"""The robots and jobs of the paper ``capability-matching``, and the worked cases, as values."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import yaml

from cotree.reallocation.capability.models import (
    DOMAINS,
    Job,
    Model,
    Need,
    Part,
    Robot,
    parts_of,
)

HERE = __file__.removesuffix("paper.py")
LETTERS = {domain.name[0].upper(): domain.name for domain in DOMAINS}


@cache
def facts() -> dict[str, Any]:
    with open(f"{HERE}facts.yaml", encoding="utf-8") as file:
        found: dict[str, Any] = yaml.safe_load(file)
    return found


@cache
def golden() -> dict[str, Any]:
    with open(f"{HERE}golden.json", encoding="utf-8") as file:
        found: dict[str, Any] = json.load(file)
    return found


@cache
def model(kind: str) -> Model:
    row = facts()["robot_types"][kind]
    entries = [(c["domain"], c["count"], c["level"], c["type"]) for c in row["components"]]
    return Model(kind, row["size"], row["ports"], parts_of(*entries, size=row["size"]))


def robot(name: str, **now: Any) -> Robot:
    """A robot by its name: ``M3`` and ``M.3`` are of type M, ``S1``, ``S1.2`` of type S1."""
    kind = name.split(".")[0]
    return Robot(
        name, model(kind if kind in facts()["robot_types"] else name.rstrip("123456789")), **now
    )


def robots(*names: str) -> list[Robot]:
    return [robot(name) for name in names]


def table() -> list[Robot]:
    """All twelve robots of Table II."""
    types = facts()["robot_types"].items()
    return [robot(f"{kind}.{i + 1}") for kind, row in types for i in range(row["amount"])]


@cache
def job(name: str) -> Job:
    rows = facts()["jobs"][name]["require"]
    needs = [
        Need(r["domain"], r["level"], r["type"], r["count"], (1.0, float(r["y"]), 1.0))
        for r in rows
    ]
    return Job(name, tuple(needs))


def eyes(name: str, cameras: dict[int, int], ports: int = 2) -> Robot:
    """A robot of height 1 with so many cameras of each type."""
    rows = [("perception", count, 1, type_) for type_, count in cameras.items()]
    return Robot(name, Model(name, 1.0, ports, parts_of(*rows, size=1.0)))


def golden_robot(row: list[Any]) -> Robot:
    name, size, ports, battery, busy, parts = row
    found = tuple(
        Part(part, LETTERS[letter], level, type_, (x, y, z))
        for part, letter, level, type_, x, y, z in parts
    )
    return Robot(name, Model(name, size, ports, found), battery, bool(busy))


def golden_job(rows: list[list[Any]]) -> Job:
    needs = [
        Need(LETTERS[letter], level, type_, count, (x, y, z))
        for letter, level, type_, count, x, y, z in rows
    ]
    return Job("golden", tuple(needs))
