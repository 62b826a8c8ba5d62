"""``job``: a job of the mission, as a node."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.declare import behaviour, parameter
from cotree.trees.controls import EngineOnly

JOB = "job"


@dataclass(frozen=True)
class JobParams:
    """Which job, and who is given it."""

    do: str = parameter("the name of the job, under `jobs`")
    to: str = parameter("the robot that is given it; as the job says, by default", default="")


@behaviour(JOB, params=JobParams, short="do")
class JobNode(EngineOnly):
    """Have a job of the mission done by whoever can: one robot, several, or an assembly.

    It stands for a subtree that is the same for every team: robots `dock`, then for each object
    `detect`, `approach`, `grasp`, `approach`, `release`, and at last they `undock`.  Matching finds
    out whose part does which of these; what nobody has to do is done at once.

    ```yaml
    - job: carry
    - job: {do: carry, to: pr2}
    ```
    """

    def __init__(self, name: str, params: JobParams) -> None:
        super().__init__(name, [])
        self.params = params
