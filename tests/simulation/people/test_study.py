from __future__ import annotations

import pytest

from cotree.reallocation.lead_follow.belief import Evidence
from cotree.reallocation.lead_follow.belief.evidence import Did
from cotree.reallocation.lead_follow.problem import Means
from cotree.simulation.people.dispatch import dispatch
from cotree.simulation.people.figures import Sample, paired, sample
from cotree.simulation.people.printed import ASSIGNED, VARIANTS, WRONG
from cotree.simulation.people.reliability import curve, errors, follows
from cotree.simulation.people.report import Report, lines
from cotree.simulation.people.result import Moment
from cotree.simulation.people.rivals import Leg, legs, meetings, people, rivalry, scenes
from cotree.simulation.people.rivals import run as play_leg
from cotree.simulation.people.study import Cell, Ran, jobs, ran, tables
from cotree.simulation.people.traces import STEPS, trace


@pytest.fixture(scope="module")
def cells() -> list[Ran]:
    return [ran(job, dispatch) for job in jobs(2, 0)]


def test_all_27_cells_meet_the_same_seeds(cells: list[Ran]) -> None:
    assert [each.job for each in cells] == jobs(2, 0)
    assert {(each.job.p_follow, each.job.p_error) for each in cells} == set(WRONG) == set(ASSIGNED)
    assert {each.job.seed for each in cells} == {0}


def test_tables_stand_beside_the_printed_ones(cells: list[Ran]) -> None:
    found = tables(cells)
    assert [cell.printed for cell in found.wrong[:3]] == [1.07, 1.13, 1.0]
    assert [cell.printed for cell in found.assigned[-3:]] == [10.13, 10.53, 10.67]
    assert found.unfinished == 0
    assert len(found.pattern()) == 4
    assert [each.form for each in found.traces] == ["paper", "robust"] * 9


def test_a_cell_is_as_near_as_chance_allows() -> None:
    # 100 runs of ours and 15 printed ones: 2 standard errors are 2 * 2 * sqrt(1/100 + 1/15)
    edge = 4.0 * (1 / 100 + 1 / 15) ** 0.5
    inside = Cell(0.3, 0.1, "adaptive", Sample(100, 1.0 + 0.99 * edge, 2.0), 1.0)
    outside = Cell(0.3, 0.1, "adaptive", Sample(100, 1.0 + 1.01 * edge, 2.0), 1.0)
    assert inside.near
    assert not outside.near
    assert Cell(0.3, 0.1, "adaptive", Sample(9, 1.0, 0.0), 1.0).near
    assert not Cell(0.3, 0.1, "adaptive", Sample(9, 1.1, 0.0), 1.0).near


def test_pairs_are_compared_pair_by_pair() -> None:
    found = paired([1.0, 11.0, 101.0], [3.0, 13.0, 103.0])
    assert (found.gain, found.low, found.high) == (2.0, 2.0, 2.0)
    assert found.better
    assert not found.worse
    assert not paired([1.0, 2.0], [2.0, 1.0]).better


def test_a_sample_of_one_has_no_spread() -> None:
    assert sample([4.0]) == Sample(1, 4.0, 0.0)


def test_everybody_is_met_in_every_scene_before_anybody_comes_again() -> None:
    all_ = len(scenes()) * len(people())
    pairs = [(scene.name, str(person)) for scene, person in meetings(all_)]
    assert len(set(pairs)) == all_


def test_legs_have_every_session_of_every_robot_once() -> None:
    found = [(leg.name, leg.first + i) for leg in legs(110, 0) for i in range(leg.n)]
    names = ("adaptive", "printed", "dispatcher", "early dispatcher")
    assert found == [(name, i) for name in names for i in range(110)]


def test_forecasts_are_put_beside_what_happened() -> None:
    def moment(did: Did, right: bool = True) -> Moment:
        seen = Evidence("a", did, right, could_follow=True, could_choose=True)
        return Moment(0.0, Means(), seen, Means(0.72, 0.11))

    story = [Moment(0.0, Means()), moment("followed"), moment("chose", False), moment("gave")]
    assert errors(story) == [(0.11, True), (0.11, False)]
    assert follows(story) == [(0.72, True), (0.72, False)]
    found = curve("errors", errors(story))
    assert [(each.forecast, each.happened, each.n) for each in found.bins] == [(0.11, 0.5, 2)]
    assert found.error == pytest.approx(0.39)
    assert curve("errors", []).error == 0.0


def test_a_trace_keeps_the_last_belief() -> None:
    story = [Moment(0.0, Means(0.7, 0.1)), Moment(12.0, Means(0.5, 0.2))]
    found = trace(0.3, 0.1, "paper", [story])
    assert found.following[:4] == (0.7, 0.7, 0.7, 0.5)
    assert found.errors[-1] == 0.2
    assert len(found.errors) == STEPS


def test_the_report_says_what_is_promised_only_with_enough_sessions(cells: list[Ran]) -> None:
    played = [play_leg(Leg(name, 0, 3, 0)) for name in ("dispatcher", "dispatcher")]
    report = Report(2, 3, 0, tables(cells), rivalry(played))
    assert report.promises == {"every session came to its end": True}
    assert report.good
    text = "\n".join(lines(report))
    assert "Table III" in text
    assert all(name in text for name in VARIANTS)
    assert "forecasts of errors" in text
