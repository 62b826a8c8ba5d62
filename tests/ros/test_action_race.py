"""Against a real action server over real DDS: a goal that was halted never runs on."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.ros.actions.client import Client
from cotree.ros.actions.goal import Goal
from cotree.ros.actions.patience import Patience
from tests.kit.dds import Fibonacci, Site, now_s

MOMENTS = 200
ENDLESS = 1_000_000
"""Steps of a goal that only a halt ends."""
CALM = Patience(server_s=60, accept_s=30, answer_s=5, stop_s=10, gone_s=10)
"""Nothing here runs out on a slow machine."""
QUICK = Patience(server_s=10, accept_s=3, answer_s=0.5, stop_s=1, gone_s=1)
"""Where it is to run out."""


class Bench:
    """A client on one side, a server on the other."""

    def __init__(self, domain: int, seed: int, patience: Patience = CALM) -> None:
        self.patience = patience
        self.server = Fibonacci(domain, seed)
        self.site = Site("client", domain)
        self.ended: dict[str, tuple[Reason | None, float]] = {}
        self.alarms: list[Reason] = []
        self.client = Client(
            self.site.node,
            "test_msgs/action/Fibonacci",
            "fibonacci",
            now_s=now_s,
            over=lambda id_, reason: self.ended.update({id_: (reason, now_s())}),
            alarm=self.alarms.append,
            patience=patience,
        )
        assert self.site.until(lambda: self.client.wire.up)

    def until_over(self, id_: str) -> Reason | None:
        """How it ended."""

        def over() -> bool:
            self.client.tick()
            return id_ in self.ended

        self.site.until(over, f"{id_} is over")
        return self.ended[id_][0]

    def until_executing(self, id_: str) -> None:
        def executing() -> bool:
            return self.client.state_of(id_) == "executing"

        self.site.until(executing, f"{id_} is executing")

    def begins_in_s(self) -> float:
        """So long a goal usually takes on this machine until it is executing."""
        took_s: list[float] = []
        for number in range(5):
            id_ = f"before {number}"
            began_s = now_s()
            self.client.begin(id_, {"order": ENDLESS})
            self.until_executing(id_)
            took_s.append(now_s() - began_s)
            self.client.halt(id_, Stop.CANCEL)
            self.until_over(id_)
        return sorted(took_s)[2]

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


@pytest.fixture
def quick(dds: int) -> Iterator[Bench]:
    made = Bench(dds, seed=7, patience=QUICK)
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
    longest_s = max(0.05, 3 * bench.begins_in_s())
    before = len(bench.server.ends)
    for number in range(MOMENTS):
        id_ = str(number)
        bench.client.begin(id_, {"order": ENDLESS})
        goal = bench.goal_of(id_)
        bench.site.for_(dice.choice((0.0, dice.uniform(0, longest_s))))
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
    assert len(bench.server.ends) == before + MOMENTS
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


def test_a_server_that_refuses_to_stop_ends_in_an_alarm(
    quick: Bench,
) -> None:
    quick.server.obeys = False
    quick.client.begin("1", {"order": ENDLESS})
    assert quick.site.until(lambda: bool(quick.server.running))
    quick.client.halt("1", Stop.KILL)
    reason = quick.until_over("1")
    assert reason is not None
    assert reason.code == "no_stop"
    assert [alarm.code for alarm in quick.alarms] == ["no_stop"]
    quick.server.obeys = True  # and what shows itself alive later is cancelled then
    assert quick.site.until(lambda: not quick.server.running)


def test_a_rejected_goal_says_so(bench: Bench) -> None:
    bench.server.takes = False
    bench.client.begin("1", {"order": 1})
    reason = bench.until_over("1")
    assert reason is not None
    assert reason.code == "rejected"


def test_a_server_that_vanishes_is_a_reason(quick: Bench) -> None:
    quick.client.begin("1", {"order": ENDLESS})
    quick.until_executing("1")
    assert quick.site.until(lambda: bool(quick.server.running)), "it says so a little too early"
    quick.server.close()
    reason = quick.until_over("1")
    assert reason is not None
    assert reason.code == "server_gone"
