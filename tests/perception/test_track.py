from __future__ import annotations

import numpy as np
import pytest

from cotree.core.places import Point
from cotree.perception.blind import Blind
from cotree.perception.camera import looking
from cotree.perception.frame import Frame, frame_of
from cotree.perception.hands.landmarks import Hand2D, Hands
from cotree.perception.hands.palm import Palm, palm_of
from cotree.perception.hands.track import Tracker
from cotree.perception.hands.watcher import Watcher

CAMERA = looking((0.0, 0.0, 2.0), (0.0, 0.001, 0.0))


def palm(t_s: float, x: float, y: float = 0.0) -> Palm:
    return Palm(t_s, (x, y, 0.8), 0.01)


def frame(depth: object, t_s: float = 0.0) -> Frame:
    found = frame_of(t_s, np.zeros((480, 640, 3), np.uint8), depth, CAMERA)
    assert isinstance(found, Frame)
    return found


def flat(depth_m: float = 1.2) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.full((480, 640), depth_m, np.float32)


def hand_at(u: float, v: float) -> Hand2D:
    return Hand2D(np.tile((u, v), (21, 1)), 0.9)


def test_hands_keep_their_numbers_while_they_pass_each_other() -> None:
    tracker = Tracker()
    for i in range(20):
        shift = 0.02 * i
        order = [palm(i / 15, -0.2 + shift), palm(i / 15, 0.2 - shift, 0.15)]
        seen = tracker.see(i / 15, order[:: 1 if i % 2 else -1])
        names = {track.id: track.palm.at[1] for track in seen}
        assert len(names) == 2
        assert names[min(names)] in (0.0, 0.15)
    first = {track.id: track.palm.at[0] for track in seen}
    assert sorted(first) == [1, 2]


def test_a_single_jump_is_not_believed_and_a_second_is() -> None:
    tracker = Tracker()
    tracker.see(0.0, [palm(0.0, 0.0)])
    assert tracker.see(0.1, [palm(0.1, 0.9)]) == ()
    back = tracker.see(0.2, [palm(0.2, 0.05)])
    assert [track.id for track in back] == [1]
    assert tracker.see(0.3, [palm(0.3, 0.9)]) == ()
    moved = tracker.see(0.4, [palm(0.4, 0.92)])
    assert [(track.id, track.palm.at[0]) for track in moved] == [(1, 0.92)]


def test_a_hand_that_was_out_of_sight_for_long_is_a_new_one() -> None:
    tracker = Tracker()
    assert [track.id for track in tracker.see(0.0, [palm(0.0, 0.0)])] == [1]
    assert tracker.see(0.3, []) == ()
    assert [track.id for track in tracker.see(0.4, [palm(0.4, 0.0)])] == [1]
    assert [track.id for track in tracker.see(2.0, [palm(2.0, 0.0)])] == [2]


def test_a_palm_lies_behind_its_skin() -> None:
    found = palm_of(hand_at(320, 240), frame(flat()))
    assert isinstance(found, Palm)
    assert found.at[2] == pytest.approx(0.788, abs=0.002)
    assert found.sigma_m < 0.02


def test_a_depth_beside_the_palm_does_not_count() -> None:
    depth = flat()
    hand = hand_at(320, 240)
    hand.pixels[0] = (100, 100)
    depth[90:110, 90:110] = 1.9
    found = palm_of(hand, frame(depth))
    assert isinstance(found, Palm)
    assert found.at[2] == pytest.approx(0.788, abs=0.002)


@pytest.mark.parametrize("hole", [True, False])
def test_a_hand_without_depth_is_nowhere(hole: bool) -> None:
    depth: Point | object = None
    if hole:
        depth = flat()
        depth[200:280, 280:360] = np.nan
    found = palm_of(hand_at(320, 240), frame(depth))
    assert isinstance(found, Blind)
    assert "depth" in found.reason


class Scripted:
    """Finds what it was told."""

    def __init__(self, *answers: Hands | Blind) -> None:
        self.answers = list(answers)
        self.closed = False

    def find(self, frame: Frame) -> Hands | Blind:
        return self.answers.pop(0)

    def close(self) -> None:
        self.closed = True


def test_a_watcher_passes_reasons_on_and_closes_its_finder() -> None:
    finder = Scripted((hand_at(320, 240),), (), Blind("dark"), (hand_at(-9, -9),))
    with Watcher(finder) as watcher:
        seen = watcher.look(frame(flat()))
        assert not isinstance(seen, Blind)
        assert len(seen) == 1
        assert watcher.look(frame(flat(), 0.1)) == ()
        assert watcher.look(frame(flat(), 0.2)) == Blind("dark")
        assert watcher.look(frame(flat(), 0.3)) == Blind("there is no depth at the palm")
    assert finder.closed
