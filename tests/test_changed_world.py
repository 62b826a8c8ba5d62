"""Whole missions of one sentence in a world that changes: ways, places, areas and facts."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cotree import app
from cotree.app.why import why
from cotree.core.changes import DisturbanceChange
from cotree.runtime.messages import encode
from cotree.runtime.read import read
from cotree.trees.reading import loads
from tests.kit.errand_runs import Ran
from tests.kit.kept import kept

ROBOT = "robot: {resources: {base: base}, speed: 1 m/s, drive_overhead: 0 s}"
WORLD = """
world:
  places: {a: [0, 0], b: [10, 0], c: [20, 0], d: [10, 10]}
  ways: {between: [[a, b, c], [a, d, c]]}
  areas: {ward: [c], quiet: [b], dry: [a, b, c, d]}
  facts: {door_open: false, night: false, floor: wet}
"""
USUAL = "reactions: {environment: {rate: 2, do: [reallocate, reallocate team]}}\n"
OPENS = "disturbances: [{at: 4 s, opens: [a, c], cost: 3}]"
RELABELS = "disturbances: [{at: 4 s, relabels: d, as: [ward, quiet]}]"

OPEN_AND_SHUT = ((1, "true"), (12, "false"))


def mission(formula: str, happens: str = "disturbances: []", reactions: str = USUAL) -> str:
    """One robot at a."""
    team = f"mission: a changing world\nteam: {{r0: {{at: a, {ROBOT}}}}}"
    return f"{team}{WORLD}ltl: [{formula}]\n{reactions}simulation: {{{happens}}}\n"


def two(formula: str, happens: str) -> str:
    """One robot at a and another one at d, of which the first is nearer to b."""
    team = f"mission: two\nteam: {{r0: {{at: a, {ROBOT}}}, r1: {{at: d, {ROBOT}}}}}"
    return f"{team}{WORLD}ltl: [{formula}]\n{USUAL}simulation: {{{happens}}}\n"


def way(ran: Ran, robot: str = "r0") -> str:
    """The places at which a robot has been; what it saw anew where it stood counts once."""
    places = [place for place, _ in ran.history.words[robot]]
    later = zip(places[1:], places, strict=False)
    return "".join([places[0], *(place for place, before in later if place != before)])


def raised(ran: Ran) -> list[str]:
    """What robots noticed, in words."""
    return [
        change.reason.message
        for told in ran.told()
        for change in told.changes
        if isinstance(change, DisturbanceChange) and change.word == "raised" and change.reason
    ]


# -- ways and places -------------------------------------------------------------------------------


def test_a_new_shorter_way_is_used() -> None:
    ran = Ran(mission("visit: c", OPENS))
    assert ran.end.result == "success"
    assert (way(ran), raised(ran)) == ("ac", ["there is a way a-c now, at cost 3"])
    assert way(Ran(mission("visit: c"))) == "abc"


def test_a_way_without_a_cost_is_as_dear_as_it_is_long() -> None:
    ran = Ran(mission("visit: c", "disturbances: [{at: 4 s, opens: [a, c]}]"))
    assert raised(ran) == ["there is a way a-c now, at cost 20"]


def test_a_way_that_becomes_dear_is_left_for_another_one() -> None:
    ran = Ran(mission("visit: c", "disturbances: [{at: 4 s, opens: [b, c], cost: 900}]"))
    assert (ran.end.result, way(ran)) == ("success", "adc")


def test_a_place_that_is_closed_is_passed_by() -> None:
    ran = Ran(mission("visit: c", "disturbances: [{at: 4 s, closes: b}]"))
    assert (ran.end.result, way(ran)) == ("success", "adc")


def test_only_the_robot_for_which_a_place_is_closed_passes_it_by() -> None:
    ran = Ran(two("visit: b", "disturbances: [{at: 4 s, closes: b, for: r1}]"))
    assert (ran.end.result, way(ran), way(ran, "r1")) == ("success", "ab", "d")


def test_where_a_closed_place_was_the_goal_it_is_reached_once_it_is_open_again() -> None:
    tireless = "reactions: {environment: {rate: 2, do: [reallocate], attempts: 9}}\n"
    again = "disturbances: [{at: 4 s, closes: c}, {at: 15 s, opens: c}]"
    ran = Ran(mission("visit: c", again, tireless))
    assert (ran.end.result, way(ran)) == ("success", "abc")


def test_a_blocked_way_that_opens_is_free_again() -> None:
    both = "disturbances: [{at: 1 s, blocks: [b, c]}, {at: 4 s, opens: [b, c], cost: 1}]"
    ran = Ran(mission("visit: c", both))
    assert (ran.end.result, way(ran)) == ("success", "abc")


def test_a_way_that_opens_for_another_robot_takes_the_errand_there() -> None:
    ran = Ran(two("visit: b", "disturbances: [{at: 1 s, opens: [d, b], cost: 0.1}]"))
    assert ran.end.result == "success"
    assert (way(ran), way(ran, "r1")) == ("a", "db")
    assert [kept.who for _, kept in ran.assignments()] == [{"task/visit b": "r1"}]


# -- areas -----------------------------------------------------------------------------------------


def test_a_relabelled_place_changes_the_plan() -> None:
    ran = Ran(mission("visit: ward", RELABELS))
    assert (ran.end.result, way(ran)) == ("success", "ad")
    assert raised(ran) == ["d lies in ward, quiet now"]
    assert list(ran.history.faults()) == []


def test_a_rule_about_an_area_holds_where_the_area_is_now() -> None:
    avoids = "visit: c, avoid: quiet"
    text = mission("visit: c}, {avoid: quiet", "disturbances: []").replace("[visit", "[{visit")
    text = text.replace("avoid: quiet]", "avoid: quiet}]")
    assert way(Ran(text)) == "adc", avoids
    swapped = "{at: 1 s, relabels: b, as: dry}, {at: 1 s, relabels: d, as: [dry, quiet]}"
    ran = Ran(text.replace("disturbances: []", f"disturbances: [{swapped}]"))
    assert (ran.end.result, way(ran)) == ("success", "abc")
    assert list(ran.history.faults()) == []


def test_what_was_visited_stays_visited_whatever_it_is_called_later() -> None:
    later = "disturbances: [{at: 12 s, relabels: b, as: []}]"
    ran = Ran(mission('"<>(quiet && <>ward)"', later))
    assert (ran.end.result, way(ran)) == ("success", "abc")


def test_who_stands_where_an_area_comes_to_is_in_it_who_drives_is_not() -> None:
    comes = "disturbances: [{at: 1 s, relabels: a, as: quiet}, {at: 1 s, relabels: d, as: quiet}]"
    ran = Ran(two("visit: c", comes))
    assert (way(ran), way(ran, "r1")) == ("a", "dc")
    assert ran.history.seen == {"r0": {1: ("quiet",)}, "r1": {}}


def test_the_history_is_judged_by_what_was_true_then() -> None:
    ran = Ran(mission("visit: ward", RELABELS))
    ran.history.seen["r0"].clear()
    (reason,) = ran.history.judged(msgspec.structs.replace(ran.end, result="success")).reasons
    assert "<>ward did not come true" in str(reason)


# -- facts -----------------------------------------------------------------------------------------


def test_what_needs_a_fact_waits_until_it_holds() -> None:
    ran = Ran(
        mission('"<>(c && door_open)"', "events: [{at: 30 s, fact: door_open, equals: true}]")
    )
    assert (ran.end.result, way(ran)) == ("success", "abc")
    assert ran.end.t > 30.0


def test_a_fact_that_changes_under_way_is_a_disturbance() -> None:
    formula = '"<>((b && !door_open) || c)"'
    ran = Ran(mission(formula, "events: [{at: 4 s, fact: door_open, equals: true}]"))
    assert (ran.end.result, way(ran)) == ("success", "abc")
    assert raised(ran) == ["door_open is true now"]
    assert list(ran.history.faults()) == []
    assert way(Ran(mission(formula))) == "ab"


def test_a_fact_that_comes_to_hold_where_the_robot_stands_needs_no_step() -> None:
    opens = "events: [{at: 30 s, fact: door_open, equals: true}]"
    ran = Ran(mission('"<>(a && door_open)"', opens))
    assert (ran.end.result, way(ran)) == ("success", "a")


def test_what_was_done_while_a_fact_held_is_done() -> None:
    day = "events: [{at: 12 s, fact: night, equals: true}]"
    ran = Ran(mission('"<>(b && !night && <>c)"', day))
    assert (ran.end.result, way(ran)) == ("success", "abc")


def test_what_was_begun_while_a_fact_held_is_gone_on_with() -> None:
    door = [f"{{at: {at_s} s, fact: door_open, equals: {now}}}" for at_s, now in OPEN_AND_SHUT]
    ran = Ran(mission('"<>(b && door_open && <>c)"', f"events: [{', '.join(door)}]"))
    assert (ran.end.result, way(ran)) == ("success", "abc")
    assert list(ran.history.faults()) == []


def test_a_fact_that_is_not_true_or_false_is_no_word_of_a_formula() -> None:
    with pytest.raises(Exception, match="no region, state or fact is called 'floor'"):
        loads(mission("visit: floor"))


def test_a_sentence_speaks_of_few_facts() -> None:
    names = [f"fact_{number}" for number in range(7)]
    text = mission(f'"<>({" && ".join(names)})"')
    facts = ", ".join(f"{name}: true" for name in names)
    with pytest.raises(Exception, match="at most 6 facts of the world, found fact_0, fact_1"):
        loads(text.replace("floor: wet", facts))


# -- the record ------------------------------------------------------------------------------------


@pytest.mark.parametrize("happens", [OPENS, RELABELS])
def test_the_run_is_repeated_and_replayed_byte_for_byte(happens: str, tmp_path: Path) -> None:
    text = two("visit: ward", happens)
    ran = Ran(text)
    assert ran.bytes() == Ran(text).bytes()
    assert app.do_again(read(kept(tmp_path, ran.messages))).ok


def test_the_record_says_why_the_robot_turned(tmp_path: Path) -> None:
    ran = Ran(mission("visit: c", OPENS))
    assert any(b"there is a way a-c now, at cost 3" in encode(each) for each in ran.messages)
    told = why(read(kept(tmp_path, ran.messages)), "reactions/environment", 4.02)
    assert "there is a way a-c now, at cost 3" in str(told)
