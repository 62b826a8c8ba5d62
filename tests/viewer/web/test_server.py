"""The page's server, asked over real sockets by good and by bad clients."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("uvicorn", reason="needs cotree[view]")
pytest.importorskip("starlette", reason="needs cotree[view]")

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from cotree.core.changes import NodeState
from cotree.runtime.messages import Told
from cotree.runtime.senses.marks import Mark
from cotree.runtime.senses.pictures import Pictures
from cotree.viewer.web import audience, doors, sending
from cotree.viewer.web.address import Address
from cotree.viewer.web.no_page import NoPage
from cotree.viewer.web.server import WAITING, Page
from tests.viewer.stories import node, told
from tests.viewer.web.test_telling import ALONE, OPENING

SHOWN = (*OPENING, ALONE, *told(0, 0.0, node("wave", NodeState.RUNNING)))
TOKEN = "a-token-that-nobody-guesses"


@pytest.fixture
def page() -> Iterator[Page]:
    with Page(shown=SHOWN) as found:
        yield found


@pytest.fixture
def guarded() -> Iterator[Page]:
    """As one beyond this machine: who looks needs the token."""
    found = Page(shown=SHOWN)
    found.address = Address("127.0.0.1", found.address.port, TOKEN)
    with found:
        yield found


def ask(page: Page, *lines: str, body: bytes = b"", host: str = "") -> tuple[int, str]:
    """One request as it stands; the status, and everything that was answered."""
    port = page.address.port
    head = [lines[0], f"Host: {host or f'localhost:{port}'}", *lines[1:], "Connection: close"]
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall("\r\n".join((*head, f"Content-Length: {len(body)}", "", "")).encode() + body)
        found = b""
        with contextlib.suppress(ConnectionResetError):
            while part := line.recv(1 << 16):
                found += part
    return int(found.split()[1]) if found else 0, found.decode(errors="replace")


def live(
    page: Page, *, origin: str | None = "", cookie: str = "", path: str = "/live"
) -> ClientConnection:
    port = page.address.port
    return connect(
        f"ws://localhost:{port}{path}",
        origin=f"http://localhost:{port}" if origin == "" else origin,  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie} if cookie else None,
        open_timeout=None,
        max_size=None,
        proxy=None,
    )


def kinds(text: str | bytes) -> list[str]:
    return [item["k"] for item in json.loads(text)]


def teams(items: list[dict[str, object]]) -> list[object]:
    return [item["team"] for item in items if "team" in item]


def read_on(line: ClientConnection, hears: Callable[[str], object] = len) -> None:
    """Until something is wrong."""
    while True:
        hears(str(line.recv()))


def go_on(page: Page, n: int) -> None:
    """The mission runs on."""
    state = (NodeState.RUNNING, NodeState.STOPPING)[n % 2]
    for message in told(n, float(n), node("cup/move", state)):
        page.write(message)


def still_serves(page: Page, cookie: str = "") -> None:
    """Whatever was done to it, others see the mission, and see it go on."""
    with live(page, cookie=cookie) as other:
        assert kinds(other.recv())[:2] == ["tree", "hello"]
        go_on(page, 77)
        while not any(item.get("t") == 77.0 for item in json.loads(other.recv())):
            pass


# -- what it is for --------------------------------------------------------------------------------


def test_it_serves_the_page_and_its_files(page: Page) -> None:
    for path, kind in {
        "/": "text/html",
        "/page.js": "text/javascript",
        "/page.css": "text/css",
    }.items():
        status, text = ask(page, f"GET {path} HTTP/1.1")
        assert status == 200
        assert f"content-type: {kind}" in text


def test_who_comes_late_is_told_how_it_stands_and_then_what_changes(page: Page) -> None:
    with live(page) as line:
        assert kinds(line.recv()) == ["tree", "hello", "scene"]
        first = json.loads(line.recv())
        assert teams(first) == [[{"i": 7, "state": "running"}]]
        go_on(page, 4)
        assert teams(json.loads(line.recv())) == [[{"i": 2, "state": "running"}]]


def test_who_is_there_before_the_mission_is_known_is_told_what_it_is() -> None:
    with Page() as page, live(page) as line:
        assert json.loads(line.recv()) == []
        for message in SHOWN:
            page.write(message)
        found: list[str] = []
        while "d" not in found:
            found += kinds(line.recv())
        assert [each for each in found if each != "pulses"][:3] == ["tree", "hello", "scene"]
        assert found.count("tree") == 1


def test_time_goes_on_while_nothing_happens(page: Page) -> None:
    with live(page) as line:
        page.now(12.5)
        while {"k": "t", "t": 12.5} not in json.loads(line.recv()):
            pass


def test_what_the_thread_cannot_keep_up_with_is_dropped_and_counted() -> None:
    page = Page()  # not started: nobody takes anything
    for _ in range(20_100):
        page.write(SHOWN[0])
    assert page.lost == 100
    page._socket.close()


def test_a_mistake_in_telling_ends_the_telling_and_nothing_else() -> None:
    said: list[str] = []
    with Page(shown=[*SHOWN, "not a message"], complain=said.append) as page:  # type: ignore[list-item]
        page.write(SHOWN[-1])
        with live(page) as line:
            assert kinds(line.recv()) == ["tree", "hello", "scene"]
    assert said == []  # what is no message is passed over


def test_a_port_that_is_taken_is_one_line() -> None:
    with Page() as page, pytest.raises(NoPage, match=f"at 127.0.0.1:{page.address.port}: .*in use"):
        Page(port=page.address.port)


def test_no_thread_is_left_behind() -> None:
    with Page(shown=SHOWN) as page, live(page) as line:
        line.recv()
    assert "cotree page" not in [thread.name for thread in threading.enumerate()]


# -- who may look ----------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example"])
def test_another_host_is_answered_421(page: Page, host: str) -> None:
    for path in ("/", "/page.js", "/live", "/nothing"):
        status, text = ask(page, f"GET {path} HTTP/1.1", host=host)
        assert status == 421
        assert "<html" not in text


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", None])
def test_a_websocket_from_another_page_is_refused(page: Page, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as caught, live(page, origin=origin):
        pass
    assert caught.value.response.status_code == 421
    still_serves(page)


def test_a_post_from_another_page_is_refused(page: Page) -> None:
    status, _ = ask(page, "POST /enter HTTP/1.1", "Origin: http://evil.example", body=b"{}")
    assert status == 421


def test_a_policy_forbids_everything_from_elsewhere(page: Page) -> None:
    _, text = ask(page, "GET / HTTP/1.1")
    assert "content-security-policy: default-src 'none'; script-src 'self'" in text
    assert "unsafe" not in text
    assert "x-content-type-options: nosniff" in text


def test_beyond_this_machine_nothing_is_told_without_the_token(guarded: Page) -> None:
    with pytest.raises(InvalidStatus) as caught, live(guarded):
        pass
    assert caught.value.response.status_code == 403


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b'{"token": ""}', b'{"token": "wrong"}', b"[", b'{"token": "' + b"x" * 9999],
)
def test_a_wrong_token_gets_no_cookie(guarded: Page, body: bytes) -> None:
    mine = f"Origin: http://localhost:{guarded.address.port}"
    status, text = ask(guarded, "POST /enter HTTP/1.1", mine, body=body)
    assert status == 403
    assert "set-cookie" not in text


def test_the_token_gets_a_cookie_that_lets_in(guarded: Page) -> None:
    mine = f"Origin: http://localhost:{guarded.address.port}"
    body = json.dumps({"token": TOKEN}).encode()
    status, text = ask(guarded, "POST /enter HTTP/1.1", mine, body=body)
    assert status == 204
    (cookie,) = (line for line in text.splitlines() if line.startswith("set-cookie: "))
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert TOKEN not in cookie
    with live(guarded, cookie=cookie.removeprefix("set-cookie: ").split(";")[0]) as line:
        assert "hello" in kinds(line.recv())


def test_a_wrong_cookie_does_not_let_in(guarded: Page) -> None:
    with pytest.raises(InvalidStatus), live(guarded, cookie=f"cotree-{guarded.address.port}=x"):
        pass


# -- cameras ---------------------------------------------------------------------------------------


def seen(page: Page, camera: str = "front", *lines: str, origin: str = "") -> tuple[int, str]:
    origin = origin or f"http://localhost:{page.address.port}"
    body = json.dumps({"camera": camera}).encode()
    return ask(page, "POST /see HTTP/1.1", f"Origin: {origin}", *lines, body=body)


@pytest.fixture
def pictures() -> Pictures:
    found = Pictures()
    found.begin(("front",))
    found.look("front")
    found.put("front", 1.5, np.zeros((4, 4, 3), np.uint8), (Mark("object", "cup", ((0.5, 0.5),)),))
    return found


def test_a_page_gets_the_newest_picture_and_is_told_which_cameras_there_are(
    pictures: Pictures,
) -> None:
    with Page(shown=SHOWN, pictures=pictures) as page:
        status, text = seen(page)
        assert status == 200
        assert '"t":1.5,' in text
        assert '"what":"object","name":"cup"' in text
        assert "cache-control: no-cache" in text
        assert seen(page, "back")[0] == 404
        with live(page) as line:
            while '"cameras":["front"]' not in str(line.recv()):
                pass


def test_pictures_are_only_for_the_page_itself_and_for_who_has_the_token(
    pictures: Pictures,
) -> None:
    page = Page(shown=SHOWN, pictures=pictures)
    page.address = Address("127.0.0.1", page.address.port, TOKEN)
    with page:
        assert seen(page, origin="http://evil.example")[0] == 421
        assert seen(page)[0] == 403
        assert seen(page, "front", f"Cookie: cotree-{page.address.port}=x")[0] == 403
        assert ask(page, "GET /see HTTP/1.1")[0] == 405


def test_a_page_without_cameras_has_no_such_door(page: Page) -> None:
    assert seen(page)[0] == 404


# -- who is rude -----------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["x" * (10 << 20), b"\0" * (10 << 20), "hello", '{"do": "halt"}'])
def test_who_says_anything_has_to_go(page: Page, said: str | bytes) -> None:
    with live(page) as line:
        with contextlib.suppress(ConnectionClosed):
            line.send(said)
        with pytest.raises(ConnectionClosed):
            read_on(line)
    still_serves(page)


FRAMES = {
    "a reserved opcode": b"\x83\x80\0\0\0\0",
    "reserved bits": b"\xf1\x80\0\0\0\0",
    "no mask": b"\x81\x01x",
    "a length of 2^63": b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
    "a fragment of nothing": b"\x80\x80\0\0\0\0",
    "a long ping": b"\x89\xfe\xff\xff\0\0\0\0",
    "text that is none": b"\x81\x82\0\0\0\0\xff\xfe",
    "noise": bytes(range(256)) * 8,
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_malformed_frames_end_their_connection_only(page: Page, frame: bytes) -> None:
    with live(page) as line:
        line.recv()
        raw = line.socket
        raw.sendall(frame)
        with pytest.raises(ConnectionClosed):
            read_on(line)
    still_serves(page)


@pytest.mark.parametrize(
    "data",
    [b"\x16\x03\x01\x02\0\x01\0", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 99, b"G" * 100_000,
     b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
     b"GET /" + b"\xff" * 99 + b" HTTP/1.1\r\n\r\n"],
)  # fmt: skip
def test_what_is_no_request_is_harmless(page: Page, data: bytes) -> None:
    answer = b""
    with (
        socket.create_connection(("127.0.0.1", page.address.port)) as line,
        contextlib.suppress(OSError),
    ):
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        answer = line.recv(1 << 16)
    assert not answer.startswith(b"HTTP/1.1 200")
    still_serves(page)


def files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts files as Linux shows them")
def test_a_thousand_connections_take_no_more_than_a_few_files(page: Page) -> None:
    import subprocess
    import sys

    crowd = (
        "import socket, sys\n"
        "lines = []\n"
        "for _ in range(1000):\n"
        "    line = socket.socket(); line.setblocking(False); lines.append(line)\n"
        "    line.connect_ex(('127.0.0.1', int(sys.argv[1])))\n"
        "print('there', flush=True)\n"
        "sys.stdin.read()\n"
    )
    before = files()
    process = subprocess.Popen(
        [sys.executable, "-c", crowd, str(page.address.port)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "there\n"
        go_on(page, 2)
        assert files() - before < 2 * (doors.MOST + WAITING)
        process.communicate("")
    still_serves(page)


def test_who_asks_for_nothing_is_shut_out(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "PATIENCE_S", 0.05)
    for said in (b"", b"GET / HTTP/1.1\r\nHost: loc"):
        with socket.create_connection(("127.0.0.1", page.address.port)) as line:
            line.sendall(said)
            with contextlib.suppress(ConnectionResetError):
                assert line.recv(1) == b""
    monkeypatch.undo()  # who does ask has as long as ever
    still_serves(page)


def test_only_so_many_pages_are_told(page: Page) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(audience.MOST):
            stack.enter_context(live(page)).recv()
        more = stack.enter_context(live(page))
        with pytest.raises(ConnectionClosed) as caught:
            more.recv()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == sending.FULL


def test_who_reads_nothing_is_dropped_and_nobody_waits(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert page._audience is not None
    monkeypatch.setattr(page._audience, "_send_s", 0.05)
    with live(page) as slow, contextlib.closing(slow.socket), live(page) as quick:
        quick.recv()
        note, n = "x" * 500, 0
        while page._audience.dropped == 0 and n < 100_000:
            n += 1
            page.write(Told(n, n / 20, (node("wave", NodeState.RUNNING, message=f"{n} {note}"),)))
            if n % 50 == 0:
                quick.recv()
        assert page._audience.dropped > 0
        assert page.lost == 0
