"""The team's bus over Zenoh: every member a peer, nobody in the middle."""

from __future__ import annotations

import atexit
import contextlib
import json
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from cotree.runtime.bus import MOST_BYTES, TOPICS, BusError, Datagram, Topic
from cotree.runtime.letterbox import Letterbox
from cotree.zenoh.hangup import Ends, ends_of, hang_up
from cotree.zenoh.missing import need
from cotree.zenoh.names import all_in, key, parts_of, ports_of
from cotree.zenoh.settings import at_home, on_lan

UNDER_WAY = 256
"""Samples between Zenoh's threads and ours."""
PATIENCE_S, CLOSING_S, ASKING_S = 0.1, 0.7, 0.002
"""A peer that takes nothing for so long is hung up on; nobody holds us up for longer."""


class Lan(msgspec.Struct, frozen=True):
    """How a member takes part in a team on several machines."""

    keys: Path | None
    """Its folder of what ``cotree keys`` made; None: anybody on the network may speak and hear."""
    calls: tuple[str, ...] = ()
    """Hosts (``HOST`` or ``HOST:PORT``) that multicast does not reach."""


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
        self._session, self.port = _opened(zenoh, _plans(team, name, lan, block))
        atexit.register(self.close)  # an open session would hold up the end of the process
        self._error: type[Exception] = zenoh.ZError
        self._put = zenoh.SampleKind.PUT
        self._publishers = {
            topic: self._session.declare_publisher(
                key(team, topic, name),
                allowed_destination=zenoh.Locality.REMOTE,
                congestion_control=zenoh.CongestionControl.DROP,
                express=topic in ("letters", "talk"),
            )
            for topic in TOPICS
        }
        channel = zenoh.handlers.FifoChannel(UNDER_WAY)
        self._subscriber = self._session.declare_subscriber(all_in(team), channel)
        # Zenoh's own threads for callbacks would keep a process alive that forgot to close.
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

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
        self._listener.join(PATIENCE_S)

    # -- how -----------------------------------------------------------------------------------

    def _listen(self) -> None:
        """On a thread of its own, until this end is closed."""
        with contextlib.suppress(self._error):  # that is how a channel says that it has ended
            for sample in self._subscriber:
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
        with contextlib.suppress(Exception):  # Zenoh's; there is nothing more to lose
            self._subscriber.undeclare()
        with contextlib.suppress(Exception):
            self._session.close()


Plan = tuple[int, Mapping[str, Any]]


def _plans(team: str, name: str, lan: Lan | None, block: Iterable[int] | None) -> list[Plan]:
    """For each port what Zenoh is told when it listens there."""
    ports = tuple(ports_of(team) if block is None else block)
    if lan is None:
        return [(port, at_home(port, ports)) for port in ports]
    access = None if lan.keys is None else _access(lan.keys, team, name)
    return [(port, on_lan(port, ports, lan.calls, access)) for port in ports]


def _access(folder: Path, team: str, name: str) -> Mapping[str, Any]:
    from cotree.zenoh.keys.folder import access_of

    return access_of(folder, team, name)


def _opened(zenoh: Any, plans: list[Plan]) -> tuple[Any, int]:
    """A session on the first port that is free, and the port."""
    why = "there is no port to try"
    opened: Callable[[Any], Any] = zenoh.open
    for port, settings in plans:
        try:
            return opened(zenoh.Config.from_json5(json.dumps(settings))), port
        except zenoh.ZError as error:
            why = str(error).split(" at /")[0]
            if "in use" not in why:
                break
    raise BusError(f"Zenoh cannot join the bus: {why}")
