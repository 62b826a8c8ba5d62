"""What every process of a team does in real time: turn after turn, and a goodbye at the end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from cotree.runtime.culprit import reason_for
from cotree.runtime.messages import End
from cotree.runtime.ports import Timeline
from cotree.runtime.process.footing import Footing
from cotree.runtime.process.names import Unfit
from cotree.runtime.process.telegrams import Telegram
from cotree.runtime.process.wire import Post


class Turns(ABC):
    """Takes turns until it is over, or something goes wrong; then its teammates hear of it."""

    def __init__(self, footing: Footing, time: Timeline) -> None:
        self.end: End | None = None
        """How it ended; None: it goes on."""
        self._footing = footing
        self._time = time
        self._now_s = 0.0

    def run(self) -> End:
        """Until it is over.  Whatever goes wrong in between, everything that moves is stopped."""
        try:
            while self.end is None:
                now_s = self._time.next(self._now_s)
                assert now_s is not None, "real time goes on"
                self.turn(now_s)
                self._time.over()
                self._footing.shows(now_s)  # no viewer is worth a part of a tick
        except BaseException:
            self._kill()
            self._footing.goodbye("error")
            raise
        self._footing.ends(self.end)
        self._footing.goodbye(self.end.result)
        return self.end

    def _hear(self, post: Post, hear: Callable[[str, Telegram, float], None], now_s: float) -> None:
        """Each telegram; one that a body or person trips over is dropped, and the others count."""
        for sender, telegram in post.telegrams:
            try:
                hear(sender, telegram, now_s)
            except Unfit as unfit:
                self._footing.wire.drop(sender, unfit.word, str(unfit))
            except Exception as error:
                why = f"'{type(error).__name__}: {error}' came of it, a fault of cotree's"
                self._footing.wire.drop(sender, "fault", why)

    def broken(self, error: BaseException) -> End:
        """The end of a run that an error ended, with the behaviour that it came from."""
        return End(self._now_s, self._count, "error", (reason_for(error),))

    @abstractmethod
    def turn(self, now_s: float) -> None:
        """One beat; ``run`` does one after the other."""

    @property
    @abstractmethod
    def _count(self) -> int:
        """How many times it has decided."""

    @abstractmethod
    def _kill(self) -> None:
        """Stop whatever moves, now."""
