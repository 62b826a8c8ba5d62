"""A run behind ``/act`` that does nothing but what a test says: the page's other side."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab
    from playwright.sync_api import WebSocketRoute

MAY: dict[str, Any] = {
    "k": "may", "persons": [], "person": "", "operate": False, "armed": False, "paused": False,
    "breakpoints": [], "stopped_at": [], "injections": [], "removable": [],
}  # fmt: skip
YOU: dict[str, Any] = {
    "k": "you", "person": "ann", "t": 0.0, "doing": "", "asked": [], "free": [], "requests": [],
    "refused": [], "given": [], "gone": False,
}  # fmt: skip


class FakeRun:
    """Keeps what the page does; ``answer`` says what comes back, otherwise it is an ack."""

    def __init__(self, **may: object) -> None:
        self.acts: list[dict[str, Any]] = []
        self.may = {**MAY, **may}
        self.answer: Callable[[dict[str, Any]], list[dict[str, Any]]] = lambda act: []
        self._socket: WebSocketRoute | None = None

    def behind(self, tab: Tab) -> None:
        """From now on it stands behind this page's ``/act``."""
        tab.route_web_socket("**/act", self._open)

    def tell(self, **reply: object) -> None:
        """Let the page know."""
        assert self._socket is not None
        self._socket.send(json.dumps(reply))

    def change(self, **may: object) -> None:
        """It may something else now."""
        self.may |= may
        self.tell(**self.may)

    def you(self, **you: object) -> None:
        """What the person has to know now."""
        self.tell(**{**YOU, **you})

    def did(self) -> list[dict[str, Any]]:
        """What the page did since the last call, without its counter."""
        found = [{k: v for k, v in act.items() if k != "n"} for act in self.acts]
        self.acts.clear()
        return found

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._hear)
        self.tell(**self.may)

    def _hear(self, data: str | bytes) -> None:
        act = json.loads(data)
        self.acts.append(act)
        if act["k"] == "be":
            self.change(person=act["person"])
        if act["k"] == "arm":
            self.change(armed=act["on"])
        replies = self.answer(act) or [{"k": "ack", "n": act["n"]}]
        for reply in replies:
            self.tell(**reply)
