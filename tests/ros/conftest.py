"""These tests need rclpy, which installs from the Python index: ``tools/setup_real.sh``."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

os.environ.setdefault("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
NEEDED = "rclpy"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What asks for ``dds`` needs ROS; what ROS imports warns of what it imports."""
    skip = pytest.mark.skip(reason=f"no {NEEDED}: tools/setup_real.sh installs it")
    missing = find_spec(NEEDED) is None
    for item in items:
        if "dds" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning"))
            if missing:
                item.add_marker(skip)


@pytest.fixture
def dds() -> int:
    """A domain for one test; asking for it says that the test needs ROS."""
    from tests.kit.dds import fresh_domain

    return fresh_domain()
