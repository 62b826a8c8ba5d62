from __future__ import annotations

import sys

import pytest

from cotree.simulation.physics import missing
from cotree.simulation.physics.missing import GL, NO_GL, PhysicsError, need_gl, need_mujoco


def test_without_mujoco_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(PhysicsError, match=r"needs MuJoCo: pip install 'cotree\[physics\]'"):
        need_mujoco()


def test_what_mujoco_itself_misses_is_not_taken_for_mujoco(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(name: str) -> None:
        raise ModuleNotFoundError("no numpy", name="numpy")

    monkeypatch.setattr("importlib.import_module", broken)
    with pytest.raises(ModuleNotFoundError, match="no numpy"):
        need_mujoco()


def test_without_egl_pictures_are_refused_with_the_packages_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(missing, "find_library", lambda name: None)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv(GL, missing.usual_gl())
    assert missing.usual_gl() == NO_GL
    with pytest.raises(PhysicsError, match=r"cameras need OpenGL.*apt install libegl1"):
        need_gl()


def test_with_egl_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing, "find_library", lambda name: "libEGL.so.1")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv(GL, missing.usual_gl())
    assert missing.usual_gl() == "egl"
    need_gl()


def test_other_systems_draw_as_mujoco_thinks_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert missing.usual_gl() == ""
