"""What a member's folder tells Zenoh, when it is this member's, of this team, and good today."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec

from cotree.runtime.bus import BusError
from cotree.zenoh.keys.files import FILES, SETTINGS, contents
from cotree.zenoh.keys.fitting import RENEW, check


class Whose(msgspec.Struct, frozen=True):
    """For whom the keys were made."""

    team: str
    member: str
    members: tuple[str, ...]
    """Everybody who has keys of this team."""


class Link(msgspec.Struct, frozen=True):
    """Part of what Zenoh reads."""

    tls: dict[str, str | bool]


class Transport(msgspec.Struct, frozen=True):
    """Part of what Zenoh reads."""

    link: Link


class Settings(msgspec.Struct, frozen=True):
    """What stands in the folder's settings."""

    metadata: Whose
    transport: Transport
    access_control: dict[str, Any]


def access_of(
    folder: Path, team: str, member: str, members: Collection[str] = ()
) -> Mapping[str, Any]:
    """What Zenoh is to be told, with files found from here; BusError when it does not fit.

    ``members``: whom these keys must know, because they take part.
    """
    found = contents(folder)
    settings = _parsed(folder, found[SETTINGS])
    _check_whose(folder, settings.metadata, Whose(team, member, tuple(members)))
    check(folder, found, member, datetime.datetime.now(datetime.timezone.utc))
    tls = settings.transport.link.tls
    for each, value in tls.items():
        if value in FILES:
            tls[each] = str(folder.resolve() / str(value))
    found_settings: Mapping[str, Any] = msgspec.to_builtins(settings)
    return found_settings


def _parsed(folder: Path, data: bytes) -> Settings:
    try:
        return msgspec.json.decode(data, type=Settings)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise BusError(f"{folder / SETTINGS}: is damaged; 'cotree keys' makes it") from None


def _check_whose(folder: Path, found: Whose, wanted: Whose) -> None:
    if (found.team, found.member) != (wanted.team, wanted.member):
        raise BusError(
            f"{folder}: holds the keys of '{found.member}' of team '{found.team}', "
            f"not of '{wanted.member}' of team '{wanted.team}'"
        )
    unknown = [each for each in wanted.members if each not in found.members]
    if unknown:
        raise BusError(f"{folder}: made before {', '.join(unknown)} joined the team; {RENEW}")
