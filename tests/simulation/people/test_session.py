from __future__ import annotations

import pytest

from cotree.core.steps import NoPlan
from cotree.reallocation.lead_follow.belief import belief_of
from cotree.reallocation.lead_follow.problem import Answer, Means, Problem
from cotree.simulation.people.dispatch import dispatch
from cotree.simulation.people.kitting import PATTERNS, Scene, kitting, simulated
from cotree.simulation.people.persons import Delegator, Drifter, PaperPerson
from cotree.simulation.people.planners import adaptive, as_printed, dispatcher, early
from cotree.simulation.people.policy import Policy
from cotree.simulation.people.rivals import people, scenes
from cotree.simulation.people.session import play
from cotree.simulation.people.view import Person

ROBUST = Policy("robust", dispatch, belief_of("robust"))
ABLE = PaperPerson(0.9, 0.0)


def work_s(scene: Scene, agent: str) -> float:
    return sum(subtask.durations[agent] for subtask in scene.subtasks)


@pytest.mark.parametrize("scene", scenes(), ids=lambda scene: scene.name)
@pytest.mark.parametrize("person", people(), ids=str)
def test_every_session_ends_with_everything_placed_rightly(scene: Scene, person: Person) -> None:
    found = play(scene, person, dispatcher(), seed=3, noise=0.3)
    assert found.over
    assert 0 <= found.by_robot <= 20
    assert found.choices < 200


def test_the_same_seed_is_the_same_session() -> None:
    one, again = (play(simulated(), Drifter(), ROBUST, 5, 0.3) for _ in range(2))
    assert one == again
    assert one != play(simulated(), Drifter(), ROBUST, 6, 0.3)


@pytest.mark.parametrize("robot", [adaptive(), as_printed(), dispatcher()], ids=lambda r: r.name)
def test_no_team_is_faster_than_its_work(robot: Policy) -> None:
    scene = simulated()
    found = play(scene, ABLE, robot, seed=1)
    person, machine = work_s(scene, "person"), work_s(scene, "robot")
    assert found.over
    assert found.wrong == 0
    assert found.time_s > person * machine / (person + machine) - 1.0
    assert found.time_s < person


def test_who_errs_always_is_corrected_until_all_is_right() -> None:
    found = play(kitting("B"), PaperPerson(0.6, 0.9), ROBUST, seed=2)
    assert found.over
    assert found.wrong > 0
    assert found.story[-1].means.p_error > found.story[0].means.p_error


def test_who_never_errs_is_believed_able_and_who_follows_is_believed_to_follow() -> None:
    able = play(simulated(), ABLE, ROBUST, seed=2)
    leader = play(simulated(), PaperPerson(0.1, 0.0), ROBUST, seed=2)
    assert able.story[-1].means.p_error <= able.story[0].means.p_error
    assert able.story[-1].means.p_follow > leader.story[-1].means.p_follow


def test_a_robot_without_a_plan_leaves_the_work_to_the_person() -> None:
    def none(problem: Problem) -> Answer:
        return NoPlan("not_found", "thought of nothing")

    found = play(simulated(), PaperPerson(0.9, 0.0), Policy("none", none, belief_of("robust")), 1)
    assert not found.over or found.by_robot == 0


def test_who_is_told_early_errs_less_and_who_errs_is_told_earlier() -> None:
    late = soon = 0
    for seed in range(20):
        late += play(kitting("B"), PaperPerson(0.6, 0.8), dispatcher(), seed).wrong
        soon += play(kitting("B"), PaperPerson(0.6, 0.8), early(), seed).wrong
    assert soon < late
    ours = adaptive()
    able, unsure, errs = (
        ours.conduct.early_s([Means(0.5, chance)]) for chance in (0.02, 0.25, 0.9)
    )
    assert able < unsure == errs


def test_the_robot_forecasts_before_it_sees() -> None:
    found = play(simulated(), Delegator(), ROBUST, seed=4)
    for before, moment in zip(found.story, found.story[1:], strict=False):
        assert moment.before == before.means
        assert moment.seen is not None


def test_the_patterns_have_five_of_each_colour_and_four_chains() -> None:
    for pattern, rows in PATTERNS.items():
        assert sorted("".join(rows)) == sorted("GPOB" * 5)
        scene = kitting(pattern)
        assert sum(not subtask.after for subtask in scene.subtasks) == 4
        assert len(scene.far) == 10


def test_the_simulations_penalties_are_those_of_the_study() -> None:
    costs = simulated().costs
    assert costs.c_f == pytest.approx(50.46, abs=0.01)
    assert costs.c_e == pytest.approx(100.92, abs=0.01)
