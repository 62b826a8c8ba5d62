from __future__ import annotations

import pytest

from cotree.behaviours.suitability import RobotFacts, Suitability
from cotree.core.belief import Belief, View
from cotree.core.mission import Metric
from cotree.team.terms import Case, term


def test_the_numbers_known_of_one_robot_are_listed_by_their_short_names() -> None:
    facts: dict[str, str | float | bool | None] = {"r/battery": 0.5, "r/load": 1, "r/on": True}
    facts |= {"r/name": "x", "s/battery": 1.0}
    known = RobotFacts(View(Belief(facts=facts), "r"))
    assert dict(known) == {"battery": 0.5, "load": 1.0}
    assert len(known) == 2
    assert known.get("name") is None


def test_terms_of_ones_own_are_weighed_like_all_others() -> None:
    @term("age", unit="per year")
    def age(case: Case) -> float | None:
        """How old the robot is."""
        return case.fact("age")

    suitability = Suitability(Metric({"age": 2.0}), {"age": age})
    assert suitability.of("x", Case(facts={"age": 3.0})).potential == 6.0
    assert suitability.weighs("age")
    assert not suitability.weighs("grasp")


def test_what_was_begun_counts_more_until_it_ends() -> None:
    suitability = Suitability(Metric({"distance": 1.0}, hysteresis=0.1))
    case = Case(2.0)
    assert suitability.of("x", case).potential == 0.5
    suitability.begins("x")
    found = suitability.of("x", case)
    assert found.potential == pytest.approx(0.55)
    assert found.parts == {"distance": 0.5, "begun": pytest.approx(0.05)}
    assert suitability.of("y", case).potential == 0.5
    suitability.ends("x", success=False)
    assert suitability.of("x", case).potential == 0.5


def test_what_is_begun_does_not_open_a_shut_gate() -> None:
    suitability = Suitability(Metric({"distance": 1.0, "grasp": 1.0}, gate="hard"))
    suitability.anyone = lambda path: True
    suitability.begins("x")
    assert suitability.of("x", Case(2.0, 0.0)).potential == 0.0


def test_success_is_learnt_unless_somebody_says_it() -> None:
    suitability = Suitability(Metric({"success": 1.0}))
    view = View(Belief(), "r")
    facts = RobotFacts(view, suitability.learnt)
    assert suitability.of("x", Case(facts=facts)).potential == 0.5
    suitability.ends("x", success=True)
    assert suitability.news
    assert suitability.of("x", Case(facts=facts)).potential == pytest.approx(2 / 3)
    assert ("fact", "r/tries") in view.read
    told = RobotFacts(View(Belief(facts={"r/tries": 8.0}), "r"), suitability.learnt)
    assert suitability.of("x", Case(facts=told)).potential == pytest.approx(2 / 10)
