"""``service``: a call of a service of ROS."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.calling import CallLeaf
from cotree.behaviours.declare import Fields, Seconds, behaviour, parameter
from cotree.core.actions import Action, Call


@dataclass(frozen=True)
class RosServiceParams:
    """Parameters of ``service``."""

    type: str = parameter("the type: package/srv/Name")
    name: str = parameter("the name of the service")
    request: Fields | None = parameter("the fields of the request", default=None)
    expect: Fields | None = parameter("what must stand in the answer", default=None)
    duration: Seconds = parameter("how long it takes in simulation", default=0.1, low=0.0)
    timeout: Seconds = parameter("after so long it has failed; 0: never", default=5.0, low=0.0)
    needs: tuple[str, ...] = parameter(
        "types or names of the resources it has to itself meanwhile", default=()
    )


@behaviour("service", params=RosServiceParams)
class RosService(CallLeaf):
    """Call a service of ROS; it fails when the answer is not as expected.

    A call cannot be taken back: halting only stops waiting for the answer.

    ```yaml
    - service:
        type: std_srvs/srv/SetBool
        name: /vacuum
        request: {data: true}
        expect: {success: true}
    ```
    """

    params: RosServiceParams

    def action(self) -> Action:
        """Call it."""
        params = self.params
        return Call(
            "service",
            params.type,
            params.name,
            params.request or {},
            params.expect or {},
            params.duration,
            params.timeout,
        )
