"""The mission's metric as leaves ask it: how suitable this robot is, and what it cannot do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

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
        self.learnt: dict[str, float] = {"tries": 0.0, "successes": 0.0}
        """How often this robot tried what the metric weighs, and how often it went well."""
        self.news = False
        """Whether anything was learnt since the engine looked."""
        self._begun: set[str] = set()

    def begins(self, path: str) -> None:
        """This robot begins a leaf: if it is made to stop, it goes back to it before others."""
        self._begun.add(path)

    def ends(self, path: str, *, success: bool) -> None:
        """How it went."""
        self._begun.discard(path)
        self.learnt["tries"] += 1
        self.learnt["successes"] += success
        self.news = True

    def of(self, path: str, case: Case) -> Score:
        """The suitability for one leaf; what was begun counts more, by the metric's hysteresis."""
        found = self._passing(path, case)
        if path not in self._begun or found.potential <= 0.0:
            return found
        bonus = self.metric.hysteresis * found.potential
        parts = {**found.parts, "begun": bonus}
        return msgspec.structs.replace(found, potential=found.potential + bonus, parts=parts)

    def _passing(self, path: str, case: Case) -> Score:
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

    def leaves(self, path: str) -> bool:
        """Whether this robot leaves a leaf to others, who pass the gate that is shut for it."""
        return path in self.shut and path not in self.risks

    def weighs(self, term: str) -> bool:
        """Whether a term counts at all."""
        return bool(self.metric.weights.get(term))


class RobotFacts(Mapping[str, float]):
    """What is known by name of one robot (``pr2/battery``); what a term reads is noted as read.

    What nobody says of it is what it has ``learnt`` itself.
    """

    def __init__(self, view: View, learnt: Mapping[str, float] | None = None) -> None:
        self._view = view
        self._learnt = learnt or {}

    def __getitem__(self, name: str) -> float:
        value = self._view.fact(f"{self._view.robot}/{name}")
        if value is None and name in self._learnt:
            return self._learnt[name]
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise KeyError(name)
        return float(value)

    def __iter__(self) -> Iterator[str]:
        prefix = f"{self._view.robot}/"
        for name in self._view.belief.facts:
            if name.startswith(prefix) and name[len(prefix) :] in self:
                yield name[len(prefix) :]
        yield from (name for name in self._learnt if prefix + name not in self._view.belief.facts)

    def __len__(self) -> int:
        return sum(1 for _ in self)
