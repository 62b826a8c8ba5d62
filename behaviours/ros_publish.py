"""``publish``: one message on a topic of ROS."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.calling import CallLeaf
from cotree.behaviours.declare import Fields, Seconds, behaviour, parameter
from cotree.core.actions import Action, Call


@dataclass(frozen=True)
class RosPublishParams:
    """Parameters of ``publish``."""

    type: str = parameter("the type: package/msg/Name")
    name: str = parameter("the name of the topic")
    message: Fields | None = parameter("the fields of the message", default=None)
    duration: Seconds = parameter("how long it takes in simulation", default=0.0, low=0.0)
    timeout: Seconds = parameter(
        "for somebody to listen; 0: send whether or not anybody does", default=2.0, low=0.0
    )
    needs: tuple[str, ...] = parameter(
        "types or names of the resources it has to itself meanwhile", default=()
    )


@behaviour("publish", params=RosPublishParams)
class RosPublish(CallLeaf):
    """Publish one message, as soon as somebody listens.

    ```yaml
    - publish: {type: std_msgs/msg/Bool, name: /light, message: {data: true}}
    ```
    """

    params: RosPublishParams
    if_unsure = "redo"

    def action(self) -> Action:
        """Publish it."""
        params = self.params
        return Call(
            "publish",
            params.type,
            params.name,
            params.message or {},
            duration_s=params.duration,
            timeout_s=params.timeout,
        )
