from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from py_trees.behaviours import Success

from cotree.behaviours.declare import Declaration
from cotree.behaviours.leaf import Leaf
from cotree.core.belief import View
from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Chance, Mission, Policy
from cotree.core.resources import Need
from cotree.trees.reading import load, loads

Read = Callable[[str], Mission]
Wrong = Callable[[str], list[str]]
Words = Mapping[str, Declaration]

TEAM = "mission: m\nteam: {pr2: {robot: pr2}}\n"


def problems(text: str, words: Words, files: Mapping[str, str] | None = None) -> list[str]:
    with pytest.raises(InputError) as caught:
        loads(text, "t.yaml", files=files, catalogue=words)
    return str(caught.value).splitlines()


def test_a_mission_is_all_its_parts(words: Words) -> None:
    text = (
        "mission: tea\n"
        "team:\n  pr2: {robot: pr2, at: [1, 2]}\n  ann: {person: {watched_by: [pr2]}}\n"
        "  cart: {robot: {resources: {base: base}, speed: 30 cm/s, handling: 5}}\n"
        "world: {places: {door: [0, 1, 2]}, objects: {cup: [1, 1]}, robots: {cart: [5, 5]}}\n"
        "task: {wait: 1}\n"
        "policy: {rate: 10 Hz, selector: exact, schedule: none, patience: 1 min, halt_s: 2}\n"
        "simulation: {seed: 3, noise: 0.1, failure: 0.2, failures: {grasp: 0.5}}\n"
    )
    mission = loads(text, "t.yaml", catalogue=words)
    assert mission.name == "tea"
    assert list(mission.team) == ["pr2", "ann", "cart"]
    assert mission.team["pr2"].start == (1.0, 2.0, 0.0)
    assert mission.team["ann"].robot is None
    assert mission.team["ann"].watched_by == ("pr2",)
    cart = mission.team["cart"]
    assert cart.start == (5.0, 5.0, 0.0)
    assert cart.robot is not None
    assert (cart.robot.name, cart.robot.speed_m_s, cart.robot.handling_s) == ("cart", 0.3, 5.0)
    assert mission.world.places == {"door": (0.0, 1.0, 2.0)}
    assert mission.policy == Policy(10.0, "exact", "none", patience_s=60.0, halt_s=2.0)
    assert mission.chance == Chance(3, 0.1, 0.2, {"grasp": 0.5})
    assert mission.text == text
    assert set(mission.included) == {"robots/pr2.yaml"}


def test_defaults_are_the_values_of_core(read: Read) -> None:
    mission = read("task: {wait: 1}\npolicy:\nsimulation: {}")
    assert mission.policy == Policy()
    assert mission.chance == Chance()


def test_packaged_robots_and_worlds_are_found_by_name(words: Words) -> None:
    mission = loads(TEAM + "world: kitchen\ntask: {move: table}", catalogue=words)
    robot = mission.team["pr2"].robot
    assert robot is not None
    assert [r.type for r in robot.resources] == ["base", "gripper", "gripper", "head"]
    assert "table" in mission.world.places


def test_files_beside_the_mission_come_first(tmp_path: Path, words: Words) -> None:
    (tmp_path / "worlds").mkdir()
    (tmp_path / "worlds" / "kitchen.yaml").write_text("places: {moon: [1, 1]}\n")
    (tmp_path / "m.yaml").write_text(TEAM + "world: kitchen\ntask: {move: moon}\n")
    assert set(load(tmp_path / "m.yaml", catalogue=words).world.places) == {"moon"}


def test_a_recorded_mission_needs_no_files(tmp_path: Path, words: Words) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.yaml").write_text("include: [../b.yaml]\n")
    (tmp_path / "b.yaml").write_text("subtrees: {nap: {do: {wait: 1}}}\n")
    path = tmp_path / "m.yaml"
    path.write_text(TEAM + "world: kitchen\ninclude: sub/a.yaml\ntask: nap\n")
    mission = load(path, catalogue=words)
    assert set(mission.included) == {
        "robots/pr2.yaml",
        "worlds/kitchen.yaml",
        "sub/a.yaml",
        "b.yaml",
    }
    for file in list(tmp_path.rglob("*.yaml")):
        file.unlink()
    again = loads(mission.text, mission.file, files=mission.included, catalogue=words)
    assert [n.path for n in again.task.walk()] == [n.path for n in mission.task.walk()]
    assert again.team == mission.team
    assert again.included == mission.included


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("taks: 1\ntask: {wait: 1}", "1:1: a mission has no 'taks'; did you mean 'task'?"),
        ("task:", "1:1: 'task' is empty; it needs a node"),
        ("task: {wait: 1}\npolicy: [1]", "2:9: 'policy' must be a mapping, found a list"),
        ("task: {wait: 1}\npolicy: {rate: 0}", "2:16: 'rate': must be at least 0.1, found the"),
        ("task: {wait: 1}\nsimulation: {sed: 1}", "2:14: 'simulation' has no 'sed'; did you mean"),
        (
            "task: {wait: 1}\nsimulation: {failures: {grap: 1}}",
            "2:25: 'failures': unknown word 'grap'; did you mean 'grasp'?",
        ),
    ],
)
def test_keys_are_checked(wrong: Wrong, text: str, said: str) -> None:
    (found,) = wrong(text)
    assert found.startswith(said)


def test_what_is_missing_is_named(words: Words) -> None:
    assert problems("{}", words) == [
        "t.yaml:1:1: a mission needs 'mission': what the mission is called",
        "t.yaml:1:1: a mission needs 'team': who takes part: {pr2: {robot: pr2}}",
        "t.yaml:1:1: a mission needs 'task': the node to do",
    ]


def test_mistakes_in_every_part_are_found_at_once(words: Words) -> None:
    said = problems(
        "mission: 5\nteam: {pr2: {robot: pr3}}\nworld: {places: {a: [1]}}\n"
        "task: {move: b}\npolicy: {rate: x}\nsubtrees: 5\n",
        words,
    )
    assert [line.split(" ")[0] for line in said] == [
        "t.yaml:1:10:",
        "t.yaml:2:21:",
        "t.yaml:3:21:",
        "t.yaml:4:14:",
        "t.yaml:5:16:",
        "t.yaml:6:11:",
    ]


def test_an_unknown_world_does_not_make_its_names_wrong(words: Words) -> None:
    assert problems(TEAM + "world: kichen\ntask: {move: fridge}", words) == [
        "t.yaml:3:8: no world 'kichen'; did you mean 'kitchen'?"
    ]


def test_mistakes_in_mentioned_files_are_located_there(words: Words) -> None:
    files = {"robots/pr2.yaml": "resources: {a-b: base}\n", "worlds/w.yaml": "places: [\n"}
    said = problems(TEAM + "world: w\ntask: {move: x}", words, files)
    assert said[0] == (
        "robots/pr2.yaml:1:13: a resource's name must be a letter, "
        "then up to 63 letters, digits or _"
    )
    assert said[1].startswith("worlds/w.yaml:2:1: not valid YAML")
    assert len(said) == 2


def test_a_mentioned_file_of_the_wrong_encoding_is_located(tmp_path: Path, words: Words) -> None:
    (tmp_path / "worlds").mkdir()
    (tmp_path / "worlds" / "w.yaml").write_bytes(b"a: \xff")
    (tmp_path / "m.yaml").write_text(TEAM + "world: w\ntask: {wait: 1}\n")
    with pytest.raises(InputError, match=r"w\.yaml:1:4: not UTF-8"):
        load(tmp_path / "m.yaml", catalogue=words)


def test_resources_that_nobody_has_are_found_on_loading(words: Words, wrong: Wrong) -> None:
    assert wrong("task: {perform: {what: wave, needs: [hed]}}") == [
        "1:8: no teammate has a resource 'hed', which 'perform' needs; did you mean 'head'?"
    ]
    assert wrong("task: {perform: {what: wave, needs: [left]}}") == [], "its name is as good"
    team = "mission: m\nteam: {ann: {person: {}}}\nworld: {places: {a: [1, 0]}}\n"
    assert problems(team + "task: {move: a}", words) == [
        "t.yaml:4:8: no teammate has a resource 'base', which 'move' needs"
    ]


def test_further_checks_report_like_all_others(words: Words) -> None:
    def check(mission: Mission, words: Words) -> Iterator[Mistake]:
        yield Mistake(mission.task.mark, f"{mission.name} cannot be done")

    with pytest.raises(InputError) as caught:
        loads(TEAM + "task: {wait: 1}", "t.yaml", catalogue=words, checks=[check])
    assert str(caught.value) == "t.yaml:3:8: m cannot be done"


def test_further_checks_see_only_good_missions(words: Words) -> None:
    def never(mission: Mission, words: Words) -> Iterator[Mistake]:
        raise AssertionError("this mission has problems already")

    with pytest.raises(InputError) as caught:
        loads(TEAM + "task: {wat: 1}", catalogue=words, checks=[never])
    assert len(caught.value.mistakes) == 1


def test_the_first_check_that_finds_something_is_the_last(words: Words) -> None:
    def first(mission: Mission, words: Words) -> Iterator[Mistake]:
        yield Mistake(mission.task.mark, "one")
        yield Mistake(mission.task.mark, "two")

    def second(mission: Mission, words: Words) -> Iterator[Mistake]:
        yield Mistake(mission.task.mark, "a consequence")

    with pytest.raises(InputError) as caught:
        loads(TEAM + "task: {wait: 1}", catalogue=words, checks=[first, second])
    assert [problem.message for problem in caught.value.mistakes] == ["one", "two"]


def test_what_can_never_be_done_is_refused_on_loading(words: Words) -> None:
    text = TEAM + "world: kitchen\ntask: {place: {object: cup, at: table}}"
    (said,) = problems(text, words)
    assert said.startswith("t.yaml:4:8: nobody brings cup to table standing in one spot")


def test_a_behaviour_that_cannot_say_what_it_needs_is_a_problem(words: Words) -> None:
    class Broken(Leaf):
        def needs(self, view: View) -> tuple[Need, ...]:
            raise KeyError("oops")

    broken = dataclasses.replace(words["wait"], make=Broken)
    (said,) = problems(TEAM + "task: {wait: 1}", {"wait": broken})
    assert said == "t.yaml:3:8: 'wait' cannot say what it needs: KeyError('oops')"


def test_a_stock_behaviour_needs_nothing(words: Words) -> None:
    stock = dataclasses.replace(words["wait"], make=lambda name, params: Success(name))
    assert loads(TEAM + "task: {wait: 1}", catalogue={"wait": stock}).task.word == "wait"


@pytest.mark.parametrize("answer", [None, [], "gripper", (1,)])
def test_an_answer_that_is_no_tuple_of_needs_is_a_mistake(words: Words, answer: object) -> None:
    class Broken(Leaf):
        def needs(self, view: View) -> tuple[Need, ...]:
            return answer  # type: ignore[return-value]

    broken = dataclasses.replace(words["wait"], make=Broken)
    (said,) = problems(TEAM + "task: {wait: 1}", {"wait": broken})
    assert said == (
        f"t.yaml:3:8: 'wait' cannot say what it needs: needs() returned {answer!r}, "
        "not a tuple of Need(...)"
    )
