"""Between the bus and a process: letters and telegrams out and in; what is wrong is dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from cotree.core.words import visible
from cotree.runtime.bus import MOST_BYTES, Bus, Datagram
from cotree.runtime.process import telegrams
from cotree.runtime.process.names import Names, Unfit
from cotree.runtime.process.telegrams import TOPIC_OF, Envelope, Seen, Telegram
from cotree.runtime.promises import Identity
from cotree.team import messages
from cotree.team.messages import Letter


class Post(msgspec.Struct):
    """What came since the last look, in the order of arrival."""

    letters: list[Letter] = msgspec.field(default_factory=list)
    telegrams: list[tuple[str, Telegram]] = msgspec.field(default_factory=list)
    """Each with its sender."""


class Wire:
    """One process's end; each kind of wrong datagram is told once and counted for ever."""

    def __init__(
        self, bus: Bus, me: Identity, names: Names, complain: Callable[[str], None]
    ) -> None:
        self.bus = bus
        self.bad: Counter[str] = Counter()
        """Datagrams that were dropped, by what was wrong with them."""
        self._me = me
        self._names = names
        self._complain = complain

    def receive(self) -> Post:
        """What came since the last call."""
        post = Post()
        for datagram in self.bus.receive():
            try:
                self._sort(datagram, post)
            except Unfit as unfit:
                self.drop(datagram.sender, unfit.word, str(unfit))
            except ValueError as error:
                self.drop(datagram.sender, "malformed", str(error))
        return post

    def send(self, letters: Iterable[Letter]) -> None:
        """Letters of the protocol."""
        for letter in letters:
            self.bus.send("letters", messages.encode(letter))

    def tell(self, told: Iterable[Telegram]) -> None:
        """Anything else."""
        me = self._me
        for each in told:
            envelope = Envelope(telegrams.VERSION, me.mission, me.tree, me.name, each)
            data = telegrams.encode(envelope)
            if len(data) > MOST_BYTES:
                self._refuse(each, len(data))
            else:
                self.bus.send(TOPIC_OF[type(each)], data)

    def show(self, pages: Iterable[bytes]) -> None:
        """Anything for viewers; no teammate listens to that."""
        for page in pages:
            self.bus.send("telling", page)

    def drop(self, sender: str, word: str, why: str) -> None:
        """Count a message that nobody reads, and tell the first of its kind."""
        self.bad[word] += 1
        if self.bad[word] == 1:
            text = f"dropped a message of '{sender}': {why} (told once)"
            self._complain(visible(text)[:300])

    # -- how -----------------------------------------------------------------------------------

    def _sort(self, datagram: Datagram, post: Post) -> None:
        if datagram.topic == "telling":
            return
        if datagram.topic == "letters":
            letter = messages.decode(datagram.data)
            self._check(datagram, messages.VERSION, letter)
            post.letters.append(letter)
            return
        envelope = telegrams.decode(datagram.data)
        self._check(datagram, telegrams.VERSION, envelope)
        if TOPIC_OF[type(envelope.inside)] != datagram.topic:
            raise Unfit("topic", f"does not belong on topic '{datagram.topic}'")
        self._names.check(envelope.sender, envelope.inside)
        post.telegrams.append((envelope.sender, envelope.inside))

    def _check(self, datagram: Datagram, version: int, said: Letter | Envelope) -> None:
        me = self._me
        if said.sender != datagram.sender:
            raise Unfit("sender", f"says that it is from '{said.sender}'")
        if said.sender not in self._names.team or said.sender == me.name:
            raise Unfit("stranger", f"no teammate is called '{said.sender}'")
        if said.v != version:
            raise Unfit("version", f"is of version {said.v}; I speak {version}")
        if said.mission != me.mission:
            raise Unfit("mission", f"is about mission '{said.mission}', not '{me.mission}'")
        if said.tree != me.tree:
            raise Unfit("tree", "is about another task tree: the mission's files differ")

    def _refuse(self, told: Telegram, size: int) -> None:
        """What no datagram takes is not told, and whoever started the process hears why."""
        self.bad["too long"] += 1
        if self.bad["too long"] == 1:
            what = told.noted[0].sight if isinstance(told, Seen) else told
            name = getattr(what, "name", type(what).__name__)
            self._complain(
                f"'{name}' is too long to be told to the team: {size} bytes, "
                f"and a message takes {MOST_BYTES} (told once)"
            )
