"""List scheduling: nobody waits who could start something; the most urgent action goes first."""

from __future__ import annotations

from collections.abc import Sequence

from cotree.reallocation.lead_follow.planning.graph import Node, Timed, choose, nodes_of
from cotree.reallocation.lead_follow.planning.work import NOBODY, Work


def followers(nodes: Sequence[Node]) -> list[list[int]]:
    """Per node, the nodes that wait for it."""
    found: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        for before in node.after:
            found[before].append(number)
    return found


def tails(nodes: Sequence[Node]) -> list[int]:
    """Per node, the longest time from its start to the end of what waits for it, in turn."""
    after = followers(nodes)
    return _tails(nodes, after, _in_order(nodes, after))


def _tails(nodes: Sequence[Node], after: list[list[int]], order: list[int]) -> list[int]:
    found = [-1] * len(nodes)
    for number in reversed(order):
        longest = max((found[each] for each in after[number]), default=0)
        found[number] = longest + nodes[number].ticks
    return found


def scheduled(work: Work, doer: Sequence[int], urgency: Sequence[int] | None = None) -> Timed:
    """These doers, each action as soon as its agent and its place are free."""
    choice = choose(work, doer)
    nodes = nodes_of(work, choice)
    return Timed(choice, nodes, starts_of(work, nodes, urgency or tails(nodes)))


def starts_of(work: Work, nodes: Sequence[Node], urgency: Sequence[int]) -> tuple[int, ...]:
    """When each action starts if the soonest goes first and, of those, the most urgent."""
    free = list(work.free)
    places: dict[int, int] = {}
    after = followers(nodes)
    missing = [len(node.after) for node in nodes]
    ready = [node.release for node in nodes]
    starts = [0] * len(nodes)
    open_ = {number for number, count in enumerate(missing) if not count}
    for number in work.doing:
        places[nodes[number].place] = nodes[number].ticks
    while open_:
        best = min(
            (_soonest(work, nodes[k], ready[k], free, places), -urgency[k], k) for k in open_
        )
        number = best[2]
        node = nodes[number]
        starts[number] = best[0]
        end = best[0] + node.ticks
        free[node.agent] = max(free[node.agent], end)
        places[node.place] = max(places.get(node.place, 0), end)
        open_.discard(number)
        for each in after[number]:
            missing[each] -= 1
            ready[each] = max(ready[each], end)
            if not missing[each]:
                open_.add(each)
    return tuple(starts)


def _soonest(work: Work, node: Node, ready: int, free: list[int], places: dict[int, int]) -> int:
    """When it can start."""
    if node.action == "do" and node.item in work.doing:
        return 0
    start = max(ready, free[node.agent])
    return start if node.place < 0 else max(start, places.get(node.place, 0) - node.lead)


def dispatched(work: Work) -> list[int]:
    """Who does what, if each item in turn goes to whom it costs least and who ends it first."""
    free = list(work.free)
    items = work.items
    ends = [NOBODY] * len(items)
    doer = [NOBODY] * len(items)
    for i in _by_urgency(work):
        item = items[i]
        if i in work.doing:
            doer[i], ends[i] = work.doing[i], item.ticks[work.doing[i]]
            continue
        ready = max([item.release, *[ends[before] for before in item.after]])
        costs, rivals = work.costs[i], list[tuple[int, int, int]]()
        for a in item.agents():
            finish = item.ticks[a] + (ready if ready > free[a] else free[a])
            rivals.append((finish + costs[a], a, finish))
        _, doer[i], ends[i] = min(rivals)
        free[doer[i]] = ends[i]
    return doer


def shortest(work: Work) -> list[Node]:
    """The items as if whoever is fastest did each of them."""
    return [
        Node(i, "do", NOBODY, min(t for t in item.ticks if t >= 0), item.after, 0, -1, 0)
        for i, item in enumerate(work.items)
    ]


def _by_urgency(work: Work) -> list[int]:
    """Items so that what comes before is before, the longest way to the end first."""
    nodes = shortest(work)
    after = followers(nodes)
    order = _in_order(nodes, after)
    urgency = _tails(nodes, after, order)
    return sorted(order, key=lambda i: -urgency[i])


def _in_order(nodes: Sequence[Node], after: list[list[int]]) -> list[int]:
    """Numbers of the nodes, each behind all that it waits for."""
    missing = [len(node.after) for node in nodes]
    found = [number for number, count in enumerate(missing) if not count]
    for number in found:
        for each in after[number]:
            missing[each] -= 1
            if not missing[each]:
                found.append(each)
    return found
