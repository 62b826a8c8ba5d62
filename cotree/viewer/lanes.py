"""The rows of a timing diagram as plain numbers: leaves and resources over time."""

from __future__ import annotations

from collections import Counter

import msgspec

from cotree.core.changes import NodeState
from cotree.runtime.story import Hold, Prop, Role, Story


class Bar(msgspec.Struct, frozen=True):
    """One stretch of one row."""

    from_s: float
    to_s: float
    kind: str
    """A node's state; or of a resource ``used`` or ``reserved``."""
    owners: tuple[str, ...] = ()
    text: str = ""
    robot: str = ""
    """Of a team: whose doing it was."""


class Lane(msgspec.Struct, frozen=True):
    """One row."""

    label: str
    bars: tuple[Bar, ...]
    path: str = ""
    """Of a leaf."""


def leaf_lanes(story: Story) -> list[Lane]:
    """One row for each leaf but those of reactions never needed, in the order of the tree."""
    leaves = [leaf for leaf in story.leaves() if not leaf.spare]
    labels = short_names([leaf.node.path for leaf in leaves], [leaf.node.name for leaf in leaves])
    return [
        Lane(label, tuple(_leaf_bars(role, story.now_s)), role.node.path)
        for label, role in zip(labels, leaves, strict=True)
    ]


def resource_lanes(story: Story) -> list[Lane]:
    """One row for each resource that anybody owned."""
    lanes = (Lane(prop.label, tuple(_holds(prop, story.now_s))) for prop in story.props.values())
    return [lane for lane in lanes if lane.bars]


class Spoken(msgspec.Struct, frozen=True):
    """A question to a person, or an answer, in the row that it is about."""

    t: float
    row: int
    sign: str
    """``?`` or ``!``."""
    speaker: str


def spoken(story: Story, lanes: list[Lane]) -> list[Spoken]:
    """What robots and people asked and answered, in order."""
    found = []
    for said in story.talk.all:
        inside = (i for i, lane in enumerate(lanes) if f"{lane.path}/".startswith(f"{said.piece}/"))
        row = next(inside, None)
        if row is None or said.what not in ("asks", "answers"):
            continue
        asks = said.what == "asks"
        found.append(Spoken(said.t, row, "?" if asks else "!", said.robot if asks else said.person))
    return found


def owners_of(lanes: list[Lane]) -> list[str]:
    """Everybody who owns anything in these rows, in the order in which they come first."""
    bars = sorted((bar for lane in lanes for bar in lane.bars), key=lambda bar: bar.from_s)
    return list(dict.fromkeys(owner for bar in bars for owner in bar.owners))


def owner_for(path: str, owners: list[str]) -> str | None:
    """The innermost of these owners that a leaf belongs to."""
    above = [owner for owner in owners if f"{path}/".startswith(f"{owner}/")]
    return max(above, key=len, default=None)


def short_names(paths: list[str], names: list[str]) -> list[str]:
    """Each name where it is unique, otherwise with the one before it in the path."""
    count = Counter(names)
    labels = []
    for path, name in zip(paths, names, strict=True):
        parts = path.split("/")
        double = count[name] > 1 and len(parts) > 1
        labels.append(f"{parts[-2]} · {name}" if double else name)
    return labels


def _leaf_bars(role: Role, end_s: float) -> list[Bar]:
    bars = []
    for span in role.spans:
        to_s = end_s if span.to_s is None else span.to_s
        if to_s > span.from_s:
            bars.append(Bar(span.from_s, to_s, span.state.value, robot=span.robot))
    if role.state in (NodeState.FAILED, NodeState.SKIPPED, NodeState.DONE) and role.spans:
        last = role.spans[-1]
        if last.from_s >= end_s:  # its end is the end of all: a state without a length
            bars.append(Bar(end_s, end_s, role.state.value, robot=role.robot))
    return bars


def _holds(prop: Prop, end_s: float) -> list[Bar]:
    bars: list[Bar] = []
    for hold in prop.holds:
        bar = _hold_bar(hold, end_s)
        if bar is None:
            continue
        if bars and _goes_on(bars[-1], bar):
            bar = msgspec.structs.replace(bar, from_s=bars.pop().from_s)
        bars.append(bar)
    return bars


def _hold_bar(hold: Hold, end_s: float) -> Bar | None:
    to_s = end_s if hold.to_s is None else hold.to_s
    if not hold.now.owners or to_s <= hold.from_s:
        return None
    kind = "used" if hold.now.users else "reserved"
    text = hold.now.load or hold.now.channel.split("(")[0]
    return Bar(hold.from_s, to_s, kind, hold.now.owners, text)


def _goes_on(before: Bar, after: Bar) -> bool:
    same = (before.kind, before.owners, before.text) == (after.kind, after.owners, after.text)
    return same and before.to_s == after.from_s
