"""Robots and jobs in a mission mean what they mean as plain data, whatever is written."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.core.jobs import Job, Model
from cotree.reallocation.capability.described import read
from cotree.reallocation.capability.fleet import fleet_of
from cotree.trees.reading import loads

DOMAINS = st.sampled_from(["perception", "manipulation", "locomotion"])
SMALL = st.integers(1, 3)
HEIGHTS = st.integers(1, 9).map(float)


def sparse(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A mapping in which anything but the domain may be left out."""
    return st.fixed_dictionaries({"domain": DOMAINS}, optional=fields)


COMPONENT = sparse(
    type=SMALL, level=SMALL, count=SMALL, at=st.lists(HEIGHTS, min_size=3, max_size=3)
)
NEED = sparse(type=SMALL, level=SMALL, count=SMALL, height=HEIGHTS)
MODEL = st.fixed_dictionaries(
    {"size": HEIGHTS, "ports": st.integers(0, 3), "components": st.lists(COMPONENT, max_size=4)}
)
BOXES = st.lists(st.sampled_from("abc"), min_size=1, max_size=3, unique=True)


def nameless(model: Model) -> Model:
    return msgspec.structs.replace(model, name="")


def essence(job: Job) -> tuple[Any, ...]:
    """Without what a mission adds: where tables and places stand."""
    moved = {relation.subject for relation in job.goal}
    things = [thing for thing in job.things if thing.name in moved]
    return job.name, job.needs, things, job.goal, job.goal_is, job.domains


@given(
    st.dictionaries(st.sampled_from(["r1", "r2", "r3"]), MODEL, min_size=1),
    st.lists(NEED, min_size=1, max_size=4),
    BOXES,
    st.sampled_from(["exact", "subset"]),
    st.floats(0, 1),
)
@settings(max_examples=60, deadline=None)
def test_a_mission_and_plain_data_describe_the_same_fleet_and_job(
    models: dict[str, Any], needs: list[Any], boxes: list[str], goal_is: str, battery: float
) -> None:
    objects: dict[str, Any] = {box: {"on": "table"} for box in boxes}
    job: dict[str, Any] = {
        "needs": needs,
        "objects": objects,
        "goal": [[box, "on", "place"] for box in boxes],
        "goal_is": goal_is,
    }
    places: dict[str, Any] = {"table": {}, "place": {}}
    plain = read(
        {
            "models": models,
            "robots": {name: {"model": name, "battery": battery} for name in models},
            "jobs": {"carry": {**job, "objects": {**places, **objects}}},
        }
    )
    mission = {
        "mission": "m",
        "team": {name: {"robot": model, "battery": battery} for name, model in models.items()},
        "world": {
            "places": {"table": [0, 0], "place": [1, 0]},
            "objects": {box: [0, 0] for box in boxes},
        },
        "jobs": {"carry": job},
    }
    written = fleet_of(loads(json.dumps(mission)))
    assert {name: robot.battery for name, robot in written.robots.items()} == dict.fromkeys(
        models, battery
    )
    assert {name: nameless(robot.model) for name, robot in written.robots.items()} == {
        name: nameless(robot.model) for name, robot in plain.robots.items()
    }
    assert essence(written.jobs["carry"]) == essence(plain.jobs["carry"])
