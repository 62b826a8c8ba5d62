"""What of a run is the same to whoever operates it, for one robot and for a team."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from cotree.core.disturbances import Misfortune
from cotree.runtime.acts import Inject
from cotree.runtime.operating.injecting import Scene


@dataclasses.dataclass(frozen=True)
class Ground:
    """The trees, the world and the time of a run that somebody operates."""

    paths: tuple[str, ...]
    """The nodes of its trees."""
    scene: Scene
    befall: Callable[[Misfortune], None]
    """Lets the world do this to a robot or a way."""
    time_again: Callable[[float], None]
    """Mission time goes on from here, however long it stood still."""

    def disturb(self, act: Inject, now_s: float) -> str | None:
        """Let the world do what is injected; what is wrong with it."""
        found = self.scene.befalls(act, now_s)
        if isinstance(found, str):
            return found
        for each in found:
            self.befall(each)
        return None
