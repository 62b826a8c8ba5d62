"""Tests with forces need the extra ``[physics]``, and those with pictures OpenGL."""

from __future__ import annotations

import pytest

from cotree.simulation.physics.missing import NO_GL, have_mujoco, usual_gl

NO_FORCES = ["test_missing.py", "test_shapes.py", "test_scene.py", "test_frames.py"]
NO_FORCES += ["test_cameras.py", "test_way.py", "test_mission.py", "test_models.py"]
NO_FORCES += ["test_gait.py", "test_steering.py", "test_skin.py"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out, with the reason, what cannot run here."""
    for item in items:
        if "simulation/physics" not in item.path.as_posix():
            continue
        if item.path.name not in NO_FORCES and not have_mujoco():
            item.add_marker(pytest.mark.skip(reason="needs cotree[physics]: no MuJoCo here"))
        elif item.path.name == "test_eye.py" and usual_gl() == NO_GL:
            item.add_marker(pytest.mark.skip(reason="pictures need libEGL"))
