"""An SROS2 policy for exactly what a mission uses: one enclave per teammate, all else is denied.

DDS denies what no rule allows (``sros2`` writes ``<default>DENY</default>`` into the permissions),
so the policy only says what is allowed.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator

import msgspec

from cotree.core.mission import Blueprint, Mission
from cotree.ros.actions.means import Means
from cotree.ros.names import team_topic, token
from cotree.runtime.bus import TOPICS, Topic

VERSION = "0.2.0"
"""Of the policies' format; the schema of sros2 knows no newer one."""
ROOT = "/cotree"
LIFECYCLE = (
    "change_state",
    "get_state",
    "get_available_states",
    "get_available_transitions",
    "get_transition_graph",
)
PARAMETERS = (
    "describe_parameters",
    "get_parameter_types",
    "get_parameters",
    "list_parameters",
    "set_parameters",
    "set_parameters_atomically",
)


class Rules(msgspec.Struct):
    """What one node may do."""

    publishes: set[str] = msgspec.field(default_factory=set)
    subscribes: set[str] = msgspec.field(default_factory=set)
    answers: set[str] = msgspec.field(default_factory=set)
    """Services."""
    asks: set[str] = msgspec.field(default_factory=set)
    calls: set[str] = msgspec.field(default_factory=set)
    """Actions."""


def policy_of(mission: Mission, means: Means | None = None) -> str:
    """The policy as XML; ``means``: the robots' bodies are moved by actions of ROS."""
    top = ET.Element("policy", version=VERSION)
    enclaves = ET.SubElement(top, "enclaves")
    for name in members(mission):
        enclave = ET.SubElement(enclaves, "enclave", path=f"{ROOT}/{token(name)}")
        profiles = ET.SubElement(enclave, "profiles")
        mate = mission.team.get(name)
        if mate is not None and mate.robot is not None:
            rules = _robot(mission, means)
            _profile(profiles, "robot", rules)
        _profile(profiles, f"_cotree_bus_{token(name)}", _bus(mission, name))
    ET.indent(top)
    return ET.tostring(top, encoding="unicode", xml_declaration=True) + "\n"


def members(mission: Mission) -> tuple[str, ...]:
    """Everybody who has a process."""
    return tuple(dict.fromkeys((*mission.team, *mission.coordination.witness)))


def _bus(mission: Mission, name: str) -> Rules:
    """A person sees and talks, and promises nothing unless she votes."""
    mate = mission.team.get(name)
    votes = mate is None or mate.robot is not None or name in mission.coordination.witness
    may_say: Iterable[Topic] = TOPICS if votes else ("sight", "talk")
    return Rules(
        publishes={team_topic(mission.name, topic) for topic in may_say} | {"/parameter_events"},
        subscribes={team_topic(mission.name, topic) for topic in TOPICS},
    )


def _robot(mission: Mission, means: Means | None) -> Rules:
    rules = Rules(
        publishes={"/rosout", "/parameter_events", "~/transition_event"},
        subscribes={"/clock", "/parameter_events"},
        answers={f"~/{word}" for word in (*LIFECYCLE, *PARAMETERS)},
    )
    for leaf in mission.task.walk():
        _leaf(leaf, rules, means)
    if means is not None:
        rules.calls |= _body(means)
        seen = [*means.objects.values(), *([means.stands] if means.stands else [])]
        rules.subscribes |= {_absolute(source.name) for source in seen}
    return rules


def _leaf(leaf: Blueprint, rules: Rules, means: Means | None) -> None:
    """What a leaf calls by name; in simulation it calls nothing."""
    if means is None or leaf.children:
        return
    name = getattr(leaf.params, "name", "")
    match leaf.word:
        case "action":
            rules.calls.add(_absolute(name))
        case "service":
            rules.asks.add(_absolute(name))
        case "publish":
            rules.publishes.add(_absolute(name))
        case "hear":
            rules.subscribes.add(_absolute(name))


def _body(means: Means) -> set[str]:
    names = {call.name for call in means.performs.values() if call.kind == "action"}
    names |= {arm.gripper for arm in means.arms.values()}
    names |= {means.drives} if means.drives else set()
    names |= {means.moves} if means.arms else set()
    return set(map(_absolute, names))


def _absolute(name: str) -> str:
    return name if name.startswith(("/", "~")) else f"/{name}"


def _profile(profiles: ET.Element, node: str, rules: Rules) -> None:
    profile = ET.SubElement(profiles, "profile", ns="/", node=node)
    for kind, names in _groups(rules):
        tag, group, verb = kind
        if names:
            element = ET.SubElement(profile, group, {verb: "ALLOW"})
            for name in sorted(names):
                ET.SubElement(element, tag).text = name


def _groups(rules: Rules) -> Iterator[tuple[tuple[str, str, str], set[str]]]:
    yield ("topic", "topics", "publish"), rules.publishes
    yield ("topic", "topics", "subscribe"), rules.subscribes
    yield ("service", "services", "reply"), rules.answers
    yield ("service", "services", "request"), rules.asks
    yield ("action", "actions", "call"), rules.calls
