"""A robot's joints from its URDF; what is broken in it is one message.

Only the tree of links and joints is read: shapes, masses and meshes are for the physics.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from xml.etree import ElementTree

import numpy as np

from cotree.core.frames import unit
from cotree.manipulation.frames import Array, from_rpy, pose

MOST_CHARACTERS = 4_000_000
TURNS = frozenset({"revolute", "continuous"})
MOVES = TURNS | {"prismatic"}
KINDS = MOVES | {"fixed", "floating", "planar"}


class UrdfError(ValueError):
    """A robot description that cannot be used; the text says where and what would be right."""


@dataclasses.dataclass(frozen=True, eq=False)
class Joint:
    """How a link hangs on its parent."""

    name: str
    kind: str
    parent: str
    child: str
    origin: Array
    """(4, 4): the joint's frame in the parent's."""
    axis: Array
    low: float
    high: float
    velocity: float
    """Its fastest, in rad/s or m/s."""

    @property
    def moves(self) -> bool:
        """Whether it has a position of its own."""
        return self.kind in MOVES


@dataclasses.dataclass(frozen=True, eq=False)
class Description:
    """A whole robot: each link but one hangs on one joint."""

    name: str
    joints: Mapping[str, Joint]
    """By the link that hangs on it."""
    links: frozenset[str]

    def path(self, base: str, tip: str) -> tuple[Joint, ...]:
        """The joints from one link out to another; UrdfError says which link is missing."""
        for link in (base, tip):
            if link not in self.links:
                raise UrdfError(f"{self.name}: no link {link!r}; {_nearest(link, self.links)}")
        found: list[Joint] = []
        link = tip
        while link != base:
            if link not in self.joints:
                raise UrdfError(f"{self.name}: {tip!r} does not hang on {base!r} but on {link!r}")
            found.append(self.joints[link])
            link = self.joints[link].parent
        return tuple(reversed(found))


def read(text: str, where: str = "URDF") -> Description:
    """The robot of a URDF text; UrdfError says in one line what is wrong with it."""
    if len(text) > MOST_CHARACTERS:
        raise UrdfError(f"{where}: {len(text)} characters; at most {MOST_CHARACTERS} are read")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise UrdfError(f"{where}: has a DOCTYPE; a URDF needs none (expand xacro first)")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise UrdfError(f"{where}: not XML: {error}") from None
    if root.tag != "robot":
        raise UrdfError(f"{where}: the root is <{root.tag}>, <robot> is right")
    links = [_named(each, where) for each in root.findall("link")]
    joints = [_joint(each, where) for each in root.findall("joint")]
    return _whole(root.get("name", "robot"), links, joints, where)


def _whole(name: str, links: list[str], joints: list[Joint], where: str) -> Description:
    """The tree, after checking that it is one."""
    if not links:
        raise UrdfError(f"{where}: has no <link>")
    by_child: dict[str, Joint] = {}
    for joint in joints:
        for link in (joint.parent, joint.child):
            if link not in links:
                raise UrdfError(f"{where}: joint {joint.name!r} names no link: {link!r}")
        if joint.child in by_child:
            other = by_child[joint.child].name
            raise UrdfError(f"{where}: {joint.child!r} hangs on two: {other}, {joint.name}")
        by_child[joint.child] = joint
    for link in links:
        _check_no_ring(link, by_child, where)
    return Description(name, by_child, frozenset(links))


def _check_no_ring(link: str, joints: Mapping[str, Joint], where: str) -> None:
    start, steps = link, 0
    while link in joints:
        link, steps = joints[link].parent, steps + 1
        if steps > len(joints):
            raise UrdfError(f"{where}: the joints around {start!r} form a ring; a tree is right")


def _joint(element: ElementTree.Element, where: str) -> Joint:
    name = _named(element, where)
    place = f"{where}: joint {name!r}"
    kind = element.get("type", "")
    if kind not in KINDS:
        raise UrdfError(f"{place}: type {kind!r}; one of {', '.join(sorted(KINDS))} is right")
    origin = element.find("origin")
    xyz, rpy = _triple(origin, "xyz", place), _triple(origin, "rpy", place)
    axis = _triple(element.find("axis"), "xyz", place, (1.0, 0.0, 0.0))
    if kind in MOVES and not axis.any():
        raise UrdfError(f"{place}: its axis is 0 0 0")
    low, high, velocity = _limits(element.find("limit"), kind, place)
    return Joint(
        name,
        kind,
        _end(element, "parent", place),
        _end(element, "child", place),
        pose(from_rpy(*rpy.tolist()), xyz),
        unit(axis),
        low,
        high,
        velocity,
    )


def _limits(limit: ElementTree.Element | None, kind: str, place: str) -> tuple[float, float, float]:
    """The lowest and highest position, and the fastest."""
    if kind not in MOVES:
        return 0.0, 0.0, 0.0
    if limit is None:
        if kind != "continuous":
            raise UrdfError(f"{place}: a {kind} joint needs <limit lower= upper= velocity=>")
        return -math.pi, math.pi, 1.0
    velocity = _number(limit.get("velocity", "1"), "velocity", place)
    if kind == "continuous":
        return -math.pi, math.pi, velocity or 1.0
    low = _number(limit.get("lower", "0"), "lower", place)
    high = _number(limit.get("upper", "0"), "upper", place)
    if low > high:
        raise UrdfError(f"{place}: lower {low:g} is above upper {high:g}")
    return low, high, velocity or 1.0


def _triple(
    element: ElementTree.Element | None,
    key: str,
    place: str,
    usual: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> Array:
    said = element.get(key) if element is not None else None
    if said is None:
        return np.array(usual)
    words = said.split()
    if len(words) != 3:
        raise UrdfError(f"{place}: {key}={said!r}; three numbers are right")
    return np.array([_number(word, key, place) for word in words])


def _number(said: str, key: str, place: str) -> float:
    try:
        value = float(said)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise UrdfError(f"{place}: {key} {said!r} is no number")
    return value


def _named(element: ElementTree.Element, where: str) -> str:
    name = element.get("name")
    if not name:
        raise UrdfError(f"{where}: a <{element.tag}> has no name")
    return name


def _end(element: ElementTree.Element, key: str, place: str) -> str:
    end = element.find(key)
    link = end.get("link") if end is not None else None
    if not link:
        raise UrdfError(f"{place}: needs <{key} link=…>")
    return link


def _nearest(word: str, among: frozenset[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, sorted(among), 1)
    return f"did you mean {close[0]!r}?" if close else f"it has {len(among)} others"
