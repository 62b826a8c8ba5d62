"""Room for one at a time."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from cotree.reallocation.lead_follow.collaboration import Act
from cotree.reallocation.lead_follow.problem import Subtask
from cotree.simulation.people.kitting import STAY_S, Scene, crowded, kitting, simulated
from cotree.simulation.people.persons import PaperPerson
from cotree.simulation.people.places import Places, Stay
from cotree.simulation.people.planners import adaptive, dispatcher
from cotree.simulation.people.rivals import people
from cotree.simulation.people.session import play
from cotree.simulation.people.view import Person

A = Subtask("a", {}, place="table", at_place_s=4.0)
B = Subtask("b", {}, place="table", at_place_s=4.0)
C = Subtask("c", {}, place="shelf", at_place_s=4.0)


def places() -> Places:
    return Places((A, B, C), frozenset({"table", "shelf"}))


def overlaps(stays: tuple[Stay, ...]) -> list[tuple[Stay, Stay]]:
    ordered = sorted(stays, key=lambda stay: (stay.place, stay.from_s))
    return [
        (one, other)
        for one, other in pairwise(ordered)
        if one.place == other.place and other.from_s < one.until_s - 1e-9
    ]


def test_who_comes_while_somebody_is_there_waits_before_it() -> None:
    found = places()
    assert found.takes_s(Act("ann", "H1", "a"), 0.0, 10.0) == 10.0  # there from 6 to 10
    assert found.takes_s(Act("fetch", "R1", "b"), 2.0, 9.0) == 12.0  # comes at 7, waits until 10
    assert found.stays[-1] == Stay("table", "fetch", 10.0, 14.0, 3.0)


def test_who_is_gone_before_the_other_comes_does_not_wait() -> None:
    found = places()
    found.takes_s(Act("ann", "H1", "a"), 0.0, 20.0)  # there from 16 to 20
    assert found.takes_s(Act("fetch", "R1", "b"), 2.0, 9.0) == 9.0
    assert found.takes_s(Act("fetch", "R1", "c"), 12.0, 9.0) == 9.0


def test_returning_is_at_the_place_all_the_time_and_words_are_nowhere() -> None:
    found = places()
    found.takes_s(Act("fetch", "R3", "a"), 0.0, 10.0)
    assert found.takes_s(Act("ann", "H2", "b"), 1.0, 1.0) == 1.0
    assert found.takes_s(Act("ann", "H1", "b"), 2.0, 6.0) == 12.0


def test_where_there_is_room_for_all_nobody_waits() -> None:
    found = Places((A, B), frozenset())
    found.takes_s(Act("ann", "H1", "a"), 0.0, 10.0)
    assert found.takes_s(Act("fetch", "R1", "b"), 0.0, 10.0) == 10.0
    assert found.stays == []


@pytest.mark.parametrize(
    "scene", [crowded(simulated()), crowded(kitting("C"))], ids=lambda s: s.name
)
@pytest.mark.parametrize("person", people(), ids=str)
def test_nobody_is_where_another_is_and_the_work_is_done(scene: Scene, person: Person) -> None:
    found = play(scene, person, dispatcher(), seed=3, noise=0.3)
    assert found.over
    assert overlaps(found.stays) == []
    assert len(found.stays) >= len(scene.subtasks)
    assert max(stay.until_s - stay.from_s for stay in found.stays) >= STAY_S - 1e-9


def test_a_robot_that_plans_knows_that_there_is_room_for_one() -> None:
    scene = crowded(simulated())
    few = msgspec.structs.replace(scene, subtasks=scene.subtasks[:8])
    found = play(few, PaperPerson(0.6, 0.1), adaptive(), seed=1, noise=0.3)
    assert found.over
    assert overlaps(found.stays) == []
    assert {stay.agent for stay in found.stays} == {"person", "robot"}


def test_with_room_for_one_the_work_takes_longer() -> None:
    free = tight = waited = 0.0
    for seed in range(8):
        person = PaperPerson(0.9, 0.0)
        free += play(simulated(), person, dispatcher(), seed).time_s
        found = play(crowded(simulated(), 6.0), person, dispatcher(), seed)
        tight += found.time_s
        waited += sum(stay.waited_s for stay in found.stays)
    assert free < tight
    assert waited > 0.0
