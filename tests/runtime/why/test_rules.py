"""Each rule in a situation in which it really decided, told in words."""

from __future__ import annotations

import functools

import pytest

from cotree.app.why import why
from cotree.core.changes import ClaimChange, NodeChange, NodeState
from cotree.runtime.messages import Told
from cotree.runtime.read import Recording
from cotree.runtime.swarm.host import Clock
from tests.kit.played import alone, cut_off, dies, experiment, healed, like, played, said
from tests.missions import FETCH as TWO_FETCHED

THREE = """
mission: three
team: {a: {robot: pr2, at: [0, 0]}, b: {robot: pr2, at: [0.9, 0]}, c: {robot: pr2, at: [2, 3]}}
"""
FAR_OFF = (
    "  c did not: cup is 3.28 m away; the arms reach 1 m; potential then 0.305 (distance 0.305)"
)
CUP = """
world: {objects: {cup: [0.3, 0.2]}}
task: {and: [{place: {object: cup, at: [0.4, -0.2]}, name: cup}]}
"""
BOWS = """
task:
  then: [{perform: {what: wave, duration: 5 s}, name: wave},
         {perform: {what: bow, duration: 5 s}, name: bow}]
"""
FAILS = """
policy: {retries: 0}
simulation: {failures: {perform: 1}}
"""
CLOSED = """
mission: closed
team: {a: {robot: pr2}, b: {robot: pr2}}
world: {facts: {door_open: false}}
task:
  and:
    - selector: [{guard: {fact: door_open, do: {wait: 1 s}}}, {wait: 2 s}]
coordination: {witness: [desk]}
"""
ANN = """
mission: with ann
team:
  pr2: {robot: pr2, at: [0.25, 0.0]}
  baxter: {robot: baxter, at: [-0.25, 0.8]}
  ann: {person: {watched_by: [pr2, baxter]}, at: [0.78, 0.40]}
world:
  places: {g1: [0.58, 0.45], g2: [0.58, 0.28], g3: [-0.58, 0.30], g4: [-0.58, 0.45]}
  objects: {burger: [-0.15, 0.58], cup: [0.30, 0.25], sugar: [-0.30, 0.22], teapot: [0.40, 0.60]}
task:
  then:
    - and:
        - {place: {object: burger, at: g1}, name: burger}
        - {place: {object: cup, at: g3}, name: cup}
      name: first
    - and:
        - {place: {object: teapot, at: g2}, name: teapot}
        - {place: {object: sugar, at: g4}, name: sugar}
      name: second
simulation:
  people:
    ann:
      - {reaches_for: cup, answers: 'no'}
      - {reaches_for: teapot, after: [burger, cup], answers: 'yes'}
"""


@functools.cache
def tea(name: str = "tea_table_1") -> Recording:
    return experiment(name)


@functools.cache
def ann() -> Recording:
    return played(ANN)


def first_winner(record: Recording) -> str:
    return next(
        message.robot
        for message in record.all(Told)
        for change in message.changes
        if isinstance(change, ClaimChange) and change.word == "won"
    )


@functools.cache
def lost_cup() -> tuple[Recording, str]:
    """Who wins the cup vanishes, and another one looks and does it."""
    winner = first_winner(played(THREE + CUP))
    return played(THREE + CUP, (5.0, dies(winner))), winner


@functools.cache
def cut_bows(*, of_winner: bool) -> tuple[Recording, str]:
    """Who waves first, or one of the others, is cut off for a while."""
    winner = first_winner(played(THREE + BOWS))
    away = winner if of_winner else next(name for name in "abc" if name != winner)
    host = "abc".index(away)
    return played(THREE + BOWS, (3.0, cut_off(host)), (20.0, healed)), winner


@functools.cache
def hopeless() -> Recording:
    """One after the other fails to wave, and then the team gives it up."""
    text = BOWS.replace("wave, duration: 5 s}", "wave, duration: 5 s}, if_unsure: redo")
    return played(THREE + text + FAILS)


# -- who did it --------------------------------------------------------------------------------


def test_who_asked_alone_won_and_the_others_were_busy() -> None:
    assert like(
        said(tea(), "burger"),
        "task/food/burger at # s",
        "  baxter did it: won at # s (ballot #), nobody else asked; "
        "potential 3.89 = distance 2.29 + grasp 1.6; done at # s",
        "  pr2 did not: was busy with drinks/and/sugar (right_gripper) until # s; "
        "potential then # (distance # + grasp 1.5)",
    )


def test_the_times_are_those_of_the_record() -> None:
    doer = why(tea(), "burger").doer
    assert doer is not None
    told = {
        change.word: message.t
        for message in tea().all(Told)
        for change in message.changes
        if isinstance(change, ClaimChange) and change.piece == "task/food/burger"
    }
    assert (doer.asked_s, doer.won_s, doer.ended_s) == pytest.approx(
        (told["asked"], told["won"], told["released"])
    )


def test_who_was_free_chose_something_better() -> None:
    assert like(
        said(tea(), "task/drinks/cup"),
        "task/drinks/cup at # s",
        "  pr2 did it: won at # s (ballot #), nobody else asked; "
        "potential 3.51 = distance 1.01 + grasp 2.5; done at # s",
        "  baxter did not: chose food/sandwich instead (potential 6.38); "
        "potential then 4.03 (distance 3.03 + grasp 1)",
    )


def test_of_several_claims_the_one_that_got_the_votes_won() -> None:
    record, winner = lost_cup()
    other = "b" if winner == "a" else "a"
    assert like(
        said(record, "cup", 3.0),
        "task/cup at # s",
        f"  {winner} had it: won at # s (ballot #) against {other}, who asked at the same time; "
        "potential # = distance #; then nobody heard of it any more",
        f"  {other} did not: asked at # s at the same time, and the votes went to {winner}; "
        "potential then # (distance #)",
        FAR_OFF,
    )


def test_after_a_robot_vanished_the_next_one_looked_first() -> None:
    record, lost = lost_cup()
    heir = "b" if lost == "a" else "a"
    assert like(
        said(record, "cup"),
        "task/cup at # s",
        f"  {heir} did it: won at # s (ballot #), looked first (untouched), because {lost} had it "
        "until # s and nobody knew what became of it; potential # = distance #; done at # s",
        f"  {lost} did not: was not heard after # s; potential then #",
        FAR_OFF,
    )


def test_a_person_let_the_robot_go_on() -> None:
    assert like(
        said(ann(), "cup"),
        "task/first/cup at # s",
        "  pr2 did it: ann let it go on, won at # s (ballot #); "
        "potential # = distance # + begun #; done at # s",
        "    stopped at # s: a person was at it, and a person comes first",
        "    asked ann at # s who keeps it; at # s: no: pr2 goes on",
        "  baxter did not: pr2 had it; potential then # (distance #)...",
        "  ann did not: was at it at # s, and let pr2 go on",
    )


def test_a_person_did_it_and_the_robots_gave_way() -> None:
    lines = said(ann(), "teapot")
    assert like(
        lines,
        "task/second/teapot at # s",
        "  ann did it: seen to be done at # s",
        "...",
        "  baxter did not: a person comes first: ann does it; "
        "potential then # (distance # + begun #)",
        "    stopped at # s: a person was at it, and a person comes first",
        "    asked ann at # s who keeps it; at # s: yes: ann goes on",
    )


def test_while_a_person_is_asked_nobody_does_it() -> None:
    assert like(
        said(ann(), "cup", 1.0),
        "task/first/cup at 1 s: waiting, done by nobody",
        "  pr2 did not: stopped, and asks the person who keeps it; "
        "potential then # (distance # + begun #)",
        "    stopped at # s: a person was at it, and a person comes first",
        "...",
        "  ann did not: was seen to reach for it",
    )


def test_a_person_who_has_it_in_hand_does_it() -> None:
    assert "  ann does it: seen at it" in said(ann(), "teapot", 32.0)


def test_a_person_who_was_not_at_it_is_named_too() -> None:
    assert like(
        said(ann(), "burger"),
        "task/first/burger at # s",
        "  baxter did it: won at # s (ballot #), nobody else asked; potential # = distance #; "
        "done at # s",
        "  pr2 did not: asked for first/cup first; potential then # (distance #)",
        "    asked at # s, but baxter had it",
        "  ann did not: not seen at it",
    )


def test_what_was_done_already_was_done_by_nobody() -> None:
    text = CUP.replace("[0.3, 0.2]", "[0.4, -0.2]")
    assert like(
        said(played(THREE + text), "cup"),
        "task/cup at # s",
        "  no robot did it: at # s its goal was seen to hold",
        "...",
    )


# -- why not -----------------------------------------------------------------------------------


def test_at_the_first_tick_nobody_had_asked() -> None:
    record, _ = lost_cup()
    said_of_a = said(record, "cup", 0.0)[1]
    assert said_of_a == "  a did not: had not asked for it; potential then 2.77 (distance 2.77)"


def test_until_the_team_answers_it_was_asking() -> None:
    record, winner = lost_cup()
    asked_s = next(
        each.t
        for each in record.all(Told)
        for change in each.changes
        if each.robot == winner and isinstance(change, ClaimChange) and change.word == "asked"
    )
    lines = said(record, "cup", asked_s + 0.01)
    assert any(
        like([line], f"  {winner} did not: was asking for it; potential then # (distance #)")
        for line in lines
    )


def test_before_its_turn_the_step_before_it_is_named() -> None:
    assert like(
        said(tea(), "burger", 5.0),
        "task/food/burger at 5 s: inactive, done by nobody",
        "  pr2 did not: not its turn: food/sandwich comes before it; "
        "potential then # (distance # + grasp 1.5)",
        "...",
    )


def test_who_was_cut_off_had_not_heard_what_was_done() -> None:
    record, winner = cut_bows(of_winner=False)
    away = next(name for name in "abc" if name != winner)
    assert f"  {away} did not: had not heard that wave was done; potential then 1" in said(
        record, "bow"
    )


def test_who_is_cut_off_gets_no_quorum_and_its_lease_runs_out() -> None:
    record, winner = cut_bows(of_winner=True)
    lines = said(record, "wave", 7.0)
    assert like(
        lines,
        "...",
        f"  {winner} did not: asked at # s, but too few answered for a quorum; potential then 1",
        "    stopped at # s: its lease ran out (no quorum)...",
    )


def test_what_nobody_can_see_is_looked_at_once_by_each_and_left_to_a_person() -> None:
    record, winner = cut_bows(of_winner=True)
    lines = said(record, "wave", 9.0)
    for name in set("abc") - {winner}:
        at = lines.index(
            f"  {name} did not: nobody can see whether it was done: a person must say; "
            "potential then 1"
        )
        assert like(lines[at + 1 : at + 2], "    looked at # s: half done")


def test_a_robot_that_hears_too_few_voters_says_who_is_silent_and_what_helps() -> None:
    text = THREE.replace(", c: {robot: pr2, at: [2, 3]}", "") + BOWS
    record = played(text, (2.0, dies("b")))
    assert record.end is not None
    assert record.end.result == "no_quorum"
    lines = said(record, "wave", record.end.t)
    assert like(
        [line for line in lines if line.startswith("  a ")],
        "  a did not: no quorum: 1 of 2 voters alive; b silent since # s; start b again, or add a "
        "witness for the next time (coordination: {witness: NAME}); potential then 1",
    )
    assert like([lines[2]], "  b did not: was not heard after # s; potential then 1")
    assert "not its turn" in said(record, "bow", record.end.t)[1]


def test_who_gave_it_up_says_why_and_when() -> None:
    lines = said(hopeless(), "wave")
    last = why(hopeless(), "wave").doer
    assert last is not None
    assert like(
        lines[:3],
        "task/wave at # s",
        f"  {last.who} tried it: won at # s (ballot #), looked first (half done), because # had it "
        "until # s and nobody knew what became of it; potential 1; gave it up at # s".replace(
            "because #", f"because {lines[1].split('because ')[1][0]}"
        ),
        "    gave it up at # s: wave failed",
    )
    for name in set("abc") - {last.who}:
        at = lines.index(f"  {name} did not: gave it up: wave failed; potential then 1")
        assert any(
            like([line], "    gave it up at # s: wave failed") for line in lines[at + 1 : at + 3]
        )


def test_what_the_team_gave_up_has_failed_for_all() -> None:
    end = hopeless().end
    assert end is not None
    lines = said(hopeless(), "wave", end.t)
    assert lines[0].endswith("failed, done by nobody")
    assert "  c did not: the team has given it up; potential then 1" in lines


def test_a_missing_resource_is_named() -> None:
    text = THREE.replace("c: {robot: pr2", "c: {robot: baxter_right_arm") + (
        "task: {and: [{perform: {what: x, duration: 2 s, needs: [base]}, name: x}]}\n"
    )
    assert "  c did not: has no base; potential then 1" in said(played(text), "x")


def test_a_shared_thing_goes_to_one_robot_at_a_time() -> None:
    text = THREE + (
        "shared: [corridor]\n"
        "task: {and: [{perform: {what: x, duration: 5 s, needs: [corridor]}, name: x},"
        " {perform: {what: y, duration: 5 s, needs: [corridor]}, name: y}]}\n"
    )
    record = played(text)
    first, second = sorted("xy", key=lambda name: why(record, name).at_s)
    doer = why(record, first).doer
    assert doer is not None
    assert like(
        said(record, first)[:2],
        f"task/{first} at # s",
        f"  {doer.who} did it: won at # s (ballot #) and corridor at # s against "
        f"{' and '.join(doer.rivals)}, who asked at the same time; potential 1; done at # s",
    )
    lines = said(record, second, 3.0)
    for name in set("abc") - {doer.who}:
        assert f"  {name} did not: {doer.who} has corridor; potential then 1" in lines
    busy = f"  {doer.who} did not: was busy with {first} (corridor) until # s; potential then 1"
    assert any(like([line], busy) for line in lines)


def test_the_gate_of_the_metric_shuts_a_robot_out() -> None:
    assert like(
        said(tea(), "sandwich"),
        "task/food/sandwich at # s",
        "  baxter did it: won at # s (ballot #), nobody else asked; "
        "potential 6.38 = distance 1.98 + grasp 4.4; done at # s",
        "  pr2 did not: shut out by the metric: it scores 0 in grasp; "
        "potential then 0 (distance 2.31 + grasp 0)",
    )


# -- alternatives ------------------------------------------------------------------------------


def test_of_alternatives_the_more_suitable_was_chosen() -> None:
    assert like(
        said(tea(), "fruit"),
        "task/food/fruit at # s, decided by food/fruit/orange",
        "  baxter did it: won at # s (ballot #), nobody else asked; "
        "potential 7.88 = distance 6.68 + grasp 1.2; done at # s",
        "...",
        "  chosen: food/fruit/orange 7.88 = distance 6.68 + grasp 1.2",
        "  instead of: food/fruit/apple 4.64 = distance 3.34 + grasp 1.3, less suitable",
    )


def test_an_alternative_out_of_reach_says_so() -> None:
    text = THREE + (
        "world: {objects: {x: [0.3, 0.2], y: [9, 9]}, places: {p: [0.45, -0.1]}}\n"
        "task: {or: [{place: {object: x, at: p}, name: x}, {place: {object: y, at: [9, 8.9]},"
        " name: y}]}\n"
    )
    assert "the arms reach 1 m" in said(played(text), "task")[-1]


def test_the_other_alternative_is_explained_by_the_chosen_one() -> None:
    assert like(
        said(tea(), "apple", 30.0),
        "task/food/fruit/apple at 30 s: waiting, done by nobody",
        "  pr2 did not: another alternative was chosen: food/fruit/orange; "
        "potential then # (distance # + grasp 0)",
        "  baxter did not: chose food/fruit/orange instead (potential 7.88); "
        "potential then 4.64 (distance 3.34 + grasp 1.3)",
    )
    chosen = why(tea(), "orange").doer
    assert chosen is not None
    assert why(tea(), "apple").at_s == chosen.asked_s


def test_two_alternatives_asked_for_at_once_are_not_both_begun() -> None:
    text = THREE + (
        "world: {objects: {x: [0.3, 0.2], y: [0.6, 0.2]}, places: {p: [0.45, -0.1]}}\n"
        "task: {or: [{place: {object: x, at: p}, name: x}, {place: {object: y, at: p}, name: y}]}\n"
    )
    record = played(text)
    chosen = why(record, "task").piece.removeprefix("task/")
    doer = why(record, "task").doer
    assert doer is not None
    other, loser = ("y", "b") if chosen == "x" else ("x", "a")
    assert any(
        like(
            [line],
            f"  {loser} did not: asked at # s at the same time, and the votes went to {doer.who}, "
            f"for {chosen}; potential then # (distance #)",
        )
        for line in said(record, other)
    )


# -- inner nodes, steps ------------------------------------------------------------------------


def test_a_task_of_several_pieces_is_a_line_for_each() -> None:
    assert like(
        said(tea(), "food"),
        "task/food at # s: done",
        "  food/sandwich: baxter, # s to # s (nobody else asked)",
        "  food/fruit/orange: baxter, # s to # s (nobody else asked)",
        "  food/fruit/apple: inactive",
        "  food/burger: baxter, # s to # s (nobody else asked)",
    )
    lines = said(ann(), "task")
    assert any(like([x], "  second/teapot: ann, a person, done at # s") for x in lines)


def test_of_a_task_the_one_piece_that_ran_then_is_explained() -> None:
    assert like(
        said(tea(), "food", 30.0),
        "task/food at # s, which is food/fruit/orange",
        "  baxter does it: won at # s (ballot #), nobody else asked; "
        "potential 7.88 = distance 6.68 + grasp 1.2",
        "...",
    )


FETCH = """
mission: fetch
team: {a: {robot: pr2, at: [0, 0]}, b: {robot: baxter_right_arm, at: [4, 0]}}
world: {places: {table: [2, 2]}, objects: {cup: [1, 0]}}
task:
  and:
    - then: [{move: cup}, {pick: cup}, {move: table}, {place: {object: cup, at: table}}]
      name: cup
"""


def test_a_step_is_told_after_the_piece_that_it_belongs_to() -> None:
    assert like(
        said(played(FETCH), "pick cup"),
        "task/cup/pick cup at # s, a step of cup",
        "  a did it: won at # s (ballot #), nobody else asked; potential 2; done at # s",
        "  b did not: has no base; potential then #",
        "  step pick cup: started at # s on base, left_gripper, head, after cup/move to cup; "
        "done at # s",
    )


def test_the_moment_of_a_step_is_its_own_start() -> None:
    answer = why(played(FETCH), "pick cup")
    assert answer.step is not None
    assert answer.at_s == answer.step.started_s
    assert answer.doer is not None
    assert answer.doer.won_s is not None
    assert answer.doer.won_s < answer.at_s


def test_a_step_whose_turn_has_not_come_names_the_one_before_it() -> None:
    step = "  step move to table: not its turn: cup/pick cup comes before it"
    assert said(played(FETCH), "move to table", 10.0)[-1] == step


def test_a_step_whose_goal_held_was_passed_over() -> None:
    there = FETCH.replace("cup: [1, 0]", "cup: [0, 0]")
    lines = said(played(there), "move to cup")
    step = "  step move to cup: passed over at # s, its goal held already"
    assert like(lines[-1:], step)


def test_a_condition_that_did_not_hold_says_so() -> None:
    lines = said(played(CLOSED), "guard")
    assert like(lines[-1:], "  step guard: failed at # s: door_open is false, not true")


# -- one robot ---------------------------------------------------------------------------------

ALONE = TWO_FETCHED.replace("mug: [1.1, 0]", "mug: [2.1, 0]")


@functools.cache
def one() -> Recording:
    return alone(ALONE)


def test_alone_the_grant_and_what_it_waited_for_are_told() -> None:
    assert like(
        said(one(), "task/cup/move to table"),
        "task/cup/move to table at # s",
        "  pr2 did it: started at # s on base, after cup/pick cup; potential 1.11; done at # s",
        "    waited from # s: the plan starts it later",
    )


def test_alone_what_made_room_is_named() -> None:
    assert like(
        said(one(), "move to mug"),
        "task/mug/move to mug at # s",
        "  pr2 did it: started at # s on base, right_gripper, after cup/pick cup; "
        "potential 0.909; done at # s",
        "    waited from # s",
    )


def test_alone_what_keeps_a_leaf_waiting_is_named() -> None:
    assert like(
        said(one(), "move to mug", 12.0),
        "task/mug/move to mug at 12 s: waiting, done by nobody",
        "  pr2 did not: was busy with cup/pick cup (base) until # s; potential then 0.909",
    )


def test_alone_the_plan_may_start_it_later() -> None:
    assert like(
        said(one(), "task/cup/move to table", 30.0),
        "task/cup/move to table at 30 s: waiting, done by nobody",
        "  pr2 did not: was busy with mug/move to mug (base) until # s; potential then #",
    )
    assert like(
        said(one(), "task/cup/move to table", 25.16),
        "...",
        "  pr2 did not: chose mug/move to mug instead (potential 0.909); potential then #",
    )


SLIPS = """
mission: slips
team: {pr2: {robot: pr2}}
world: {objects: {cup: [0, 0]}}
task: {then: [{pick: cup}]}
simulation: {failures: {grasp: 1}}
policy: {retries: 1, cooldown_s: 5}
"""


def test_alone_between_two_attempts_it_waits() -> None:
    record = alone(SLIPS)
    failed = next(
        each.t
        for each in record.all(Told)
        for change in each.changes
        if isinstance(change, NodeChange)
        and (change.path, change.state) == ("task/pick cup", NodeState.WAITING)
        and change.message
    )
    lines = said(record, "pick cup", failed + 1.0)
    assert lines[1].startswith("  pr2 did not: waited before it tries again: ")


def test_alone_a_leaf_that_failed_says_why() -> None:
    record = alone(SLIPS)
    assert "; gave it up at " in said(record, "pick cup")[1]
    lines = said(record, "pick cup", 1000.0)
    assert like(lines[:1], "task/pick cup at # s, where the record ends: failed, done by nobody")
    assert lines[1].startswith("  pr2 did not: failed: ")


def test_alone_a_goal_that_held_is_told() -> None:
    assert like(
        said(one(), "task/mug/move to table")[:2],
        "task/mug/move to table at # s",
        "  no robot did it: at # s its goal was seen to hold",
    )


def test_alone_a_task_is_a_line_for_each_leaf() -> None:
    assert like(
        said(one(), "task/mug"),
        "task/mug at # s: done",
        "  mug/move to mug: pr2, # s to # s",
        "  mug/pick mug: pr2, # s to # s",
        "  mug/move to table: its goal was seen to hold at # s",
        "  mug/place mug at table: pr2, # s to # s",
    )


# -- everything --------------------------------------------------------------------------------


def doers(record: Recording) -> set[tuple[str, str]]:
    """Who released which piece as done."""
    return {
        (change.piece, message.robot)
        for message in record.all(Told)
        for change in message.changes
        if isinstance(change, ClaimChange) and (change.word, change.why) == ("released", "done")
    }


@pytest.mark.parametrize("name", ["tea_table_1", "tea_table_2", "tea_table_3"])
def test_whoever_is_recorded_to_have_done_a_leaf_is_named(name: str) -> None:
    record = tea(name)
    released = doers(record)
    for node in record.tree.nodes:
        answer = why(record, node.path)
        assert answer.lines or {each.who for each in answer.accounts} == {"pr2", "baxter"}
        found = set() if answer.doer is None else {(answer.piece, answer.doer.who)}
        assert found == {pair for pair in released if pair[0] == answer.piece}


def test_a_time_after_the_end_is_the_end_and_says_so() -> None:
    end = ann().end
    assert end is not None
    late = said(ann(), "task", end.t + 1.0)
    assert like(late[:1], "task at # s, where the record ends: done")
    assert late[1:] == said(ann(), "task", end.t)[1:]
    assert "where the record ends" not in said(ann(), "task", end.t)[0]
    assert said(ann(), "cup", end.t + 1.0) == said(ann(), "cup")


def test_every_node_can_be_asked_about_at_every_time() -> None:
    for record in (ann(), lost_cup()[0], one()):
        for node in record.tree.nodes:
            for at_s in (0.0, 0.1, 6.0, 33.3, 1000.0):
                assert said(record, node.path, at_s)[0].startswith(f"{node.path} at ")


def test_clocks_that_differ_change_no_answer() -> None:
    """The record keeps each robot's own time; answers are in the mission's."""
    text = THREE + CUP

    def clocks(name: str) -> Clock:
        return Clock({"a": 100.0, "b": 7.0}.get(name, 0.0), 0.0, 0.0)

    record = played(text, clocks=clocks)
    answer = why(record, "cup")
    assert answer.doer is not None
    assert 0.0 < answer.at_s < 1.0
    assert answer.doer.ended_s == pytest.approx(answer.at_s + 24.0, abs=3.0)
    assert not any("was not heard" in line for line in said(record, "cup"))
