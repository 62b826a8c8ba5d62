"""What a disturbance is called."""

from __future__ import annotations

import pytest

from cotree.core.actions import FactSeen
from cotree.core.belief import BLOCKED_WAYS, Belief, View, fold
from cotree.core.disturbances import areas_of, around, blocked, closed, cost_of, ends_of

PLACES = {"a": (0.0, 0.0, 0.0), "b-2": (1.0, 0.0, 0.0), "c": (2.0, 0.0, 0.0)}


@pytest.mark.parametrize(
    ("fact", "about"),
    [
        (cost_of("a", "c"), ("cost", "", "a-c")),
        (cost_of("a", "c", "dr"), ("cost", "dr", "a-c")),
        (closed("c"), ("closed", "", "c")),
        (closed("c", "dr"), ("closed", "dr", "c")),
        (areas_of("c"), ("areas", "", "c")),
        (blocked("a", "c", "dr"), ("blocked", "dr", "a-c")),
        ("dr/areas/c", None),
        ("dr/battery", None),
        ("door_open", None),
        ("closed/", None),
    ],
)
def test_a_fact_says_what_of_the_world_around_it_is_about(
    fact: str, about: tuple[str, str, str] | None
) -> None:
    assert around(fact) == about


def test_the_ends_of_a_way_are_found_whatever_its_places_are_called() -> None:
    assert ends_of("a-b-2", PLACES) == ("a", "b-2")
    assert ends_of("b-2-c", PLACES) == ("b-2", "c")
    assert ends_of("a-d", PLACES) is None
    assert ends_of("a", PLACES) is None


def believed(**facts: str | float | bool) -> tuple[View, frozenset[tuple[str, str]]]:
    told = [FactSeen(name.replace("_", "/"), value) for name, value in facts.items()]
    belief, changed = fold(Belief(places=PLACES), told, 0.0)
    return View(belief, "dr"), changed


def test_all_ways_into_a_closed_place_are_blocked_for_whom_it_is_closed() -> None:
    view, changed = believed(closed_c=True)
    assert view.blocked_ways() == {"a-c", "b-2-c"}
    assert BLOCKED_WAYS in changed
    assert believed(wassi_closed_c=True)[0].blocked_ways() == frozenset()
    assert believed(closed_c=False)[0].blocked_ways() == frozenset()


def test_a_robot_knows_what_is_otherwise_around_it() -> None:
    view, _ = believed(cost_a=3.0, dr_closed_c=True, wassi_closed_a=True, areas_c="", door=True)
    assert view.surroundings() == {"cost/a": 3.0, "dr/closed/c": True, "areas/c": ""}
