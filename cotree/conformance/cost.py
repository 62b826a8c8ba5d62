"""What every cost (a term of the metric) must do; inherit it, and say which."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import ClassVar

from cotree.core.mission import Metric
from cotree.team.metric import GATES, score
from cotree.team.terms import Case, Term

DISTANCES = (None, 0.0, 0.5, 100.0)
GRASPS = (None, 0.0, 40.0, 100.0)


class CostConformance:
    """Inherit it; ``facts`` are those that the term looks at, with values that may occur."""

    facts: ClassVar[Sequence[dict[str, float]]] = ({},)

    def term(self) -> Term:
        """The term."""
        raise NotImplementedError

    def cases(self) -> Iterator[Case]:
        """Everything that may be known, or not."""
        for distance, grasp, facts in itertools.product(
            DISTANCES, GRASPS, ({}, {"other": 1.0}, *self.facts)
        ):
            yield Case(distance, grasp, 1.0, 2.0, facts)

    def test_it_is_declared_with_a_name_a_unit_and_a_sentence(self) -> None:
        term = self.term()
        assert isinstance(term, Term), "declare it with @term(...)"
        assert term.name
        assert term.unit
        assert term.doc

    def test_it_is_a_number_or_nothing_whatever_is_known(self) -> None:
        for case in self.cases():
            value = self.term()(case)
            assert value is None or math.isfinite(value)

    def test_where_nothing_is_known_it_says_nothing(self) -> None:
        assert self.term()(Case()) is None, "a guess would count against those who know"

    def test_the_same_case_has_the_same_value(self) -> None:
        for case in self.cases():
            assert self.term()(case) == self.term()(case)

    def test_it_can_be_weighed(self) -> None:
        term = self.term()
        for gate, case in itertools.product(GATES, self.cases()):
            metric = Metric({term.name: 2.0}, gate)  # type: ignore[arg-type]
            assert score(metric, {term.name: term}, case).potential >= 0.0
