"""The folder of each member: its certificate, its key, and what Zenoh is to be told."""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from cotree.runtime.bus import BusError
from cotree.zenoh.keys.access import rules
from cotree.zenoh.keys.certificates import Authority, Issued, expires
from cotree.zenoh.names import chunk

TEAM, CERTIFICATE, KEY, SETTINGS = "team.pem", "certificate.pem", "key.pem", "zenoh.json"
FILES = (TEAM, CERTIFICATE, KEY, SETTINGS)
PRIVATE = 0o600


def make(
    out: Path, team: str, members: Collection[str], *, days: int, force: bool = False
) -> list[Path]:
    """The folders of all members; BusError when one is there already and may not be replaced.

    The authority's own key is not kept: whoever joins later means new keys for all.
    """
    folders = {member: out / chunk(member) for member in members}
    there = [folder / each for folder in folders.values() for each in FILES]
    found = next((each for each in there if each.exists()), None)
    if found is not None and not force:
        raise BusError(f"{found}: is there already; --force replaces the keys of the whole team")
    authority = Authority(team, days, datetime.datetime.now(datetime.timezone.utc))
    for member, folder in folders.items():
        settings = _settings(team, member, members)
        _write(folder, authority.issued.certificate, authority.issue(member), settings)
    return list(folders.values())


def access_of(folder: Path, team: str, member: str) -> Mapping[str, Any]:
    """What Zenoh is to be told, with files found from here; BusError when it does not fit."""
    settings = _read(folder)
    whose = settings.get("metadata", {})
    if (whose.get("team"), whose.get("member")) != (team, member):
        raise BusError(
            f"{folder}: holds the keys of '{whose.get('member')}' of team '{whose.get('team')}', "
            f"not of '{member}' of team '{team}'"
        )
    end = expires((folder / CERTIFICATE).read_bytes())
    if end < datetime.datetime.now(datetime.timezone.utc):
        raise BusError(f"{folder}: expired on {end:%Y-%m-%d}; 'cotree keys --force' makes new ones")
    tls = settings["transport"]["link"]["tls"]
    for each, value in tls.items():
        if value in FILES:
            tls[each] = str(folder.resolve() / value)
    return settings


def _read(folder: Path) -> dict[str, Any]:
    for each in FILES:
        if not (folder / each).is_file():
            raise BusError(f"{folder / each}: is not there; 'cotree keys' makes it")
    try:
        settings: dict[str, Any] = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        settings["transport"]["link"]["tls"].items(), settings["access_control"]["rules"]
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BusError(f"{folder / SETTINGS}: is damaged; 'cotree keys' makes it") from error
    return settings


def _settings(team: str, member: str, members: Collection[str]) -> dict[str, Any]:
    return {
        "metadata": {"team": team, "member": member},
        "transport": {
            "link": {
                "protocols": ["tls"],
                "tls": {
                    "root_ca_certificate": TEAM,
                    "enable_mtls": True,
                    "listen_certificate": CERTIFICATE,
                    "listen_private_key": KEY,
                    "connect_certificate": CERTIFICATE,
                    "connect_private_key": KEY,
                    # Robots have no fixed addresses.  Who it is says the certificate's name, which
                    # the rules look at; and the authority signs nobody else.
                    "verify_name_on_connect": False,
                },
            }
        },
        "access_control": rules(team, member, members),
    }


def _write(folder: Path, team: bytes, issued: Issued, settings: Mapping[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / TEAM).write_bytes(team)
    (folder / CERTIFICATE).write_bytes(issued.certificate)
    (folder / SETTINGS).write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
    key = folder / KEY
    key.unlink(missing_ok=True)
    with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as file:
        file.write(issued.key)
