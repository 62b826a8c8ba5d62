"""What to say when ROS, or a package of it, is not here."""

from __future__ import annotations

import importlib
import re
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeAlias

from cotree.core.words import did_you_mean

Kind: TypeAlias = Literal["msg", "srv", "action"]

WHAT_TO_DO = (
    "ROS 2 is not here: source its setup.bash, or pip install 'cotree[ros]' (Python 3.11 or 3.12)"
)
_TYPE = re.compile(r"([a-z][a-z0-9_]*)/(msg|srv|action)/([A-Z][A-Za-z0-9]*)")


class NoRos(ValueError):
    """ROS is wanted and not installed."""

    def __init__(self) -> None:
        super().__init__(WHAT_TO_DO)


class NoType(ValueError):
    """A type of messages that does not exist here."""


def have_ros() -> bool:
    """Whether rclpy can be imported."""
    return find_spec("rclpy") is not None


def ros(module: str = "rclpy") -> ModuleType:
    """A module of ROS, or one line that says what to install."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != "rclpy":
            raise
        raise NoRos from error


def type_named(name: str, kind: Kind) -> Any:
    """The class of ``test_msgs/action/Fibonacci``; imports nothing but packages of messages."""
    found = _TYPE.fullmatch(name)
    if found is None or found[2] != kind:
        raise NoType(f"'{name}' is no type; write it as package/{kind}/Name")
    package, _, word = found.groups()
    if not _has_messages(package, kind):
        raise NoType(f"there is no package '{package}' with {kind} types; install its ROS package")
    module = importlib.import_module(f"{package}.{kind}")
    if not hasattr(module, word):
        known = [each for each in vars(module) if each[0].isupper()]
        raise NoType(f"{package} has no {kind} type '{word}'{did_you_mean(word, known)}")
    return getattr(module, word)


def _has_messages(package: str, kind: str) -> bool:
    """Whether this is a generated package of messages, which runs nothing when it is imported."""
    spec = find_spec(package)
    folders = [] if spec is None else list(spec.submodule_search_locations or ())
    return any(
        (Path(folder) / kind).is_dir() and any(Path(folder).glob("*_s__rosidl_typesupport_c*"))
        for folder in folders
    )
