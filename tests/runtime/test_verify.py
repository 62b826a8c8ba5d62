from __future__ import annotations

import msgspec

from cotree.core.mission import Chance, Policy, RobotModel
from cotree.runtime.executor import Executor
from cotree.runtime.loop import Loop
from cotree.runtime.messages import Hello, Message, Team, Told, Tree
from cotree.runtime.read import Recording
from cotree.runtime.timeline import VirtualTime
from cotree.runtime.verify import verify
from cotree.simulation.body import KinematicBody
from tests.runtime.fakes import FakeEngine

HELLO = Hello(1, "0.1.0", "tea", "fake", "tea.yaml", "", {}, Policy(), Chance())


def a_recording(duration_s: float = 2.0) -> Recording:
    messages: list[Message] = [HELLO, Tree(0, ()), Team(())]
    body = KinematicBody({"fake": (RobotModel("fake", ()), (0.0, 0.0, 0.0))}, {})
    executor = Executor(FakeEngine(duration_s), messages.append)
    Loop(executor, body, VirtualTime(20.0), Policy(), foretold=True).run()
    return Recording(HELLO, Tree(0, ()), Team(()), tuple(messages))


def again(duration_s: float = 2.0) -> Executor:
    return Executor(FakeEngine(duration_s), lambda message: None)


def test_a_run_that_is_done_again_is_the_same() -> None:
    verdict = verify(a_recording(), again())
    assert (verdict.ticks, verdict.same, verdict.first, verdict.ok) == (2, 2, None, True)


def test_the_first_difference_is_shown() -> None:
    verdict = verify(a_recording(), again(duration_s=3.0))
    assert not verdict.ok
    assert verdict.first is not None
    assert (verdict.first.n, verdict.first.t) == (0, 0.0)
    assert '"duration_s":2.0' in verdict.first.recorded
    assert '"duration_s":3.0' in verdict.first.replayed


def test_silence_is_compared_too() -> None:
    recording = a_recording()
    kept = tuple(each for each in recording.messages if not isinstance(each, Told))
    verdict = verify(msgspec.structs.replace(recording, messages=kept), again())
    assert verdict.same == 0
    assert verdict.first is not None
    assert verdict.first.recorded == ""


def test_a_cut_between_hearing_and_telling_is_no_difference_but_incomplete() -> None:
    recording = a_recording()
    cut = msgspec.structs.replace(recording, messages=recording.messages[:-1], cut="was cut off")
    verdict = verify(cut, again())
    assert (verdict.ticks, verdict.equal, verdict.ok) == (1, True, False)
    assert verdict.damage == "was cut off"
