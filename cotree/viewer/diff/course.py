"""How the same nodes, robots and people fared in two stories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from cotree.core.changes import NodeState
from cotree.runtime.messages import End
from cotree.runtime.roles import Role
from cotree.runtime.story import Share, Story
from cotree.viewer.diff.found import NodeDiffers, Pair, RobotDiffers

Stretch: TypeAlias = tuple[NodeState, str, float]
"""How a node stood, by whom, and since when."""
NOT_THERE = "is not there"


def nodes_differ(one: Story, other: Story) -> list[NodeDiffers]:
    """Every node that did not fare the same, by the time from which on."""
    found = []
    for path in dict.fromkeys([*one.roles, *other.roles]):
        each = _node(path, one.roles.get(path), other.roles.get(path))
        if each is not None:
            found.append(each)
    return sorted(found, key=lambda each: each.t)


def _node(path: str, mine: Role | None, its: Role | None) -> NodeDiffers | None:
    ours, theirs = _stretches(mine), _stretches(its)
    if ours == theirs:
        return None
    pairs = zip(ours, theirs, strict=False)
    n = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(ours), len(theirs)))
    starts = [stretches[n][2] for stretches in (ours, theirs) if n < len(stretches)]
    role = mine or its
    assert role is not None
    return NodeDiffers(
        path,
        role.node.line,
        role.node.file,
        min(starts),
        _then(ours, n),
        _then(theirs, n),
        (_end(ours), _end(theirs)),
    )


def _stretches(role: Role | None) -> list[Stretch]:
    spans = () if role is None else role.spans
    return [(span.state, span.robot, round(span.from_s, 6)) for span in spans]


def _then(stretches: list[Stretch], n: int) -> str:
    """What a node did in that stretch."""
    if not stretches:
        return NOT_THERE
    if n >= len(stretches):
        return f"stays {_standing(stretches[-1])}"
    return f"{_standing(stretches[n])} at {stretches[n][2]:.2f} s"


def _end(stretches: list[Stretch]) -> str:
    return _standing(stretches[-1]) if stretches else NOT_THERE


def _standing(stretch: Stretch) -> str:
    state, robot, _ = stretch
    return f"{state.value} by {robot}" if robot else state.value


# -- who did what ----------------------------------------------------------------------------------


def robots_differ(one: Story, other: Story) -> Iterator[RobotDiffers]:
    """Every robot and every person whose part was another one."""
    for name in dict.fromkeys([*one.doers, *other.doers]):
        mine, its = _part(one, name), _part(other, name)
        parts = [
            Pair(what, mine.get(what, NOT_THERE), its.get(what, NOT_THERE))
            for what in dict.fromkeys([*mine, *its])
            if mine.get(what) != its.get(what)
        ]
        if parts:
            yield RobotDiffers(name, tuple(parts))


def _part(story: Story, name: str) -> dict[str, str]:
    if name in story.shares:
        return _share(story.shares[name])
    guest = story.talk.guests.get(name)
    if guest is None:
        return {}
    return {
        "did": _named(guest.pieces),
        "questions": str(guest.asked),
        "answered": str(guest.answered),
    }


def _share(share: Share) -> dict[str, str]:
    return {
        "did": _named(share.pieces),
        "worked": f"{share.worked_s:.1f} s",
        "waited": f"{share.waited_s:.1f} s",
        "moved": f"{share.distance_m:.1f} m",
        "claims": str(share.asked),
        "denied": str(share.denied),
        "failures": str(share.failures),
        "restarts": str(max(0, share.lives - 1)),
    }


def _named(pieces: list[str]) -> str:
    return ", ".join(pieces) or "nothing"


def end_differs(one: Story, other: Story) -> Pair | None:
    """How they ended, if that was not the same."""
    mine, its = _ended(one.end), _ended(other.end)
    return None if mine == its else Pair("end", mine, its)


def _ended(end: End | None) -> str:
    if end is None:
        return "no end"
    reasons = "".join(f": {reason.message}" for reason in end.reasons[:1])
    return f"{end.result} after {end.t:.2f} s{reasons}"
