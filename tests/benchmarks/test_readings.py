"""What benchmarks print is what the report reads: small ones run for real."""

from __future__ import annotations

import argparse
import json
from typing import Any

import msgspec
import pytest

from benchmarks import (
    capability,
    imports,
    intent,
    mission,
    page,
    peers,
    reallocation,
    record,
    ros,
    schedule,
    team,
    tick,
)
from benchmarks.report.readings import beside, people, planning, senses, teams, ticks
from benchmarks.report.readings import page as pages
from benchmarks.report.values import Reading
from cotree.reallocation.schedule.compare import Report, Row, Size, Summary

BLIND = argparse.Namespace(robots=[2], leaves=[10], missions=[2])


def through_json(found: Any) -> Any:
    return json.loads(json.dumps(found))


def curves(reading: Reading) -> dict[str, int]:
    """How many points each has."""
    return {each.id: sum(len(line.points) for line in each.lines) for each in reading.curves}


def test_the_tick_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tick, "TREES", {"parallel": tick.parallel})
    row = tick.side_by_side(tick.four_ary, 10, 1)
    found = {
        "py_trees": "2",
        "tick": {"parallel": tick.side_by_side(tick.parallel, 10, 1)},
        "growth": [row],
        "memory_sequence_us": {10: tick.memory(10, 1)},
        "first_decision_ms": {10: tick.first_decision(10, 1)},
        "one_change": [tick.one_change(64, 4, 1)],
        "gate": 8.0,
    }

    reading = ticks.tick(through_json(found))

    assert curves(reading) == {"tick": 2, "memory": 1, "decision": 2}
    assert [each.what for each in reading.figures if each.gate is not None] == [
        "tick, parallel, 10 nodes: faster than py_trees"
    ]


def test_the_team_is_read() -> None:
    reading = teams.team(through_json(team.measure(BLIND)))

    assert curves(reading) == {"claims": 2, "protocol": 1}


def test_a_whole_mission_is_read() -> None:
    found = {"robots": 2, "deliveries": 2, "gates": {"faster": 10.0, "idle_ms": 0.1}}
    found |= mission.run(mission.read(mission.mission_of(2, 2)))
    found["idle"] = {2: 0.01}

    reading = teams.mission(through_json(found))

    assert reading.figures[1].value == pytest.approx(10.0)
    assert curves(reading) == {"idle": 1}


def test_a_record_is_read_and_grows() -> None:
    reading = teams.record(through_json(record.measure(2, 0.2)))

    (curve,) = reading.curves
    for each in curve.lines:
        sizes = [size for _, size in each.points]
        assert sizes == sorted(sizes), each.name
        assert sizes[-1] > sizes[0], each.name


@pytest.mark.real
def test_plans_are_read() -> None:
    found = {
        "robots": [reallocation.row(3, 1)],
        "tasks": [reallocation.tasks_row(1, 0.0)],
        "tasks_proved": [reallocation.tasks_row(1, 0.0)],
        "promised": {"3": reallocation.promised(3)},
        "growth": {"local_ms": 1.5},
        "most_growth": reallocation.GROWTH,
        "slack": reallocation.SLACK,
        "peer_s": reallocation.PEER_S,
    }

    reading = planning.reallocation(through_json(found))

    assert curves(reading) == {"plan_robots": 10, "plan_tasks": 2, "plan_gap": 2}
    assert reading.figures[0].peers[0].value == 1e3 * reallocation.PEER_S[3]
    assert all(each.gate is not None for each in reading.figures)
    grown = reading.figures[-1]
    assert grown.gate is not None
    assert grown.gate.verdict(grown.value) == "missed"


def test_a_team_that_takes_longer_than_promised_is_named() -> None:
    team = {"robots": 30.0, "mb": 10.0} | dict.fromkeys(reallocation.TIMES, 0.5)
    late = team | {"robots": 300.0, "global_way_ms": 51.0, "offline_ms": 1e4, "local_ms": 0.9}
    found = {
        "robots": [team, late],
        "slack": 1.0,
        "growth": reallocation.growth([team, late]),
        "most_growth": reallocation.GROWTH,
    }

    assert reallocation.misses(found) == [
        "300.0 robots: global_way_ms is 51.00, above 50",
        "offline_ms grows 2000.00 times as fast as the team",
        "global_way_ms grows 10.20 times as fast as the team",
    ]
    assert not reallocation.misses(found | {"slack": 4.0, "growth": {}})


def test_capabilities_are_read() -> None:
    found = {"rows": [capability.row(8, 1)], **capability.PROMISED}

    reading = planning.capability(through_json(found))

    assert curves(reading) == {"capability": 3}
    assert all(each.gate is not None for each in reading.figures)


def test_look_ahead_is_read() -> None:
    kinds = [Summary(name, 10.0, 100.0, 1.0, 2.0, 0) for name in ("greedy", "auto")]
    rows = (Row(1, "greedy", 10, 100.0, 7.0, 10, True), Row(1, "auto", 9, 100.0, 7.0, 10, False))
    sizes = (Size(4, 10.0, 100.0, 120.0, 1, 1, 2.0), Size(6, 12.0, 100.0, 120.0, 1, 1, 2.0))
    found = Report(0, 1, rows, tuple(kinds), sizes, 0, 0)

    reading = planning.multitasking(through_json(msgspec.to_builtins(found)))

    assert reading.figures[0].value == 1  # not as printed
    assert curves(reading) == {"look_ahead": 2, "look_ahead_gain": 4}


def test_intent_is_read() -> None:
    rows = [
        intent.measure(label, rule, only, noise, 2, 1)
        for noise in intent.NOISES
        for label, rule, only in intent.RULES
    ]

    reading = people.intent(through_json({"rows": msgspec.to_builtins(rows), "gate": 0.02}))

    assert curves(reading) == {"intent": len(rows)}


def test_peers_that_are_not_installed_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "have", lambda package: False)
    found = {
        "left_out": ["spottl"],
        "tick": [peers.tick_row(10, 1)],
        "sentence": [peers.automaton_row(each, 1) for each in peers.sentences([1])],
        "places": [peers.places_row(2, 1)],
    }

    reading = beside.peers(through_json(found))

    assert curves(reading) == {"peers_tick": 2, "peers_sentence": 1, "peers_places": 1}
    assert "spottl" in reading.curves[0].note
    assert {peer.who for each in reading.figures for peer in each.peers} == {"py_trees"}


def test_the_classical_problem_says_the_same_as_the_map() -> None:
    text = peers.problem(["w1", "x1"])

    assert "(been w1_standby) (been x1_standby)" in text
    assert text.count("(") == text.count(")")
    assert "(= (cost DR " in text


@pytest.mark.real
def test_starting_is_read() -> None:
    reading = ticks.imports(through_json(imports.measure([40], 1)))

    assert curves(reading) == {"start": 2}
    assert all(each.value >= 0 for each in reading.figures)


def test_schedules_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    no_plan = {"makespan_s": None, "bound_s": 1.0, "proved": False, "cpu_s": 4.0}
    monkeypatch.setattr(schedule, "big_m", lambda problem: no_plan)
    large = [
        {"tasks": 50, "chains": chains, "seed": seed, "gap": 0.01 * seed, "usual_gap": 0.01}
        for chains in (10, 4)
        for seed in (1, 2)
    ]
    found = {
        "pair": [schedule.pair_row("workspaces", schedule.workspaces(1, 1, 0), 1)],
        "differing": [],
        "team": [schedule.team_row(0)],
        "large": large,
        "limits": schedule.LIMITS,
        "slack": {"time": schedule.SLACK, "gap": schedule.GAP_SLACK},
    }

    reading = planning.schedule(through_json(found))

    assert [each.points for each in reading.curves[0].lines[:2]] == [((50, 2.0),)] * 2  # the worst
    gaps = [each for each in reading.figures if "gap after" in each.what]
    assert [each.gate is not None for each in gaps] == [True, True, False, False]


@pytest.mark.real
def test_a_page_is_read_with_and_without_a_browser() -> None:
    ticks_us = {"tick_us": 0.7, "node_us": 0.1, "ten_nodes_p99_us": 3.0}
    found: dict[str, Any] = {
        "tick": {"clock_us": 0.1, "telling": ticks_us, "beside": {**ticks_us, "tick_us": 11.0}},
        "memory": {"page_mb": 1.0, "after_an_hour_mb": 20.0, "lost": 0},
        "nodes": [page.over_nodes(leaves, browser=False) for leaves in (1, 10)],
        "pixel": {"missing": "needs a browser"},
        "gates": {"median_ms": 100.0, "tick_us": 10.0, "node_us": 2.0},
    }

    without = pages.page(through_json(found))
    found["pixel"] = {"median_ms": 52.0, "p95_ms": 70.0}
    seen = pages.page(through_json(found))

    assert curves(without) == {"page": 4, "page_size": 2}
    assert without.curves[0].note == "Without a browser: needs a browser."
    small, large = without.curves[1].lines[0].points
    assert large[1] > small[1]
    assert len(seen.figures) == len(without.figures) + 2
    told = {each.what: each.verdict for each in seen.figures if each.what.endswith("each tick")}
    assert told == {
        "in a robot's tick, telling: each tick": "kept",
        "between two ticks, telling: each tick": "",
    }


def test_processes_without_claims_are_read() -> None:
    row = {
        **{"transport": "zenoh", "robots": 2, "cpu_percent_mean": 1.0, "cpu_percent_max": 2.0},
        "all_messages_per_s": 1.9,
    }
    rest = {**row, "phase": "rest", "claim_p50_ms": None, "claim_p99_ms": None}
    work = {**row, "phase": "work", "claim_p50_ms": 50, "claim_p99_ms": 150}

    reading = teams.ros({"rows": [rest, work], "gate": 5.0, "messages": 1.5})

    assert [each.verdict for each in reading.figures] == ["kept", "missed", "", "", "", ""]
    assert curves(reading) == {"processes_zenoh": 2}


def test_waits_on_the_wall_clock_are_read() -> None:
    row = {"bus": "udp", "what": "killed", "rounds": 3, "p50_s": 1.2, "p99_s": 1.4, "worst_s": 1.4}
    (figure,) = teams.waits({"lease_s": 1.0, "load": 0.5, "rows": [row]}).figures
    assert figure.what.startswith("udp: a killed robot's work is taken over after")
    assert (figure.value, figure.unit) == (1.4, "s")


def test_processes_that_do_too_much_at_rest_are_told_in_words() -> None:
    rows = [
        {"phase": "rest", "cpu_percent_max": 3.1, "all_messages_per_s": 2.4},
        {"phase": "waiting", "cpu_percent_max": 6.0, "all_messages_per_s": 5.0},
        {"phase": "work", "cpu_percent_max": 30.0, "all_messages_per_s": 50.0},
    ]
    assert ros.broken(rows, 6.0, 2.4) == ros.broken(rows, None, None) == []
    assert ros.broken(rows, 5.0, 2.0) == [
        "an idle robot takes 6.0 % of a core; at most 5.0 % is right",
        "at rest a robot says 2.4 messages a second; at most 2.0 is right",
    ]


def test_a_few_reaches_prove_nothing() -> None:
    fared = {"rule": "gathered", "right": 1, "wrong": 1, "ended_right": 0.5, "first_s": 0.7}
    gates = {"wrong": 0.02, "ended_right": 0.85}

    few, many = (
        senses.reaches({"rows": [{**fared, "reaches": count}], "gates": gates}) for count in (2, 20)
    )

    assert [each.verdict for each in few.figures] == ["", "", ""]
    assert [each.verdict for each in many.figures] == ["missed", "missed", ""]
