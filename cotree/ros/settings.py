"""What a robot's node is told: its parameters, as ROS has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Settings(msgspec.Struct, frozen=True):
    """The parameters of a robot's node."""

    name: str = ""
    """Which robot of the team; empty: the name of the node."""
    mission: str = ""
    """A file, or the name of a mission that came with cotree."""
    rate: float = 0.0
    """Ticks per second; 0: what the mission says."""
    policy: str = ""
    """What happens when the team falls apart; empty: what the mission says."""
    simulated: bool = True
    """Whether its body is simulated; otherwise actions of ROS move it."""
    means: str = ""
    """A YAML file that says which actions move what; only without simulation."""
    autostart: bool = True
    """Configure and activate at once, and end with the mission; otherwise wait to be told."""


DOCS: Mapping[str, str] = {
    "name": "which robot of the team; empty: the node's name",
    "mission": "a file, or the name of a mission that came with cotree",
    "rate": "ticks per second; 0: what the mission says",
    "policy": "what happens when the team falls apart; empty: what the mission says",
    "simulated": "whether its body is simulated; otherwise actions of ROS move it",
    "means": "a YAML file that says which actions move what; only without simulation",
    "autostart": "configure and activate at once, and end with the mission",
}


class BadSetting(ValueError):
    """A parameter that cannot be used; the text is one line for people."""


def declare(node: Any, defaults: Settings) -> None:
    """Declare the parameters on a node."""
    from rcl_interfaces.msg import ParameterDescriptor

    for word, default in msgspec.structs.asdict(defaults).items():
        descriptor = ParameterDescriptor(description=DOCS[word], dynamic_typing=word == "rate")
        node.declare_parameter(word, default, descriptor)


def read(node: Any) -> Settings:
    """What the parameters say now; BadSetting says what is wrong."""
    values = {word: node.get_parameter(word).value for word in DOCS}
    if not isinstance(values["rate"], int | float) or isinstance(values["rate"], bool):
        raise BadSetting(f"parameter 'rate' must be a number, found {values['rate']!r}")
    if not 0 <= values["rate"] <= 1000:
        raise BadSetting(f"parameter 'rate' must be at most 1000 Hz, found {values['rate']:g}")
    if not values["mission"]:
        raise BadSetting("parameter 'mission' is missing: -p mission:=tea_table, or a file")
    values["name"] = values["name"] or node.get_name()
    return Settings(**{**values, "rate": float(values["rate"])})
