"""What two records differ in before anything happens: mission, settings, tree, team."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cotree.runtime.messages import TOPIC_OF, Hello, Team
from cotree.viewer.diff.first import shown
from cotree.viewer.diff.found import Pair
from cotree.viewer.diff.side import Side
from cotree.viewer.differences import differences

MOST = 20
"""Of one kind of difference, so many are told one by one."""
NONE = "none"


def opening_differs(one: Side, other: Side) -> Iterator[Pair]:
    """Every difference in what was run."""
    yield from _hello(one, other)
    yield from _nodes(one, other)
    topic = TOPIC_OF[Team]
    places = differences(one.opening[topic].decode(), other.opening[topic].decode())
    yield from _some("team", [Pair(f"team {where}", shown(a), shown(b)) for where, a, b in places])


def _hello(one: Side, other: Side) -> Iterator[Pair]:
    topic = TOPIC_OF[Hello]
    mine, its = (json.loads(side.opening[topic]) for side in (one, other))
    for each in (mine, its):
        each["included"] = dict(each.get("included", {}))
    names = sorted({*mine["included"], *its["included"]})
    yield from _texts("mission", mine.pop("text", ""), its.pop("text", ""))
    mine_in, its_in = mine.pop("included"), its.pop("included")
    for name in names:
        yield from _texts(name, mine_in.get(name, ""), its_in.get(name, ""))
    places = differences(json.dumps(mine), json.dumps(its))
    yield from _some("settings", [Pair(where, shown(a), shown(b)) for where, a, b in places])


def _texts(name: str, mine: str, its: str) -> Iterator[Pair]:
    """The first line that differs."""
    if mine == its:
        return
    ours, theirs = mine.splitlines(), its.splitlines()
    for n in range(max(len(ours), len(theirs))):
        a, b = (shown(text[n].strip()) if n < len(text) else NONE for text in (ours, theirs))
        if a != b:
            yield Pair(f"text of {name}, line {n + 1}", a, b)
            return
    yield Pair(f"text of {name}", "other spaces", "other spaces")


def _nodes(one: Side, other: Side) -> Iterator[Pair]:
    mine, its = (
        {path: role.node for path, role in side.story.roles.items() if not role.grown}
        for side in (one, other)
    )
    found: list[Pair] = []
    for path in dict.fromkeys([*mine, *its]):
        a, b = (nodes[path].word if path in nodes else NONE for nodes in (mine, its))
        if a != b:
            found.append(Pair(f"node {path}", a, b))
    yield from _some("nodes", found)


def _some(what: str, found: list[Pair]) -> Iterator[Pair]:
    yield from found[:MOST]
    if len(found) > MOST:
        yield Pair(what, f"{len(found) - MOST} more differences", "…")
