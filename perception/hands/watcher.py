"""One camera's view of hands: frames in, tracks out."""

from __future__ import annotations

from cotree.perception.blind import Blind
from cotree.perception.frame import Frame
from cotree.perception.hands.landmarks import Finder, Hands
from cotree.perception.hands.palm import Palm, palm_of
from cotree.perception.hands.track import Gate, Track, Tracker


class Watcher:
    """Finds the hands in each frame and follows them; ``with`` closes the finder."""

    def __init__(self, finder: Finder, gate: Gate = Gate()) -> None:  # noqa: B008 (frozen)
        self._finder = finder
        self._tracker = Tracker(gate)
        self.seen: Hands = ()
        """The hands in the newest frame, as they were found."""

    def look(self, frame: Frame) -> tuple[Track, ...] | Blind:
        """The hands of this frame; none is no reason to be blind, a hand without depth is one."""
        hands = self._finder.find(frame)
        self.seen = () if isinstance(hands, Blind) else hands
        if isinstance(hands, Blind):
            return hands
        palms = [palm_of(hand, frame) for hand in hands]
        known = [palm for palm in palms if isinstance(palm, Palm)]
        lost = [palm for palm in palms if isinstance(palm, Blind)]
        if lost and not known:
            return lost[0]
        return self._tracker.see(frame.t_s, known)

    def close(self) -> None:
        """Let go of the model."""
        self._finder.close()

    def __enter__(self) -> Watcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
