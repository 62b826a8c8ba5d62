"""What to say when MuJoCo, a model of a robot, or OpenGL is not here."""

from __future__ import annotations

import importlib
import os
import sys
from ctypes.util import find_library
from importlib.util import find_spec
from types import ModuleType

EXTRA = "pip install 'cotree[physics]'"
GL = "MUJOCO_GL"
"""The variable by which MuJoCo is told how to reach OpenGL; it reads it once, when it loads."""
NO_GL = "disable"


class PhysicsError(Exception):
    """Why this world cannot be made, in one line that says what to do."""


def have_mujoco() -> bool:
    """Whether MuJoCo can be imported."""
    return find_spec("mujoco") is not None


def need_mujoco() -> ModuleType:
    """MuJoCo, or one line that says what to install; it loads without OpenGL, too."""
    if "mujoco" not in sys.modules:
        os.environ.setdefault(GL, usual_gl())
    try:
        return importlib.import_module("mujoco")
    except ModuleNotFoundError as error:
        if error.name != "mujoco":
            raise
        raise PhysicsError(f"a world with physics needs MuJoCo: {EXTRA}") from error


def usual_gl() -> str:
    """How to draw without a screen on this system: EGL, or not at all."""
    if not sys.platform.startswith("linux"):
        return ""
    return "egl" if find_library("EGL") else NO_GL


def need_gl() -> None:
    """Nothing, or one line that says what pictures need."""
    if os.environ.get(GL) == NO_GL:
        raise PhysicsError(
            "cameras need OpenGL, and there is no libEGL here: "
            "apt install libegl1 libgl1 libgl1-mesa-dri libegl-mesa0"
        )
