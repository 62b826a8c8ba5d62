"""Where grippers are, how far they reach, and how well they grasp."""

from __future__ import annotations

import pytest

from cotree.core.errors import InputError
from cotree.trees.reading import loads

ARM = "robot: {resources: {l: gripper, r: gripper}, arm_speed: 10 cm/s, reach: 80 cm"
MISSION = f"""
mission: m
team:
  a: {{{ARM}, home: {{l: [1, 2]}}}}}}
  b: {{{ARM}, home: {{l: [1, 2], r: [3, 4, 5]}}}}, home: {{r: [0, 0]}}}}
world:
  objects: {{cup: [0, 0]}}
  grasps: {{a: {{cup: 25}}}}
  facts: {{a/battery: 0.4}}
task: {{place: {{object: cup, at: [0.5, 0]}}}}
"""


def test_a_teammates_home_goes_before_that_of_its_model() -> None:
    team = loads(MISSION).team
    a, b = team["a"].robot, team["b"].robot
    assert a is not None
    assert b is not None
    assert (a.arm_speed_m_s, a.reach_m) == (0.1, 0.8)
    assert a.home == {"l": (1.0, 2.0, 0.0)}
    assert b.home == {"l": (1.0, 2.0, 0.0), "r": (0.0, 0.0, 0.0)}


def test_a_world_knows_grasp_scores_and_facts_of_teammates() -> None:
    world = loads(MISSION).world
    assert world.grasps == {"a": {"cup": 25.0}}
    assert world.facts == {"a/battery": 0.4}


def problems(team: str, world: str = "{}") -> list[str]:
    text = f"mission: m\nteam: {{{team}}}\nworld: {world}\ntask: {{wait: 1}}\n"
    with pytest.raises(InputError) as caught:
        loads(text, "m.yaml")
    return [
        f"{each.mark.line}:{each.mark.column}: {each.message}" for each in caught.value.mistakes
    ]


@pytest.mark.parametrize(
    ("world", "said"),
    [
        ("grasps: {a: {cop: 1}}", "3:46: no object 'cop'; did you mean 'cup'?"),
        ("grasps: {a: {cup: 101}}", "3:51: 'cup': must be at most 100, found the number 101"),
        (
            "grasps: {a: 5}",
            "3:45: 'a' must be a mapping from objects to scores, found the number 5",
        ),
        ("grasps: [1]", "3:41: 'grasps' must be a mapping from names to the scores of objects, "),
        ("facts: {a/: 1}", "3:41: a name must not be empty"),
        ("facts: {a/b/c: 1}", "3:41: a name must not contain '/'"),
    ],
)
def test_what_is_wrong_with_a_world_is_told(world: str, said: str) -> None:
    (found,) = problems("pr2: {robot: pr2}", f"{{objects: {{cup: [0, 0]}}, {world}}}")
    assert found.startswith(said)


@pytest.mark.parametrize(
    ("team", "said"),
    [
        (
            "{robot: pr2, home: {right_grippr: [0, 0]}}",
            "the robot has no gripper 'right_grippr'; did you mean",
        ),
        ("{robot: pr2, home: {base: [0, 0]}}", "the robot has no gripper 'base'"),
        ("{robot: pr2, home: 5}", "'home': expected a mapping, each value a point"),
        ("{person: {}, home: {hand: [0, 0]}}", "'home' is where the grippers of a robot are"),
        (
            "{robot: {resources: {hand: gripper}, home: {hnd: [0, 0]}}}",
            "the robot has no gripper 'hnd'; did you mean 'hand'?",
        ),
    ],
)
def test_what_is_wrong_with_a_home_is_told(team: str, said: str) -> None:
    (found,) = problems(f"r: {team}, pr2: {{robot: pr2}}")
    assert said in found
