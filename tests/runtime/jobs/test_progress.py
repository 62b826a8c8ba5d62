"""How far a job is, from what is seen: relations, what is in the air, and who saw what."""

from __future__ import annotations

import msgspec

from cotree.core.actions import ObjectSeen
from cotree.core.jobs import Job, Model, Part, Relation, Robot, Thing, seen_by
from cotree.core.places import Point
from cotree.runtime.jobs.progress import Known

PLACES: dict[str, Point] = {"table": (4.0, 0.0, 0.0), "place": (8.0, 0.0, 0.0)}
THINGS = (
    Thing("table", "ground", fixed=True),
    Thing("place", "ground", fixed=True),
    Thing("one", "table"),
    Thing("two", "table"),
)
JOB = Job("carry", (), THINGS, (Relation("one", "on", "place"), Relation("two", "on", "place")))
M1 = Robot("M1", Model("M", 3.0, 2, (Part("P1", "perception"), Part("M1", "manipulation"))))


def look(known: Known, *seen: ObjectSeen, **facts: str) -> None:
    known.look({each.object: each for each in seen}, PLACES, facts)


def at(name: str, place: str) -> ObjectSeen:
    return ObjectSeen(name, PLACES[place])


def held(name: str, by: str) -> ObjectSeen:
    robot, _, part = by.partition("/")
    return ObjectSeen(name, PLACES["table"], (robot, part))


def job() -> Known:
    known = Known(JOB)
    known.team((M1,), tower=False)
    return known


def test_a_job_goes_from_its_first_state_through_the_air_to_its_goal() -> None:
    known = job()
    look(known, at("one", "table"), at("two", "table"))
    before = known.progress()
    assert before.connected
    assert before.lambda_2 > 0
    assert not before.complete
    look(known, held("one", "M1/M1"), at("two", "table"))
    assert known.progress().lambda_2 == 0
    assert not known.progress().connected
    assert known.graph.holder("one") == "M1/M1"
    look(known, at("one", "place"), at("two", "table"))
    assert known.settled("one")
    assert not known.settled("two")
    look(known, at("one", "place"), at("two", "place"))
    assert known.complete()


def test_what_stands_where_another_one_does_stands_on_what_it_belongs_on() -> None:
    known = job()
    look(known, at("one", "place"), at("two", "place"))
    assert known.graph.find("one", "on")[0].target == "place"


def test_every_change_has_a_version_and_no_change_has_none() -> None:
    known = job()
    look(known, at("one", "table"), at("two", "table"))
    before = known.graph.version
    look(known, at("one", "table"), at("two", "table"))
    assert known.graph.version == before
    look(known, held("one", "M1/M1"), at("two", "table"))
    look(known, held("one", "M1/M1"), at("two", "table"))
    assert known.graph.version == before + 1


def test_who_saw_an_object_is_known_until_it_is_put_down() -> None:
    known = job()
    facts = {seen_by("carry", "one"): "M1/P1"}
    look(known, at("one", "table"), at("two", "table"), **facts)
    assert known.graph.find("M1/P1", "observes", "one")
    look(known, held("one", "M1/M1"), at("two", "table"), **facts)
    look(known, at("one", "place"), at("two", "table"), **facts)
    assert known.settled("one")
    assert not known.graph.find(verb="observes", target="one")
    look(known, at("one", "place"), at("two", "table"), **{seen_by("carry", "one"): "M1/M1"})
    assert known.graph.find("M1/M1", "observes", "one")


def test_a_battery_is_known_as_it_is_now_and_a_change_of_it_has_a_version() -> None:
    known = job()
    before = known.graph.version
    for battery, versions in ((1.0, 0), (0.954, 1), (0.951, 1), (0.2, 2)):
        known.team((msgspec.structs.replace(M1, battery=battery),), tower=False)
        assert known.graph.version == before + versions
    assert dict(known.graph.nodes["M1"].facts) == {"model": "M", "battery": "0.2"}


def test_a_part_that_fails_is_gone_and_one_that_works_again_is_back() -> None:
    known = job()
    whole = known.graph
    known.team((msgspec.structs.replace(M1, failed=("P1",)),), tower=False)
    assert "M1/P1" not in known.graph.nodes
    known.team((M1,), tower=False)
    assert (known.graph.nodes, known.graph.edges) == (whole.nodes, whole.edges)


def test_a_covered_camera_observes_nothing_until_it_is_free() -> None:
    known = job()
    facts = {seen_by("carry", "one"): "M1/P1"}
    look(known, at("one", "table"), at("two", "table"), **facts)
    for covered, seeing in ((frozenset({"M1/P1"}), []), (frozenset(), ["M1/P1"])):
        known.team((M1,), tower=False, covered=covered)
        for _ in range(2):
            look(known, at("one", "table"), at("two", "table"), **facts)
            found = known.graph.find(verb="observes", target="one")
            assert [edge.source for edge in found] == seeing


def test_where_an_object_lies_is_known_as_it_is_seen_if_the_job_tells_it() -> None:
    told = (("weight", "2"), ("location", "4 0"))
    things = (*THINGS[:2], Thing("one", "table", attributes=told), THINGS[3])
    known = Known(msgspec.structs.replace(JOB, things=things))
    look(known, at("one", "table"), at("two", "table"))
    before = known.graph.version
    assert known.graph.nodes["one"].facts == told
    look(known, ObjectSeen("one", (4.1, -0.001, 0.0)), at("two", "table"))
    assert known.graph.nodes["one.location"].facts == (("location", "4.1 0"),)
    assert known.graph.nodes["one"].facts == (("weight", "2"), ("location", "4.1 0"))
    assert known.graph.version == before + 1
    look(known, at("one", "place"), at("two", "place"))
    assert known.graph.nodes["one.location"].facts == (("location", "8 0"),)
    assert "two.location" not in known.graph.nodes
    assert known.complete()


def test_a_lost_member_goes_with_its_parts_and_what_it_held_is_in_the_air() -> None:
    known = job()
    look(known, held("one", "M1/M1"), at("two", "table"))
    known.team((), tower=False)
    assert "M1" not in known.graph.nodes
    assert known.graph.holder("one") is None
    look(known, held("one", "M1/M1"), at("two", "table"))
    assert not known.progress().connected
