"""Which bus a process joins, by the word that whoever starts it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cotree.app.loopback import LoopbackBus, port_of
from cotree.core.words import did_you_mean
from cotree.ros.bus import TEAMMATES, RosBus
from cotree.ros.context import Leaves, at_once, opened, with_enclave
from cotree.ros.missing import NoRos
from cotree.runtime.bus import Bus, BusError
from cotree.trees.offers import TRANSPORTS, Named, Unusable, callable_, in_short
from cotree.zenoh.bus import Lan, ZenohBus
from cotree.zenoh.missing import have_zenoh

OWN = ("zenoh", "udp", "ros")
PARTS = ("send", "receive", "close")

BusFactory = Callable[[str, Sequence[str], str], Bus]
"""Joins a bus: who, among whom, and what their team is called."""


def usual_bus() -> str:
    """Zenoh where it is installed, else the bus that needs nothing."""
    return "zenoh" if have_zenoh() else "udp"


def bus_of(word: str, lan: Lan | None = None, leaves: Leaves = at_once) -> BusFactory:
    """The bus of this name: ``zenoh``, ``udp``, ``udp:PORT`` or ``ros``; BusError: there is none.

    ``lan``: over a network; otherwise nothing leaves this machine.  ``leaves``: when ROS is left.
    """
    kind, _, port = word.partition(":")
    if lan is not None and word != "zenoh":
        raise BusError(f"--lan: '{word}' is for one machine; only --bus zenoh goes over a network")
    if kind == "udp" and (not port or (port.isdecimal() and 0 < int(port) < 65_000)):
        first = int(port) if port else None
        return lambda name, members, team: LoopbackBus(name, members, first or port_of(team))
    if word == "zenoh":
        return lambda name, members, team: ZenohBus(name, team, members, lan=lan, hears=TEAMMATES)
    if kind == "udp":
        raise BusError(f"--bus {word}: '{port}' is no port; say udp:24000")
    if word == "ros":
        return lambda name, members, team: _ros_bus(name, members, team, leaves)
    return _offered(word)


def _offered(word: str) -> BusFactory:
    """A transport of an installed package: ``join(name, members, team)``."""
    known = Named(TRANSPORTS, "transport", callable_("join(name, members, team)"), OWN)
    if word not in known.names():
        hint = did_you_mean(word, known.names())
        there = ", ".join(("zenoh", "udp", "udp:PORT", "ros", *known.names()[len(OWN) :]))
        raise BusError(f"--bus {word}: no such bus{hint}; there are: {there}")
    try:
        join = known.get(word)
    except Unusable as error:
        raise BusError(f"--bus {word}: {error}") from None

    def joins(name: str, members: Sequence[str], team: str) -> Bus:
        try:
            bus: Bus = join(name, members, team)  # type: ignore[assignment]
        except BusError:
            raise
        except Exception as error:
            raise BusError(f"--bus {word}: cannot be joined ({in_short(error)})") from error
        missing = [part for part in PARTS if not callable(getattr(bus, part, None))]
        if missing:
            raise BusError(f"--bus {word}: is no bus: it has no {' and no '.join(missing)}()")
        return bus

    return joins


def _ros_bus(name: str, members: Sequence[str], team: str, leaves: Leaves) -> Bus:
    """Over ROS, from a process that has nothing else to do with it."""
    try:
        context = opened(with_enclave((), name))
        return RosBus(
            name, team, context, members, owns_context=True, leaves=leaves, hears=TEAMMATES
        )
    except NoRos as error:
        raise BusError(f"--bus ros: {error}") from None
