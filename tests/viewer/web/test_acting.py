"""The door where pages act, asked over real sockets by good and by bad clients."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs cotree[view]")
pytest.importorskip("starlette", reason="needs cotree[view]")

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from cotree.runtime.acts import Arm, Leave, Pause, Take
from cotree.runtime.hatch import Hatch, Ticket
from cotree.runtime.replies import Ack, Standing, You
from cotree.viewer.web import acting, pace, sending
from cotree.viewer.web.offer import Offer
from cotree.viewer.web.server import Page
from cotree.viewer.web.visitor import MOST_WAITING, Visitor
from tests.viewer.web.test_server import FRAMES, SHOWN, ask, live, read_on, still_serves


@dataclasses.dataclass
class Desk:
    """A page where Ann and Bob can take part, and an operator; the test is the run."""

    page: Page
    ann: Hatch[You]
    bob: Hatch[You]
    operator: Hatch[Standing]
    cookie: str = ""

    def act(self, **more: str) -> ClientConnection:
        return live(self.page, path="/act", **{"cookie": self.cookie, **more})

    def runs_on(self) -> None:
        still_serves(self.page, self.cookie)
        with self.act() as line:
            assert tell(line, k="be", n=9, person="ann") == {"k": "ack", "n": 9}


@pytest.fixture
def desk() -> Iterator[Desk]:
    ann, bob = Hatch[You](), Hatch[You]()
    operator = Hatch[Standing]()
    with Page(shown=SHOWN, offer=Offer({"ann": ann, "bob": bob}, operator)) as page:
        found = Desk(page, ann, bob, operator)
        found.cookie = entered(page)
        yield found


def entered(page: Page) -> str:
    mine = f"Origin: http://localhost:{page.address.port}"
    body = json.dumps({"token": page.address.token}).encode()
    _, text = ask(page, "POST /enter HTTP/1.1", mine, body=body)
    (cookie,) = (line for line in text.splitlines() if line.startswith("set-cookie: "))
    return cookie.removeprefix("set-cookie: ").split(";")[0]


def hear(line: ClientConnection, *kinds: str) -> dict[str, object]:
    """The next message that is of one of these kinds."""
    while True:
        said: dict[str, object] = json.loads(line.recv())
        if said["k"] in kinds:
            return said


def tell(line: ClientConnection, **act: object) -> dict[str, object]:
    line.send(json.dumps(act))
    return hear(line, "ack", "no")


def taken(hatch: Hatch[You] | Hatch[Standing]) -> Ticket:
    """The next act, as the run gets it."""
    while True:
        if hatch.waiting:
            (ticket,) = hatch.take()
            return ticket


# -- who may act -----------------------------------------------------------------------------------


def test_where_nothing_is_offered_there_is_no_door() -> None:
    with Page(shown=SHOWN) as page:
        assert page.address.token == ""
        with pytest.raises(InvalidStatus) as caught, live(page, path="/act"):
            pass
        assert caught.value.response.status_code in (403, 404)


def test_also_on_this_machine_nobody_acts_without_the_token(desk: Desk) -> None:
    assert desk.page.address.url.endswith(f"#{desk.page.address.token}")
    for cookie in ("", f"cotree-{desk.page.address.port}=wrong", "x=y"):
        with pytest.raises(InvalidStatus) as caught, desk.act(cookie=cookie):
            pass
        assert caught.value.response.status_code == 403
    desk.runs_on()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", None])
def test_nobody_acts_from_another_page_even_with_the_token(desk: Desk, origin: str | None) -> None:
    refused = pytest.raises(InvalidStatus)
    with refused as caught, live(desk.page, path="/act", cookie=desk.cookie, origin=origin):
        pass
    assert caught.value.response.status_code == 421
    desk.runs_on()


def test_under_another_host_nobody_acts(desk: Desk) -> None:
    cookie = f"Cookie: {desk.cookie}"
    assert ask(desk.page, "GET /act HTTP/1.1", cookie, host="evil.example")[0] == 421


# -- what it is for --------------------------------------------------------------------------------


def test_a_page_is_told_at_once_what_it_may_do(desk: Desk) -> None:
    with desk.act() as line:
        assert json.loads(line.recv()) == {
            "k": "may", "persons": ["ann", "bob"], "person": "", "operate": True, "armed": False,
            "paused": False, "breakpoints": [], "stopped_at": [], "injections": [],
            "removable": [],
        }  # fmt: skip


def test_what_a_person_does_is_answered_when_the_run_has_done_it(desk: Desk) -> None:
    with desk.act() as line:
        assert tell(line, k="be", n=1, person="ann") == {"k": "ack", "n": 1}
        line.send(json.dumps({"k": "take", "n": 2, "piece": "task/cup"}))
        ticket = taken(desk.ann)
        assert ticket.act == Take(n=2, piece="task/cup")
        desk.ann.answer(ticket, "your hand is at something")
        assert hear(line, "ack", "no") == {"k": "no", "n": 2, "text": "your hand is at something"}
        line.send(json.dumps({"k": "leave", "n": 3}))
        desk.ann.answer(taken(desk.ann))
        assert hear(line, "ack", "no") == {"k": "ack", "n": 3}
        assert not desk.bob.waiting


def test_her_page_is_told_of_her_part_and_no_other_page_is(desk: Desk) -> None:
    desk.ann.show(You("ann", doing="task/cup"))
    desk.bob.show(You("bob", doing="task/tea"))
    with desk.act() as line, desk.act() as other:
        line.send(json.dumps({"k": "be", "n": 1, "person": "ann"}))
        assert hear(line, "you")["doing"] == "task/cup"
        desk.ann.show(You("ann", doing=""))
        while hear(line, "you")["doing"] != "":
            pass
        other.send(json.dumps({"k": "be", "n": 1, "person": "bob"}))
        assert hear(other, "you")["doing"] == "task/tea"


def test_of_two_pages_for_one_person_the_newer_has_it_and_the_older_is_told(desk: Desk) -> None:
    with desk.act() as older, desk.act() as newer:
        tell(older, k="be", n=1, person="ann")
        assert hear(newer, "may")["person"] == ""
        tell(newer, k="be", n=1, person="ann")
        while hear(older, "may")["person"] != "":
            pass
        assert "say first who you are" in str(tell(older, k="leave", n=2)["text"])
        newer.send(json.dumps({"k": "leave", "n": 2}))
        assert taken(desk.ann).act == Leave(n=2)


def test_who_loses_the_connection_says_nothing_more_and_may_come_back(desk: Desk) -> None:
    with desk.act() as line:
        tell(line, k="be", n=1, person="ann")
    with desk.act() as again:
        assert hear(again, "may")["person"] == ""
        assert tell(again, k="be", n=1, person="ann")["k"] == "ack"
    assert not desk.ann.waiting


def test_who_is_not_armed_operates_nothing(desk: Desk) -> None:
    with desk.act() as line, desk.act() as other:
        assert "not armed" in str(tell(line, k="pause", n=1)["text"])
        line.send(json.dumps({"k": "arm", "n": 2, "on": True}))
        desk.operator.answer(taken(desk.operator))
        assert tell(other, k="pause", n=3)["k"] == "no"
        line.send(json.dumps({"k": "pause", "n": 4}))
        assert taken(desk.operator).act == Pause(n=4)
        desk.operator.show(Standing(paused=True, injections=("fall",)))
        while not hear(other, "may")["paused"]:
            pass


def test_the_arm_switch_falls_back_when_the_connection_ends(desk: Desk) -> None:
    with desk.act() as line:
        line.send(json.dumps({"k": "arm", "n": 1, "on": True}))
        desk.operator.answer(taken(desk.operator))
        while not hear(line, "may")["armed"]:
            pass
    assert taken(desk.operator) == Ticket(0, Arm(on=False))


def test_where_nobody_operates_a_page_cannot_either() -> None:
    with contextlib.ExitStack() as stack:
        page = stack.enter_context(Page(shown=SHOWN, offer=Offer({"ann": Hatch()})))
        line = stack.enter_context(live(page, path="/act", cookie=entered(page)))
        assert hear(line, "may")["operate"] is False
        assert "--operate" in str(tell(line, k="arm", n=1, on=True)["text"])


# -- what is wrong ---------------------------------------------------------------------------------

WRONG = {
    "no JSON": ("take the cup", "JSON is malformed"),
    "half of it": ('{"k":"take","n":1', "Input data was truncated"),
    "a list": ("[]", "Expected `object`"),
    "nothing": ("", "Input data was truncated"),
    "an unknown word": ('{"k":"fly","n":1}', "Invalid value 'fly'"),
    "no piece": ('{"k":"take","n":1}', "missing required field `piece`"),
    "an empty piece": ('{"k":"take","n":1,"piece":""}', "length >= 1"),
    "a number for a piece": ('{"k":"take","n":1,"piece":7}', "Expected `str`"),
    "a bare yes": ('{"k":"answer","n":1,"piece":"a","keep":"yes"}', "Invalid enum value 'yes'"),
    "something else, too": ('{"k":"leave","n":1,"x":1}', "unknown field `x`"),
    "no count": ('{"k":"leave","n":-1}', "Expected `int` >= 0"),
    "deep": ("[" * 2000 + "]" * 2000, "no act"),
    "nobody": ('{"k":"be","n":1,"person":"eve"}', "nobody can be 'eve' here; there is: ann, bob"),
    "too early": ('{"k":"leave","n":1}', "say first who you are"),
}


@pytest.mark.parametrize(("said", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_answered_with_the_reason(desk: Desk, said: str, words: str) -> None:
    with desk.act() as line:
        line.send(said)
        assert words in str(hear(line, "ack", "no")["text"])
        assert tell(line, k="be", n=2, person="ann")["k"] == "ack"


@pytest.mark.parametrize("said", ["x" * (10 << 20), b"\0" * (10 << 20), b"{}"])
def test_what_is_too_long_or_no_text_ends_the_connection(desk: Desk, said: str | bytes) -> None:
    with desk.act() as line:
        with contextlib.suppress(ConnectionClosed):
            line.send(said)
        with pytest.raises(ConnectionClosed):
            read_on(line)
    desk.runs_on()


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_malformed_frames_end_their_connection_only(desk: Desk, frame: bytes) -> None:
    with desk.act() as line:
        line.recv()
        line.socket.sendall(frame)
        with pytest.raises(ConnectionClosed):
            read_on(line)
    desk.runs_on()


def test_too_many_acts_at_once_are_refused_and_then_the_connection_ends(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "PER_S", 0.0)  # at once, however long a busy machine takes for them
    heard: list[str] = []
    with desk.act() as line:
        with contextlib.suppress(ConnectionClosed):
            for n in range(1000):
                line.send(json.dumps({"k": "be", "n": n, "person": "ann"}))
        with pytest.raises(ConnectionClosed):
            read_on(line, heard.append)
    assert any("too many acts" in said for said in heard)
    assert sum('"ack"' in said for said in heard) < 100
    desk.runs_on()


def test_what_the_run_has_no_time_for_is_refused(desk: Desk) -> None:
    for n in range(100):
        assert desk.ann.put(Ticket(0, Leave(n=n)))
    with desk.act() as line:
        tell(line, k="be", n=1, person="ann")
        assert "too much waits" in str(tell(line, k="leave", n=2)["text"])
    assert len(desk.ann.take()) == 100


def test_only_so_many_pages_may_act(desk: Desk) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(acting.MOST):
            stack.enter_context(desk.act()).recv()
        more = stack.enter_context(desk.act())
        with pytest.raises(ConnectionClosed) as caught:
            more.recv()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == sending.FULL


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts files as Linux shows them")
def test_a_thousand_connections_leave_who_acts_alone(desk: Desk) -> None:
    with desk.act() as line, contextlib.ExitStack() as stack:
        tell(line, k="be", n=1, person="ann")
        for _ in range(1000):
            one = stack.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", desk.page.address.port))
            if _ % 100 == 99:  # a process has only so many files of its own
                stack.pop_all().close()
        line.send(json.dumps({"k": "leave", "n": 2}))
        desk.ann.answer(taken(desk.ann))
        assert hear(line, "ack", "no") == {"k": "ack", "n": 2}
        stack.pop_all().close()
    desk.runs_on()


def test_who_reads_nothing_has_to_go() -> None:
    visitor = Visitor()
    for n in range(MOST_WAITING):
        visitor.tell(Ack(n))
    assert not visitor.behind
    visitor.tell(Ack(0))
    assert visitor.behind


# -- how fast --------------------------------------------------------------------------------------


def test_fingers_are_never_too_fast_and_a_program_soon_is() -> None:
    allowance = pace.Allowance()
    assert all(allowance.take(n / 5) for n in range(1000))
    flood = [allowance.take(200.0) for _ in range(1000)]
    assert sum(flood) <= pace.BURST
    assert allowance.over
