"""One camera and all that is looked for in its pictures."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.actions import Event
from cotree.core.senses import HANDS, OBJECTS
from cotree.perception.blind import Blind
from cotree.perception.frame import Frame
from cotree.perception.sight.frozen import Frozen
from cotree.perception.sight.hands import HandSight
from cotree.perception.sight.marks import marks_of
from cotree.perception.sight.things import ThingSight
from cotree.runtime.senses.marks import Mark
from cotree.runtime.senses.ports import Moment, Sensed

THINGS_S = 0.2
"""Things are looked for not more often than this."""
AFTER_S = 3.0
"""So long after a hand all things that are seen are told, moved or not: somebody follows them."""


class Sight:
    """Looks at frames for hands, for things, or for both; either may be blind from the start.

    ``real``: the pictures come from a camera, so that one that never changes is none.
    """

    def __init__(
        self,
        hands: HandSight | Blind | None = None,
        things: ThingSight | None = None,
        *,
        size: tuple[int, int] = (640, 480),
        real: bool = False,
    ) -> None:
        self._hands = hands
        self._things = things
        self._size = size
        self._frozen = Frozen() if real else None
        self._hand_s = -AFTER_S
        self._things_s = -THINGS_S

    def look(self, frame: Frame | Blind, moment: Moment) -> Sensed:
        """What this frame tells."""
        wrong = self._wrong_with(frame)
        if isinstance(frame, Blind) or wrong is not None:
            why = frame.reason if isinstance(frame, Blind) else str(wrong)
            return Sensed(moment.t_s, blind=dict.fromkeys(self._senses(), why))
        events, blind = list[Event](), dict[str, str]()
        self._look_for_hands(frame, events, blind)
        lively = bool(self._palms())
        if lively:
            self._hand_s = frame.t_s
        self._look_for_things(frame, moment, events, blind)
        marks = self._marks(frame) if moment.shown else ()
        return Sensed(frame.t_s, tuple(events), blind, lively, marks=marks)

    def close(self) -> None:
        """Let go of the models."""
        if isinstance(self._hands, HandSight):
            self._hands.close()

    def _look_for_hands(self, frame: Frame, events: list[Event], blind: dict[str, str]) -> None:
        if self._hands is None:
            return
        seen = self._hands if isinstance(self._hands, Blind) else self._hands.look(frame)
        if isinstance(seen, Blind):
            blind[HANDS] = seen.reason
        else:
            events += seen

    def _look_for_things(
        self, frame: Frame, moment: Moment, events: list[Event], blind: dict[str, str]
    ) -> None:
        if self._things is None or frame.t_s - self._things_s < THINGS_S - 1e-6:
            return
        self._things_s = frame.t_s
        all_of = frame.t_s - self._hand_s < AFTER_S
        seen = self._things.look(frame, self._palms(), moment.held, all_of=all_of)
        if isinstance(seen, Blind):
            blind[OBJECTS] = seen.reason
        else:
            events += seen

    def _marks(self, frame: Frame) -> tuple[Mark, ...]:
        hands = self._hands.seen if isinstance(self._hands, HandSight) else ()
        things = () if self._things is None else self._things.seen
        return marks_of(frame, hands, things)

    def _palms(self) -> tuple[tuple[float, float, float], ...]:
        return self._hands.palms if isinstance(self._hands, HandSight) else ()

    def _senses(self) -> tuple[str, ...]:
        parts: Mapping[str, object] = {HANDS: self._hands, OBJECTS: self._things}
        return tuple(word for word, part in parts.items() if part is not None)

    def _wrong_with(self, frame: Frame | Blind) -> str | None:
        """Why this frame is none of this camera, or none at all."""
        if isinstance(frame, Blind):
            return None
        height, width = frame.rgb.shape[:2]
        if (width, height) != self._size:
            said = f"{self._size[0]}x{self._size[1]}"
            return f"its pictures are {width}x{height}, not {said} as the mission says"
        if self._frozen is not None and self._frozen.see(frame):
            return "its picture has not changed for a while: the camera is frozen"
        return None
