from __future__ import annotations

from collections.abc import Mapping

import pytest

from cotree.behaviours.declare import Declaration
from cotree.core.errors import InputError
from cotree.trees.reading import loads

Words = Mapping[str, Declaration]


def wrong(team: str, words: Words, world: str = "{}") -> list[str]:
    text = f"team: {team}\nworld: {world}\nmission: m\ntask: {{wait: 1}}\n"
    try:
        loads(text, "t.yaml", catalogue=words)
    except InputError as error:
        return [str(problem).removeprefix("t.yaml:") for problem in error.mistakes]
    return []


@pytest.mark.parametrize(
    ("team", "said"),
    [
        ("[pr2]", "1:7: 'team' must be a mapping such as {pr2: {robot: pr2}}, found a list"),
        ("{}", "1:7: a team needs at least one teammate"),
        ("{a: pr2}", "1:11: teammate 'a' must be {robot: <model>} or {person: {}}, found 'pr2'"),
        ("{a: {}}", "1:8: teammate 'a' needs 'robot: <model>' or 'person: {}'"),
        ("{a: {robot: pr2, person: {}}}", "1:24: 'a' is a robot or a person, not both"),
        ("{a: {robot: pr2, att: [0, 0]}}", "1:24: a teammate has no 'att'; did you mean 'at'?"),
        ("{a: {robot: pr2, at: door}}", "1:28: 'at': no place 'door'"),
        ("{a/b: {robot: pr2}}", "1:8: a teammate's name must be a letter, then up to 63 letters,"),
        ("{a: {robot: pr3}}", "1:19: no robot 'pr3'; did you mean 'pr2'?"),
        ("{a: {robot: 5}}", "1:19: 'robot': expected the name of a robot, found the number 5"),
        ("{a: {robot: ../robots/pr2}}", "1:19: no robot '../robots/pr2'; known: "),
        ("{a: {robot: []}}", "1:19: a robot must be a mapping, found a list"),
        ("{a: {robot: {}}}", "1:19: a robot needs 'resources': what it has: {base: base, left_gri"),
        ("{a: {robot: {resources: {x: 5}}}}", "1:35: 'resources': 'x': expected a type such as g"),
        (
            "{a: {robot: {resources: {}, speed: 0}}}",
            "1:42: 'speed': must be at least 0.001, found the number 0",
        ),
        ("{a: {person: 5}}", "1:20: 'person' must be a mapping, found the number 5"),
        ("{a: {person: {age: 5}}}", "1:21: a person has no 'age'; known: watched_by"),
        ("{a: {person: {watched_by: [b]}}}", "1:34: no teammate 'b'"),
        ("{a: {person: {watched_by: [a]}}}", "1:34: 'a' cannot be watched by itself"),
        (
            "{a: {person: {watched_by: b}}}",
            "1:33: 'watched_by': expected a list, each a teammate's name, found 'b'",
        ),
    ],
)
def test_a_team_is_checked(words: Words, team: str, said: str) -> None:
    (found,) = wrong(team, words)
    assert found.startswith(said)


def test_people_need_nothing_and_stand_somewhere(words: Words) -> None:
    mission = loads(
        "mission: m\nteam: {ann: {person: }, bob: {person: {}, at: [1, 2]}}\ntask: {wait: 1}",
        catalogue=words,
    )
    assert mission.team["ann"].watched_by == ()
    assert mission.team["bob"].start == (1.0, 2.0, 0.0)


@pytest.mark.parametrize(
    ("world", "said"),
    [
        ("[]", "2:8: a world must be a mapping, found a list"),
        ("{wals: {}}", "2:9: a world has no 'wals'; known: places, objects, robots"),
        ("{places: [a]}", "2:17: 'places' must be a mapping from names to points, found a list"),
        ("{places: {a: 5}}", "2:21: 'a': expected a point [x, y] or [x, y, z] in metres, found"),
        ("{places: {a: [1, 1e7]}}", "2:25: 'a': must be at most 1e+06, found the number 1e7"),
        ("{places: {$a: [1, 1]}}", "2:18: a name must not contain '$'"),
        ("{places: {a: [1, 1]}, objects: {a: [1, 1]}}", "2:40: 'a' is a place and an object; ren"),
        ("5", "2:8: 'world': expected the name of a world, found the number 5"),
    ],
)
def test_a_world_is_checked(words: Words, world: str, said: str) -> None:
    (found,) = wrong("{a: {robot: pr2}}", words, world)
    assert found.startswith(said)


def test_parts_of_a_world_may_be_empty_and_name_other_robots(words: Words) -> None:
    world = "{places: , objects: {}, robots: {other: [0, 0]}}"
    assert wrong("{a: {robot: pr2}}", words, world) == []
