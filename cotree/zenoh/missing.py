"""What to say when Zenoh, or what makes its keys, is not here."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from types import ModuleType

from cotree.runtime.bus import BusError


def have_zenoh() -> bool:
    """Whether Zenoh can be imported."""
    return find_spec("zenoh") is not None


def need(module: str) -> ModuleType:
    """A module of the extra ``[zenoh]``, or one line that says what to install."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.split(".")[0]
        if (error.name or "").split(".")[0] != package:
            raise
        raise BusError(f"{package} is not here: pip install 'cotree[zenoh]'") from error
