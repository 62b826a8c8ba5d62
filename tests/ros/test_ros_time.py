"""The time of a robot's node, on a clock of the test; no ROS is needed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from cotree.app.buses import BusFactory
from cotree.app.place import Terms
from cotree.app.ros import Opens, RobotLife
from cotree.ros.settings import BadSetting, Settings
from cotree.ros.time import RosTime
from cotree.runtime.last import Last


@dataclasses.dataclass
class Fake:
    """Clock, node and executor: spinning lets the timer's period pass, and fires it."""

    nanoseconds: int = 0
    period_s: float = 0.0
    fire: Callable[[], None] = lambda: None

    def now(self) -> Fake:
        return dataclasses.replace(self)

    def create_timer(self, period_s: float, fire: Callable[[], None], clock: object) -> str:
        self.period_s, self.fire = period_s, fire
        return "timer"

    def destroy_timer(self, timer: str) -> None:
        self.period_s = 0.0

    def spin_once(self, timeout_sec: float) -> None:
        self.nanoseconds += round(self.period_s * 1e9)
        self.fire()


def ticks(speed: float, count: int) -> tuple[Fake, list[float]]:
    fake, found = Fake(), list[float]()
    time = RosTime(fake, fake, fake, 20.0, speed=speed)
    for _ in range(count):
        now_s = time.next(None)
        assert now_s is not None
        found.append(round(now_s, 6))
        time.over()
    return fake, found


@pytest.mark.parametrize(("speed", "period_s"), [(1.0, 0.05), (10.0, 0.005)])
def test_a_node_that_is_faster_ticks_more_often_and_counts_the_same_times(
    speed: float, period_s: float
) -> None:
    fake, found = ticks(speed, 4)
    assert found == [0.0, 0.05, 0.1, 0.15]
    assert fake.period_s == pytest.approx(period_s)
    assert fake.nanoseconds == round(3 * period_s * 1e9)


@pytest.mark.parametrize(("speed", "left_s"), [(1.0, 0.05), (10.0, 0.005)])
def test_who_has_something_to_do_between_ticks_is_told_how_long(
    speed: float, left_s: float
) -> None:
    fake, found = Fake(), list[float]()
    time = RosTime(fake, fake, fake, 20.0, speed=speed, idle=found.append)
    for _ in range(3):
        time.next(None)
        time.over()
    assert found == [pytest.approx(left_s)] * 2


def test_a_real_robot_is_not_faster_than_time() -> None:
    def never(*_: object) -> object:
        raise AssertionError("it does not come so far")

    opens: Opens = never  # type: ignore[assignment]
    terms: Callable[[BusFactory], Terms] = never  # type: ignore[assignment]
    life = RobotLife(opens, terms, 10.0, Last())
    with pytest.raises(BadSetting, match="--real-time 10: a real robot lives in real time"):
        life.configure(Settings(name="left", mission="two_robots", simulated=False))
    life.configure(Settings(name="left", mission="two_robots"))
