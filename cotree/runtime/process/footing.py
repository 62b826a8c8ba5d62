"""The part that all processes of a team have in common: wire, disk, beginning and goodbye."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cotree.runtime.disk import Disk
from cotree.runtime.messages import End, Message, Said
from cotree.runtime.process.leaving import Leaving
from cotree.runtime.process.rollcall import RollCall, Verdict
from cotree.runtime.process.telegrams import Bye, Here, Telegram
from cotree.runtime.process.wire import Post, Wire
from cotree.runtime.telling.aside import Aside
from cotree.team.durable import Durable, Memory
from cotree.team.messages import Letter

PATIENT_S = 2.0
"""So long a process waits for the others to begin before it says so."""
GOODBYES = 3
"""A goodbye may be lost, and nothing depends on it."""


class Footing:
    """What one process stands on."""

    def __init__(
        self,
        wire: Wire,
        disk: Disk,
        rollcall: RollCall,
        leaving: Leaving,
        write: Callable[[Message], None],
        notice: Callable[[str], None],
        aside: Aside | None = None,
    ) -> None:
        self.wire = wire
        self.leaving = leaving
        self.write = write
        self.notice = notice
        """Tells whoever started it one line."""
        self.gone: dict[str, str] = {}
        """How the processes of others ended."""
        self._lives: dict[str, int] = {}
        """Of whom letters came: which of their processes that was, the newest."""
        self._life = 0
        """Which of its own teammate's processes this is."""
        self._disk = disk
        self._rollcall = rollcall
        self._aside = aside
        self._waits_s: float | None = None
        self._missing: list[str] = []

    @property
    def memory(self) -> Memory | None:
        """What the disk says."""
        return self._disk.memory

    def listen(self, now_s: float) -> Post:
        """What came; who is here and who has gone is heard already."""
        post = self.wire.receive()
        self.leaving.heard(post.letters, now_s)
        for letter in post.letters:  # a record of one process says itself what came
            self.write(Said(now_s, letter))
            if letter.boot > self._lives.get(letter.sender, 0):  # it is there, or there again
                self._lives[letter.sender] = letter.boot
                self.gone.pop(letter.sender, None)
        others: list[tuple[str, Telegram]] = []
        for sender, telegram in post.telegrams:
            match telegram:
                case Here():
                    self._rollcall.hear(sender, telegram)
                    self.gone.pop(sender, None)
                case Bye(result=result, boot=boot):
                    if not boot or boot >= self._lives.get(sender, 0):
                        self.gone[sender] = result
                        self.leaving.gone(sender)
                case _:
                    others.append((sender, telegram))
        post.telegrams = others
        here = self._rollcall.calls(now_s)
        if here is not None:
            self.wire.tell([here])
        return post

    def began(self, now_s: float) -> Verdict | None:
        """How the process takes part from now on; None: it waits for the others."""
        verdict = self._rollcall.verdict
        if verdict is None:
            self._wait(now_s)
        elif self._missing:
            self.notice("everybody is there")
        elif self._rollcall.lost:
            self.notice("its promises are lost: it joins when most voters have told theirs")
        elif verdict == "joins":
            self.notice("the team has begun; joining it")
        return verdict

    def keep(self, records: Iterable[Durable], letters: Iterable[Letter], now_s: float) -> None:
        """Store what is promised, then say it: in this order, whatever happens in between."""
        said = list(letters)
        self._disk.store(records)
        for letter in said:
            self._life = letter.boot
            self.write(Said(now_s, letter))
        self.wire.send(said)
        self.leaving.said(said)

    def shows(self, now_s: float) -> None:
        """Tell whoever looks on what is new, a little between two turns."""
        if self._aside is not None:
            self.wire.show(self._aside.pages(now_s))

    def ends(self, end: End) -> None:
        """Tell whoever looks on how it ended."""
        if self._aside is not None:
            self._aside.write(end)
            self.wire.show(self._aside.rest())

    def goodbye(self, result: str) -> None:
        """The process ends."""
        self.wire.tell([Bye(result, self._life)] * GOODBYES)

    def _wait(self, now_s: float) -> None:
        if self._waits_s is None:
            self._waits_s = now_s
        missing = self._rollcall.missing
        if now_s - self._waits_s < PATIENT_S or missing == self._missing or not missing:
            return
        self._missing = missing
        self.notice(
            f"waiting for {', '.join(missing)}: a team that remembers nothing begins when "
            "everybody is there; --first begins without them, if this mission has never run"
        )
