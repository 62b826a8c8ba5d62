"""``hear``: wait for a message on a topic of ROS."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.calling import CallLeaf
from cotree.behaviours.declare import Fields, Seconds, behaviour, parameter
from cotree.core.actions import Action, Call


@dataclass(frozen=True)
class RosHearParams:
    """Parameters of ``hear``."""

    type: str = parameter("the type: package/msg/Name")
    name: str = parameter("the name of the topic")
    expect: Fields | None = parameter("what must stand in the message", default=None)
    duration: Seconds = parameter("how long it takes in simulation", default=1.0, low=0.0)
    timeout: Seconds = parameter("after so long it has failed; 0: never", default=0.0, low=0.0)
    needs: tuple[str, ...] = parameter(
        "types or names of the resources it has to itself meanwhile", default=()
    )


@behaviour("hear", params=RosHearParams)
class RosHear(CallLeaf):
    """Wait until a message says what is expected.

    ```yaml
    - hear: {type: std_msgs/msg/Bool, name: /door_open, expect: {data: true}, timeout: 60 s}
    ```
    """

    params: RosHearParams
    if_unsure = "redo"

    def action(self) -> Action:
        """Listen."""
        params = self.params
        return Call(
            "hear",
            params.type,
            params.name,
            expect=params.expect or {},
            duration_s=params.duration,
            timeout_s=params.timeout,
        )
