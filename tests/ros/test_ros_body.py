"""The body behind ROS against real servers: every begin and every halt is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from cotree.core.actions import (
    Action,
    Begin,
    Call,
    Drive,
    Ended,
    Event,
    Grasp,
    Halt,
    ObjectSeen,
    Pause,
    Perform,
    Permit,
    RobotSeen,
)
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.ros.actions.means import Arm, Means, Source
from cotree.ros.actions.patience import Patience
from cotree.ros.body import RosBody
from tests.kit.dds import Fibonacci, Site, now_s

CALM = Patience(server_s=60, accept_s=60, answer_s=5, stop_s=10, gone_s=10)
"""Nothing here runs out on a slow machine."""


def fibonacci(order: int, timeout_s: float = 0.0) -> Call:
    return Call(
        "action", "test_msgs/action/Fibonacci", "fibonacci", {"order": order}, timeout_s=timeout_s
    )


class Lab:
    """A body, and other programs that it calls."""

    def __init__(self, domain: int, patience: Patience = CALM) -> None:
        self.domain = domain
        self.site = Site("robot", domain)
        self.others = Site("others", domain)
        means = Means(performs={"count": fibonacci(3), "count twice": fibonacci(2)}, drives="drive")
        self.alarms: list[Reason] = []
        self.body = RosBody(
            self.site.node,
            "pr2",
            now_s,
            means,
            patience=patience,
            alarm=self.alarms.append,
        )
        self.events: list[Event] = []

    def begin(self, action: Action, id_: str = "1", piece: str = "") -> None:
        self.body.command(Begin(id_, "pr2", action, (), piece), now_s())

    def halt(self, id_: str = "1", how: Stop = Stop.CANCEL) -> None:
        self.body.command(Halt(id_, "pr2", how), now_s())

    def ended(self, id_: str = "1") -> Reason | None:
        found: list[Ended] = []

        def over() -> bool:
            self.others.executor.spin_once(timeout_sec=0)
            self.look()
            found.extend(e for e in self.events if isinstance(e, Ended) and e.id == id_)
            return bool(found)

        self.site.until(over, f"{id_} has ended")
        return found[0].reason

    def look(self) -> None:
        self.events += self.body.advance(now_s())

    def code(self, id_: str = "1") -> str | None:
        reason = self.ended(id_)
        return None if reason is None else reason.code

    def until(self, true: Callable[[], bool]) -> bool:
        def looked() -> bool:
            self.look()
            return true()

        return self.site.until(looked)

    def close(self) -> None:
        self.site.close()
        self.others.close()


@pytest.fixture
def lab(dds: int) -> Iterator[Lab]:
    made = Lab(dds)
    yield made
    made.close()


@pytest.fixture
def hasty(dds: int) -> Iterator[Lab]:
    """One that does not wait long for a server."""
    made = Lab(dds, msgspec.structs.replace(CALM, server_s=1))
    yield made
    made.close()


@pytest.fixture
def server(lab: Lab) -> Iterator[Fibonacci]:
    made = Fibonacci(lab.domain)
    yield made
    made.close()


def test_a_leaf_can_call_any_action_by_the_name_of_its_type(lab: Lab, server: Fibonacci) -> None:
    lab.begin(fibonacci(3))
    assert lab.ended() is None
    assert list(server.ends.values()) == ["succeeded"]
    assert lab.body.still


def test_a_halted_action_ends_when_the_server_says_so(lab: Lab, server: Fibonacci) -> None:
    lab.begin(fibonacci(5000))
    assert lab.until(lambda: bool(server.running))
    lab.halt()
    assert lab.code() == "halted"
    assert not server.running


def test_what_takes_too_long_is_cancelled_and_has_its_own_reason(
    lab: Lab, server: Fibonacci
) -> None:
    lab.begin(fibonacci(5000, timeout_s=0.3))
    assert lab.code() == "timeout"
    assert not server.running


def test_perform_is_what_the_robot_has_for_it(lab: Lab, server: Fibonacci) -> None:
    lab.begin(Perform("count", 1.0))
    assert lab.ended() is None
    lab.begin(Perform("cout", 1.0), "2")
    reason = lab.ended("2")
    assert reason is not None
    assert reason.message == "this robot cannot perform 'cout'; did you mean 'count'?"


def test_without_a_server_there_is_a_reason(hasty: Lab) -> None:
    hasty.begin(fibonacci(3))
    assert hasty.code() == "no_server"


def test_a_mistake_in_the_call_is_a_reason_that_names_it(lab: Lab) -> None:
    lab.begin(Call("action", "test_msgs/action/Fibonacci", "fibonacci", {"ordre": 3}))
    reason = lab.ended()
    assert reason is not None
    assert reason.message == "fibonacci: there is no field 'ordre'; did you mean 'order'?"
    lab.begin(Call("action", "os/action/System", "x"), "2")
    assert lab.code("2") == "bad_call"
    lab.begin(Call("publish", "std_msgs/msg/Bool", "not a name!"), "3")
    assert lab.code("3") == "bad_call"


def test_nav2_is_named_only_when_it_is_used_and_missing(lab: Lab) -> None:
    lab.begin(Drive((1.0, 2.0, 0.0)))
    reason = lab.ended()
    assert reason is not None
    assert "no package 'nav2_msgs' with action types" in reason.message


def test_a_pause_is_time_and_can_be_halted(lab: Lab) -> None:
    lab.begin(Pause(0.05))
    assert lab.ended() is None
    lab.begin(Pause(1000), "2")
    lab.halt("2")
    assert lab.code("2") == "halted"


def test_a_service_is_called_and_its_answer_compared(lab: Lab) -> None:
    from std_srvs.srv import SetBool

    def answer(request: Any, response: Any) -> Any:
        response.success, response.message = request.data, "done"
        return response

    lab.others.node.create_service(SetBool, "vacuum", answer)
    call = Call("service", "std_srvs/srv/SetBool", "vacuum", {"data": True}, {"success": True})
    lab.begin(call)
    assert lab.ended() is None
    lab.begin(
        Call("service", "std_srvs/srv/SetBool", "vacuum", {"data": False}, {"success": True}), "2"
    )
    reason = lab.ended("2")
    assert reason is not None
    assert reason.message == "vacuum answered: success is False, not True"


def test_a_service_that_is_not_there_times_out(lab: Lab) -> None:
    lab.begin(Call("service", "std_srvs/srv/Trigger", "nobody", timeout_s=0.1))
    assert lab.code() == "timeout"


def test_a_message_is_published_once_somebody_listens(lab: Lab) -> None:
    from std_msgs.msg import Bool

    heard: list[bool] = []
    lab.begin(Call("publish", "std_msgs/msg/Bool", "light", {"data": True}, timeout_s=60))
    lab.others.node.create_subscription(Bool, "light", lambda m: heard.append(m.data), 10)
    assert lab.ended() is None
    assert lab.others.until(lambda: heard == [True])


def test_hearing_waits_for_the_message_that_says_what_is_expected(lab: Lab) -> None:
    from std_msgs.msg import Bool

    publisher = lab.others.node.create_publisher(Bool, "door", 10)
    lab.begin(Call("hear", "std_msgs/msg/Bool", "door", expect={"data": True}))
    hearing: Any = lab.body._doing["1"].once
    assert lab.site.until(lambda: publisher.get_subscription_count() > 0)
    assert lab.site.until(lambda: hearing._subscription.get_publisher_count() > 0)

    def ends(door: bool) -> bool:
        """Said again and again, as sensors do: a single message may get lost."""
        publisher.publish(Bool(data=door))
        lab.look()
        return lab.body.still

    heard: list[bool] = []
    lab.others.node.create_subscription(Bool, "door", lambda m: heard.append(m.data), 10)

    def others_hear() -> bool:
        assert not ends(False), "the door is not open"
        lab.others.executor.spin_once(timeout_sec=0)
        return len(heard) >= 3

    lab.site.until(others_hear, "somebody else hears three times that the door is closed")
    lab.site.until(lambda: ends(True), "it ends when the door is open")
    assert lab.ended() is None


def test_a_halt_is_answered_whatever_was_halted(lab: Lab) -> None:
    lab.halt("never")
    assert lab.code("never") == "unknown"
    lab.begin(Call("hear", "std_msgs/msg/Bool", "door"), "2")
    lab.halt("2", Stop.INTERRUPT)
    assert lab.code("2") == "halted"
    lab.begin(Pause(0), "2")
    lab.look()
    assert [e.reason and e.reason.code for e in lab.events if isinstance(e, Ended)][-1] == (
        "begun_twice"
    )


def test_what_belongs_to_a_piece_moves_only_under_its_permit(lab: Lab, server: Fibonacci) -> None:
    lab.begin(fibonacci(5000), "1", "cup")
    assert lab.code("1") == "no_permit"
    lab.body.command(Permit("pr2", "cup", (1, "pr2"), now_s() + 120.0), now_s())
    lab.begin(fibonacci(5000), "2", "cup")
    assert lab.until(lambda: bool(server.running))
    lab.body.command(Permit("pr2", "cup", (1, "pr2"), now_s() + 0.2), now_s())
    reason = lab.ended("2")
    assert reason is not None
    assert reason.message == "cup: its permit has run out"
    assert not server.running


def test_grasping_is_several_calls_and_the_first_that_fails_is_the_reason(lab: Lab) -> None:
    lab.body._means = Means(arms={"left": Arm("arm", "hand", "grip")})
    lab.begin(Grasp("cup", "left"))
    reason = lab.ended()
    assert reason is not None
    assert reason.message == "nobody has seen cup"
    lab.body.sees(ObjectSeen("cup", (1, 0, 0)))
    lab.begin(Grasp("cup", "left"), "2")
    reason = lab.ended("2")
    assert reason is not None
    assert "control_msgs" in reason.message


def test_calls_of_one_action_follow_each_other_and_a_halt_ends_the_chain(
    lab: Lab, server: Fibonacci, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Means, "calls", lambda *a: (fibonacci(2), fibonacci(3), fibonacci(5000)))
    lab.begin(Drive((1.0, 0.0, 0.0)))
    assert lab.until(lambda: len(server.steps) == 3)
    lab.halt()
    assert lab.code() == "halted"
    assert sorted(server.ends.values()) == ["cancelled", "succeeded", "succeeded"]


def test_success_is_believed_until_somebody_looks(
    lab: Lab, server: Fibonacci, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Means, "calls", lambda *a: (fibonacci(2),))
    lab.begin(Drive((1.0, 2.0, 0.0)))
    assert lab.ended() is None
    assert RobotSeen("pr2", (1.0, 2.0, 0.0)) in lab.events


def test_what_topics_say_is_seen_when_it_has_moved(dds: int) -> None:
    from geometry_msgs.msg import PointStamped

    site, camera = Site("robot", dds), Site("camera", dds)
    source = Source("cup_at", "geometry_msgs/msg/PointStamped", "point")
    body = RosBody(site.node, "pr2", now_s, Means(objects={"cup": source}, stands=source))
    publisher = camera.node.create_publisher(PointStamped, "cup_at", 10)
    seen: list[Event] = []

    def publish(x: float) -> None:
        message = PointStamped()
        message.point.x = x
        publisher.publish(message)

    def says(x: float, *events: Event) -> None:
        """Said again and again until it is seen, after what is no news."""

        def told() -> bool:
            publish(x)
            seen.extend(body.advance(now_s()))
            return set(events) <= set(seen)

        site.until(told, f"{events} is seen")

    at: Point = (1.0, 0.0, 0.0)
    says(1.0, ObjectSeen("cup", at), RobotSeen("pr2", at))
    for _ in range(5):
        publish(1.001)
        publish(float("nan"))
    there: Point = (2.0, 0.0, 0.0)
    says(2.0, ObjectSeen("cup", there), RobotSeen("pr2", there))
    places = [each.at[0] for each in seen if isinstance(each, ObjectSeen | RobotSeen)]
    assert places == [1.0, 1.0, 2.0, 2.0], "it had hardly moved, and NaN is no place"
    body.sees(ObjectSeen("cup", there, ("pr2", "left")))
    says(3.0, ObjectSeen("cup", (3.0, 0.0, 0.0), ("pr2", "left")))  # it is held still
    site.close()
    camera.close()


def test_a_topic_without_a_place_in_it_is_refused(lab: Lab) -> None:
    source = Source("cup_at", "std_msgs/msg/Bool", "pose.position")
    with pytest.raises(ValueError, match=r"has no x, y and z in 'pose\.position'"):
        RosBody(lab.site.node, "pr2", now_s, Means(stands=source))
