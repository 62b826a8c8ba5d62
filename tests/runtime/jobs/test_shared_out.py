"""Subtrees that whoever can may do: matching says who may bid, the metric who does."""

from __future__ import annotations

import pytest

from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.trees.reading import loads
from tests.kit.losing import run

TWO = """\
mission: two subtrees, and three robots of which one can do neither
team:
  a: {robot: {components: [perception, manipulation, locomotion], handling: 1 s}, at: [0, 0]}
  b: {robot: {components: [perception, manipulation, locomotion], handling: 1 s}, at: [9, 0]}
  c: {robot: {components: [perception]}, at: [4, 0]}
world: {places: {table: [1, 0], shelf: [2, 0], rack: [8, 0]}, objects: {cup: [1, 0], jug: [8, 0]}}
coordination: {witness: [tablet]}
task:
  and:
    - then: [{move: table}, {pick: cup}, {move: shelf}, {place: {object: cup, at: shelf}}]
      allocate: capability
      name: near a
    - then: [{move: rack}, {pick: jug}, {move: shelf}, {place: {object: jug, at: shelf}}]
      allocate: NEEDS
      name: near b
"""
JOBS = """\
jobs:
  grip:
    needs: [manipulation]
    objects: {cup: table}
    goal: [cup on shelf]
"""


def mission(needs: str, jobs: str = "") -> Mission:
    return loads(TWO.replace("NEEDS", needs) + jobs)


@pytest.mark.parametrize(
    ("needs", "jobs"),
    [("{by: capability, needs: [manipulation]}", ""), ("{by: capability, job: grip}", JOBS)],
)
def test_each_of_two_subtrees_goes_to_the_nearest_robot_that_can(needs: str, jobs: str) -> None:
    got = run(mission(needs, jobs))
    assert got.end.result == "success"
    begun = {(path, who) for who, path, _ in got.used}
    assert {who for path, who in begun if path.startswith("task/near a")} == {"a"}
    assert {who for path, who in begun if path.startswith("task/near b")} == {"b"}


def test_two_subtrees_may_need_what_one_job_needs() -> None:
    text = TWO.replace("NEEDS", "{by: capability, job: grip}")
    text = text.replace("allocate: capability", "allocate: {by: capability, job: grip}") + JOBS
    assert run(loads(text)).end.result == "success"


def test_a_subtree_that_nobody_can_do_is_refused_and_the_other_one_done() -> None:
    got = run(mission("{by: capability, needs: [2 manipulation]}"))
    assert got.end.result == "failure"
    assert got.stage.body.world.objects["cup"] == (2.0, 0.0, 0.0)
    assert any(
        reason.message.startswith("nobody can do task/near b: a cannot do task/near b: no second")
        or "nobody can do task/near b" in reason.message
        for reason in got.end.reasons
    )


AFTER = """\
mission: one drives there, and whoever has an arm waves
team:
  b: {robot: {components: [perception, manipulation, locomotion]}, at: [9, 0]}
  c: {robot: {components: [perception, locomotion]}, at: [7, 0]}
world: {places: {rack: [8, 0]}, objects: {jug: [8, 0]}}
coordination: {witness: [tablet]}
task:
  and:
    - then:
        - move: rack
        - perform: {what: wave, needs: [base]}
          allocate: {by: capability, needs: [manipulation]}
    - wait: 1 s
"""


def test_what_comes_before_a_matched_subtree_may_be_another_robots() -> None:
    got = run(loads(AFTER))
    assert got.end.result == "success", got.end
    begun = {path: who for who, path, _ in got.used}
    assert begun["task/then/move to rack"] == "c", "which is nearer"
    assert begun["task/then/perform wave"] == "b", "which can"


def test_a_hand_that_holds_something_does_not_wait_for_a_matched_subtree() -> None:
    text = AFTER.replace("        - per", "        - pick: jug\n        - per")
    text = text.replace("[perception, locomotion]", "[perception, manipulation, locomotion]")
    with pytest.raises(InputError, match="'pick jug' leaves its robot holding something, and who"):
        loads(text)
