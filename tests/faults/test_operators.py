"""Operators of the simulation: they insist, also when a decision was lost with the disks."""

from __future__ import annotations

import msgspec

from cotree.runtime.swarm.arena import Result
from cotree.runtime.swarm.directed import ONE, scene
from cotree.runtime.swarm.faults import Air, Fault
from cotree.runtime.swarm.table import run_scene
from cotree.team.dice import Dice
from cotree.team.policies import Word


def taken_back(*, disk: bool, voters: int = 1, word: Word = "block") -> Result:
    """The only leaf is taken back by who has a quorum by itself and dies before telling it."""
    faults = [
        Fault("partition", 2.0, 2.0, side=(0,)),
        Fault("undo", 2.5, host=0, leaf=1),
        Fault("crash", 2.6, 0.1, 0, disk=disk, orphan=False),
    ]
    quiet = scene(
        Dice(2), ONE, 1.0, faults, robots=2, voters=voters, word=word, air=Air(high_s=0.01)
    )
    return run_scene(msgspec.structs.replace(quiet, lasts=True), trace=True)


def asked_again(result: Result) -> bool:
    return any("nobody remembers 0 was taken back" in line for line in result.trace)


def test_what_was_taken_back_and_forgotten_with_the_disk_is_taken_back_again() -> None:
    """Found by ``undo`` 1001354: everybody believed it done, and the operator said nothing."""
    result = taken_back(disk=False)
    assert asked_again(result)
    assert result.ok, result.trace[-12:]


def test_where_two_vote_one_disk_less_makes_nobody_forget_what_was_taken_back() -> None:
    result = taken_back(disk=False, voters=2, word="home")
    assert result.ok, result.trace[-12:]
    assert not asked_again(result)


def test_an_operator_trusts_what_is_on_a_disk() -> None:
    result = taken_back(disk=True)
    assert result.ok, result.trace[-12:]
    assert not asked_again(result)
