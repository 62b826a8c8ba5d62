from __future__ import annotations

import signal
from pathlib import Path

import msgspec
import pytest

from cotree import app
from cotree.behaviours.wait import Wait
from cotree.runtime.executor import Executor
from cotree.runtime.loop import Loop
from cotree.runtime.messages import End, Heard, Hello, Message, Team, Told, Tree, encode
from cotree.runtime.read import Recording
from cotree.runtime.record import RecordError
from cotree.runtime.story import Story
from cotree.runtime.timeline import VirtualTime
from cotree.runtime.watchdog import SlowTick
from cotree.simulation.stage.cast import body_of
from cotree.trees.reading import loads
from tests.missions import FAILING, FETCH, NOISY, STUCK, WAITING, write


def virtual(folder: Path, text: str, **changes: object) -> list[Message]:
    messages: list[Message] = []
    mission = app.read_mission(write(folder, text), **changes)
    end = app.run_virtual(mission, messages.append)
    assert messages[-1] == end
    return messages


def told(messages: list[Message]) -> Story:
    story = Story()
    for message in messages:
        story.hear(message)
    return story


def recording(messages: list[Message]) -> Recording:
    hello, tree, team = messages[:3]
    assert isinstance(hello, Hello)
    assert isinstance(tree, Tree)
    assert isinstance(team, Team)
    return Recording(hello, tree, team, tuple(messages))


def result(messages: list[Message]) -> str:
    end = messages[-1]
    assert isinstance(end, End)
    return end.result


def test_a_mission_runs_to_its_end(tmp_path: Path) -> None:
    messages = virtual(tmp_path, FETCH)
    story = told(messages)
    assert result(messages) == "success"
    assert len(story.starts) == 4
    assert len(story.skipped) == 2
    assert [len(leaves) for _, leaves in story.starts] == [1, 2, 1, 2]


def test_the_simulated_world_ends_as_the_task_says(tmp_path: Path) -> None:
    mission = app.read_mission(write(tmp_path, NOISY))
    robot = app.assemble(mission)
    body = body_of(mission)
    loop = Loop(
        Executor(robot.engine, lambda message: None),
        body,
        VirtualTime(20.0),
        mission.policy,
        foretold=True,
    )
    assert loop.run().result == "success"
    assert body.physics_errors == []
    assert body.world.objects == {"cup": (3.0, 0.0, 0.0), "mug": (3.0, 0.0, 0.0)}


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_is_the_same_run_and_can_be_done_again(tmp_path: Path, seed: int) -> None:
    one, two = (virtual(tmp_path, NOISY, seed=seed) for _ in range(2))
    assert [encode(message) for message in one] == [encode(message) for message in two]
    verdict = app.do_again(recording(one))
    assert verdict.ok
    assert verdict.ticks == len([message for message in one if isinstance(message, Heard)])


def test_another_seed_is_another_run(tmp_path: Path) -> None:
    assert virtual(tmp_path, NOISY, seed=1)[-1] != virtual(tmp_path, NOISY, seed=2)[-1]


def test_a_stuck_mission_says_why(tmp_path: Path) -> None:
    end = virtual(tmp_path, STUCK)[-1]
    assert isinstance(end, End)
    assert end.result == "stuck"
    assert [reason.code for reason in end.reasons] == ["too_far"]


def test_a_failed_mission_says_why(tmp_path: Path) -> None:
    end = virtual(tmp_path, FAILING)[-1]
    assert isinstance(end, End)
    assert end.result == "failure"
    assert [reason.code for reason in end.reasons] == ["slipped"]


def test_changes_win_over_what_the_mission_says(tmp_path: Path) -> None:
    path = write(tmp_path, FETCH)
    mission = app.read_mission(path, seed=7, rate_hz=5.0, selector="exact", schedule="none")
    assert mission.chance.seed == 7
    policy = mission.policy
    assert (policy.rate_hz, policy.selector, policy.schedule) == (5.0, "exact", "none")
    assert app.read_mission(path, seed=None).chance.seed == 0


def test_without_look_ahead_nobody_plans(tmp_path: Path) -> None:
    messages = virtual(tmp_path, FETCH, schedule="none")
    assert all(each.plan is None for each in messages if isinstance(each, Heard))
    messages = virtual(tmp_path, FETCH, schedule="exact")
    assert any(each.plan is not None for each in messages if isinstance(each, Heard))


def test_ctrl_c_halts_a_run_and_the_old_handler_comes_back(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    messages: list[Message] = []

    def watch(now_s: float) -> None:
        signal.raise_signal(signal.SIGTERM)

    mission = app.read_mission(write(tmp_path, WAITING))
    end = app.run_virtual(mission, messages.append, watch=watch)
    assert (end.result, end.t < 10.0) == ("halted", True)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.real
def test_real_time_comes_to_the_same_end(tmp_path: Path) -> None:
    messages: list[Message] = []
    slow: list[SlowTick] = []
    mission = app.read_mission(write(tmp_path, FETCH), schedule="none", rate_hz=2.0)
    end = app.run_real(mission, messages.append, speed=500.0, slow=slow.append)
    assert end.result == "success"
    steps = [len(leaves) for _, leaves in told(messages).starts]
    assert steps == [len(leaves) for _, leaves in told(virtual(tmp_path, FETCH)).starts]
    assert app.do_again(recording(messages)).ok


def test_a_run_that_breaks_has_an_end_that_says_so(tmp_path: Path) -> None:
    messages: list[Message] = []

    def breaks(now_s: float) -> None:
        raise RuntimeError("a bug")

    mission = app.read_mission(write(tmp_path, FETCH))
    with pytest.raises(RuntimeError, match="a bug"):
        app.run_virtual(mission, messages.append, watch=breaks)
    assert result(messages) == "error"


@pytest.mark.parametrize("error", [SystemExit(7), KeyboardInterrupt(), GeneratorExit()])
def test_a_leaf_that_wants_to_end_the_process_ends_the_mission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def update(self: Wait) -> None:
        raise error

    monkeypatch.setattr(Wait, "update", update)
    messages = virtual(tmp_path, WAITING)
    end = messages[-1]
    assert isinstance(end, End)
    assert end.result == "error"
    assert [reason.path for reason in end.reasons] == ["task"]
    assert end.reasons[0].message.startswith(type(error).__name__)


def test_a_mission_in_virtual_time_lasts_no_longer_than_a_day(tmp_path: Path) -> None:
    assert result(virtual(tmp_path, WAITING.replace("10 min", "23 h"))) == "success"
    messages = virtual(tmp_path, WAITING.replace("10 min", "25 h"))
    assert (result(messages), len(messages) < 40) == ("out_of_time", True)
    mission = app.read_mission(write(tmp_path, WAITING.replace("10 min", "25 h")))
    assert app.run_virtual(mission, messages.append, until_s=1e6).result == "success"


@pytest.mark.real
def test_real_time_is_looked_at_between_the_ticks(tmp_path: Path) -> None:
    mission = app.read_mission(write(tmp_path, WAITING.replace("10 min", "100 s")), rate_hz=1.0)
    messages: list[Message] = []
    seen: list[float] = []
    app.run_real(mission, messages.append, watch=seen.append, speed=100.0, slow=lambda tick: None)
    ticks = [each.t for each in messages if isinstance(each, Heard)]
    assert len([time_s for time_s in seen if ticks[-2] < time_s < ticks[-1]]) >= 2
    assert len(seen) < 20


def test_a_record_whose_mission_can_not_be_read_any_more_is_named(tmp_path: Path) -> None:
    kept = recording(virtual(tmp_path, FETCH))
    hello = msgspec.structs.replace(kept.hello, text="mission: [")
    with pytest.raises(RecordError, match="the recorded mission can no longer be read"):
        app.do_again(msgspec.structs.replace(kept, hello=hello))


def test_a_changed_record_is_found_out(tmp_path: Path) -> None:
    messages = virtual(tmp_path, FETCH)
    place = next(i for i, each in enumerate(messages) if isinstance(each, Told) and each.n == 3)
    messages[place] = Told(3, 0.0)
    verdict = app.do_again(recording(messages))
    assert not verdict.ok
    assert verdict.first is not None
    assert verdict.first.n == 3


def test_one_robot_has_what_a_team_would_share_for_itself() -> None:
    text = """
mission: through
team: {a: {robot: carrier}}
shared: [corridor]
world: {places: {door: [3, 0]}}
task: {move: {to: door, through: corridor}}
"""
    assert app.run_virtual(loads(text), lambda message: None).result == "success"
