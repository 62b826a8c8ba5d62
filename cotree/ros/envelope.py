"""A datagram as text: readable in ``ros2 topic echo`` where it is JSON, and never changed."""

from __future__ import annotations

import base64
import binascii

import msgspec

from cotree.runtime.bus import MOST_BYTES

VERSION = 1
MOST_TEXT = 2 * MOST_BYTES
"""Longer text holds no datagram, so nobody looks into it."""


class Envelope(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who says what, on behalf of which team."""

    v: int
    team: str
    sender: str
    json: msgspec.Raw = msgspec.Raw(b"null")
    """What is said, as it is, if it is one JSON value."""
    base64: str = ""
    """Otherwise."""


class NoEnvelope(ValueError):
    """Text that holds no datagram; says why."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Envelope)
_any = msgspec.json.Decoder(msgspec.Raw)


def wrapped(team: str, sender: str, data: bytes) -> str:
    """The text for a datagram."""
    if _is_json(data):
        envelope = Envelope(VERSION, team, sender, json=msgspec.Raw(data))
    else:
        text = base64.b64encode(data).decode()
        envelope = Envelope(VERSION, team, sender, base64=text)
    return _encoder.encode(envelope).decode()


def unwrapped(text: str, team: str) -> tuple[str, bytes]:
    """The sender and the datagram; NoEnvelope says what is wrong with the text."""
    if len(text) > MOST_TEXT:
        raise NoEnvelope(f"longer than {MOST_TEXT} characters")
    try:
        envelope = _decoder.decode(text)
        if envelope.v != VERSION:
            raise NoEnvelope(f"version {envelope.v}; I read {VERSION}")
        if envelope.team != team:
            raise NoEnvelope(f"for team '{envelope.team[:80]}'")
        raw = bytes(envelope.json)
        data = base64.b64decode(envelope.base64, validate=True) if raw == b"null" else raw
    except (msgspec.MsgspecError, UnicodeError, RecursionError, binascii.Error) as error:
        raise NoEnvelope(str(error)) from None
    if len(data) > MOST_BYTES:
        raise NoEnvelope(f"longer than {MOST_BYTES} bytes")
    return envelope.sender, data


def _is_json(data: bytes) -> bool:
    """Whether it is one object of JSON, to the byte."""
    if data[:1] != b"{" or data[-1:] != b"}":
        return False
    try:
        data.decode()
        return bytes(_any.decode(data)) == data
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
