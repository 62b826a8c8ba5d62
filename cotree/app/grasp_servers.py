"""A grasp server over ROS where our own sampler would be."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cotree.core.reasons import Reason
from cotree.ros.context import Leaves, at_once
from cotree.ros.gpd.service import SERVICE, TYPE
from cotree.ros.gpd.words import PLAIN, Cloud

if TYPE_CHECKING:
    from cotree.manipulation.grasps import Found, Question
    from cotree.ros.gpd.client import GpdClient

MOST_POINTS = 20_000
PLAIN_NAMES = "plain:"


class GpdServer:
    """Implements ``GraspServer``; that it is not there is said once, until it is there again."""

    def __init__(self, client: GpdClient, complain: Callable[[str], None]) -> None:
        self._client = client
        self._complain = complain
        self._gone = False

    def ask(self, question: Question) -> Found:
        """The grasps of one object."""
        from cotree.manipulation.grasps.gpd import found_of
        from cotree.manipulation.grasps.values import none

        cloud = _cloud(question)
        if not cloud.points:
            return none("empty", "there is no point that could be held")
        if not all(map(math.isfinite, cloud.eye)):
            return none("bad_camera", "the camera's place must be three finite numbers")
        said = self._client.ask(cloud)
        if isinstance(said, Reason):
            if not self._gone:
                self._complain(said.message)
            self._gone = True
            return none(said.code, said.message)
        self._gone = False
        return found_of(said, question)


@contextlib.contextmanager
def gpd_server(
    complain: Callable[[str], None],
    name: str = SERVICE,
    type_: str = TYPE,
    *,
    patience_s: float = 5.0,
    domain: int | None = None,
    leaves: Leaves = at_once,
) -> Iterator[GpdServer]:
    """A server on ROS; ``NoRos`` and ``NoType`` say what is not installed."""
    from cotree.ros.gpd.client import gpd_client

    with gpd_client(name, type_, patience_s=patience_s, domain=domain, leaves=leaves) as client:
        yield GpdServer(client, complain)


def server_named(
    name: str, complain: Callable[[str], None], leaves: Leaves = at_once
) -> contextlib.AbstractContextManager[GpdServer]:
    """By what a person says: a service, nothing for the usual one, or ``plain:`` and a name."""
    if name.startswith(PLAIN_NAMES):
        return gpd_server(complain, name[len(PLAIN_NAMES) :] or SERVICE, PLAIN, leaves=leaves)
    return gpd_server(complain, name or SERVICE, leaves=leaves)


def _cloud(question: Question) -> Cloud:
    import numpy as np

    from cotree.core.frames import point_of

    points = np.asarray(question.cloud, dtype=float).reshape(-1, 3)
    points = points[np.isfinite(points).all(axis=1)]
    points = points[:: max(1, -(-len(points) // MOST_POINTS))]
    return Cloud(tuple(map(point_of, points)), point_of(question.eye))
