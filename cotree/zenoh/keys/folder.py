"""Making the folder of each member: its certificate, its key, and what Zenoh is to be told."""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from cotree.runtime.bus import BusError
from cotree.zenoh.keys.access import rules
from cotree.zenoh.keys.certificates import Authority, Issued
from cotree.zenoh.keys.files import CERTIFICATE, FILES, KEY, SETTINGS, TEAM
from cotree.zenoh.names import chunk

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


def _settings(team: str, member: str, members: Collection[str]) -> dict[str, Any]:
    return {
        "metadata": {"team": team, "member": member, "members": list(members)},
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
