"""Draws what the cameras of a running scene see."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cotree.simulation.physics.cameras import Camera, Frame, worsened
from cotree.simulation.physics.missing import PhysicsError, need_gl, need_mujoco
from cotree.simulation.physics.sim import Sim

if TYPE_CHECKING:
    import mujoco

Labels = npt.NDArray[np.int32]


class Eye:
    """The cameras of one scene; noise comes from the seed, the camera and the picture's number."""

    def __init__(self, sim: Sim, seed: int = 0) -> None:
        need_gl()
        self._sim = sim
        self._mujoco = need_mujoco()
        self._cameras = {camera.name: camera for camera in sim.scene.cameras}
        self._seed = seed
        self._taken: dict[str, int] = {}
        sizes = {(camera.height, camera.width) for camera in sim.scene.cameras}
        self._renderers = {size: self._renderer(*size) for size in sorted(sizes)}
        for camera in sim.scene.cameras:  # the first depth of a renderer differs in its last bit
            self.perfect(camera.name)

    def look(self, name: str) -> Frame:
        """A picture of now, as bad as this camera makes them."""
        camera = self._camera(name)
        number = self._taken[name] = self._taken.get(name, -1) + 1
        which = sorted(self._cameras).index(name)
        dice = np.random.default_rng((self._seed, which, number))
        return worsened(self.perfect(name), camera.noise, dice)

    def perfect(self, name: str) -> Frame:
        """A picture of now without noise."""
        camera = self._camera(name)
        renderer = self._renderers[camera.height, camera.width]
        renderer.update_scene(self._sim.data, camera=name)
        flags = renderer.scene.flags
        flags[self._mujoco.mjtRndFlag.mjRND_SHADOW] = False
        flags[self._mujoco.mjtRndFlag.mjRND_REFLECTION] = False
        rgb = renderer.render().copy()
        renderer.enable_depth_rendering()
        depth = renderer.render().astype(np.float32)
        renderer.disable_depth_rendering()
        depth[depth > 0.9 * self._far_m()] = 0.0
        return Frame(self._sim.now_s, rgb, depth, camera.intrinsics(), camera.pose())

    def labels(self, name: str) -> Labels:
        """Which body each pixel shows, by MuJoCo's numbers; -1: none."""
        camera = self._camera(name)
        renderer = self._renderers[camera.height, camera.width]
        renderer.enable_segmentation_rendering()
        renderer.update_scene(self._sim.data, camera=name)
        ids, kinds = np.moveaxis(renderer.render(), 2, 0)
        renderer.disable_segmentation_rendering()
        geom = (kinds == int(self._mujoco.mjtObj.mjOBJ_GEOM)) & (ids >= 0)
        owner = np.asarray(self._sim.model.geom_bodyid)
        return np.where(geom, owner[np.where(geom, ids, 0)], -1).astype(np.int32)

    def mask(self, name: str, body: str) -> npt.NDArray[np.bool_]:
        """Which pixels show this body: the truth for tests."""
        shown: npt.NDArray[np.bool_] = self.labels(name) == self._sim.model.body(body).id
        return shown

    def close(self) -> None:
        """Free what OpenGL holds."""
        for renderer in self._renderers.values():
            renderer.close()
        self._renderers = {}

    def __enter__(self) -> Eye:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- how -----------------------------------------------------------------------------------

    def _camera(self, name: str) -> Camera:
        if name not in self._cameras:
            known = ", ".join(self._cameras) or "none"
            raise PhysicsError(f"no camera '{name}' in this scene; there is: {known}")
        return self._cameras[name]

    def _far_m(self) -> float:
        return float(self._sim.model.vis.map.zfar * self._sim.model.stat.extent)

    def _renderer(self, height: int, width: int) -> mujoco.Renderer:
        try:
            return self._mujoco.Renderer(self._sim.model, height, width)
        except Exception as error:  # whatever a driver throws
            raise PhysicsError(f"OpenGL does not draw here: {error}") from error
