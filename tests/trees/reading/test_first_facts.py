"""What a mission says of batteries is known at the beginning where the metric asks for it."""

from __future__ import annotations

from cotree.trees.reading import loads

TEXT = """
mission: m
team:
  pr2:    {robot: pr2, battery: 0.2}
  baxter: {robot: pr2}
  ann:    {person: {}}
world: {facts: {%s}}
task: {and: [{wait: 1 s}, {wait: 2 s}]}
coordination: {witness: [ann]}
"""


def test_a_metric_that_weighs_batteries_knows_all_of_them() -> None:
    mission = loads(TEXT % "door_open: true" + "metric: {battery: 1}\n")
    assert mission.first_facts == {"pr2/battery": 0.2, "baxter/battery": 1.0, "door_open": True}


def test_a_fact_of_the_world_counts_more() -> None:
    mission = loads(TEXT % "pr2/battery: 0.7" + "metric: {battery: 1}\n")
    assert mission.first_facts["pr2/battery"] == 0.7


def test_nobody_is_told_what_no_metric_asks_for() -> None:
    mission = loads(TEXT % "door_open: true")
    assert mission.first_facts == {"door_open": True}
