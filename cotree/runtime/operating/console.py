"""What an operator has set: who is armed, whether the run is paused, and where it stops."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.runtime.replies import Standing


class Console:
    """The switches of one run; what is refused says why, and what would be right.

    Who loses the connection is armed no more, but what was paused stays paused, and breakpoints
    stay: nothing begins to move because somebody went away.
    """

    def __init__(self, injections: tuple[str, ...]) -> None:
        self.paused = False
        self.stepping = False
        """Whether the run goes on, although it is paused, until one step is over."""
        self.breakpoints: dict[str, None] = {}
        self.stopped_at: dict[str, None] = {}
        self._injections = injections
        self._armed: int | None = None

    @property
    def standing(self) -> Standing:
        """How the run stands, for pages."""
        return Standing(
            self.paused, tuple(self.breakpoints), tuple(self.stopped_at), self._injections
        )

    @property
    def armed(self) -> bool:
        """Whether somebody operates."""
        return self._armed is not None

    @property
    def rests(self) -> bool:
        """Whether no time may pass."""
        return self.paused and not self.stepping

    # -- who operates --------------------------------------------------------------------------

    def arm(self, page: int, *, on: bool) -> str | None:
        """This page operates from now on, instead of any other; or no more (0: nobody does)."""
        if on:
            self._armed = page
        elif page in (0, self._armed):
            self._armed = None
        else:
            return "another page is armed; nothing was armed here"
        return None

    def refuses(self, page: int) -> str | None:
        """Why this page may not operate."""
        return None if self._armed == page else "not armed; turn the arm switch on first"

    # -- time ----------------------------------------------------------------------------------

    def pause(self) -> str | None:
        """No time passes from now on."""
        if self.paused:
            return "it is paused already"
        self.paused = True
        return None

    def resume(self) -> tuple[str, ...] | str:
        """Time passes again; the breakpoints that are left behind."""
        if not self.paused:
            return "it is not paused"
        self.paused = self.stepping = False
        return self._leave()

    def step(self) -> tuple[str, ...] | str:
        """Time passes for one step; the breakpoints that are left behind."""
        if not self.paused:
            return "pause it first; steps are for what is paused"
        self.stepping = True
        return self._leave()

    def stepped(self) -> None:
        """One step is over."""
        self.stepping = False

    # -- breakpoints ---------------------------------------------------------------------------

    def break_at(self, path: str, *, on: bool) -> str | None:
        """The run stops here from now on, or no more."""
        if on is (path in self.breakpoints):
            return f"there is {'a' if on else 'no'} breakpoint at '{path}'"
        if on:
            self.breakpoints[path] = None
        else:
            del self.breakpoints[path]
        return None

    def stop(self, paths: Iterable[str]) -> None:
        """The run has come to these breakpoints."""
        reached = [path for path in paths if path in self.breakpoints]
        if reached:
            self.paused, self.stepping = True, False
            self.stopped_at.update(dict.fromkeys(reached))

    def _leave(self) -> tuple[str, ...]:
        left, self.stopped_at = tuple(self.stopped_at), {}
        return left
