"""What somebody sees who looks on: the same as of a run, and whom she does not hear."""

from __future__ import annotations

from rich.console import Console

from cotree.commands._output import complain
from cotree.commands._page import Shown
from cotree.commands._showing import Show
from cotree.runtime.clock import Clock
from cotree.runtime.telling.completing import Completing
from cotree.runtime.telling.onlooker import Onlooker
from cotree.viewer.words import plain

LOOK_S = 0.1
PATIENCE_S, SILENT_S = 7.0, 12.0
"""Who tells anything says it again within 5 seconds."""
WRONG = {
    "mission": "it is about another mission",
    "tree": "it is about another task tree, as the mission's files differ",
    "version": "it is of another version of cotree",
    "sender": "it is not from whom it says",
}


class Window(Show):
    """Shows what somebody hears who looks on; only a summary, if there is a page."""

    def __init__(self, live: Onlooker, where: str, *, json: bool, lines: bool, page: Shown) -> None:
        console = Console(force_terminal=False) if lines else None
        super().__init__(json=json, quiet=page.page is not None, console=console)
        self._page = page
        self._onlooker = live
        self._where = where
        self._told: set[str] = set()

    def follow(self, completing: Completing) -> bool:
        """Until it is over, or somebody has enough: whether that was so."""
        clock = Clock()
        write, watch = self._page.both(self.write), self._page.beside(self.now)
        try:
            while self._onlooker.end is None:
                for message in completing.completed(self._onlooker.receive()):
                    write(message)
                self._page.measure(self._onlooker.gauges)
                watch(self._onlooker.time_s)
                self._notice(clock.now_s())
                clock.wait_until(clock.now_s() + LOOK_S)
        except KeyboardInterrupt:
            return True
        return False

    def over(self) -> int:
        """What there is to say when nobody looks on any more; the exit code."""
        if self._onlooker.end is not None or self._json:
            self.summary()
        else:
            complain(f"left after {self._onlooker.time_s:.1f} s; the team goes on")
        return self.shown()

    def status(self) -> str:
        """Whom it does not hear."""
        if not self._onlooker.begun:
            return f"waiting for {self._where}"
        silent = self._onlooker.silent(SILENT_S).items()
        return "  ".join(f"{name} silent for {age_s:.0f} s" for name, age_s in silent)

    def _notice(self, since_s: float) -> None:
        """What who reads lines should know, each once."""
        if not self._onlooker.heard and since_s > PATIENCE_S:
            self._tell(f"nobody is heard yet of {self._where}")
        for word, count in self._onlooker.bad.items():
            self._tell(f"dropped {count} of what was told: {WRONG.get(word, word)}", word)
        for name in [] if self.live else self._onlooker.silent(SILENT_S):
            self._tell(f"{name} is silent")

    def _tell(self, text: str, key: str = "") -> None:
        if not self.live and (key or text) not in self._told:
            self._told.add(key or text)
            complain(plain(text))
