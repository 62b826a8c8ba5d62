"""Whether certificate, key and authority of a folder fit together and are good today.

Zenoh would take them as they are and then hear nobody, without a word.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cotree.runtime.bus import BusError
from cotree.zenoh.keys.files import CERTIFICATE, KEY, TEAM
from cotree.zenoh.missing import need

WHOLE = "copy the whole folder that 'cotree keys' made"
RENEW = "'cotree keys --force' makes new ones for the whole team"


def check(folder: Path, found: Mapping[str, bytes], member: str, now: datetime.datetime) -> None:
    """BusError, unless this is what the member can show to its team now."""
    x509 = need("cryptography.x509")
    load = x509.load_pem_x509_certificate
    team = _loaded(folder / TEAM, load, found[TEAM])
    mine = _loaded(folder / CERTIFICATE, load, found[CERTIFICATE])
    serialization = need("cryptography.hazmat.primitives.serialization")
    key = _loaded(folder / KEY, serialization.load_pem_private_key, found[KEY], None)
    names = [each.value for each in mine.subject]
    if names != [member]:
        raise BusError(f"{folder / CERTIFICATE}: is of '{', '.join(names)}', not of '{member}'")
    if not _signed_by(mine, team):
        raise BusError(f"{folder / CERTIFICATE}: {TEAM} has not signed it; {WHOLE}")
    if key.public_key() != mine.public_key():
        raise BusError(f"{folder / KEY}: does not belong to {CERTIFICATE}; {WHOLE}")
    for each in (mine, team):
        _check_days(folder, each, now)


def _loaded(path: Path, load: Any, *data: bytes | None) -> Any:
    try:
        return load(*data)
    except (ValueError, TypeError):
        raise BusError(f"{path}: is damaged; {WHOLE}") from None


def _signed_by(mine: Any, team: Any) -> bool:
    wrong = need("cryptography.exceptions").InvalidSignature
    try:
        mine.verify_directly_issued_by(team)
    except (wrong, ValueError, TypeError):
        return False
    return True


def _check_days(folder: Path, certificate: Any, now: datetime.datetime) -> None:
    begin, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if now > end:
        raise BusError(f"{folder}: expired on {end:%Y-%m-%d}; {RENEW}")
    if now < begin:
        raise BusError(
            f"{folder}: good from {begin:%Y-%m-%d %H:%M} UTC on, and this machine's clock says "
            f"{now:%Y-%m-%d %H:%M}; set the clock"
        )
