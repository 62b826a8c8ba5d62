"""A monitor attaches over real ZeroMQ, and asks for everything that Groot2 asks for."""

from __future__ import annotations

import contextlib
import json
import socket
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("zmq", reason="needs cotree[groot2]")

import zmq

from cotree.core.actions import FactSeen
from cotree.core.changes import GrownChange, NodeState, ResourceChange, Twig
from cotree.core.mission import Chance, Policy
from cotree.runtime.messages import Born, Heard, Hello, Member, Node, Team, Told, Tree
from cotree.viewer.groot2.no_monitor import NoMonitor
from cotree.viewer.groot2.server import MOST_WAITING, Publisher
from tests.viewer.groot2.monitor import Monitor, Refused
from tests.viewer.stories import NODES, by, node, told

START = (0.0, 0.0, 0.0)
HELLO = Hello(1, "0.1.0", "tea; two <cups>", "", "t.yaml", "", {}, Policy(), Chance())
TITLE = "tea, two <cups>"
OPENING = (HELLO, Tree(0, NODES), Team((Member("pr2", "pr2", START),)))
NUMBER = {each.path: n for n, each in enumerate(NODES, 1)}
IDLE, RUNNING, SUCCESS, FAILURE, SKIPPED = range(5)
HOOK = {"enabled": True, "uid": 3, "mode": 0, "once": False, "desired_status": "SKIPPED",
        "position": 0}  # fmt: skip


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    found = Publisher(["pr2"], 0)
    for message in OPENING:
        found.write(message)
    with found:
        yield found


@pytest.fixture
def monitor(publisher: Publisher) -> Iterator[Monitor]:
    with Monitor(publisher.ports["pr2"]) as found:
        while not found.states():
            pass
        yield found


def until(monitor: Monitor, path: str, state: int) -> None:
    """What was written shows soon."""
    while monitor.states()[NUMBER[path]] != state:
        pass


# -- looking ---------------------------------------------------------------------------------------


def test_the_tree_is_xml_with_a_number_for_each_node(monitor: Monitor) -> None:
    root = ET.fromstring(monitor.text("T"))
    assert root.attrib == {"BTCPP_format": "4"}
    (tree,) = root.findall("BehaviorTree")
    assert tree.get("ID") == TITLE
    found = {each.get("path"): each for each in tree.iter() if "_uid" in each.attrib}
    assert {path: int(each.get("_uid", 0)) for path, each in found.items()} == NUMBER
    assert [each.get("name") for each in found["task/cup"]] == ["move", "pick cup"]
    assert found["task/tea/pick"].tag == "pick"
    models = {each.get("ID"): each.tag for each in root.find("TreeNodesModel") or ()}
    assert models == {"and": "Control", "then": "Control", "move": "Action", "pick": "Action",
                      "perform": "Action"}  # fmt: skip


def test_states_follow_the_run(monitor: Monitor, publisher: Publisher) -> None:
    assert set(monitor.states().values()) == {IDLE}
    ways = {
        NodeState.WAITING: IDLE, NodeState.CLAIMING: IDLE, NodeState.RUNNING: RUNNING,
        NodeState.STOPPING: RUNNING, NodeState.DONE: SUCCESS, NodeState.FAILED: FAILURE,
        NodeState.SKIPPED: SKIPPED, NodeState.INACTIVE: IDLE,
    }  # fmt: skip
    for n, (state, shown) in enumerate(ways.items()):
        for message in told(n, float(n), node("cup/move", state)):
            publisher.write(message)
        until(monitor, "task/cup/move", shown)


@pytest.mark.parametrize(
    ("state", "shown"),
    [(NodeState.RUNNING, 11), (NodeState.DONE, 12), (NodeState.FAILED, 13)],
)
def test_a_node_that_rests_says_how_it_stood_before(
    monitor: Monitor, publisher: Publisher, state: NodeState, shown: int
) -> None:
    for n, each in enumerate((state, NodeState.INACTIVE, NodeState.INACTIVE)):
        for message in told(n, float(n), node("wave", each)):
            publisher.write(message)
    until(monitor, "task/wave", shown)


def test_the_blackboard_has_facts_and_resources(monitor: Monitor, publisher: Publisher) -> None:
    used = ResourceChange("base", ("task/cup",), ("task/cup/move",), load="tea")
    publisher.write(Heard(0, 0.0, (FactSeen("door", "open"), FactSeen("blocked/a-b", True))))
    publisher.write(Told(0, 0.0, (used, ResourceChange("left"), node("wave", NodeState.RUNNING))))
    until(monitor, "task/wave", RUNNING)
    assert monitor.blackboard("something", TITLE) == {
        TITLE: {
            "door": "open",
            "blocked/a-b": True,
            "resource base": "task/cup (holds tea)",
            "resource left": "free",
        }
    }
    assert monitor.blackboard("something else") == {}


def test_a_recording_has_every_change_once(monitor: Monitor, publisher: Publisher) -> None:
    publisher.write(Told(0, 0.0, (node("cup/move", NodeState.RUNNING),)))
    until(monitor, "task/cup/move", RUNNING)
    assert int(monitor.text("r", "start")) > 1_600_000_000_000_000
    for n, state in enumerate((NodeState.DONE, NodeState.INACTIVE), 1):
        publisher.write(Told(n, float(n), (node("cup/move", state), node("wave", state))))
    until(monitor, "task/wave", 12)
    found = monitor.transitions()
    assert [each[1:] for each in found] == [
        (NUMBER["task/cup/move"], SUCCESS), (NUMBER["task/wave"], SUCCESS),
        (NUMBER["task/cup/move"], IDLE), (NUMBER["task/wave"], IDLE),
    ]  # fmt: skip
    times = [each[0] for each in found]
    assert times == sorted(times)
    assert times[-1] < 60_000_000
    assert monitor.transitions() == []
    assert monitor.ask("r", "stop").body is None
    publisher.write(Told(3, 3.0, (node("wave", NodeState.RUNNING),)))
    until(monitor, "task/wave", RUNNING)
    assert monitor.transitions() == []


def test_steps_that_grow_are_another_tree(monitor: Monitor, publisher: Publisher) -> None:
    before = monitor.ask("S").tree
    assert monitor.ask("T").tree == before
    twigs = (Twig("task/wave/go", "step", "go", "task/wave"),)
    publisher.write(Told(0, 0.0, (GrownChange("task/wave", twigs),)))
    while len(monitor.states()) == len(NODES):
        pass
    reply = monitor.ask("T")
    assert reply.tree != before
    assert f'_uid="{len(NODES) + 1}"' in (reply.body or b"").decode()


def test_who_asks_again_and_again_is_answered_each_time(monitor: Monitor) -> None:
    for _ in range(3000):
        assert len(monitor.states()) == len(NODES)


# -- taking no part --------------------------------------------------------------------------------


def test_there_are_no_breakpoints_and_none_can_be_set(monitor: Monitor) -> None:
    assert json.loads(monitor.text("D")) == []
    for body in (HOOK, [HOOK, HOOK | {"uid": 4, "mode": 1, "desired_status": "SUCCESS"}]):
        with pytest.raises(Refused, match="it takes no breakpoints and no results"):
            monitor.ask("I", json.dumps(body))
    place = {"uid": 3, "position": 0, "desired_status": "SUCCESS", "remove_when_done": True}
    for kind in ("R", "U"):
        with pytest.raises(Refused, match="there is no such breakpoint"):
            monitor.ask(kind, json.dumps(place))
    for kind in ("A", "X"):
        assert monitor.ask(kind).body is None


def test_nodes_that_are_none_are_refused(monitor: Monitor) -> None:
    for kind, body in (("I", HOOK | {"uid": 99}), ("R", {"uid": 0, "position": 1})):
        with pytest.raises(Refused, match="there is no node"):
            monitor.ask(kind, json.dumps(body))


# -- what is malformed -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ((b"",), "a header has 6 bytes, not 0"),
        ((b"\2T\0\0\0",), "a header has 6 bytes, not 5"),
        ((b"\2T\0\0\0\0\0",), "a header has 6 bytes, not 7"),
        ((b"\2T\0\0\0\0", b"", b""), "one part or two, not 3"),
        ((b"\2?\0\0\0\0",), "no request of kind 63"),
        ((b"\2N\0\0\0\0",), "no request of kind 78"),
        ((b"\2B\0\0\0\0",), "a request of kind 'B' has two parts"),
        ((b"\2B\0\0\0\0", b"\xff"), "the body is no text"),
        ((b"\2I\0\0\0\0",), "a request of kind 'I' has two parts"),
        ((b"\2I\0\0\0\0", b"{"), "the body is not understood"),
        ((b"\2I\0\0\0\0", b'{"uid": 1}'), "the body is not understood"),
        ((b"\2R\0\0\0\0", b'{"uid": 65536, "position": 0}'), "the body is not understood"),
        ((b"\2r\0\0\0\0", b"perhaps"), "recording is toggled by 'start' or 'stop'"),
    ],
)
def test_malformed_requests_are_answered_with_what_is_wrong(
    monitor: Monitor, parts: tuple[bytes, ...], why: str
) -> None:
    word, text = monitor.raw(*parts)
    assert word == b"error"
    assert why in text.decode()
    assert len(monitor.states()) == len(NODES)  # and it goes on


def test_what_is_too_long_is_dropped_and_others_are_served(publisher: Publisher) -> None:
    port = publisher.ports["pr2"]
    with Monitor(port) as long:
        long._line.setsockopt(zmq.RCVTIMEO, 300)
        with pytest.raises(zmq.Again):
            long.raw(b"\2B\0\0\0\0", b"x" * (1 << 20))
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"GET / HTTP/1.1\r\n\r\n" * 100)
        with Monitor(port) as other:
            while not other.states():
                pass


def open_files() -> int:
    """How many this process has; 0 where that is not told."""
    told = Path("/proc/self/fd")
    return len(list(told.iterdir())) if told.exists() else 0


def test_a_crowd_is_shut_out_and_when_it_is_gone_monitors_are_served_again(
    publisher: Publisher,
) -> None:
    port, before = publisher.ports["pr2"], open_files()
    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(socket.socket()) for _ in range(300)]
        for line in crowd:
            line.setblocking(False)
            line.connect_ex(("127.0.0.1", port))
        while publisher._doors[0].shuts == 0 or open_files() >= before + len(crowd) + 100:
            pass  # how many came in before it was shut is a matter of luck; all of them must go
    with Monitor(port) as monitor:
        while not monitor.states():
            pass


# -- robots ----------------------------------------------------------------------------------------


def test_each_robot_is_seen_as_it_sees_itself() -> None:
    robots = ("ann", "bob")
    team = Team(tuple(Member(name, "pr2", START) for name in robots))
    with Publisher(robots, 0) as publisher:
        assert len(set(publisher.ports.values())) == 2
        for message in (
            HELLO,
            Tree(0, NODES),
            team,
            Born(0.0, "ann", 1, 0.0, True),
            *by("ann", 0, 0.0, node("wave", NodeState.RUNNING)),
            *by("bob", 0, 0.0, node("wave", NodeState.FAILED)),
            Born(1.0, "ann", 2, 0.0),
            *by("ann", 0, 1.0, node("cup", NodeState.RUNNING)),
        ):
            publisher.write(message)
        with Monitor(publisher.ports["ann"]) as ann, Monitor(publisher.ports["bob"]) as bob:
            until(ann, "task/cup", RUNNING)
            assert ann.states()[NUMBER["task/wave"]] == IDLE  # the new process did not say that
            assert bob.states()[NUMBER["task/wave"]] == FAILURE
            assert bob.states()[NUMBER["task/cup"]] == IDLE
            assert ann.ask("S").tree != bob.ask("S").tree


def test_a_port_that_is_taken_says_so(publisher: Publisher) -> None:
    port = publisher.ports["pr2"]
    with pytest.raises(NoMonitor, match=f"at 127.0.0.1:{port} and .*--groot2 PORT"):
        Publisher(["pr2"], port)
    with pytest.raises(NoMonitor, match="there is no such port"):
        Publisher(["pr2"], 65535)


def test_only_this_machine_is_served_and_only_so_much_waits(publisher: Publisher) -> None:
    for door in publisher._doors:
        assert door.socket.getsockopt(zmq.LAST_ENDPOINT).startswith(b"tcp://127.0.0.1:")  # type: ignore[union-attr]
    asleep = Publisher(["pr2"], 0)
    for n in range(MOST_WAITING + 5):
        asleep.write(Heard(n, 0.0))
    assert asleep.lost == 5
    with asleep:
        pass


def test_a_mistake_in_showing_ends_that_and_nothing_else() -> None:
    said: list[str] = []
    wrong = Node("task", "and", 7, -1)  # type: ignore[arg-type]
    with Publisher(["pr2"], 0, complain=said.append) as publisher:
        for message in (Tree(0, (wrong,)), Told(0, 0.0, None), Told(1, 0.0)):  # type: ignore[arg-type]
            publisher.write(message)
        with Monitor(publisher.ports["pr2"]) as monitor:
            for _ in range(2):
                with pytest.raises(Refused, match="this cannot be shown: TypeError"):
                    monitor.ask("T")
            while not said:
                pass
    (line,) = said
    assert line.startswith("Groot2 is told nothing new: TypeError")
