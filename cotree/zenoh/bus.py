"""The team's bus over Zenoh: every member a peer, nobody in the middle."""

from __future__ import annotations

import atexit
import contextlib
import threading
import time
from collections.abc import Collection, Iterable
from typing import Any

from cotree.runtime.bus import MOST_BYTES, TOPICS, BusError, Datagram, Topic
from cotree.runtime.letterbox import Letterbox
from cotree.zenoh.hangup import Ends, ends_of, hang_up
from cotree.zenoh.missing import need
from cotree.zenoh.names import all_on, key, parts_of
from cotree.zenoh.opening import Lan, opened, plans

__all__ = ["Lan", "ZenohBus"]

UNDER_WAY = 256
"""Samples between Zenoh's threads and ours."""
PATIENCE_S, CLOSING_S, ASKING_S = 0.1, 0.7, 0.002
"""A peer that takes nothing for so long is hung up on; nobody holds us up for longer."""


class ZenohBus:
    """Implements ``Bus``."""

    def __init__(
        self,
        name: str,
        team: str,
        members: Collection[str] | None = None,
        *,
        lan: Lan | None = None,
        block: Iterable[int] | None = None,
        hears: Collection[Topic] = TOPICS,
    ) -> None:
        if not name or not team:
            raise BusError("a member of a bus needs a name and a team")
        if members is not None and name not in members:
            raise BusError(f"'{name}' is nobody of the team; there are: {', '.join(members)}")
        self.name = name
        self._team = team
        self._members = None if members is None else frozenset(members)
        """Who may speak; None: anybody."""
        self._box = Letterbox()
        self._closed = False
        zenoh = need("zenoh")
        self._error: type[Exception] = zenoh.ZError
        self._put = zenoh.SampleKind.PUT
        self._publishers: dict[Topic, Any] = {}
        self._subscribers: list[Any] = []
        self._listeners: list[threading.Thread] = []
        self._session, self.port = opened(zenoh, plans(team, name, members or (), lan, block))
        atexit.register(self.close)  # an open session would hold up the end of the process
        try:
            self._join(zenoh, hears)
        except BaseException:  # a Ctrl-C, too
            self.close()
            raise

    @property
    def dropped(self) -> int:
        """How many datagrams were dropped here."""
        return self._box.dropped

    @property
    def linked(self) -> int:
        """With how many peers there is a connection now; for waiting and for showing."""
        return 0 if self._closed else len(self._session.info.peers_zid())

    def send(self, topic: Topic, data: bytes) -> None:
        """Tell everybody else; what is too long, or comes after the end, is dropped."""
        publisher = self._publishers.get(topic)
        if publisher is None or len(data) > MOST_BYTES or self._closed:
            self._box.refuse()
            return
        try:
            publisher.put(data)
        except self._error:
            self._box.refuse()

    def receive(self) -> list[Datagram]:
        """What came since the last call; nothing, after the end."""
        return [] if self._closed else self._box.empty()

    def close(self) -> None:
        """Leave within a second, also when a peer hangs; a second time does nothing."""
        if self._closed:
            return
        self._closed = True
        atexit.unregister(self.close)
        self._hang_up()
        leaving = threading.Thread(target=self._leave, daemon=True)
        leaving.start()
        leaving.join(CLOSING_S)
        # A thread that comes back from Zenoh while Python ends would abort the process.
        for listener in self._listeners:
            listener.join(PATIENCE_S)

    # -- how -----------------------------------------------------------------------------------

    def _join(self, zenoh: Any, hears: Collection[Topic]) -> None:
        for topic in TOPICS:
            self._publishers[topic] = self._session.declare_publisher(
                key(self._team, topic, self.name),
                allowed_destination=zenoh.Locality.REMOTE,
                congestion_control=zenoh.CongestionControl.DROP,
                express=topic in ("letters", "talk"),
            )
        for each in all_on(self._team, hears):
            channel = zenoh.handlers.FifoChannel(UNDER_WAY)
            self._subscribers.append(self._session.declare_subscriber(each, channel))
        # Zenoh's own threads for callbacks would keep a process alive that forgot to close.
        for each in self._subscribers:
            listener = threading.Thread(target=self._listen, args=(each,), daemon=True)
            listener.start()
            self._listeners.append(listener)

    def _listen(self, subscriber: Any) -> None:
        """On a thread of its own, until this end is closed."""
        with contextlib.suppress(self._error):  # that is how a channel says that it has ended
            for sample in subscriber:
                self._hear(sample)

    def _hear(self, sample: Any) -> None:
        """Check it and let it wait."""
        datagram = None
        with contextlib.suppress(Exception):  # whatever a stranger sends, this thread lives on
            datagram = self._checked(sample)
        if datagram is None:
            self._box.refuse()
        else:
            self._box.put(datagram)

    def _checked(self, sample: Any) -> Datagram | None:
        found = parts_of(str(sample.key_expr), self._team)
        if found is None or sample.kind != self._put:
            return None
        topic, sender = found
        if sender == self.name or (self._members is not None and sender not in self._members):
            return None
        if len(sample.payload) > MOST_BYTES:
            return None
        return Datagram(topic, sender, sample.payload.to_bytes())

    def _hang_up(self) -> None:
        """Whoever takes nothing any more is left first, because Zenoh would wait for it."""
        cut = hang_up(self._connections(), PATIENCE_S)
        deadline_s = time.monotonic() + PATIENCE_S
        while cut & self._connections() and time.monotonic() < deadline_s:
            time.sleep(ASKING_S)

    def _connections(self) -> set[Ends]:
        try:
            return ends_of(self._session.info.links())
        except self._error:
            return set()

    def _leave(self) -> None:
        for each in self._subscribers:
            with contextlib.suppress(Exception):  # Zenoh's; there is nothing more to lose
                each.undeclare()
        with contextlib.suppress(Exception):
            self._session.close()
