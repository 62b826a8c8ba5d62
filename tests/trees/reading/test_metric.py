"""``metric:`` in a mission, and the terms that it can name."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from importlib.metadata import EntryPoint

import pytest

from cotree.behaviours.suitability import STOCK
from cotree.core.mission import Metric
from cotree.team.terms import Case, term
from cotree.trees.offers import COSTS
from cotree.trees.reading import loads
from cotree.trees.reading.binding import Binder
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.metric import metric_schema, read_metric
from cotree.trees.reading.terms import Terms, suitability_of
from cotree.trees.reading.yaml_text import parse

Wrong = Callable[[str], list[str]]
HEAD = "mission: m\nteam: {pr2: {robot: pr2}}\ntask: {wait: 1}\n"


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Terms:
    """A package that offers a good term, a broken one, and something else."""

    @term("age", unit="per year")
    def age(case: Case) -> float | None:
        """How old the robot is."""
        return case.fact("age")

    module = types.ModuleType("other_terms")
    module.age, module.nothing = age, 5  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "other_terms", module)
    offers = {"age": "age", "lost": "gone", "nothing": "nothing", "distance": "nothing"}
    return Terms(EntryPoint(name, f"other_terms:{it}", COSTS) for name, it in offers.items())


def read(text: str, terms: Terms) -> tuple[Metric, list[str]]:
    findings = Findings()
    node = parse(text, "m.yaml", findings)
    assert node is not None
    metric = read_metric(node, Binder(findings), terms)
    return metric, [str(each) for each in findings.error().mistakes] if findings else []


def test_a_mission_weighs_terms_and_says_how() -> None:
    mission = loads(HEAD + "metric: {distance: 2, battery: 0.5, gate: soft, hysteresis: 5 %}\n")
    assert mission.metric == Metric({"distance": 2.0, "battery": 0.5}, "soft", 0.05)
    assert loads(HEAD + "metric: {grasp: 1, hysteresis: 0.1}\n").metric.hysteresis == 0.1
    assert loads(HEAD).metric == loads(HEAD + "metric:\n").metric == Metric()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1]", "1:9: 'metric' must be a mapping such as {distance: 1, grasp: 0.1}, found a list"),
        ("{distanc: 1}", "1:10: no term 'distanc' of the metric; did you mean 'distance'?"),
        ("{distance: near}", "1:20: 'distance' must be a number of at least 0, found 'near'"),
        ("{distance: [1]}", "1:20: 'distance' must be a number of at least 0, found 'a list'"),
        ("{distance: 1, gate: big}", "1:29: 'gate' must be soft or hard, found 'big'"),
        ("{grasp: 1, hysteresis: a %}", "1:32: 'hysteresis' must be a number of at least 0, found"),
        ("{gate: soft}", "1:9: a metric weighs at least one term; known: distance, grasp"),
        ("{grasp: 0}", "1:9: a metric weighs at least one term; known: distance, grasp"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_metric_is_told(text: str, said: str, wrong: Wrong) -> None:
    (found,) = wrong(f"metric: {text}\ntask: {{wait: 1}}")
    assert found.startswith(said)


def test_a_package_offers_terms_by_name(package: Terms) -> None:
    metric, mistakes = read("{distance: 1, age: 0.5}", package)
    assert mistakes == []
    assert metric.weights == {"distance": 1.0, "age": 0.5}
    suitability = suitability_of(metric, package)
    assert suitability.of("x", Case(distance_m=1.0, facts={"age": 4.0})).potential == 3.0
    assert suitability_of(Metric()).terms is STOCK
    assert "age" in metric_schema(package)["properties"]


def test_a_broken_package_is_named_where_its_term_is_weighed(package: Terms) -> None:
    assert read("{distance: 1}", package)[1] == [], "what nobody weighs is not loaded"
    (lost,) = read("{lost: 1}", package)[1]
    assert lost.startswith("m.yaml:1:2: package 'other_terms' is broken: its entry point 'lost =")
    (nothing,) = read("{nothing: 1}", package)[1]
    assert "it is no term 'nothing', declared with @term(...)" in nothing


def test_no_package_replaces_a_term_of_cotree(package: Terms) -> None:
    assert package.get("distance") is STOCK["distance"]
    assert package.get("nobody knows") is None
    assert package.names().count("distance") == 1
