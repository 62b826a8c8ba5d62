"""A process without a robot: a witness that votes, a person who acts, or both in one."""

from __future__ import annotations

from collections.abc import Sequence

from cotree.runtime.halted import halted_end
from cotree.runtime.limit import Limit
from cotree.runtime.messages import End
from cotree.runtime.ports import Timeline
from cotree.runtime.process.footing import Footing
from cotree.runtime.process.ports import Senses, Wakes
from cotree.runtime.process.quotes import Quotes
from cotree.runtime.process.telegrams import Telegram
from cotree.runtime.process.turns import Turns
from cotree.runtime.process.wire import Post
from cotree.runtime.stopper import Stopper
from cotree.team.teammate import Teammate


class Attendant(Turns):
    """Takes part until the task is done, all robots have gone, or somebody stops it."""

    def __init__(
        self,
        footing: Footing,
        time: Timeline,
        robots: tuple[str, ...],
        *,
        wakes: Wakes | None = None,
        senses: Senses | None = None,
        quotes: Quotes | None = None,
        limit: Limit | None = None,
        stay: bool = False,
    ) -> None:
        super().__init__(footing, time)
        self.stopper = Stopper(0.0)
        self.mate: Teammate | None = None
        """Its vote; None: it has none, or has not begun."""
        self._robots = robots
        self._wakes = wakes
        self._senses = senses
        self._quotes = quotes
        self._limit = limit or Limit()
        self._stay = stay
        self._turns = 0
        self._since_s: float | None = None
        """When the team began, as far as is known here."""

    @property
    def _count(self) -> int:
        return self._turns

    def _kill(self) -> None:
        """There is nothing that moves."""

    def turn(self, now_s: float) -> None:
        """One beat; ``run`` does one after the other."""
        self._now_s = now_s
        self._turns += 1
        post = self._footing.listen(now_s)
        self._vote(post, now_s)
        if self._senses is not None:
            self._sense(self._senses, post, now_s)
        self._judge(now_s)

    def _sense(self, senses: Senses, post: Post, now_s: float) -> None:
        """Live: time begins with the team, so that who started first does not act too soon."""
        voting = self._wakes is not None
        begins = self.mate is not None if voting else bool(post.letters)
        if self._since_s is None and begins:
            self._since_s = now_s
        time_s = 0.0 if self._since_s is None else now_s - self._since_s
        senses.wake(time_s)
        self._hear(post, senses.hear, time_s)
        telling = senses.telegrams(time_s)
        self._footing.wire.tell(telling)
        if self._quotes is not None:
            self._quote(self._quotes, post, telling, now_s)

    def _quote(self, quotes: Quotes, post: Post, telling: Sequence[Telegram], now_s: float) -> None:
        """The record says what was said."""
        for sender, telegram in post.telegrams:
            for message in quotes.hears(sender, telegram, now_s):
                self._footing.write(message)
        for message in quotes.says(telling, now_s):
            self._footing.write(message)

    def _vote(self, post: Post, now_s: float) -> None:
        if self._wakes is None:
            return
        if self.mate is None:
            verdict = self._footing.began(now_s)
            if verdict is None:
                return
            self.mate = self._wakes(self._footing.memory, now_s, first=verdict == "first")
        for letter in post.letters:
            self.mate.receive(letter, now_s)
        self.mate.tick(now_s)
        out = self.mate.drain()
        self._footing.keep(out.durable, out.letters, now_s)

    def _judge(self, now_s: float) -> None:
        if self._limit.look(now_s, (), idle=False):
            self.stopper.ask()
        complete = self.mate is not None and self.mate.complete
        gone = self._footing.gone
        if self.stopper.asked:
            self.end = halted_end(self._limit, now_s, self._turns)
        elif self._footing.leaving.over(now_s, over=complete):
            self._finish("success")
        elif not self._stay and all(robot in gone for robot in self._robots):
            results = {gone[robot] for robot in self._robots}
            self._finish(results.pop() if len(results) == 1 else "failure")

    def _finish(self, result: str) -> None:
        self.end = End(self._now_s, self._turns, result)
