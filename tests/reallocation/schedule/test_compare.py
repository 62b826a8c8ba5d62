from __future__ import annotations

import itertools
import random

import msgspec
import pytest

from cotree.cli import main
from cotree.core.steps import PlanNode
from cotree.reallocation.schedule import compare
from cotree.reallocation.schedule.compare import Report, lines, mean, report, solved, table
from cotree.reallocation.schedule.experiments import LAYOUTS, agrees, problem, random_layout


@pytest.fixture(scope="module")
def small() -> Report:
    ticks = itertools.count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compare, "SIZES", (4, 9))
        draw = random.Random(0).random
        return report(5, 0, draw, lambda: next(ticks) / 1000, each=1)


def test_the_report_is_good(small: Report) -> None:
    assert small.good


def test_the_report_has_every_experiment_and_solver(small: Report) -> None:
    steps = {(row.experiment, row.solver): row.steps for row in small.experiments}
    assert [steps[number, "greedy"] for number in LAYOUTS] == [10, 16, 12, 12]
    assert [steps[number, "exact"] for number in LAYOUTS] == [10, 12, 10, 12]
    assert len(steps) == 16


def test_cpu_time_is_told_by_the_given_clock(small: Report) -> None:
    assert [one.cpu_ms for one in small.random] == pytest.approx([1.0] * 4)


BAD: list[dict[str, object]] = [
    {"deadlocks": 1},
    {"broken": 1},
    {"experiments": "wrong"},
    {"random": "worse"},
    {"random": "long", "layouts": 1000},
]


@pytest.mark.parametrize("bad", BAD)
def test_anything_not_as_promised_is_not_good(small: Report, bad: dict[str, object]) -> None:
    wrong = msgspec.structs.replace(small.experiments[0], as_expected=False)
    worse = msgspec.structs.replace(small.random[1], worse_than_greedy=1)
    long = msgspec.structs.replace(small.random[-1], mean_steps=10.9)
    changes = {"wrong": (wrong,), "worse": (worse,), "long": (long,)}
    fields = {name: changes.get(str(value), value) for name, value in bad.items()}
    assert not msgspec.structs.replace(small, **fields).good


def test_the_lines_are_tables(small: Report) -> None:
    text = list(lines(small))
    assert text[0].split()[:4] == ["experiment", "solver", "steps", "expected"]
    assert text[1].split() == ["1", "greedy", "10", "10", "129.6", "7.30", "ok"]
    assert "\n5 random layouts of 4 objects, seed 0:" in text
    assert text[-1].split()[0] == "9"


def test_a_wrong_experiment_is_shouted(small: Report) -> None:
    row = msgspec.structs.replace(small.experiments[0], as_expected=False)
    assert any(
        "WRONG" in line for line in lines(msgspec.structs.replace(small, experiments=(row,)))
    )


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert list(table([("a", "bcd"), ("10", "2")])) == [" a  bcd", "10    2"]


def test_the_mean_of_nothing_is_zero() -> None:
    assert mean([]) == 0.0


def test_a_layout_that_cannot_be_solved_is_an_error() -> None:
    one = msgspec.structs.replace(problem(LAYOUTS[1]), root=PlanNode("all", "leaf"))
    with pytest.raises(ValueError, match="this leaf does not say what its step is"):
        solved(one, "exact")


def test_random_layouts_carry_every_object_somewhere_else() -> None:
    rng = random.Random(1)
    for _ in range(50):
        layout = random_layout(rng.random, 6, (3, 5))
        assert len(layout.objects) == 6
        for (x, y), (to_x, to_y) in layout.objects:
            assert abs(x - to_x) + abs(y - to_y) > 0.4


def test_a_trace_may_be_one_of_several() -> None:
    assert agrees(["M1", "P1+P2"], ["M2/M1", "P1+P2"])
    assert not agrees(["M1"], ["M2/M3"])
    assert not agrees(["M1"], ["M1", "P1"])


# -- the command ---------------------------------------------------------------------------------


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str], quick: None) -> None:
    assert main(["bench", "multitasking", "--layouts", "2", "--seed", "3"]) == 0
    assert "2 random layouts of 4 objects, seed 3:" in capsys.readouterr().out


def test_the_command_prints_one_json_document(
    capsys: pytest.CaptureFixture[str], quick: None
) -> None:
    assert main(["bench", "multitasking", "--layouts", "1", "--json"]) == 0
    read = msgspec.json.decode(capsys.readouterr().out, type=Report)
    assert read.layouts == 1


@pytest.mark.parametrize("layouts", ["0", "-1", "many", "1.5"])
def test_a_wrong_number_of_layouts_is_refused(
    layouts: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "multitasking", f"--layouts={layouts}"]) == 2
    assert f"'{layouts}' is not a number of layouts; try 1000" in capsys.readouterr().err


def test_an_unknown_benchmark_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "cooking"]) == 2
    assert "choose from" in capsys.readouterr().err


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "SIZES", (4,))
