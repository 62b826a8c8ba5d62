"""A whole team around one queue: it ends when everybody who lives has ended, and never before."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from py_trees.common import Status

from cotree.app.team import crew_of
from cotree.core.changes import QuorumChange
from cotree.runtime.crew.crew import LOOK_S, Crew
from cotree.runtime.describe import describe
from cotree.runtime.messages import End, Message, Told
from cotree.runtime.story import Story
from cotree.runtime.swarm.faults import Fault
from cotree.simulation.motion import BRAKING_S
from cotree.simulation.stage.stage import Stage
from cotree.trees.reading import loads
from cotree.viewer.terminal.plain import news_lines, summary_lines

SHORT = """
mission: two and a witness
team: {a: {robot: pr2}, b: {robot: pr2, at: [3, 0]}}
coordination: {witness: [base]}
task: {and: [{wait: 1 s}, {perform: sing}, {perform: dance}], if_unsure: redo}
"""


class Scene:
    def __init__(self, text: str = SHORT, **more: object) -> None:
        self.messages: list[Message] = []
        self.crew, self.stage = crew_of(
            loads(text, "m.yaml"),
            self.messages.append,
            **more,  # type: ignore[arg-type]
        )

    def at(self, time_s: float, do: Callable[[Crew, Stage], None]) -> Scene:
        self.crew.queue.at(time_s, lambda: do(self.crew, self.stage))
        return self

    def run(self) -> End:
        return self.crew.run()

    def dies(self, name: str, at_s: float) -> Scene:
        def die(crew: Crew, stage: Stage) -> None:
            if name in crew.bystanders:
                crew.bystanders[name].die(disk=True)
                return
            crew.seats[name].die(disk=True)
            stage.crash(name)
            crew.stirred = True

        return self.at(at_s, die)


def test_it_ends_once_everybody_knows_that_all_is_done() -> None:
    scene = Scene()
    end = scene.run()
    assert end.result == "success"
    assert {seat.status for seat in scene.crew.seats.values()} == {Status.SUCCESS}
    assert end.ticks >= len([each for each in scene.messages if isinstance(each, Told)]) > 10


def test_the_dead_are_not_waited_for() -> None:
    assert Scene().dies("a", 0.7).run().result == "success"


def test_who_will_return_is_waited_for() -> None:
    scene = Scene().dies("a", 0.7)
    scene.crew.returning.add("a")

    def back(crew: Crew, stage: Stage) -> None:
        crew.returning.discard("a")
        stage.restart("a")
        crew.seats["a"].boot(crew.queue.now_s)

    end = scene.at(60.0, back).run()
    assert end.result == "success"
    assert end.t > 60.0


def test_when_the_last_who_had_not_heard_dies_the_others_have_ended() -> None:
    """One knows that all is done; the only one who does not know it yet is switched off."""
    scene = Scene()

    def watch(seat: object, told: Told, true_s: float) -> None:
        if seat.status is Status.SUCCESS:  # type: ignore[attr-defined]
            other = "b" if seat.name == "a" else "a"  # type: ignore[attr-defined]
            if scene.crew.seats[other].status is Status.RUNNING:
                scene.dies(other, true_s)

    scene.crew.watch = watch
    end = scene.run()
    assert end.result == "success"
    assert end.t < 15.0


def test_nobody_alive_is_the_end() -> None:
    end = Scene().dies("a", 0.5).dies("b", 0.6).run()
    assert (end.result, end.reasons[0].code) == ("stuck", "dead")
    assert end.t <= 0.6 + LOOK_S


def test_out_of_time_names_who_still_runs() -> None:
    text = SHORT.replace("wait: 1 s", "wait: 100 s")
    end = Scene(text, until_s=20.0).run()
    assert end.result == "out_of_time"
    assert end.reasons[0].message.startswith("task/wait 100 s still runs after 20 s")
    assert 20.0 <= end.t < 22.0


PAIR = SHORT.replace("coordination: {witness: [base]}\n", "")


def test_out_of_time_while_nobody_runs_says_that_the_team_waits_and_for_what() -> None:
    end = Scene(PAIR, until_s=12.0).dies("a", 0.5).run()
    assert end.result == "out_of_time"
    assert end.reasons[0].message.startswith("the team waits after 12 s")
    assert [reason.code for reason in end.reasons] == ["out_of_time", "no_quorum"]


# -- too few voters --------------------------------------------------------------------------------


def lost(scene: Scene) -> list[tuple[str, float, str]]:
    """Who said when that it has no quorum, and in which words."""
    return [
        (told.robot, told.t, change.message)
        for told in scene.messages
        if isinstance(told, Told)
        for change in told.changes
        if isinstance(change, QuorumChange) and change.lost
    ]


def test_two_without_a_witness_end_with_the_reason_when_one_is_dead() -> None:
    scene = Scene(PAIR).dies("a", 0.5)
    end = scene.run()
    assert (end.result, len(end.reasons)) == ("no_quorum", 1)
    assert end.t < 30.0, "nothing can ever happen again"
    assert end.reasons[0].message == (
        "no quorum: 1 of 2 voters alive; a silent since 0.5 s; start a again, "
        "or add a witness for the next time (coordination: {witness: NAME})"
    )
    ((robot, at_s, message),) = lost(scene)
    assert (robot, message) == ("b", end.reasons[0].message)
    assert 6.0 <= at_s <= 7.5


def test_two_dead_of_three_with_a_witness_end_likewise() -> None:
    scene = Scene(SHORT.replace("wait: 1 s", "wait: 90 s")).dies("base", 2.0).dies("b", 20.0)
    end = scene.run()
    assert end.result == "no_quorum"
    assert end.reasons[0].message.startswith("no quorum: 1 of 3 voters alive; base silent since ")
    assert end.reasons[0].message.endswith("start one of them again")
    assert [robot for robot, _, _ in lost(scene)] == ["a"]
    assert 20.0 < end.t < 45.0
    assert not scene.stage.motions


def test_it_is_one_line_of_the_log_and_one_of_the_summary() -> None:
    text = PAIR.replace("wait: 1 s", "wait: 9 s")
    story = Story()
    for opening in describe(loads(text, "m.yaml"), "", "0"):
        story.hear(opening)
    scene = Scene(text).dies("a", 0.5)
    end = scene.run()
    lines: list[str] = []
    for message in [*scene.messages, end]:
        story.hear(message)
        if isinstance(message, Told):
            lines += [line for line in news_lines(story) if "no quorum:" in line]
    assert len(lines) == 1
    assert lines[0].split("b  ", 1)[1].startswith("no quorum: 1 of 2 voters alive; a silent since")
    summary = list(summary_lines(story))
    assert summary[0].startswith("✗ two and a witness lost its quorum after ")
    assert summary[1] == f"  {end.reasons[0]}"


def test_who_will_return_keeps_the_team_waiting_for_its_quorum() -> None:
    scene = Scene(PAIR).dies("a", 0.7)
    scene.crew.returning.add("a")

    def back(crew: Crew, stage: Stage) -> None:
        crew.returning.discard("a")
        stage.restart("a")
        crew.seats["a"].boot(crew.queue.now_s)

    assert scene.at(60.0, back).run().result == "success"
    assert len(lost(scene)) == 1


def test_as_long_as_enough_live_a_partition_is_waited_out() -> None:
    """Both say that they have no quorum, and nobody gives anything up."""

    def cut(crew: Crew, stage: Stage) -> None:
        crew.network.partitions.append(Fault("partition", 0.0, side=(0,)))

    def heal(crew: Crew, stage: Stage) -> None:
        crew.network.heal()

    scene = Scene(PAIR.replace("wait: 1 s", "wait: 30 s")).at(2.0, cut).at(90.0, heal)
    end = scene.run()
    assert end.result == "success"
    assert sorted(robot for robot, _, _ in lost(scene)) == ["a", "b"]
    assert end.t > 90.0


def test_under_the_published_rule_nobody_needs_a_quorum() -> None:
    text = SHORT.replace("witness: [base]", "rule: paper")
    end = Scene(text).dies("a", 0.7).run()
    assert end.result != "no_quorum"


def test_to_halt_means_everybody() -> None:
    def halt(crew: Crew, stage: Stage) -> None:
        crew.stopper.ask()
        crew.wake_all()

    scene = Scene().at(0.7, halt)
    assert scene.run().result == "halted"
    assert not scene.stage.motions


def test_who_does_not_stop_in_time_is_named() -> None:
    def stop(crew: Crew, stage: Stage) -> None:
        for seat in crew.seats.values():
            assert seat.executor is not None
            seat.executor.engine.halt = lambda how, changed=frozenset(): False  # type: ignore
        crew.stopper.ask()
        crew.wake_all()

    end = Scene().at(0.7, stop).run()
    assert end.result == "halted"
    assert [reason.code for reason in end.reasons] == ["no_stop"]


FAILS = SHORT + "simulation: {failure: 1}\npolicy: {retries: 0}\n"


def test_a_failure_says_why_once_and_not_that_it_was_given_up() -> None:
    end = Scene(FAILS.replace("{wait: 1 s}, ", "")).run()
    assert end.result == "failure"
    assert end.reasons
    assert len({str(reason) for reason in end.reasons}) == len(end.reasons)
    assert not any(reason.code == "abandoned" for reason in end.reasons)


def test_an_error_stops_every_robot_and_leaves_the_run() -> None:
    scene = Scene(SHORT.replace("wait: 1 s", "wait: 100 s"))

    def break_it(crew: Crew, stage: Stage) -> None:
        raise RuntimeError("no")

    scene.at(0.8, break_it)
    with pytest.raises(RuntimeError, match="no"):
        scene.run()
    assert scene.stage.motions
    assert any(motion.piece.endswith("100 s") for motion in scene.stage.motions.values())
    scene.stage.advance(0.8 + BRAKING_S)
    assert not scene.stage.motions, "they were told to stop, before any permit ran out"


def test_letters_to_nobody_are_dropped() -> None:
    scene = Scene()
    scene.crew.bystanders.clear()
    assert scene.run().result == "success"


def test_a_pace_may_interrupt_before_the_next_event() -> None:
    shown: list[float] = []

    def pace(due_s: float) -> float:
        shown.append(due_s)
        return due_s if len(shown) % 3 else due_s - 0.01

    end = Scene(pace=pace).run()
    assert end.result == "success"
    assert shown == sorted(shown) or len(shown) > 3


FAR = """
mission: nobody reaches it
team: {a: {robot: pr2}, b: {robot: pr2, at: [9, 0]}}
coordination: {witness: [base]}
world: {objects: {cup: [4, 4]}}
task: {and: [{pick: cup}]}
"""


def test_who_waits_in_vain_gives_up_after_a_while_and_says_why() -> None:
    end = Scene(FAR).run()
    assert end.result == "failure"
    assert end.t >= 10.0
    assert end.reasons
    assert all(reason.path == "task/pick cup" for reason in end.reasons)


def test_a_team_that_does_not_change_when_it_gives_up_is_stuck() -> None:
    def numb(crew: Crew, stage: Stage) -> None:
        for seat in crew.seats.values():
            assert seat.executor is not None
            seat.executor.engine.give_up = lambda: None  # type: ignore[method-assign]

    end = Scene(FAR).at(1.0, numb).run()
    assert end.result == "stuck"
    assert 40.0 <= end.t < 60.0
    assert end.reasons


def test_an_error_is_an_end_that_names_it() -> None:
    end = Scene().crew.broken(ValueError("oh"))
    assert (end.result, end.reasons[0].code) == ("error", "error")
