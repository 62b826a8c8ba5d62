"""Which part of which member acts."""

from __future__ import annotations

import pytest

from cotree.core.actions import ObjectSeen
from cotree.core.allocation import Matching
from cotree.core.jobs import Job, Model, Need, Part, Relation, Thing, docked, seen_by
from cotree.core.mission import RobotModel
from cotree.core.reasons import Reason
from cotree.reallocation.capability.answer import Mode
from cotree.reallocation.capability.favour.messages import Case
from cotree.runtime.jobs.acting import Acting, Team
from cotree.runtime.jobs.roll import Roll

PARTS = (Part("P1", "perception"), Part("M1", "manipulation"), Part("L1", "locomotion"))
ROLL = Roll({n: RobotModel(n, (), capability=Model(n, 2.0, 2, PARTS)) for n in ("a", "b", "c")})
JOB = Job(
    "carry",
    tuple(Need(part.domain) for part in PARTS),
    (Thing("one", "table"), Thing("two", "table")),
    (Relation("one", "on", "place"), Relation("two", "on", "place")),
)
HERE = (0.0, 0.0, 0.0)


def acting(
    mode: Mode, *members: str, facts: dict[str, str | bool] | None = None, **held: str
) -> Acting:
    objects = {
        name: ObjectSeen(name, HERE, (by.partition("/")[0], by.partition("/")[2]))
        for name, by in held.items()
    }
    team = Team(Case("a", 0, 1, 0), mode, members)
    return Acting(JOB, team, ROLL, Matching(), facts or {}, objects, lambda thing: False)


def why(found: str | Reason) -> str:
    assert isinstance(found, Reason)
    return found.code


def test_partners_share_the_objects_out() -> None:
    partners = acting("partnership", "a", "b")
    assert partners.part("grasp", "one") == "a/M1"
    assert partners.part("grasp", "two") == "b/M1"


def test_a_partner_keeps_the_object_that_it_holds_from_before() -> None:
    partners = acting("partnership", "b", "a", one="a/M1")
    assert partners.part("release", "one") == "a/M1"
    assert partners.part("move", "one") == "a/L1"
    assert why(partners.part("move", "two")) == "busy"


def test_a_carrier_is_about_one_object_at_a_time() -> None:
    facts: dict[str, str | bool] = {seen_by("carry", "one"): "a/P1"}
    assert why(acting("solo", "a", facts=facts).part("detect", "two")) == "busy"
    assert acting("partnership", "a", "b", facts=facts).part("detect", "two") == "b/P1"
    assert why(acting("solo", "a", two="a/M1").part("move", "one")) == "busy"


def test_a_gripper_that_holds_a_thing_of_another_job_takes_nothing() -> None:
    assert acting("assembly", "b", "a").part("grasp", "one") == "a/M1"
    assert acting("assembly", "b", "a", jug="a/M1").part("grasp", "one") == "b/M1"


def test_only_who_holds_an_object_releases_it() -> None:
    assert acting("assembly", "a", "b", one="b/M1").part("release", "one") == "b/M1"
    assert why(acting("assembly", "a", "b").part("release", "one")) == "not_held"
    stranger = acting("assembly", "a", "b", one="c/M1")
    assert why(stranger.part("release", "one")) == "held"
    assert stranger.lost("one") == "c/M1"


def test_the_data_go_to_the_nearest_part() -> None:
    facts: dict[str, str | bool] = {seen_by("carry", "one"): "b/P1"}
    assert acting("subcontract", "b", facts=facts).part("grasp", "one") == "b/M1"


def test_wheels_in_the_air_drive_nothing() -> None:
    assert acting("assembly", "b", "a").part("move", "one") == "b/L1"
    assert why(acting("assembly", "b", "a", facts={"b/L1/works": False}).part("move", "one")) == (
        "no_part"
    )


@pytest.mark.parametrize("verb", ["dock", "undock"])
def test_a_robot_climbs_by_itself_or_is_fetched_or_left_behind(verb: str) -> None:
    tower = acting("assembly", "b", "a")
    assert tower.part(verb, "a") == "a/L1"
    lame = acting("assembly", "b", "a", facts={"a/L1/works": False})
    assert lame.part(verb, "a") == "b/L1"
    stray = acting("assembly", "b", "a", facts={docked("c"): "b"})
    assert stray.part(verb, "c") == "b/L1"
