"""A run of one robot, as far as somebody can operate it."""

from __future__ import annotations

from cotree.runtime.acts import Break, Inject, Override, Remove
from cotree.runtime.executor import Executor
from cotree.runtime.operating.ground import Ground


class Solo:
    """Implements ``Site``."""

    def __init__(self, ground: Ground, executor: Executor) -> None:
        self.ground = ground
        self._executor = executor

    @property
    def removable(self) -> tuple[str, ...]:
        """There is no team."""
        return ()

    def break_at(self, act: Break) -> None:
        """The robot hears of a breakpoint."""
        self._executor.steering.want(act)

    def go_on(self, paths: tuple[str, ...]) -> None:
        """It may begin what is held at these."""
        self._executor.steering.go_on(paths)

    def override(self, act: Override) -> str | None:
        """It stops its leaf, which has this result then."""
        return self.ground.scene.no_robot(act.robot) or override(self._executor, act)

    def inject(self, act: Inject, now_s: float) -> str | None:
        """Disturb the run."""
        return self.ground.disturb(act, now_s)

    def remove(self, act: Remove) -> str | None:
        """There is no team."""
        return f"'{act.robot}' has no team that could go on without it; Ctrl-C ends the run"


def override(executor: Executor, act: Override) -> str | None:
    """Let a robot end its leaf in its next tick; or why that cannot be."""
    running = executor.engine.operating.running_leaves()
    if act.path not in running:
        there = f"there {'run' if len(running) > 1 else 'runs'} {', '.join(running)}"
        return f"'{act.path}' does not run at {act.robot}; {there if running else 'nothing does'}"
    executor.steering.want(act)
    return None
