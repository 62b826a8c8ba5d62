"""Somebody who operates a run: what is put together for that, for one robot and for a team.

Only a run that is operated loads the parts.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark, Mission
from cotree.core.words import did_you_mean
from cotree.runtime.beat import beat_hz
from cotree.runtime.clock import nap
from cotree.runtime.meant import meant, several

if TYPE_CHECKING:
    from cotree.runtime.crew.crew import Crew
    from cotree.runtime.executor import Executor
    from cotree.runtime.loop import Loop
    from cotree.runtime.messages import Message
    from cotree.runtime.operating.ground import Ground
    from cotree.runtime.operating.operator import Door, Operator, Site
    from cotree.simulation.body import KinematicBody

SLACK_S = 1e-6
"""A step is over a little after its beat."""


@dataclasses.dataclass(frozen=True)
class Controls:
    """That a run can be operated: where acts come from, and where it stops from the beginning."""

    door: Door
    breaks: tuple[str, ...] = ()
    nap: Callable[[], None] = nap
    """Waits for a moment while the run is paused."""

    def operator(self, site: Site, write: Callable[[Message], None]) -> Operator:
        """Whoever operates this run."""
        from cotree.runtime.operating.operator import Operator

        return Operator(self.door, site, write, self.nap, self.breaks)


def paths_of(mission: Mission) -> tuple[str, ...]:
    """The nodes at which a run can stop."""
    return tuple(node.path for node in mission.tree.walk())


def check_breaks(mission: Mission, names: list[str]) -> tuple[str, ...]:
    """The nodes that are meant, each by its path or as much of its end as only one has."""
    return tuple(_found(mission, name) for name in names)


def operate_alone(
    controls: Controls,
    loop: Loop,
    executor: Executor,
    body: KinematicBody,
    mission: Mission,
    write: Callable[[Message], None],
    time_again: Callable[[float], None],
) -> None:
    """From now on somebody may operate a run of one robot."""
    from cotree.runtime.operating.solo import Solo

    site = Solo(_ground(mission, body, time_again), executor)
    loop.operator = controls.operator(site, write)


def operate_team(
    controls: Controls,
    crew: Crew,
    body: KinematicBody,
    mission: Mission,
    write: Callable[[Message], None],
    time_again: Callable[[float], None],
) -> None:
    """From now on somebody may operate a run of a team."""
    from cotree.runtime.crew.held import Held
    from cotree.runtime.crew.operated import OperatedCrew

    site = OperatedCrew(_ground(mission, body, time_again), crew)
    operator = controls.operator(site, write)
    crew.held = Held(operator, crew.queue, 1 / beat_hz(mission) + SLACK_S)


def _ground(mission: Mission, body: KinematicBody, time_again: Callable[[float], None]) -> Ground:
    from cotree.runtime.operating.ground import Ground
    from cotree.runtime.operating.injecting import Scene

    scene = Scene.of(mission, body.held)
    return Ground(paths_of(mission), scene, body.befall, time_again)


def _found(mission: Mission, name: str) -> str:
    paths = paths_of(mission)
    found = meant(paths, name)
    if len(found) == 1:
        return found[0]
    ends = {path.rsplit("/", 1)[-1] for path in paths}
    hint = did_you_mean(name, paths if "/" in name else ends)
    why = several(name, found) if found else f"no node '{name}' in this mission{hint}"
    raise InputError([Mistake(Mark(mission.file, 1, 1), f"--break: {why}")])
