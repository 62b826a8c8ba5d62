"""The lifecycle node of one robot: it decides nothing, it lets a life be lived when it is active.

Everything runs on one thread: transitions, callbacks and ticks follow each other.  To deactivate
orders a stop and answers at once; the run then ends when everything stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from cotree.core.errors import InputError
from cotree.ros.missing import ros
from cotree.ros.settings import Settings, declare, read
from cotree.ros.time import RosTime
from cotree.runtime.timeline import Guard


class Life(Protocol):
    """What the node drives: a mission of one robot, as often as it is activated."""

    def configure(self, settings: Settings) -> None:
        """Get ready; ValueError or InputError says in words for people why that is impossible."""

    def run(self, host: RobotNode) -> bool:
        """Live until the mission is over or it was told to stop; whether it succeeded.

        Whatever goes wrong, nothing moves any more afterwards.
        """

    def stop(self) -> None:
        """Order an orderly stop; a second time a quick one."""

    @property
    def stopping(self) -> bool:
        """Whether a stop was ordered."""

    def forget(self) -> None:
        """Undo ``configure``."""


class RobotNode:
    """A node of ROS around a life."""

    def __init__(self, context: Any, life: Life, defaults: Settings, name: str = "robot") -> None:
        lifecycle = ros("rclpy.lifecycle")
        self.context = context
        self.node = lifecycle.LifecycleNode(name, context=context)
        self.executor = ros("rclpy.executors").SingleThreadedExecutor(context=context)
        self.executor.add_node(self.node)
        self.succeeded: bool | None = None
        """How the last run went."""
        self._life = life
        self._wanted = False
        """It is active, and no run has begun yet."""
        self._running = False
        self._broken = False
        self._over = False
        self._auto = False
        """It is over with the first run."""
        declare(self.node, defaults)
        self.node.add_managed_entity(_entity(self))

    # -- for lives -----------------------------------------------------------------------------

    @property
    def clock(self) -> Any:
        """The steady clock; in simulated time the node's."""
        if self.node.get_parameter("use_sim_time").value:
            return self.node.get_clock()
        clock = ros("rclpy.clock")
        return clock.Clock(clock_type=clock.ClockType.STEADY_TIME)

    def time(
        self,
        rate_hz: float,
        guard: Guard | None = None,
        speed: float = 1.0,
        idle: Callable[[float], None] | None = None,
    ) -> RosTime:
        """When the ticks are; ``speed``: so many times faster than the node's clock.

        ``idle`` is called with the time that is left before each tick.
        """
        return RosTime(
            self.node,
            self.executor,
            self.clock,
            rate_hz,
            hurried=lambda: self._life.stopping,
            guard=guard,
            speed=speed,
            idle=idle,
        )

    def spin(self, until: Callable[[], bool], within_s: float | None = None) -> bool:
        """Serve the node until something is true; False: it was not in time."""
        clock = ros("rclpy.clock")
        steady = clock.Clock(clock_type=clock.ClockType.STEADY_TIME)
        start_ns = steady.now().nanoseconds
        while not until():
            if within_s is not None and (steady.now().nanoseconds - start_ns) / 1e9 > within_s:
                return False
            self.executor.spin_once(timeout_sec=0.05)
        return True

    @property
    def ends(self) -> bool:
        """Whether nothing follows this run."""
        return self._auto or self._over

    # -- living --------------------------------------------------------------------------------

    def serve(self) -> bool:
        """Until it is shut down; with ``autostart`` until the mission is over.  All went well."""
        self._auto = bool(self.node.get_parameter("autostart").value)
        if self._auto and not self._start():
            return False
        while not self._over:
            self.spin(lambda: self._wanted or self._over)
            if self._wanted:
                self._run()
                self._over |= self._auto
        return self.succeeded is not False

    def close(self) -> None:
        """Leave ROS."""
        self.executor.shutdown()
        self.node.destroy_node()

    def _start(self) -> bool:
        success = ros("rclpy.lifecycle").TransitionCallbackReturn.SUCCESS
        return bool(
            self.node.trigger_configure() == success and self.node.trigger_activate() == success
        )

    def _run(self) -> None:
        self._wanted, self._running = False, True
        try:
            self.succeeded = self._life.run(self)
        except Exception as error:
            self.succeeded = False
            self._broken = True
            self.complain(error)
        self._running = False
        if self.state == "active":
            self.node.trigger_deactivate()

    @property
    def state(self) -> str:
        """Of the lifecycle: ``unconfigured``, ``inactive``, ``active``, ``finalized``."""
        return str(self.node._state_machine.current_state[1])

    def complain(self, error: Exception) -> None:
        """Tell people, in the log of ROS."""
        spoken = isinstance(error, ValueError | InputError)
        text = str(error) if spoken else f"{type(error).__name__}: {error}"
        self.node.get_logger().error(text)

    # -- transitions ---------------------------------------------------------------------------

    def configures(self) -> bool:
        """Read the parameters and the mission."""
        try:
            self._life.configure(read(self.node))
        except Exception as error:  # rclpy would swallow it
            self.complain(error)
            return False
        return True

    def activates(self) -> bool:
        """Let the life begin, unless the last one is still stopping."""
        if self._running:
            self.node.get_logger().error("still stopping; activate again when it stands")
            return False
        self._wanted = True
        return True

    def deactivates(self) -> bool:
        """Order a stop; False: the life has broken, and the node must recover from an error."""
        self._wanted = False
        if self._running:
            self._life.stop()
        return not self._broken

    def cleans_up(self) -> bool:
        """Forget the mission, unless something of it still moves."""
        if self._running:
            self.node.get_logger().error("still stopping; clean up when it stands")
            return False
        self._life.forget()
        return True

    def shuts_down(self) -> bool:
        """Stop, and end."""
        self.deactivates()
        self._over = True
        return True

    def recovers(self) -> bool:
        """After an error everything stands already, or is told to: begin from nothing."""
        if self._running:
            self._life.stop()
        self._broken = False
        self._life.forget()
        return True


def _entity(robot: RobotNode) -> Any:
    """What the node asks at its transitions."""
    lifecycle = ros("rclpy.lifecycle")
    answers = lifecycle.TransitionCallbackReturn

    def asks(act: Callable[[], bool], otherwise: Any = answers.FAILURE) -> Any:
        return lambda self, state: answers.SUCCESS if act() else otherwise

    methods = {
        "on_configure": asks(robot.configures),
        "on_activate": asks(robot.activates),
        "on_deactivate": asks(robot.deactivates, answers.ERROR),
        "on_cleanup": asks(robot.cleans_up),
        "on_shutdown": asks(robot.shuts_down),
        "on_error": asks(robot.recovers),
    }
    return type("Robot", (lifecycle.managed_entity.ManagedEntity,), methods)()
