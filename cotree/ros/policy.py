"""An SROS2 policy for exactly what a mission uses: one enclave per teammate, all else is denied.

Nodes are where ``launch/team.launch.py`` starts them: each robot in a namespace of its name, and
everybody's bus at the root.  DDS denies what no rule allows (``sros2`` writes
``<default>DENY</default>`` into the permissions), so the policy only says what is allowed.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator

import msgspec

from cotree.core.mission import Blueprint, Mission
from cotree.ros.actions.means import Means
from cotree.ros.bus import BUS_NODE, TEAMMATES
from cotree.ros.names import enclave_of, team_topic, token
from cotree.runtime.bus import TOPICS, Topic

VERSION = "0.2.0"
"""Of the policies' format; the schema of sros2 knows no newer one."""
VIEWER = "viewer"
"""Who looks on: hears what is told, and may say nothing."""
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


TYPES = "~/get_type_description"
"""A service of every node; Humble has none."""


class Rules(msgspec.Struct):
    """What one node may do."""

    publishes: set[str] = msgspec.field(default_factory=set)
    subscribes: set[str] = msgspec.field(default_factory=set)
    answers: set[str] = msgspec.field(default_factory=set)
    """Services."""
    asks: set[str] = msgspec.field(default_factory=set)
    calls: set[str] = msgspec.field(default_factory=set)
    """Actions."""


def policy_of(
    mission: Mission, means: Means | None = None, *, team: str = "", namespace: str = ""
) -> str:
    """The policy as XML; ``means``: the robots' bodies are moved by actions of ROS.

    ``team``: what it is called, if not as the mission.  ``namespace``: of all robots' nodes, if not
    each has one of its name.
    """
    team = team or mission.name
    top = ET.Element("policy", version=VERSION)
    enclaves = ET.SubElement(top, "enclaves")
    for name in members(mission):
        profiles = _enclave(enclaves, name)
        mate = mission.team.get(name)
        if mate is not None and mate.robot is not None:
            place = namespace or f"/{token(name)}"
            _profile(profiles, place, "robot", _robot(mission, means))
        _profile(profiles, "/", BUS_NODE + token(name), _bus(mission, name, team))
    if VIEWER not in members(mission):
        looks = Rules({"/parameter_events"}, {team_topic(team, "telling")}, {TYPES})
        _profile(_enclave(enclaves, VIEWER), "/", BUS_NODE + VIEWER, looks)
    ET.indent(top)
    return ET.tostring(top, encoding="unicode", xml_declaration=True) + "\n"


def members(mission: Mission) -> tuple[str, ...]:
    """Everybody who has a process."""
    return tuple(dict.fromkeys((*mission.team, *mission.coordination.witness)))


def _enclave(enclaves: ET.Element, name: str) -> ET.Element:
    enclave = ET.SubElement(enclaves, "enclave", path=enclave_of(name))
    return ET.SubElement(enclave, "profiles")


def _bus(mission: Mission, name: str, team: str) -> Rules:
    """A person sees and talks, and promises nothing unless she votes."""
    mate = mission.team.get(name)
    votes = mate is None or mate.robot is not None or name in mission.coordination.witness
    may_say: Iterable[Topic] = TOPICS if votes else ("sight", "talk", "telling")
    return Rules(
        publishes={team_topic(team, topic) for topic in may_say} | {"/parameter_events"},
        subscribes={team_topic(team, topic) for topic in TEAMMATES},
        answers={TYPES},
    )


def _robot(mission: Mission, means: Means | None) -> Rules:
    rules = Rules(
        publishes={"/rosout", "/parameter_events", "~/transition_event"},
        subscribes={"/clock"},
        answers={f"~/{word}" for word in (*LIFECYCLE, *PARAMETERS)} | {TYPES},
    )
    for leaf in mission.task.walk():
        _leaf(leaf, rules, means)
    if means is not None:
        rules.calls |= _body(means)
        seen = [*means.objects.values(), *([means.stands] if means.stands else [])]
        rules.subscribes |= {source.name for source in seen}
        rules.subscribes |= {"/tf", "/tf_static"} if means.base else set()
    return rules


def _leaf(leaf: Blueprint, rules: Rules, means: Means | None) -> None:
    """What a leaf calls by name; in simulation it calls nothing."""
    if means is None or leaf.children:
        return
    name = getattr(leaf.params, "name", "")
    match leaf.word:
        case "action":
            rules.calls.add(name)
        case "service":
            rules.asks.add(name)
        case "publish":
            rules.publishes.add(name)
        case "hear":
            rules.subscribes.add(name)


def _body(means: Means) -> set[str]:
    names = {call.name for call in means.performs.values() if call.kind == "action"}
    names |= {arm.gripper for arm in means.arms.values()}
    names |= {means.drives} if means.drives else set()
    names |= {means.moves} if means.arms else set()
    return names


def _profile(profiles: ET.Element, ns: str, node: str, rules: Rules) -> None:
    """Names without a slash are in the namespace of the node, as ROS has it."""
    profile = ET.SubElement(profiles, "profile", ns=ns, node=node)
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
