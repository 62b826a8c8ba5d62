"""A person at a page while a team runs: over real sockets, and the run stays a record."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs cotree[view]")
pytest.importorskip("starlette", reason="needs cotree[view]")

from cotree import app
from cotree.core.changes import Change, NodeChange, NodeState
from cotree.runtime.acts import Answer, Done, Take
from cotree.runtime.hatch import Hatch
from cotree.runtime.messages import Acted, Message, Told
from cotree.runtime.mouth import AtPage
from cotree.runtime.replies import You
from cotree.trees.reading import loads
from cotree.viewer.web.offer import Offer
from cotree.viewer.web.server import Page
from tests.kit.waiting import until
from tests.test_help import is_same, told
from tests.viewer.web.test_acting import entered
from tests.viewer.web.test_server import live

CUP = "task/cup"
TEXT = """
mission: one cup
team:
  pr2: {robot: pr2_right_arm, at: [0, 0]}
  ann: {person: {watched_by: [pr2]}, at: [0.78, 0.40]}
coordination: {witness: [ann]}
world:
  places: {tray: [-0.3, 0.3]}
  objects: {cup: [0.3, 0.4]}
task: {then: [{place: {object: cup, at: tray}, name: cup}]}
"""


class Phone:
    """Ann's: she takes the cup, keeps it when she is asked, and puts it down."""

    def __init__(self, page: Page) -> None:
        self.replies: list[dict[str, object]] = []
        self._page = page
        self._n = 1
        self.thread = threading.Thread(target=self._live, daemon=True)

    def comes(self) -> None:
        """She opens the page, once."""
        if not self.thread.ident:
            self.thread.start()

    def _live(self) -> None:
        cookie = entered(self._page)
        with live(self._page, path="/act", cookie=cookie) as line:
            line.send(json.dumps({"k": "be", "n": 1, "person": "ann"}))
            wishes = [{"k": "take", "piece": CUP}, {"k": "answer", "piece": CUP, "keep": "me"},
                      {"k": "done", "piece": CUP}]  # fmt: skip
            over = False
            while not over:
                said = json.loads(line.recv())
                if said["k"] in ("ack", "no"):
                    self.replies.append(said)
                over = said["k"] == "you" and said["gone"]
                if said["k"] == "you" and wishes and _is_time(said, wishes[0]["k"]):
                    self._n += 1
                    line.send(json.dumps(wishes.pop(0) | {"n": self._n}))


def _is_time(you: dict[str, object], word: str) -> bool:
    """At once; once she is asked; once nobody asks any more."""
    match word:
        case "answer":
            return bool(you["asked"])
        case "done":
            return not you["asked"] and bool(you["doing"])
    return True


def test_ann_takes_part_from_her_phone(tmp_path: Path) -> None:
    mission = loads(TEXT)
    hatch, messages = Hatch[You](), list[Message]()
    with Page(offer=Offer({"ann": hatch})) as page:
        phone = Phone(page)

        def write(message: Message) -> None:
            messages.append(message)
            page.write(message)
            if isinstance(message, Told) and any(map(_begins, message.changes)):
                phone.comes()

        voice = app.Voice("ann", AtPage("ann", hatch, write))
        end = app.run_team(mission, write, speed=2.0, real=True, voices=[voice])
        until(lambda: not phone.thread.is_alive(), "the phone is put away")
    assert end.result == "success"
    assert [(reply["k"], reply["n"]) for reply in phone.replies] == [
        ("ack", n) for n in range(1, 5)
    ]
    assert [each.act for each in messages if isinstance(each, Acted)] == [
        Take(piece=CUP), Answer(piece=CUP, keep="me"), Done(piece=CUP),
    ]  # fmt: skip
    assert told(messages)[0].roles[CUP].robot == "ann"
    assert is_same(tmp_path, messages)


def _begins(change: Change) -> bool:
    return isinstance(change, NodeChange) and (change.path, change.state) == (
        CUP,
        NodeState.RUNNING,
    )
