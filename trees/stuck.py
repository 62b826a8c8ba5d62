"""Whether a tree can go on without help, and whom to fail if it cannot."""

from __future__ import annotations

from collections.abc import Sequence

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.reasons import Reason
from cotree.core.resources import State
from cotree.trees.asker import Asker
from cotree.trees.pool import Pool
from cotree.trees.region import Region


def in_vain(root: Behaviour, regions: Sequence[Region], pool: Pool) -> tuple[Reason, ...]:
    """Why everybody waits, when nobody runs; empty otherwise."""
    if not pool or _units_run(regions):
        return ()
    waiting = pool.waiting()
    inner = {asker.leaf for asker in waiting}
    runs = any(
        node.status is Status.RUNNING and not node.children and node not in inner
        for node in root.iterate()
    )
    return () if runs else tuple(pool.explain(asker).at(asker.path) for asker in waiting)


def _units_run(regions: Sequence[Region]) -> bool:
    """Whether some unit works on something itself, which is quick to see."""
    return any(
        unit.asker.leaf is not None and unit.asker.granted
        for region in regions
        for _, unit in region.active
    )


def whom_to_fail(waiting: Sequence[Asker], state: State) -> Asker | None:
    """One of those that wait, first one whose lineage keeps something from others."""
    owned = {owner for resource in state.values() for owner in resource.owners}
    blocking = [asker for asker in waiting if not owned.isdisjoint(asker.lineage)]
    return next(iter(blocking or waiting), None)
