from __future__ import annotations

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
