"""``action``: a goal for an action server of ROS."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.calling import CallLeaf
from cotree.behaviours.declare import Fields, Seconds, behaviour, parameter
from cotree.core.actions import Action, Call


@dataclass(frozen=True)
class RosActionParams:
    """Parameters of ``action``."""

    type: str = parameter("the type: package/action/Name")
    name: str = parameter("the name of the action server")
    goal: Fields | None = parameter("the fields of the goal; others keep defaults", default=None)
    duration: Seconds = parameter("how long it takes in simulation", default=1.0, low=0.0)
    timeout: Seconds = parameter("after so long it has failed; 0: never", default=0.0, low=0.0)
    needs: tuple[str, ...] = parameter(
        "types or names of the resources it has to itself meanwhile", default=()
    )


@behaviour("action", params=RosActionParams)
class RosAction(CallLeaf):
    """Send a goal to an action server of ROS, and wait for its result.

    Halting cancels the goal and waits until the server has acknowledged that.

    ```yaml
    - action:
        type: nav2_msgs/action/BackUp
        name: /backup
        goal: {target: {x: 0.3}, speed: 0.1}
        needs: [base]
    ```
    """

    params: RosActionParams

    def action(self) -> Action:
        """Send the goal."""
        params = self.params
        return Call(
            "action",
            params.type,
            params.name,
            params.goal or {},
            duration_s=params.duration,
            timeout_s=params.timeout,
        )
