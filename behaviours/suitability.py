"""The mission's metric as leaves ask it: how suitable this robot is, and what it cannot do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from cotree.core.belief import View
from cotree.core.mission import Metric
from cotree.team import terms as stock
from cotree.team.metric import Score, score
from cotree.team.terms import Case, Term, declared_in

STOCK: Mapping[str, Term] = declared_in([stock])
"""The terms that are always known."""


class Suitability:
    """Weighs cases by the mission's metric, and remembers which leaves are shut for this robot.

    ``anyone`` says whether some other robot passes the gate for a leaf; alone there is nobody else.
    When its answer changes, the key ``("gate", path)`` has changed for those who read it.
    """

    def __init__(
        self, metric: Metric | None = None, terms: Mapping[str, Term] | None = None
    ) -> None:
        self.metric = metric or Metric()
        self.terms = STOCK if terms is None else terms
        self.anyone: Callable[[str], bool] = lambda path: False
        self.shut: dict[str, str] = {}
        """By path: why this robot cannot do a leaf, as far as was asked."""
        self.risks: dict[str, str] = {}
        """By path: why it is considered all the same."""

    def of(self, path: str, case: Case) -> Score:
        """The suitability for one leaf."""
        found = score(self.metric, self.terms, case)
        self.risks.pop(path, None)
        if not found.shut:
            self.shut.pop(path, None)
            return found
        self.shut[path] = f"this robot scores 0 in {' and '.join(found.shut)}"
        if self.metric.gate == "hard" and not self.anyone(path):
            found = score(self.metric, self.terms, case, anyone=False)
            self.risks[path] = found.risk
        return found

    def weighs(self, term: str) -> bool:
        """Whether a term counts at all."""
        return bool(self.metric.weights.get(term))


class RobotFacts(Mapping[str, float]):
    """What is known by name of one robot (``pr2/battery``); what a term reads is noted as read."""

    def __init__(self, view: View) -> None:
        self._view = view

    def __getitem__(self, name: str) -> float:
        value = self._view.fact(f"{self._view.robot}/{name}")
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise KeyError(name)
        return float(value)

    def __iter__(self) -> Iterator[str]:
        prefix = f"{self._view.robot}/"
        for name in self._view.belief.facts:
            if name.startswith(prefix) and name[len(prefix) :] in self:
                yield name[len(prefix) :]

    def __len__(self) -> int:
        return sum(1 for _ in self)
