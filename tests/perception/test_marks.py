from __future__ import annotations

import numpy as np
import pytest

from cotree.perception.blind import Blind
from cotree.perception.camera import looking
from cotree.perception.frame import Frame, frame_of
from cotree.perception.hands.landmarks import Hand2D, Hands
from cotree.perception.hands.watcher import Watcher
from cotree.perception.sight import HandSight, Sight
from cotree.perception.sight.marks import marks_of
from cotree.runtime.senses.marks import Mark
from cotree.runtime.senses.ports import Moment

CAMERA = looking((0.0, -1.0, 1.0), (0.0, 0.0, 0.0))
PIXELS = np.stack([np.full(21, 320.0), np.linspace(240.0, 120.0, 21)], axis=1)


class Finder:
    """Finds the same hand in every frame, or is blind."""

    def __init__(self) -> None:
        self.says: Hands | Blind = (Hand2D(PIXELS, 0.9),)

    def find(self, frame: Frame) -> Hands | Blind:
        return self.says

    def close(self) -> None:
        pass


def frame(t_s: float) -> Frame:
    rgb = np.full((480, 640, 3), 90, np.uint8)
    found = frame_of(t_s, rgb, np.full((480, 640), 1.2, np.float32), CAMERA)
    assert isinstance(found, Frame)
    return found


def test_landmarks_are_shares_of_the_picture() -> None:
    (mark,) = marks_of(frame(0.0), (Hand2D(PIXELS, 0.9),), ())
    assert (mark.what, len(mark.points)) == ("hand", 21)
    assert mark.points[0] == (0.5, 0.5)
    assert mark.points[-1] == (0.5, 0.25)


def test_what_is_found_is_marked_only_where_somebody_looks_at_the_picture() -> None:
    finder = Finder()
    sight = Sight(HandSight(Watcher(finder), {"ann": (0.0, 0.0, 0.0)}))
    assert sight.look(frame(0.0), Moment(0.0)).marks == ()
    (mark,) = sight.look(frame(0.1), Moment(0.1, shown=True)).marks
    assert isinstance(mark, Mark)
    finder.says = Blind("no light")
    assert sight.look(frame(0.2), Moment(0.2, shown=True)).marks == ()


@pytest.mark.parametrize("count", [0, 2])
def test_as_many_hands_are_marked_as_there_are(count: int) -> None:
    assert len(marks_of(frame(0.0), (Hand2D(PIXELS, 0.9),) * count, ())) == count
