"""How a term of the metric is declared: one pure function with a name, a unit and a sentence.

A mission names terms and weighs them, ``metric: {distance: 1.0, grasp: 0.1, battery: 0.5}``; what a
name means is one small function::

    @term("battery", unit="per full charge")
    def battery(case: Case) -> float | None:
        \"\"\"How full the battery is.\"\"\"
        return case.fact("battery")

Nothing registers itself anywhere: ``declared_in`` finds the terms of a module, and who reads the
mission says which modules count.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import TypeAlias

import msgspec

from cotree.core.places import NEAREST_M


class Case(msgspec.Struct, frozen=True):
    """What is known of one robot and one leaf when the robot's suitability is asked for."""

    distance_m: float | None = None
    """From the arm (or the base) to the object; None: nobody knows where the object is."""
    grasp: float | None = None
    """How well the robot could grasp it, in grasp points; None: never looked."""
    grasp_seen_s: float = 0.0
    """When that was last seen."""
    now_s: float = 0.0
    facts: Mapping[str, float] = {}
    """Everything else that is known by name of this robot and this leaf."""

    def fact(self, name: str) -> float | None:
        """What is known by this name; None for what is no number."""
        value = self.facts.get(name)
        return value if value is not None and math.isfinite(value) else None


Value: TypeAlias = Callable[[Case], "float | None"]


@dataclasses.dataclass(frozen=True)
class Term:
    """One declared term: its weight in a mission counts ``unit``."""

    name: str
    unit: str
    doc: str
    value: Value
    """The value, higher is better; None: nothing is known, which adds nothing."""
    gates: bool = False
    """Whether a value of 0 means that the robot cannot do it, which ``gate: hard`` respects."""

    def __call__(self, case: Case) -> float | None:
        """The value for this case."""
        return self.value(case)


def term(name: str, *, unit: str, gates: bool = False) -> Callable[[Value], Term]:
    """Declare a function as the term ``name``."""

    def declare(value: Value) -> Term:
        doc = (value.__doc__ or "").strip()
        if not doc:
            raise TypeError(f"term '{name}': the function has no docstring that says what it means")
        return Term(name, unit, doc, value, gates)

    return declare


def declared_in(modules: Iterable[ModuleType]) -> dict[str, Term]:
    """The terms of these modules by name; two of one name are a mistake of who wrote them."""
    found: dict[str, Term] = {}
    for module in modules:
        for value in vars(module).values():
            if not isinstance(value, Term) or found.get(value.name) is value:
                continue
            if value.name in found:
                raise TypeError(f"{module.__name__}: the term '{value.name}' is declared twice")
            found[value.name] = value
    return found


FADES_S = 5.0
"""A grasp score that was not seen again counts less and less, and nothing after this time."""


@term("distance", unit="m (weight / distance)")
def distance(case: Case) -> float | None:
    """One over the distance between arm and object; nearer than 1 cm counts as 1 cm."""
    return None if case.distance_m is None else 1.0 / max(case.distance_m, NEAREST_M)


@term("grasp", unit="per grasp point", gates=True)
def grasp(case: Case) -> float | None:
    """The grasp score, fading to nothing within 5 s when it is not seen again."""
    if case.grasp is None:
        return None
    age_s = max(0.0, case.now_s - case.grasp_seen_s)
    return case.grasp * max(0.0, 1.0 - age_s / FADES_S)


@term("battery", unit="per full charge")
def battery(case: Case) -> float | None:
    """How full the battery is: 0 empty, 1 full."""
    return _share(case.fact("battery"))


@term("load", unit="per whole payload")
def load(case: Case) -> float | None:
    """How much of the payload is still free: 1 with empty hands, 0 with all that can be carried."""
    used = _share(case.fact("load"))
    return None if used is None else 1.0 - used


@term("success", unit="per certain success")
def success(case: Case) -> float | None:
    """The learned rate of success; one success and one failure are taken for granted."""
    tries = case.fact("tries")
    if tries is None:
        return None
    return (max(0.0, case.fact("successes") or 0.0) + 1.0) / (max(0.0, tries) + 2.0)


def _share(value: float | None) -> float | None:
    return None if value is None else min(1.0, max(0.0, value))
