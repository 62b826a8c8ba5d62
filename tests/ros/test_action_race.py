"""Against a real action server over real DDS: a goal that was halted never runs on."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.ros.actions.client import Client
from cotree.ros.actions.goal import Goal
from cotree.ros.actions.patience import Patience
from tests.kit.dds import Fibonacci, Site

MOMENTS = 200
QUICK = Patience(server_s=10, accept_s=3, answer_s=0.5, stop_s=1, gone_s=1)


class Bench:
    """A client on one side, a server on the other."""

    def __init__(self, domain: int, seed: int) -> None:
        self.server = Fibonacci(domain, seed)
        self.site = Site("client", domain)
        self.ended: dict[str, tuple[Reason | None, float]] = {}
        self.alarms: list[Reason] = []
        self.client = Client(
            self.site.node,
            "test_msgs/action/Fibonacci",
            "fibonacci",
            now_s=time.monotonic,
            over=lambda id_, reason: self.ended.update({id_: (reason, time.monotonic())}),
            alarm=self.alarms.append,
            patience=QUICK,
        )
        assert self.site.until(lambda: self.client.wire.up)

    def until_over(self, id_: str, within_s: float = QUICK.longest_s) -> Reason | None:
        def over() -> bool:
            self.client.tick()
            return id_ in self.ended

        assert self.site.until(over, within_s), self.client.state_of(id_)
        return self.ended[id_][0]

    def goal_of(self, id_: str) -> str:
        return next(goal for goal, action in self.client._for.items() if action == id_)

    def close(self) -> None:
        self.site.close()
        self.server.close()


@pytest.fixture
def bench(dds: int) -> Iterator[Bench]:
    made = Bench(dds, seed=7)
    yield made
    made.close()


def test_a_goal_runs_to_its_end(bench: Bench) -> None:
    bench.client.begin("1", {"order": 5})
    assert bench.until_over("1") is None
    assert set(bench.server.ends.values()) == {"succeeded"}


def test_at_200_random_moments_a_halted_goal_never_runs_on_and_never_hangs(bench: Bench) -> None:
    dice = random.Random(4)
    stages: dict[str, int] = {}
    acknowledged: dict[str, float] = {}
    for number in range(MOMENTS):
        id_ = str(number)
        bench.client.begin(id_, {"order": 1000})
        goal = bench.goal_of(id_)
        bench.site.for_(dice.choice((0.0, dice.uniform(0, 0.05))))
        stage = bench.client.state_of(id_)
        stages[stage] = stages.get(stage, 0) + 1
        bench.client.halt(id_, dice.choice(list(Stop)))
        reason = bench.until_over(id_)
        assert reason is not None
        assert reason.code == "halted", reason
        acknowledged[goal] = bench.ended[id_][1]
    assert not bench.server.running
    late = {
        goal: bench.server.steps[goal] - ended_s
        for goal, ended_s in acknowledged.items()
        if bench.server.steps.get(goal, 0.0) > ended_s
    }
    assert not late
    assert not bench.alarms
    assert set(bench.server.ends.values()) == {"cancelled"}
    assert len(bench.server.ends) == MOMENTS
    assert stages["sent"] > 20
    assert stages["executing"] > 20


def test_a_machine_that_forgets_an_early_wish_is_caught_by_these_moments(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What py_trees_ros 2.2.2 does: it says that it stops, and sends nothing."""
    real = Goal._halt

    def forgets(self: Goal, how: Stop, now_s: float) -> object:
        return (
            self._end(Reason("halted", "so it says"))
            if self.state.value == "sent"
            else real(self, how, now_s)
        )

    monkeypatch.setattr(Goal, "_halt", forgets)
    bench.client.begin("1", {"order": 40})
    bench.client.halt("1", Stop.CANCEL)
    assert bench.until_over("1") is not None
    assert bench.site.until(lambda: "succeeded" in bench.server.ends.values())


def test_a_server_that_refuses_to_stop_ends_in_an_alarm_within_the_promised_time(
    bench: Bench,
) -> None:
    bench.server.obeys = False
    bench.client.begin("1", {"order": 5000})
    assert bench.site.until(lambda: bool(bench.server.running))
    bench.client.halt("1", Stop.KILL)
    reason = bench.until_over("1")
    assert reason is not None
    assert reason.code == "no_stop"
    assert [alarm.code for alarm in bench.alarms] == ["no_stop"]
    bench.server.obeys = True  # and what shows itself alive later is cancelled then
    assert bench.site.until(lambda: not bench.server.running)


def test_a_rejected_goal_says_so(bench: Bench) -> None:
    bench.server.takes = False
    bench.client.begin("1", {"order": 1})
    reason = bench.until_over("1")
    assert reason is not None
    assert reason.code == "rejected"


def test_a_server_that_vanishes_is_a_reason(bench: Bench) -> None:
    bench.client.begin("1", {"order": 100000})
    assert bench.site.until(lambda: bool(bench.server.running))
    bench.server.close()
    reason = bench.until_over("1", 20)
    assert reason is not None
    assert reason.code == "server_gone"
