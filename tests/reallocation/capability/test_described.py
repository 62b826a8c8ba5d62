"""Robots and jobs as a person writes them."""

from __future__ import annotations

import pytest

from cotree.reallocation.capability.active import active
from cotree.reallocation.capability.answer import Decision
from cotree.reallocation.capability.described import CapabilityError, read
from cotree.reallocation.capability.models import Relation
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.nodes import plain
from cotree.trees.reading.yaml_text import parse

WRITTEN = """
version: 1
types:
  perception: [rgb, depth, thermal]
  manipulation: [parallel, suction]
idle: {battery_above: 0.4}
models:
  M:
    size: 3
    ports: 2
    components:
      - {domain: perception, type: rgb}
      - {domain: manipulation, type: parallel, count: 2, at: [1, 3, 1]}
      - {domain: locomotion, level: 2}
  O1:
    size: 2
    ports: 1
    components: [{domain: perception, type: thermal, level: 3}]
robots:
  M1: {model: M, battery: 0.9}
  O: O1
jobs:
  find_hot_box:
    needs:
      - {domain: perception, type: thermal, level: 3, height: 5}
      - {domain: manipulation, type: parallel}
      - {domain: locomotion}
    objects:
      table: {on: ground, fixed: true}
      place: {on: ground, fixed: true}
      box1:  {on: table, weight: 2}
    goal:
      - [box1, on, place]
"""


def plain_data(text: str) -> dict[str, object]:
    """YAML as the house reads it: ``on`` is a word."""
    findings = Findings()
    node = parse(text, "fleet.yaml", findings)
    assert node is not None
    found: dict[str, object] = plain(node)
    return found


def test_what_a_person_writes_becomes_robots_and_jobs() -> None:
    fleet = read(plain_data(WRITTEN))
    names = [part.name for part in fleet.robots["M1"].parts]
    assert names == ["P1", "M1", "M2", "L1"]
    assert fleet.robots["M1"].battery == 0.9
    assert fleet.idle_above == 0.4
    job = fleet.jobs["find_hot_box"]
    assert job.needs[0].type == 3
    assert job.goal == (Relation("box1", "on", "place"),)
    found = active(fleet.robots["M1"], job, fleet.robots.values(), idle_above=fleet.idle_above)
    assert isinstance(found, Decision)
    assert found.members == ("M1", "O")
    assert "no perception thermal (has rgb)" in found.explain()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "domain: perception, type: rgb",
            "domain: perceptoin",
            "models.M.components[0].domain: no domain 'perceptoin'; did you mean 'perception'?",
        ),
        (
            "type: thermal, level: 3, height: 5",
            "type: thermic",
            "jobs.find_hot_box.needs[0].type: no type 'thermic'; did you mean 'thermal'?",
        ),
        ("O: O1", "O: O7", "robots.O.model: no model 'O7'; did you mean 'O1'?"),
        ("size: 3", "size: big", "models.M.size: Expected `float`, got `str`"),
        ("size: 3", "size: -3", "models.M.size: -3 is too little; at least 0"),
        ("size: 3", "sise: 3", "models.M: Object contains unknown field `sise`"),
        ("count: 2", "count: 0", "models.M.components[1].count: 0 is too little; at least 1"),
        (
            "battery: 0.9",
            "battery: 90",
            "robots.M1.battery: 90 is no share of a full battery (0 to 1)",
        ),
        (
            "[box1, on, place]",
            "[box2, on, place]",
            "jobs.find_hot_box.goal[0]: no object 'box2'; did you mean 'box1'?",
        ),
    ],
)
def test_a_mistake_names_its_place(old: str, new: str, message: str) -> None:
    with pytest.raises(CapabilityError) as error:
        read(plain_data(WRITTEN.replace(old, new, 1)))
    assert str(error.value) == message
