"""The bus over Zenoh on one machine, with peers in this process and in others."""

from __future__ import annotations

import itertools
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from cotree.runtime.bus import MOST_BYTES, Bus, BusError
from cotree.zenoh.bus import ZenohBus
from cotree.zenoh.names import key, ports_of
from tests.kit.bus_conformance import NAMES, BusConformance, meet, say
from tests.kit.elsewhere import ROOT, ElsewhereBus
from tests.kit.waiting import took_s, until


class TestZenoh(BusConformance):
    @pytest.fixture(autouse=True)
    def _team(self, mine: str) -> None:
        self.mine = mine

    def join(self, name: str, team: str = "tea") -> Bus:
        return ZenohBus(name, f"{team} {self.mine}")


class TestZenohInProcesses(BusConformance):
    """One member is here, the others are real processes."""

    @pytest.fixture(autouse=True)
    def _team(self, mine: str) -> None:
        self.mine = mine

    def join(self, name: str, team: str = "tea") -> Bus:
        full = f"{team} {self.mine}"
        if name == "baxter":
            return ZenohBus(name, full)
        return ElsewhereBus(name, full, tuple(ports_of(full)))


FORGETS = """
import sys
from cotree.zenoh.bus import ZenohBus
from tests.kit.waiting import until
first = int(sys.argv[2])
bus = ZenohBus("forgets", sys.argv[1], block=range(first, first + 8))
until(lambda: bus.linked)
print("linked", flush=True)
sys.stdin.readline()
for _ in range(300):
    bus.send("letters", b"x" * 60_000)
"""


def free_block(team: str) -> tuple[int, ...]:
    """Where no other run of these tests meets now."""
    for number in itertools.count():
        block = tuple(ports_of(f"{team} {number}"))
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", block[0])) != 0:
                return block
    raise AssertionError("unreachable")


class Room:
    """Members of one team who all leave at the end."""

    def __init__(self, team: str) -> None:
        self.team = team
        self.block = free_block(team)
        self.buses: list[ZenohBus | ElsewhereBus] = []

    def here(self, name: str, *members: str, team: str = "") -> ZenohBus:
        bus = ZenohBus(name, team or self.team, members or None, block=self.block)
        self.buses.append(bus)
        return bus

    def there(self, name: str) -> ElsewhereBus:
        bus = ElsewhereBus(name, self.team, self.block)
        self.buses.append(bus)
        return bus


@pytest.fixture
def room(mine: str) -> Iterator[Room]:
    made = Room(f"room {mine}")
    yield made
    for bus in made.buses:
        if isinstance(bus, ElsewhereBus):
            bus.signal(signal.SIGCONT)
            bus.kill()
        bus.close()


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_all_find_each_other_whatever_the_order_of_starting(
    room: Room, order: tuple[int, ...]
) -> None:
    buses = [room.here(NAMES[index]) for index in order]
    meet(*buses, within_s=1)
    assert all(bus.linked >= 2 for bus in buses)


@pytest.mark.parametrize("who", [0, 1, 2])
def test_a_process_that_was_killed_is_back_within_a_second(room: Room, who: int) -> None:
    watcher = room.here("ann")
    names = ("pr2", "baxter", "fetch")
    processes = [room.there(name) for name in names]
    meet(watcher, *processes)
    processes[who].kill()
    again = room.there(names[who])
    meet(watcher, again, within_s=2)
    assert watcher.linked >= 3


def test_who_took_the_lowest_port_may_die_and_all_others_still_hear_each_other(room: Room) -> None:
    first = room.there("first")
    pr2, baxter = room.here("pr2"), room.here("baxter")
    meet(first, pr2, baxter)
    first.kill()
    say(pr2, "letters", b"cup", baxter)
    again = room.here("first")
    assert again.port == room.block[0]
    meet(pr2, baxter, again, within_s=2)


def test_a_process_that_was_frozen_goes_on_and_holds_nobody_up(room: Room) -> None:
    pr2, baxter, frozen = room.here("pr2"), room.here("baxter"), room.there("frozen")
    meet(pr2, baxter, frozen)
    frozen.signal(signal.SIGSTOP)
    longest = max(took_s(lambda: pr2.send("letters", b"x" * MOST_BYTES)) for _ in range(500))
    assert longest < 0.2
    say(pr2, "letters", b"cup", baxter)
    assert took_s(pr2.close) < 1
    frozen.signal(signal.SIGCONT)
    meet(baxter, frozen)


def test_two_teams_with_the_same_ports_never_hear_each_other(room: Room) -> None:
    tea = [room.here("pr2"), room.here("baxter")]
    coffee = [room.here("pr2", team=f"{room.team} 2"), room.here("ann", team=f"{room.team} 2")]
    meet(*tea)
    meet(*coffee)
    for _ in range(50):
        say(tea[0], "letters", b"tea", tea[1])
        say(coffee[0], "letters", b"coffee", coffee[1])
    assert all(each.data != b"coffee" for bus in tea for each in bus.receive())
    assert all(each.data != b"tea" for bus in coffee for each in bus.receive())


def test_a_port_that_belongs_to_another_program_is_passed_over(room: Room) -> None:
    with socket.socket() as stranger:
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        stranger.bind(("127.0.0.1", room.block[0]))
        stranger.listen()
        pr2, baxter = room.here("pr2"), room.here("baxter")
        assert [pr2.port, baxter.port] == list(room.block[1:3])
        meet(pr2, baxter, within_s=3)


def test_a_block_without_a_free_port_is_one_line(room: Room) -> None:
    room.block = room.block[:1]
    room.here("pr2")
    with pytest.raises(BusError, match=r"^Zenoh cannot join the bus: .*in use.*$"):
        room.here("baxter")


def test_nobody_outside_this_machine_is_listened_to(room: Room) -> None:
    port = room.here("pr2").port
    with socket.socket() as outside:
        outside.bind(("0.0.0.0", 0))
        with socket.socket() as other:
            other.bind(("127.0.0.2", port))  # free, so the port is taken on one address only


def test_strangers_and_nonsense_are_dropped_and_counted(room: Room) -> None:
    pr2, baxter = room.here("pr2", "pr2", "baxter"), room.here("baxter")
    stranger = room.here("stranger")
    until(lambda: pr2.linked == 2)
    say(baxter, "letters", b"cup", pr2)
    session = baxter._session
    bad = [
        (key(room.team, "gossip", "baxter"), b"no such topic"),
        (key(room.team, "letters", "pr2"), b"in my own name"),
        (key(room.team, "letters", "nobody"), b"of nobody"),
        (key(room.team, "letters", "baxter").replace("baxter", "%62axter"), b"spelt oddly"),
        (key(room.team, "letters", "baxter"), b"x" * (MOST_BYTES + 1)),
    ]
    for where, data in bad:
        session.put(where, data)
    session.delete(key(room.team, "letters", "baxter"))
    stranger.send("letters", b"hello")
    assert until(lambda: pr2.dropped == len(bad) + 2)
    say(baxter, "letters", b"cup", pr2)
    assert {each.data for each in pr2.receive()} <= {b"cup"}


def test_a_message_of_megabytes_is_not_even_put_together(room: Room) -> None:
    pr2, baxter = room.here("pr2"), room.here("baxter")
    meet(pr2, baxter)
    baxter._session.put(key(room.team, "letters", "baxter"), b"x" * 5_000_000)
    assert {each.data for each in say(baxter, "letters", b"cup", pr2)[0]} == {b"cup"}


@pytest.mark.parametrize("frozen", [False, True])
def test_a_process_that_forgets_to_leave_ends_all_the_same(room: Room, frozen: bool) -> None:
    other = room.there("other")
    forgets = subprocess.Popen(
        [sys.executable, "-c", FORGETS, room.team, str(room.block[0])],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert forgets.stdout is not None
    assert forgets.stdout.readline() == b"linked\n"
    if frozen:
        other.signal(signal.SIGSTOP)
    assert took_s(lambda: forgets.communicate(b"go on\n", timeout=20)) < 3
    assert forgets.returncode == 0


@pytest.mark.parametrize(
    ("name", "members", "why"),
    [("", None, "needs a name"), ("eve", ("pr2", "ann"), "'eve' is nobody of the team; there are")],
)
def test_who_may_not_join_is_told_so(
    mine: str, name: str, members: tuple[str, ...] | None, why: str
) -> None:
    with pytest.raises(BusError, match=why):
        ZenohBus(name, mine, members)
