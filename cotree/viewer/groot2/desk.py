"""Answers a monitor's requests, each in one go: message in, message out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from cotree.viewer.groot2.picture import Picture
from cotree.viewer.groot2.wire import ERROR, Kind, Malformed, Request, reply_header, request_of

READ_ONLY = "this robot only shows itself here: it takes no breakpoints and no results"
NO_HOOK = "there is no such breakpoint"
Uid = Annotated[int, msgspec.Meta(ge=0, le=0xFFFF)]


class Hook(msgspec.Struct, frozen=True):
    """A breakpoint, or a result that is put in the place of a node's own."""

    uid: Uid
    position: Annotated[int, msgspec.Meta(ge=0, le=1)]
    """0: before the node's tick; 1: after it."""
    mode: Annotated[int, msgspec.Meta(ge=0, le=1)]
    """0: wait; 1: end with the state."""
    enabled: bool
    once: bool
    desired_status: Literal["IDLE", "RUNNING", "SUCCESS", "FAILURE", "SKIPPED"]


class Place(msgspec.Struct, frozen=True):
    """Which breakpoint is meant."""

    uid: Uid
    position: Annotated[int, msgspec.Meta(ge=0, le=1)]


_hooks = msgspec.json.Decoder(Hook | list[Hook])
_place = msgspec.json.Decoder(Place)


class Desk:
    """One robot's answers; ``epoch_us`` says what time it is, for who records."""

    def __init__(self, picture: Picture, epoch_us: Callable[[], int]) -> None:
        self.picture = picture
        self._epoch_us = epoch_us
        self._answers: dict[Kind, Callable[[Request], bytes | None]] = {
            Kind.TREE: lambda _: self.picture.xml.encode(),
            Kind.STATUS: lambda _: self.picture.statuses,
            Kind.BLACKBOARD: self._blackboard,
            Kind.HOOK_INSERT: self._insert,
            Kind.HOOK_REMOVE: self._no_hook,
            Kind.BREAKPOINT_UNLOCK: self._no_hook,
            Kind.HOOKS_DUMP: lambda _: b"[]",
            Kind.REMOVE_ALL_HOOKS: lambda _: None,
            Kind.DISABLE_ALL_HOOKS: lambda _: None,
            Kind.TOGGLE_RECORDING: self._toggle,
            Kind.GET_TRANSITIONS: lambda _: self.picture.transitions(),
        }

    def answer(self, parts: list[bytes]) -> list[bytes]:
        """The reply to a message, whatever it is."""
        try:
            request = request_of(parts)
            body = self._answers[request.kind](request)
        except Malformed as error:
            return [ERROR, str(error).encode()]
        except msgspec.MsgspecError as error:
            return [ERROR, f"the body is not understood: {error}".encode()]
        header = reply_header(request, self.picture.tree_id)
        return [header] if body is None else [header, body]

    def _blackboard(self, request: Request) -> bytes:
        """The values of those that are asked for by name; there is one, the tree's."""
        names = _text(request).split(";")
        if self.picture.title not in names:
            return msgspec.msgpack.encode({})
        return msgspec.msgpack.encode({self.picture.title: msgspec.Raw(self.picture.values)})

    def _insert(self, request: Request) -> bytes | None:
        found = _hooks.decode(_body(request))
        for hook in found if isinstance(found, list) else [found]:
            if not self.picture.has(hook.uid):
                raise Malformed(f"there is no node {hook.uid}")
        raise Malformed(READ_ONLY)

    def _no_hook(self, request: Request) -> bytes | None:
        place = _place.decode(_body(request))
        raise Malformed(NO_HOOK if self.picture.has(place.uid) else f"there is no node {place.uid}")

    def _toggle(self, request: Request) -> bytes | None:
        match _text(request):
            case "start":
                now_us = self._epoch_us()
                self.picture.record(now_us)
                return str(now_us).encode()
            case "stop":
                self.picture.record(None)
                return None
        raise Malformed("recording is toggled by 'start' or 'stop'")


def _body(request: Request) -> bytes:
    if request.body is None:
        raise Malformed(f"a request of kind '{chr(request.kind)}' has two parts")
    return request.body


def _text(request: Request) -> str:
    try:
        return _body(request).decode()
    except UnicodeDecodeError:
        raise Malformed("the body is no text") from None
