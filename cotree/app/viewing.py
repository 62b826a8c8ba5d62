"""Looking on while a team runs, over any of its buses."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import msgspec

from cotree.app.buses import bus_of
from cotree.app.keys import VIEWER
from cotree.app.loopback import SEATS, LoopbackBus, port_of
from cotree.ros.bus import RosBus
from cotree.ros.context import Leaves, at_once, opened, with_enclave
from cotree.ros.missing import NoRos
from cotree.runtime.bus import BusError, Datagram, Topic
from cotree.runtime.clock import Clock
from cotree.runtime.telling.listener import Listener
from cotree.runtime.telling.onlooker import Ear, Onlooker
from cotree.zenoh.bus import Lan, ZenohBus

LOOKING: tuple[Topic, ...] = ("telling",)


def onlooker(
    word: str,
    team: str,
    *,
    mission: str | None = None,
    lan: Lan | None = None,
    speed: float = 1.0,
    leaves: Leaves = at_once,
) -> Onlooker:
    """Somebody who looks on, at the team of this name; BusError when that cannot be.

    ``mission``: what the team must be about.  ``speed``: as that of the team.
    ``leaves``: when ROS is left.
    """
    return Onlooker(ear_of(word, lan, leaves)(team), Listener(mission), Clock(speed).now_s)


def ear_of(word: str, lan: Lan | None = None, leaves: Leaves = at_once) -> Callable[[str], Ear]:
    """What hears a team of some name over the bus of this word."""
    bus_of(word, lan)  # says what is wrong with it
    kind, _, port = word.partition(":")
    if kind == "zenoh":
        return lambda team: ZenohBus(VIEWER, team, lan=lan, hears=LOOKING)
    if kind == "ros":
        return lambda team: _ros(team, leaves)
    return lambda team: _loopback(int(port) if port else port_of(team))


def _ros(team: str, leaves: Leaves) -> Ear:
    try:
        context = opened(with_enclave((), VIEWER))
    except NoRos as error:
        raise BusError(f"--bus ros: {error}") from None
    return RosBus(VIEWER, team, context, owns_context=True, leaves=leaves, hears=LOOKING, says=())


def _loopback(port: int) -> Ear:
    """The first free seat; who sits there need not know the names of the members."""
    places = [str(place) for place in range(SEATS.stop)]
    for seat in SEATS:
        with contextlib.suppress(BusError):
            return _Nameless(LoopbackBus(str(seat), places, port))
    raise BusError(f"all {len(SEATS)} places for viewers are taken; leave one of them first")


class _Nameless:
    """Implements ``Ear``: a port is no name, so the message itself must say who it is from."""

    def __init__(self, bus: LoopbackBus) -> None:
        self._bus = bus
        self.close = bus.close

    def receive(self) -> list[Datagram]:
        """What came since the last call."""
        return [msgspec.structs.replace(each, sender="") for each in self._bus.receive()]
