"""The bus over Zenoh on one machine, with peers in this process and in others."""

from __future__ import annotations

import itertools
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial

import pytest

from cotree.conformance.bus import NAMES, BusConformance
from cotree.runtime.bus import MOST_BYTES, TOPICS, Bus, BusError, Topic
from cotree.zenoh.bus import ZenohBus
from cotree.zenoh.names import key, ports_of
from tests.kit.elsewhere import ROOT, ElsewhereBus
from tests.kit.talking import Acts, meet, say
from tests.kit.waiting import until

EVERYBODY = (*NAMES, "alone", "late")


def nonsense(speaker: Bus, team: str) -> list[Acts]:
    """What a session of Zenoh can say and is no datagram of this team."""
    assert isinstance(speaker, ZenohBus)
    session, mine = speaker._session, key(team, "letters", speaker.name)
    wrong = [
        (key(team, "gossip", speaker.name), b"no such topic"),
        (key(team, "letters", "pr2"), b"in the hearer's own name"),
        (key(team, "letters", "nobody"), b"of nobody"),
        (mine.replace("baxter", "%62axter"), b"spelt oddly"),
        (mine, b"x" * (MOST_BYTES + 1)),
    ]
    return [*(partial(session.put, *each) for each in wrong), partial(session.delete, mine)]


class TestZenoh(BusConformance):
    @pytest.fixture(autouse=True)
    def _team(self, mine: str) -> None:
        self.mine = mine

    def join(self, name: str, team: str = "tea") -> Bus:
        members = EVERYBODY if name in EVERYBODY else None
        return ZenohBus(name, f"{team} {self.mine}", members)

    def nonsense(self, speaker: Bus) -> list[Acts]:
        return nonsense(speaker, f"tea {self.mine}")


class TestZenohInProcesses(TestZenoh):
    """One member is here, the others are real processes."""

    def join(self, name: str, team: str = "tea") -> Bus:
        if name == "baxter":
            return super().join(name, team)
        full = f"{team} {self.mine}"
        return ElsewhereBus(name, full, tuple(ports_of(full)), EVERYBODY)


FORGETS = """
import sys
from cotree.zenoh.bus import ZenohBus
from tests.kit.waiting import until
first = int(sys.argv[2])
bus = ZenohBus("forgets", sys.argv[1], block=range(first, first + 8))
until(lambda: bus.linked, "linked")
print("linked", flush=True)
sys.stdin.readline()
for _ in range(300):
    bus.send("letters", b"x" * 60_000)
print("said", flush=True)
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

    def here(
        self, name: str, *members: str, team: str = "", hears: Sequence[Topic] = TOPICS
    ) -> ZenohBus:
        bus = ZenohBus(name, team or self.team, members or None, block=self.block, hears=hears)
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
    meet(*buses)
    assert all(bus.linked >= 2 for bus in buses)


@pytest.mark.parametrize("who", [0, 1, 2])
def test_a_process_that_was_killed_comes_back(room: Room, who: int) -> None:
    watcher = room.here("ann")
    names = ("pr2", "baxter", "fetch")
    processes = [room.there(name) for name in names]
    meet(watcher, *processes)
    processes[who].kill()
    again = room.there(names[who])
    meet(watcher, again)
    assert watcher.linked >= 3


def test_who_took_the_lowest_port_may_die_and_all_others_still_hear_each_other(room: Room) -> None:
    first = room.there("first")
    pr2, baxter = room.here("pr2"), room.here("baxter")
    meet(first, pr2, baxter)
    first.kill()
    say(pr2, "letters", b"cup", baxter)
    again = room.here("first")
    assert again.port == room.block[0]
    meet(pr2, baxter, again)


def test_a_process_that_was_frozen_goes_on_and_holds_nobody_up(room: Room) -> None:
    pr2, baxter, frozen = room.here("pr2"), room.here("baxter"), room.there("frozen")
    meet(pr2, baxter, frozen)
    frozen.signal(signal.SIGSTOP)
    for _ in range(500):  # who waits for the frozen one waits for ever
        pr2.send("letters", b"x" * MOST_BYTES)
    say(pr2, "letters", b"cup", baxter)
    pr2.close()
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
        meet(pr2, baxter)


def test_a_block_without_a_free_port_is_one_line(room: Room) -> None:
    room.block = room.block[:1]
    room.here("pr2")
    with pytest.raises(BusError, match=r"^Zenoh cannot join the bus: .*in use.*$"):
        room.here("baxter")


def test_who_is_interrupted_while_it_joins_leaves_nothing_behind(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as here:
        here.setattr("cotree.zenoh.bus.all_on", interrupted)
        with pytest.raises(KeyboardInterrupt):
            room.here("pr2")
    assert room.here("pr2").port == room.block[0], "its port is free again"


def test_nobody_outside_this_machine_is_listened_to(room: Room) -> None:
    port = room.here("pr2").port
    with socket.socket() as outside:
        outside.bind(("0.0.0.0", 0))
        with socket.socket() as other:
            other.bind(("127.0.0.2", port))  # free, so the port is taken on one address only


def test_who_does_not_listen_to_a_topic_is_not_sent_it(room: Room) -> None:
    pr2, baxter = room.here("pr2"), room.here("baxter", hears=("letters", "talk"))
    meet(pr2, baxter)
    for _ in range(20):
        pr2.send("telling", b"the record")
    found = say(pr2, "letters", b"cup", baxter)[0]
    assert {each.topic for each in found} == {"letters"}
    assert {each.topic for each in say(baxter, "telling", b"the record", pr2)[0]} == {"telling"}
    assert baxter.dropped == 0


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
    assert forgets.stdin is not None
    forgets.stdin.write(b"go on\n")
    forgets.stdin.flush()
    assert forgets.stdout.readline() == b"said\n"
    until(lambda: forgets.poll() is not None, "it ends, though the other one stands still")
    forgets.communicate()
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
