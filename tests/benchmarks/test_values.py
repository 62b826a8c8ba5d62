from __future__ import annotations

import pytest

from benchmarks.report.drawing import apart, decade, picture
from benchmarks.report.values import Curve, Figure, Gate, Line, line, number


@pytest.mark.parametrize(
    ("gate", "value", "verdict"),
    [
        (Gate(at_most=10), 10.0, "kept"),
        (Gate(at_most=10), 10.1, "missed"),
        (Gate(at_most=10, slack=4), 39.0, "in slack"),
        (Gate(at_most=10, slack=4), 41.0, "missed"),
        (Gate(at_least=8), 8.0, "kept"),
        (Gate(at_least=8), 7.9, "missed"),
        (Gate(at_least=8, slack=2), 4.5, "in slack"),
        (Gate(at_most=0), 0.0, "kept"),
        (Gate(at_most=0), 1.0, "missed"),
        (Gate(at_most=10), float("nan"), "missed"),
    ],
)
def test_a_gate_judges_a_figure(gate: Gate, value: float, verdict: str) -> None:
    assert Figure("a figure", value, gate=gate).verdict == verdict


def test_a_figure_without_a_gate_is_not_judged() -> None:
    assert Figure("a figure", 1.0).verdict == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (3.0, "3"), (0.012345, "0.0123"), (12.345, "12.3"), (45678.9, "45679")],
)
def test_numbers_have_three_digits_that_count(value: float, text: str) -> None:
    assert number(value) == text


def test_a_line_leaves_out_what_was_not_measured() -> None:
    rows: list[dict[str, float | None]] = [{"n": 1, "ms": 2.0}, {"n": 2, "ms": None}, {"n": 3}]

    assert line("ours", rows, "n", "ms").points == ((1, 2.0),)


@pytest.mark.parametrize(
    ("points", "log", "scale"),
    [
        (((1, 1), (10, 100)), True, "log"),
        (((1, 0), (10, 100)), True, "linear"),
        (((1, 1), (10, 100)), False, "linear"),
        ((), True, "linear"),
    ],
)
def test_axes_are_logarithmic_where_that_can_be(
    points: tuple[tuple[float, float], ...], log: bool, scale: str
) -> None:
    axes = picture(Curve("c", "a curve", "x", "y", (Line("ours", points),), log=log)).axes[0]

    assert (axes.get_xscale(), axes.get_yscale()) == (scale, scale)
    assert scale == "log" or axes.get_ylim()[0] == 0


@pytest.mark.parametrize(("low", "high"), [(1.59, 1.64), (3.0, 3.0), (1.0, 10.0), (0.1, 5000.0)])
def test_a_logarithmic_axis_spans_a_factor_of_ten_at_least(low: float, high: float) -> None:
    bottom, top = decade(low, high)

    assert bottom < low <= high < top
    assert top / bottom >= 10 - 1e-9


def test_labels_that_would_touch_are_left_out() -> None:
    assert apart([10, 64, 100, 1000, 1024, 4096], log=True) == [10, 64, 100, 1000, 4096]
    assert apart([3, 3], log=True) == [3]
    assert apart([0, 1, 100], log=False) == [0, 100]
    assert apart([], log=True) == []
