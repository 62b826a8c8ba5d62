"""How suitable a robot is for a leaf: equations 1 and 2 of the paper, and further terms.

    potential = w_distance / distance + w_grasp * grasp + ...

Distances are metres.  The paper's weights, 1 and 0.001, only make both terms alike in size with
centimetres; 100 * (1/cm + 0.001 g) = 1/m + 0.1 g, so the same decisions need 1 and 0.1 here.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import TypeVar

import msgspec

from cotree.core.mission import Metric
from cotree.core.words import did_you_mean
from cotree.team.terms import Case, Term

K = TypeVar("K")

GATES = ("soft", "hard")


class Score(msgspec.Struct, frozen=True):
    """A suitability and what it is made of, for who asks why."""

    potential: float
    """0: not considered."""
    parts: Mapping[str, float] = {}
    """What each term adds."""
    shut: tuple[str, ...] = ()
    """Terms whose value is 0 although they say whether the robot can do it at all."""
    risk: str = ""
    """Why the robot is considered all the same."""


class Wrong(msgspec.Struct, frozen=True):
    """One mistake in a written metric: under which key, and what would be right."""

    key: str
    message: str


def score(metric: Metric, terms: Mapping[str, Term], case: Case, *, anyone: bool = True) -> Score:
    """The suitability of one robot for one leaf.

    ``anyone`` says whether some robot of the team passes the gate for this leaf.  If none does,
    ``hard`` falls back to ``soft``, and the score says so as a risk.
    """
    weights = {name: weight for name, weight in metric.weights.items() if weight}
    values = {name: terms[name](case) for name in weights}
    parts = {
        name: weights[name] * value
        for name, value in values.items()
        if value is not None and math.isfinite(value)
    }
    shut = tuple(name for name in weights if _is_shut(terms[name], case))
    potential = max(0.0, sum(parts.values()))
    if not shut or metric.gate == "soft":
        return Score(potential, parts, shut)
    if anyone:
        return Score(0.0, parts, shut)
    risk = f"no robot scores above 0 in {' and '.join(shut)}, so who is best otherwise may try"
    return Score(potential, parts, shut, risk)


def _is_shut(term: Term, case: Case) -> bool:
    """Whether the robot cannot do it; the last look counts, however old it is."""
    if not term.gates:
        return False
    value = term(msgspec.structs.replace(case, grasp_seen_s=case.now_s))
    return value is not None and value <= 0.0


def rank(metric: Metric, terms: Mapping[str, Term], cases: Mapping[K, Case]) -> dict[K, Score]:
    """The suitability of each robot for one leaf, with the gate judged over all of them."""
    anyone = any(not score(metric, terms, case).shut for case in cases.values())
    return {key: score(metric, terms, case, anyone=anyone) for key, case in cases.items()}


def prefer(potentials: Mapping[K, float], current: K | None, hysteresis: float) -> K | None:
    """The best of several, staying with the current one unless another is clearly better.

    Of equals the first one wins; nothing with a potential of 0 or less is considered.
    """
    best: K | None = None
    for key, value in potentials.items():
        if value > 0.0 and (best is None or value > potentials[best]):
            best = key
    if best is None or current is None or potentials.get(current, 0.0) <= 0.0:
        return best
    return best if potentials[best] > potentials[current] * (1.0 + hysteresis) else current


def read(written: Mapping[str, object], terms: Collection[str]) -> Metric | tuple[Wrong, ...]:
    """The metric that a mission writes: known terms with their weights, and the rules."""
    wrong = []
    weights: dict[str, float] = {}
    rest: dict[str, object] = {}
    for key, value in written.items():
        if key in ("gate", "hysteresis"):
            rest[key] = value
            message = _wrong_with_rule(key, value)
        elif key not in terms:
            known = (*terms, "gate", "hysteresis")
            message = f"no term '{key[:80]}' of the metric{did_you_mean(key[:80], known)}"
        else:
            message = _wrong_with_number(key, value)
            weights[key] = value if isinstance(value, (int, float)) else 0.0
        if message:
            wrong.append(Wrong(key, message))
    if not any(weights.values()) and not wrong:
        wrong.append(Wrong("", f"a metric weighs at least one term; known: {', '.join(terms)}"))
    if wrong:
        return tuple(wrong)
    return Metric(weights, **rest)  # type: ignore[arg-type]


def _wrong_with_rule(key: str, value: object) -> str:
    if key == "gate":
        return "" if value in GATES else f"'gate' must be soft or hard, found {value!r:.80}"
    return _wrong_with_number(key, value)


def _wrong_with_number(key: str, value: object) -> str:
    good = isinstance(value, (int, float)) and not isinstance(value, bool)
    if good and math.isfinite(value) and value >= 0:  # type: ignore[arg-type, operator]
        return ""
    return f"'{key}' must be a number of at least 0, found {value!r:.80}"
