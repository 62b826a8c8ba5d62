"""Who does the jobs or shared steps of a mission, for one robot's tree; loaded when needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cotree.core.mission import Mission
from cotree.team.teammate import Teammate
from cotree.trees.engine import Engine

if TYPE_CHECKING:
    from cotree.app.planners import Planners
    from cotree.runtime.executor import Executor
    from cotree.runtime.jobs.jobs import Jobs
    from cotree.runtime.steps.sharing import Sharing


def make_ready(mission: Mission) -> None:
    """Load now what a robot of this mission needs later, so that no tick waits for it."""
    if mission.allocated:
        import cotree.runtime.jobs.jobs
    if mission.steps.all:
        import cotree.runtime.steps.sharing  # noqa: F401


def jobs_of(
    mission: Mission,
    engine: Engine,
    mate: Teammate | None = None,
    now_s: float = 0.0,
    *,
    first: bool = True,
) -> Jobs | None:
    """The jobs of a mission as one robot sees them; None: it has none."""
    if not mission.allocated:
        return None
    from cotree.runtime.jobs.jobs import Jobs  # heavy

    return Jobs(mission, engine, mate, now_s, first=first)


def share_steps(
    mission: Mission, engine: Engine, executor: Executor, planners: Planners
) -> Sharing | None:
    """Have a robot share the steps of people and robots, if there are any; None: there are none."""
    if not mission.steps.all:
        return None
    from cotree.runtime.steps.sharing import Sharing  # heavy

    sharing = Sharing(mission, engine)
    executor.share(sharing, planners.steps)
    return sharing
