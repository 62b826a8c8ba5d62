"""Jobs of the paper, end to end: from every agent, and with a robot lost at every step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from cotree.app.team import crew_of
from cotree.core.changes import JobChange, NodeChange, NodeState
from cotree.core.mission import Mission
from cotree.runtime.messages import Message, Told
from tests.kit import capable
from tests.kit.losing import Run, run
from tests.runtime.jobs import judge

HELPERS = {
    "job1": ("L2", "O12"),
    "job2": ("S12", "M2"),
    "job3a": ("L2", "S12"),
    "job3b": ("L2", "M2"),
    "job3c": ("L2", "M2", "S12"),
    "job4": ("L2", "S22"),
    "job5": ("L2", "M2", "O12"),
}
"""Beside the robot that is given the job."""
AGENTS = [f"{kind}1" for kind in capable.FACTS["robot_types"]]
"""One of each of the nine types."""
METHODS = ("passive", "active")
DONE = {"box1": (8.0, 0.0, 0.0)}


def test_all_jobs_of_the_paper_are_given_to_all_types_of_robots() -> None:
    assert HELPERS.keys() == capable.FACTS["jobs"].keys()
    assert len(AGENTS) == 9
    modes = {
        (method, judge.expected(method, job, agent, others))
        for method in METHODS
        for job, others in HELPERS.items()
        for agent in AGENTS
    }
    assert {None, *(each.mode for _, each in modes if each is not None)} == {
        *(None, "partnership", "subcontract", "assembly")
    }
    assert ("active", judge.Expected("assembly", 3)) in modes


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("job", HELPERS)
@pytest.mark.parametrize("method", METHODS)
def test_every_agent_has_its_job_done_or_says_why_nobody_can(
    method: str, job: str, agent: str
) -> None:
    others = HELPERS[job]
    got = run(capable.mission(job, agent, *others, matching={"method": method}))
    assert not got.wrong
    expected = judge.expected(method, job, agent, others)
    if expected is None:
        assert got.end.result == "failure"
        ((who, refused),) = got.words("refused")
        assert who == agent
        assert f"{agent} cannot do {job}" in refused.text
        assert all(f"{job}: " in reason.message for reason in got.end.reasons)
        return
    assert got.end.result == "success"
    assert got.stage.body.world.objects == DONE
    assert first_way(got, agent) == expected
    (stands,) = {change.text for _, change in got.words("stands")[-1:]}
    assert stands.startswith("complete; lambda_2 0.")


def first_way(got: Run, agent: str) -> judge.Expected:
    """How a job was done that was given to this robot, as it was told."""
    took = {change.who for _, change in got.words("helps") if change.text == "subcontract"}
    if took:
        assert (agent,) not in took
        assert all(agent not in team for team in got.teams())
        return judge.Expected("subcontract", 1)
    who, team = got.words("team")[0]
    assert who == agent
    return judge.Expected(team.text.split()[1], len(team.who))


def test_a_helper_begins_when_it_has_heard_that_everybody_agreed() -> None:
    told: list[str] = []

    def write(message: Message) -> None:
        if not isinstance(message, Told):
            return
        for change in message.changes:
            if isinstance(change, JobChange) and change.word == "team":
                told.append("team")
            elif isinstance(change, NodeChange) and change.state is NodeState.CLAIMING:
                told.append(message.robot)

    crew, _ = crew_of(capable.mission("job3b", "L1", "M1", "S11"), write)
    assert crew.run().result == "success"
    assert told[0] == "team"


def moments(base: Run, *kept: NodeState) -> list[tuple[str, NodeState]]:
    """The beginning, and perhaps the end, of every step of a run, in order."""
    found = ((path, state) for _, path, state in base.steps if " " in path.rpartition("/")[2])
    return list(dict.fromkeys(each for each in found if each[1] in kept))


MIDDLE_S = 0.55
"""Every step lasts longer."""


class Lost(NamedTuple):
    """A run in which a robot was lost."""

    who: str
    step: str
    run: Run


def lose_everywhere(
    mission: Mission,
    who: str,
    back_s: float | None = None,
    *more: NodeState,
    late_s: float = 0.0,
) -> Iterator[Lost]:
    for moment in moments(run(mission), NodeState.RUNNING, *more):

        def is_now(robot: str, change: NodeChange, moment: tuple[str, NodeState] = moment) -> bool:
            return (change.path, change.state) == moment

        got = run(mission, is_now, who, back_s, late_s=late_s)
        yield Lost(who, f"{moment[1].value} {moment[0]}", got)


def fine(lost: Lost, method: str, job: str, team: tuple[str, ...], *, back: bool = False) -> None:
    """Done; or refused, if who is left cannot do it, or does not get the box, or not down."""
    got = lost.run
    assert not got.wrong
    if got.end.result == "success":
        assert got.stage.body.world.objects == DONE
        return
    assert got.end.result == "failure", got.end
    refused = got.words("refused")
    assert refused
    for agent, change in refused:
        said = f"{lost.who} lost at {lost.step}; said: {change.text}"
        if got.stage.body.held(lost.who) == ["box1"] and "holds box1" in change.text:
            assert f"{lost.who}/M1 holds box1" in change.text, said
        elif got.stage.body.world.objects == DONE:
            stuck = [name for name in team if f"for {name} to climb" in change.text]
            assert stuck, said
            assert not any(part.domain == "locomotion" for part in judge.robot(stuck[0]).parts)
        else:
            left = {*team} - {agent} - (set() if back else {lost.who})
            way = judge.expected(method, job, agent, sorted(left))
            assert way is None, f"{way} is left: {said}"
            assert f"{agent} cannot do {job}" in change.text


LOSSES = [
    ("job1", ("M1", "O11", "L1"), "passive", ()),
    ("job2", ("S21", "S11", "M1"), "passive", ()),
    ("job3a", ("M1", "S11", "S12"), "active", ()),
    ("job3b", ("L1", "M1", "M2"), "passive", (NodeState.DONE,)),
    ("job4", ("B1", "S21", "S22"), "passive", ()),
    ("job5", ("L1", "M1", "O11", "M2"), "active", ()),
]


@pytest.mark.parametrize(
    ("job", "team", "method", "more", "who"),
    [
        pytest.param(*job, more, who)
        if who == job[1][1]
        else pytest.param(*job, (), who, marks=pytest.mark.soak)
        for *job, more in LOSSES
        for who in job[1]
    ],
)
def test_whoever_is_lost_at_any_step_is_replaced_unless_nobody_left_can_go_on(
    job: str, team: tuple[str, ...], method: str, more: tuple[NodeState, ...], who: str
) -> None:
    mission = capable.mission(job, *team, matching={"method": method})
    for lost in lose_everywhere(mission, who, None, *more):
        fine(lost, method, job, team)
        formed = lost.run.teams()
        if lost.run.end.result == "success" and who in formed[0] and len(formed) > 1:
            assert who not in formed[-1]


@pytest.mark.parametrize("who", ["L1", "M1"])
def test_a_robot_that_comes_back_goes_on_with_the_job_at_any_step(who: str) -> None:
    team = ("L1", "M1", "S11")
    for lost in lose_everywhere(capable.mission("job3b", *team), who, 1.5):
        fine(lost, "passive", "job3b", team, back=True)
        assert lost.run.end.result == "success"


def test_the_only_robot_that_could_help_is_waited_for_when_it_falls_silent() -> None:
    mission = capable.mission("job3b", "L1", "M1", "S11")
    for lost in lose_everywhere(mission, "M1", 12.0):
        assert lost.run.end.result == "success", lost.run.end


def test_who_is_given_a_job_and_is_lost_is_followed_by_another_one() -> None:
    mission = capable.mission("job3b", "L1", "M1", "L2")
    for lost in lose_everywhere(mission, "L1"):
        assert lost.run.end.result == "success"
        if len(lost.run.teams()) > 1:
            assert lost.run.teams()[-1] == ("L2", "M1")


def test_a_robot_that_is_lost_in_the_middle_of_a_step_is_replaced_or_the_job_refused() -> None:
    team = ("L1", "M1", "M2")
    results = set()
    for lost in lose_everywhere(capable.mission("job3b", *team), "M1", late_s=MIDDLE_S):
        fine(lost, "passive", "job3b", team)
        results.add(lost.run.end.result)
    assert "success" in results


@pytest.mark.soak
@pytest.mark.parametrize("back_s", [None, 1.5, 6.0])
@pytest.mark.parametrize("late_s", [0.0, MIDDLE_S])
@pytest.mark.parametrize(
    ("job", "team", "method"),
    [
        ("job1", ("M1", "O11", "L1"), "passive"),
        ("job2", ("M1", "S11", "M2"), "active"),
        ("job3c", ("S11", "L1", "M1", "M2"), "active"),
        ("job4", ("L1", "O21", "S21"), "active"),
        ("job5", ("L1", "M1", "O11", "M2"), "active"),
    ],
)
def test_whoever_is_lost_at_any_step_the_job_is_done_or_refused(
    job: str, team: tuple[str, ...], method: str, back_s: float | None, late_s: float
) -> None:
    mission = capable.mission(job, *team, matching={"method": method})
    for who in team:
        for lost in lose_everywhere(mission, who, back_s, NodeState.DONE, late_s=late_s):
            fine(lost, method, job, team, back=back_s is not None)
