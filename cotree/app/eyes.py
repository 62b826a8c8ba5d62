"""Who looks through the cameras of a mission: pictures joined with those who understand them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cotree.core.mission import Mission
from cotree.core.senses import HANDS, OBJECTS
from cotree.runtime.senses.ports import Eye, Moment, Sensed

if TYPE_CHECKING:
    from cotree.perception.blind import Blind
    from cotree.perception.frame import Frame
    from cotree.perception.sight import HandSight, Sight
    from cotree.simulation.physics.darkroom import Darkroom, Plates


class Looks:
    """Implements ``Eye``: gets the frame of a moment, and has it looked at."""

    def __init__(
        self,
        frame: Callable[[Moment], Frame | Blind],
        sight: Sight,
        close: Callable[[], None],
    ) -> None:
        self._frame = frame
        self._sight = sight
        self._close = close

    def look(self, moment: Moment) -> Sensed:
        """What is there."""
        frame = self._frame(moment)
        sensed = self._sight.look(frame, moment)
        rgb = getattr(frame, "rgb", None) if moment.shown else None
        return sensed if rgb is None else msgspec.structs.replace(sensed, picture=rgb)

    def close(self) -> None:
        """Let go of cameras and models."""
        self._sight.close()
        self._close()


class Nobody:
    """Implements ``Eye`` where there is no camera, and says why."""

    def __init__(self, senses: tuple[str, ...], why: str) -> None:
        self._blind = dict.fromkeys(senses, why)

    def look(self, moment: Moment) -> Sensed:
        """Nothing."""
        return Sensed(moment.t_s, blind=self._blind)

    def close(self) -> None:
        """There is nothing to let go of."""


def senses_of(mission: Mission, camera: str) -> tuple[str, ...]:
    """What is looked for through this camera."""
    senses = mission.senses
    wanted = {HANDS: senses.hands, OBJECTS: senses.objects}
    return tuple(
        word for word, each in wanted.items() if each is not None and camera in each.camera
    )


def eye_of(
    mission: Mission,
    camera: str,
    *,
    live: bool,
    plates: Plates | None,
) -> Eye:
    """Whoever looks through a camera; ``plates``: of the world that is drawn.

    ``live``: the mission goes on in real time.  Nothing is raised: where there is no camera, its
    pictures are blind, and say why.
    """
    model = mission.world.cameras[camera]
    if model.source:
        return _filmed(mission, camera, live=live)
    from cotree.simulation.physics.darkroom import Darkroom
    from cotree.simulation.physics.missing import PhysicsError

    try:
        assert plates is not None, "check_senses lets no other mission pass"
        room = Darkroom(plates)
    except PhysicsError as error:
        return Nobody(senses_of(mission, camera), str(error))
    return _drawn(mission, camera, room)


def _drawn(mission: Mission, camera: str, room: Darkroom) -> Eye:
    from cotree.perception.frame import frame_of
    from cotree.perception.sources.model import camera_of
    from cotree.simulation.physics.darkroom import Shot

    pinhole = camera_of(mission.world.cameras[camera])

    def frame(moment: Moment) -> Frame | Blind:
        assert isinstance(moment.shot, Shot)
        seen = room.develop(moment.shot, camera)
        return frame_of(moment.t_s, seen.rgb, seen.depth_m, pinhole)

    return Looks(frame, _sight(mission, camera, real=False), room.close)


def _filmed(mission: Mission, camera: str, *, live: bool) -> Eye:
    from cotree.perception.blind import Blind
    from cotree.perception.sources import open_source

    model = mission.world.cameras[camera]
    source = open_source(model, Path(mission.file).parent, live=live)
    if isinstance(source, Blind):
        return Nobody(senses_of(mission, camera), source.reason)
    sight = _sight(mission, camera, real=True)
    return Looks(lambda moment: source.at(moment.t_s), sight, source.close)


def _sight(mission: Mission, camera: str, *, real: bool) -> Sight:
    from cotree.perception.objects import level
    from cotree.perception.sight import Sight, ThingSight

    wanted = senses_of(mission, camera)
    things = ThingSight(mission.world.objects, level(0.0)) if OBJECTS in wanted else None
    hands = _hands(mission) if HANDS in wanted else None
    size = mission.world.cameras[camera].size
    return Sight(hands, things, size=size, real=real)


def _hands(mission: Mission) -> HandSight | Blind:
    from cotree.perception.blind import Blind
    from cotree.perception.hands import Watcher, open_landmarker
    from cotree.perception.sight import HandSight

    assert mission.senses.hands is not None
    file = mission.senses.hands.model
    homes = {name: mate.start for name, mate in mission.team.items() if mate.robot is None}
    path = Path(mission.file).parent / file if file else None
    finder = open_landmarker(path, hands=len(homes))
    return finder if isinstance(finder, Blind) else HandSight(Watcher(finder), homes)
