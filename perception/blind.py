"""What perception answers when it cannot see: one reason, as a value."""

from __future__ import annotations

import importlib
from types import ModuleType

import msgspec


class Blind(msgspec.Struct, frozen=True):
    """Nothing can be said, for this one reason; the mission's YAML says what follows."""

    reason: str
    """What is wrong and, where somebody can, what to do."""

    def __str__(self) -> str:
        return self.reason


def library(module: str, extra: str) -> ModuleType | Blind:
    """A module of an extra, loaded now; or what to install."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.split(".")[0]
        if isinstance(error, ModuleNotFoundError) and (error.name or "").split(".")[0] == package:
            return Blind(f"{package} is not here: pip install 'cotree[{extra}]'")
        return Blind(f"{package} does not load: {str(error).splitlines()[0]}")
