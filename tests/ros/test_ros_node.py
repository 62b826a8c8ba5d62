"""The lifecycle of a robot's node, and its time; the life in it is a fake."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cotree.ros.context import opened
from cotree.ros.node import RobotNode
from cotree.ros.settings import Settings
from tests.kit.dds import Site


class FakeLife:
    """Ticks until it is stopped or has ticked enough; ``breaks`` at this tick."""

    def __init__(self, ticks: int = 10**9, breaks: int = -1) -> None:
        self.ticks = ticks
        self.breaks = breaks
        self.settings: Settings | None = None
        self.stopped = 0
        self.lived: list[list[float]] = []
        self.refuses = ""
        self.forgotten = 0

    def configure(self, settings: Settings) -> None:
        if self.refuses:
            raise ValueError(self.refuses)
        self.settings = settings

    def run(self, host: RobotNode) -> bool:
        time = host.time(100.0)
        times: list[float] = []
        self.lived.append(times)
        self.stopped = 0
        try:
            while not self.stopped and len(times) < self.ticks:
                now_s = time.next(0.0)
                assert now_s is not None
                times.append(now_s)
                if len(times) == self.breaks:
                    raise RuntimeError("the tree is broken")
                time.over()
        finally:
            time.close()
        return True

    def stop(self) -> None:
        self.stopped += 1

    @property
    def stopping(self) -> bool:
        return self.stopped > 0

    def forget(self) -> None:
        self.forgotten += 1


class Manager:
    """Another program that manages the node, as ``ros2 lifecycle`` does."""

    def __init__(self, domain: int) -> None:
        from lifecycle_msgs.srv import ChangeState, GetState

        self.site = Site("manager", domain)
        self._ask = GetState.Request()
        self._change_type = ChangeState
        self._get = self.site.node.create_client(GetState, "/robot/get_state")
        self._change = self.site.node.create_client(ChangeState, "/robot/change_state")
        assert self.site.until(
            lambda: self._get.service_is_ready() and self._change.service_is_ready()
        )

    def change(self, label: str) -> bool:
        return bool(self._answer(self._change, self._to(label)).success)

    def wish(self, label: str) -> None:
        """Ask for a change; whoever is about to end does not answer any more."""
        self._change.call_async(self._to(label))

    @property
    def state(self) -> str:
        return str(self._answer(self._get, self._ask).current_state.label)

    def becomes(self, state: str) -> bool:
        return self.site.until(lambda: self.state == state)

    def _to(self, label: str) -> Any:
        request = self._change_type.Request()
        request.transition.label = label
        return request

    def _answer(self, client: Any, request: Any) -> Any:
        future = client.call_async(request)
        assert self.site.until(future.done)
        return future.result()


Start = Callable[..., tuple[RobotNode, Manager]]


@pytest.fixture
def start(dds: int) -> Iterator[Start]:
    """A node on a thread of its own, and its manager."""
    ends: list[Callable[[], None]] = []

    def begin(life: FakeLife, **settings: Any) -> tuple[RobotNode, Manager]:
        context = opened(domain=dds)
        defaults = Settings(**{"mission": "tea", "autostart": False, **settings})
        node = RobotNode(context, life, defaults)
        thread = threading.Thread(target=node.serve)
        thread.start()
        manager = Manager(dds)

        def end() -> None:
            manager.wish("shutdown")
            assert manager.site.until(lambda: not thread.is_alive())
            node.close()
            manager.site.close()
            context.try_shutdown()

        ends.append(end)
        return node, manager

    yield begin
    for end in ends:
        end()


def test_a_managed_node_waits_to_be_told_and_lives_while_it_is_active(start: Start) -> None:
    life = FakeLife()
    node, manager = start(life, name="pr2")
    assert manager.state == "unconfigured"
    assert manager.change("configure")
    assert life.settings is not None
    assert (life.settings.name, life.settings.mission) == ("pr2", "tea")
    assert manager.state == "inactive"
    assert not life.lived
    assert manager.change("activate")
    assert manager.site.until(lambda: bool(life.lived) and len(life.lived[0]) > 5)
    assert manager.change("deactivate")
    assert manager.state == "inactive"
    assert manager.site.until(lambda: life.stopped == 1)
    assert manager.site.until(lambda: manager.change("cleanup")), "as soon as it stands"
    assert manager.state == "unconfigured"
    assert life.forgotten == 1
    assert node.succeeded


def test_it_can_be_activated_again_and_lives_again(start: Start) -> None:
    life = FakeLife()
    _, manager = start(life)
    assert manager.change("configure")
    for count in (1, 2):
        assert manager.site.until(lambda: manager.change("activate")), "as soon as it stands"
        assert manager.site.until(lambda n=count: len(life.lived) == n and len(life.lived[-1]) > 2)  # type: ignore[misc]
        assert manager.change("deactivate")
    assert life.lived[1][0] == 0.0, "its time begins anew"


def test_what_cannot_be_configured_stays_unconfigured_and_can_be_mended(start: Start) -> None:
    life = FakeLife()
    life.refuses = "no such mission"
    _, manager = start(life)
    assert not manager.change("configure")
    assert manager.state == "unconfigured"
    life.refuses = ""
    assert manager.change("configure")


def test_a_mission_that_ends_by_itself_leaves_the_node_inactive(start: Start) -> None:
    life = FakeLife(ticks=3)
    _, manager = start(life)
    assert manager.change("configure")
    assert manager.change("activate")
    assert manager.becomes("inactive")
    assert len(life.lived[0]) == 3


def test_a_life_that_breaks_leads_through_the_error_to_a_node_that_can_begin_anew(
    start: Start,
) -> None:
    life = FakeLife(breaks=3)
    node, manager = start(life)
    assert manager.change("configure")
    assert manager.change("activate")
    assert manager.becomes("unconfigured")
    assert life.forgotten == 1
    assert node.succeeded is False
    life.breaks = -1
    assert manager.change("configure")
    assert manager.change("activate")
    assert manager.site.until(lambda: len(life.lived) == 2)


def test_shutting_down_stops_and_ends(start: Start) -> None:
    life = FakeLife()
    _, manager = start(life)
    assert manager.change("configure")
    assert manager.change("activate")
    assert manager.site.until(lambda: bool(life.lived))
    assert manager.change("shutdown")
    assert manager.site.until(lambda: life.stopped == 1)


def test_with_autostart_it_lives_at_once_and_ends_with_its_mission(dds: int) -> None:
    context = opened(domain=dds)
    life = FakeLife(ticks=20)
    node = RobotNode(context, life, Settings(name="pr2", mission="tea"))
    assert node.serve()
    node.close()
    context.try_shutdown()
    gaps = [after - before for before, after in zip(life.lived[0], life.lived[0][1:], strict=False)]
    assert sum(gaps) >= 0.18, "19 periods; a busy machine makes some of them longer"
    assert min(gaps) > 0, "no tick at the time of another one"


def test_what_is_not_given_comes_from_the_node(dds: int) -> None:
    context = opened(["--ros-args", "-r", "__node:=baxter", "-p", "rate:=50"], dds)
    life = FakeLife(ticks=1)
    node = RobotNode(context, life, Settings(mission="tea"))
    assert node.serve()
    node.close()
    context.try_shutdown()
    assert life.settings is not None
    assert (life.settings.name, life.settings.rate) == ("baxter", 50.0)


def test_simulated_time_is_respected_and_a_stop_comes_through_when_it_stands_still(
    dds: int,
) -> None:
    from rosgraph_msgs.msg import Clock

    site = Site("simulator", dds)
    context = opened(["--ros-args", "-p", "use_sim_time:=true"], dds)
    publisher = site.node.create_publisher(Clock, "/clock", 10)
    life = FakeLife()
    node = RobotNode(context, life, Settings(name="pr2", mission="tea"))
    thread = threading.Thread(target=node.serve)
    thread.start()
    message = Clock()

    def ticks_at(nanoseconds: int, count: int) -> bool:
        message.clock.sec, message.clock.nanosec = divmod(nanoseconds, 10**9)

        def ticked() -> bool:
            publisher.publish(message)
            return bool(life.lived) and len(life.lived[0]) >= count

        return site.until(ticked)

    assert ticks_at(5_000_000_000, 1)
    assert ticks_at(5_010_000_000, 2) or ticks_at(5_030_000_000, 2)
    standing = len(life.lived[0])
    for _ in range(100):
        publisher.publish(message)
        site.executor.spin_once(timeout_sec=0.002)
    assert len(life.lived[0]) <= standing + 1, "no time passes, so it does not tick"
    life.stop()
    site.until(lambda: not thread.is_alive(), "the stop comes through")
    node.close()
    context.try_shutdown()
    site.close()
