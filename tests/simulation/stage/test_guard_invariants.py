"""Whatever a process orders, dies of, and forgets: its guard holds."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.core.actions import Begin, Ended, Halt, Pause, Permit
from cotree.core.stopping import Stop
from cotree.simulation.stage.motion import Motion
from cotree.simulation.stage.stage import Stage
from cotree.team.ballots import Ballot
from cotree.team.mirror.script import Act
from tests.simulation.stage.scenes import Clock, two_robots

PIECES = ("cup", "tea")
pieces = st.sampled_from(PIECES)
steps = st.one_of(
    st.tuples(st.just("permit"), pieces, st.integers(1, 4), st.floats(-1.0, 5.0)),
    st.tuples(st.just("begin"), pieces, st.floats(0.1, 8.0)),
    st.tuples(st.just("halt"), st.integers(1, 9)),
    st.tuples(st.just("crash"), st.booleans()),
    st.tuples(st.just("restart")),
    st.tuples(st.just("wait"), st.floats(0.0, 4.0)),
)


class Guarded:
    """What may move until when, kept in the simplest way: by the highest token that was granted."""

    def __init__(self) -> None:
        self.until_s: dict[tuple[str, Ballot], float] = {}
        self.highest: dict[str, Ballot] = {}
        self.moving: dict[str, Motion] = {}

    def permits(self, piece: str, token: Ballot, until_s: float, true_s: float) -> None:
        if until_s <= true_s:
            return
        self.highest[piece] = max(token, self.highest.get(piece, token))
        until = self.until_s.get((piece, token), until_s)
        self.until_s[piece, token] = max(until, until_s)

    def begins(self, motion: Motion, true_s: float) -> None:
        assert true_s < self.until_s[motion.piece, motion.token]
        assert motion.token == self.highest[motion.piece]
        self.moving[motion.begin.id] = motion

    def ends(self, motion: Motion, done: bool, true_s: float) -> None:
        assert true_s <= self.until_s[motion.piece, motion.token] + 1e-6
        del self.moving[motion.begin.id]

    def acts(self, person: str, act: Act, true_s: float) -> None:
        raise AssertionError("nobody is there")


@settings(max_examples=300, deadline=None)
@given(
    st.lists(steps, max_size=40),
    st.floats(-100.0, 100.0),
    st.sampled_from([-0.01, 0.0, 0.01]),
)
def test_nothing_moves_without_a_permit_that_is_live(
    orders: list[tuple[Any, ...]], offset_s: float, drift: float
) -> None:
    stage, clock, guarded = Stage(two_robots()), Clock(offset_s, drift), Guarded()
    part = stage.part("pr2", clock)
    stage.listen(guarded)
    serial, open_ids, true_s = 0, set[str](), 0.0
    for order in orders:
        now_s = clock.steady(true_s)
        match order:
            case ("permit", piece, count, for_s) if part.alive:
                until_s = now_s + for_s
                guarded.permits(piece, (count, "pr2"), clock.true(until_s), true_s)
                part.command(Permit("pr2", piece, (count, "pr2"), until_s), now_s)
            case ("begin", piece, lasts_s) if part.alive:
                serial += 1
                open_ids.add(f"pr2.{serial}")
                part.command(Begin(f"pr2.{serial}", "pr2", Pause(lasts_s), (), piece), now_s)
            case ("halt", id_) if part.alive and f"pr2.{id_}" in open_ids:
                part.command(Halt(f"pr2.{id_}", "pr2", Stop.KILL), now_s)
            case ("crash", orphan):
                stage.crash("pr2", orphan=orphan)
                open_ids.clear()
                assert orphan or not _moves_after(stage, guarded)
            case ("restart",):
                stage.restart("pr2")
                open_ids.clear()
                serial = 0
                assert not guarded.moving
            case ("wait", for_s):
                true_s += for_s
                stage.advance(true_s)
        for event in part.advance(clock.steady(true_s)):
            if isinstance(event, Ended):
                open_ids.remove(event.id)
        assert len(open_ids) == (len(guarded.moving) if part.alive else 0)
    stage.advance(true_s + 100.0)
    assert not guarded.moving


def _moves_after(stage: Stage, guarded: Guarded) -> bool:
    stage.advance(stage.now_s)
    return bool(guarded.moving)
