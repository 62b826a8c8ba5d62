"""Which senses a mission has, and the cameras that they look through: values, as the YAML says."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from cotree.core.places import Point

Without: TypeAlias = Literal["go_on", "stop"]
"""What becomes of the mission while a sense says nothing."""
HANDS, OBJECTS, SPEECH, ARMS = "hands", "objects", "speech", "arms"
VOICE = "voice"
"""What ``speech`` has beside ears, where it is told that one of them says nothing."""


class CameraModel(msgspec.Struct, frozen=True):
    """A camera with depth that stands somewhere and looks at something."""

    at: Point
    looks_at: Point
    size: tuple[int, int] = (640, 480)
    """Pixels, across and down."""
    fov_deg: float = 66.0
    """How much it sees from left to right."""
    hz: float = 15.0
    """Pictures a second while a hand is in sight; fewer, where there is none."""
    noise: float = 1.0
    """Of a camera that is drawn: how bad its pictures are; 0: perfect, 1: as at a table."""
    source: str = ""
    """A video, a folder of pictures, or a device; empty: drawn from the world with physics."""
    depth: Literal["measured", "table"] = "measured"
    """``table``: nothing measures it, and everything is taken to lie on the table."""


class HandSense(msgspec.Struct, frozen=True):
    """People's hands are known from pictures, and from nothing else."""

    camera: tuple[str, ...]
    """Several, where one cannot see all."""
    without: Without = "go_on"
    model: str = ""
    """The file of the hand model; empty: the one that an installed package carries."""


class ObjectSense(msgspec.Struct, frozen=True):
    """Where objects lie is known from pictures, and from the grippers that hold them."""

    camera: tuple[str, ...]
    """Several, where one cannot see all."""
    without: Without = "go_on"


class SpeechSense(msgspec.Struct, frozen=True):
    """People of a script answer aloud, and are heard; who types or clicks needs no voice."""

    yes: str = ""
    """A sound file in which somebody says yes; empty: nobody answers aloud."""
    no: str = ""
    voice: bool = False
    """Robots ask their questions aloud, where time is paced so that somebody can listen."""
    without: Without = "go_on"


class ArmSense(msgspec.Struct, frozen=True):
    """Robots at a table of a world with physics see how they could take things, with real arms."""

    without: Without = "go_on"
    """Where a robot's model is missing or broken its grippers fly, or the mission stops."""


class Senses(msgspec.Struct, frozen=True):
    """What is sensed in a mission instead of being told by the simulated world."""

    hands: HandSense | None = None
    objects: ObjectSense | None = None
    speech: SpeechSense | None = None
    arms: ArmSense | None = None

    @property
    def any(self) -> bool:
        """Whether there is any sense at all."""
        return any(each is not None for each in msgspec.structs.astuple(self))

    @property
    def cameras(self) -> tuple[str, ...]:
        """The cameras that somebody looks through, by name."""
        senses = [each for each in (self.hands, self.objects) if each is not None]
        used = {name for each in senses for name in each.camera}
        return tuple(sorted(used))
