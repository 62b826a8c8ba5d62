"""The body behind ROS does what every body must; its pauses need no other program."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cotree.conformance.body import BodyConformance
from cotree.core.actions import Pause
from cotree.ros.body import RosBody
from cotree.runtime.ports import Body
from tests.kit.dds import Site


class TestRosBody(BodyConformance):
    actions = (Pause(1.0),)
    patience_s = 5.0

    @pytest.fixture(autouse=True)
    def _site(self, dds: int) -> Iterator[None]:
        self.site = Site("robot", dds)
        yield
        self.site.close()

    def body(self) -> Body:
        return RosBody(self.site.node, "pr2", lambda: 0.0)
