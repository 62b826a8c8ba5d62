"""People's hands, as one camera sees them."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.actions import HandSeen
from cotree.core.places import Point
from cotree.perception.blind import Blind
from cotree.perception.frame import Frame
from cotree.perception.hands.landmarks import Hands
from cotree.perception.hands.owner import Owners
from cotree.perception.hands.track import Track
from cotree.perception.hands.watcher import Watcher
from cotree.perception.sight.over import on_table


class HandSight:
    """Tells where the hand of each person is; ``homes``: where each hand rests."""

    def __init__(self, watcher: Watcher, homes: Mapping[str, Point]) -> None:
        self._watcher = watcher
        self._owners = Owners(homes)
        self.palms: tuple[Point, ...] = ()
        """Where hands are in the newest frame, whosever they are."""

    def look(self, frame: Frame) -> tuple[HandSeen, ...] | Blind:
        """The hands of this frame."""
        tracks = self._watcher.look(frame)
        if isinstance(tracks, Blind):
            self.palms = ()
            return tracks
        self.palms = tuple(track.palm.at for track in tracks)
        mine = self._owners.pick(tracks)
        return tuple(_seen(name, track) for name, track in mine.items())

    @property
    def seen(self) -> Hands:
        """The hands in the newest frame, as they were found."""
        return self._watcher.seen

    def close(self) -> None:
        """Let go of the model."""
        self._watcher.close()


def _seen(person: str, track: Track) -> HandSeen:
    return HandSeen(person, on_table(track.palm.at), track.palm.t_s)
