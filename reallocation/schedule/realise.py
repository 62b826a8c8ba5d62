"""From an order of picks and places to a schedule with all its drives, and back."""

from __future__ import annotations

from cotree.reallocation.schedule.simulate import Bid, Simulator, State
from cotree.reallocation.schedule.solution import Solution, after, begin


def rounds_of(simulator: Simulator, solution: Solution) -> list[list[int]]:
    """What acts together, in which order, without the drives in between."""
    acting = ([i for i in leaves if simulator.leaves[i].at >= 0] for leaves in solution.starts)
    return [leaves for leaves in acting if leaves]


def realise(simulator: Simulator, rounds: list[list[int]]) -> Solution | None:
    """The schedule that does this round by round; None if the rules forbid it."""
    state, cost = simulator.initial(), 0
    starts: list[tuple[int, ...]] = []
    for wanted in rounds:
        for _ in range(2):  # a drive, where one is needed, and then the round itself
            leaves = _next(simulator, state, wanted)
            if leaves is None:
                return None
            more, state = after(simulator, begin(simulator, state, leaves))
            starts.append(leaves)
            cost += more
            if wanted[0] in leaves:
                break
        else:
            return None
    return Solution(cost, tuple(starts)) if simulator.over(state) else None


def _next(simulator: Simulator, state: State, wanted: list[int]) -> tuple[int, ...] | None:
    """The wanted leaves if they can start together now, else the nearest drive to their place."""
    bids = simulator.bids(state)
    ready = [bid for bid in bids if bid.leaf in wanted]
    together: State | None = state
    for bid in ready:
        together = together and simulator.start(together, bid)
    if len(ready) == len(wanted) and together is not None:
        return tuple(bid.leaf for bid in ready)
    drives = [bid for bid in bids if _leads_to(simulator, bid, wanted)]
    if not drives:
        return None
    metres = simulator.model.metres[state.here]
    return (min(drives, key=lambda bid: metres[simulator.leaves[bid.leaf].to]).leaf,)


def _leads_to(simulator: Simulator, bid: Bid, wanted: list[int]) -> bool:
    """Whether a bid drives to where a wanted leaf of the same ``then`` acts."""
    drive = simulator.leaves[bid.leaf]
    if drive.to < 0:
        return False
    leaves = (simulator.leaves[i] for i in wanted)
    return any(
        leaf.node.parent == drive.node.parent and simulator.model.near[drive.to][leaf.at]
        for leaf in leaves
    )
