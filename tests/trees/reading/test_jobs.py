"""Jobs, components, matching and allocation, as people write them."""

from __future__ import annotations

import pytest

from cotree.core.allocation import Allocated
from cotree.core.errors import InputError
from cotree.core.jobs import Need, Part, Relation, Thing
from cotree.core.mission import Mission
from cotree.trees.reading import loads

HEAD = """\
mission: m
team:
  a: {robot: {components: {eye: perception, hand: manipulation, legs: locomotion}, ports: 2}}
  b: {robot: pr2}
world: {places: {table: [1, 0], shelf: [2, 0]}, objects: {cup: [1, 0], jug: [1, 0]}}
"""


def read(text: str, head: str = HEAD) -> Mission:
    return loads(head + text, "m.yaml")


def wrong(text: str, head: str = HEAD) -> list[str]:
    with pytest.raises(InputError) as caught:
        loads(head + text, "m.yaml")
    return str(caught.value).splitlines()


def parts(robot: str, text: str = "") -> tuple[Part, ...]:
    mission = loads(f"mission: m\nteam: {{r: {{robot: {robot}}}}}\ntask: {{wait: 1}}\n{text}", "m")
    model = mission.team["r"].robot
    assert model is not None
    assert model.capability is not None
    return model.capability.parts


# -- robots ----------------------------------------------------------------------------------------


def test_a_component_is_a_word_or_all_that_is_known_of_it() -> None:
    found = parts(
        "{components: {eye: perception, hand: {domain: manipulation, level: 2, type: 3, "
        "height: 4}, legs: locomotion}, size: 5}"
    )
    assert found == (
        Part("eye", "perception", at=(1.0, 5.0, 1.0)),
        Part("hand", "manipulation", 2, 3, (1.0, 4.0, 1.0)),
        Part("legs", "locomotion"),
    )


def test_components_without_names_are_called_by_their_domain_and_several_are_counted() -> None:
    names = [part.name for part in parts("{components: [perception, 2 manipulation]}")]
    assert names == ["P1", "M1", "M2"]
    names = [part.name for part in parts("{components: {hand: 2 manipulation}}")]
    assert names == ["hand1", "hand2"]


def test_every_component_is_a_resource_of_its_type() -> None:
    mission = read("task: {wait: 1}\n")
    robot = mission.team["a"].robot
    assert robot is not None
    assert [(each.name, each.type) for each in robot.resources] == [
        ("eye", "head"),
        ("hand", "gripper"),
        ("legs", "base"),
    ]


def test_a_robot_that_says_nothing_of_components_has_them_by_its_resources() -> None:
    assert parts("pr2") == (
        Part("base", "locomotion"),
        Part("left_gripper", "manipulation"),
        Part("right_gripper", "manipulation"),
        Part("head", "perception"),
    )


def test_a_component_that_is_a_resource_of_another_type_is_refused() -> None:
    robot = "{resources: {arm: base}, components: {arm: manipulation}}"
    head = f"mission: m\nteam:\n  a: {{robot: {robot}}}\n"
    assert wrong("task: {wait: 1}\n", head) == [
        "m.yaml:3:39: resource 'arm' is of type base, so it is no component for manipulation; give "
        "the component another name"
    ]


@pytest.mark.parametrize(
    ("robot", "line"),
    [
        ("{components: {2x: perception}}", "'components': a component's name must be a letter"),
        ("{components: perception}", "'components': expected a mapping such as {camera: percepti"),
        ("{components: {eye1: perception, eye: 2 perception}}", "two components are called 'eye1'"),
        ("{components: [200 perception, 200 manipulation]}", "a robot has at most 256 components"),
        ("{components: {eye: {domain: perception, at: [1, 2]}}}", "expected three numbers [x, hei"),
        ("{components: [perception], ports: -1}", "'ports': must be at least 0"),
        ("{components: [perception], battery: 30}", "'battery': must be at most 1"),
    ],
)
def test_a_mistake_in_a_robot_says_where_and_what(robot: str, line: str) -> None:
    found = wrong("task: {wait: 1}\n", f"mission: m\nteam: {{r: {{robot: {robot}}}}}\n")
    assert any(line in each for each in found), found


def test_names_of_types_are_learnt_from_robots_or_listed() -> None:
    found = parts("{components: [perception, perception thermal]}")
    assert [part.type for part in found] == [1, 2]
    listed = "matching: {types: {perception: [rgb, depth, thermal]}}\n"
    found = parts("{components: [perception depth]}", listed)
    assert [part.type for part in found] == [2]


def test_a_teammate_has_its_own_battery() -> None:
    mission = loads("mission: m\nteam: {r: {robot: pr2, battery: 0.2}}\ntask: {wait: 1}\n", "m")
    robot = mission.team["r"].robot
    assert robot is not None
    assert robot.battery == 0.2


# -- jobs ------------------------------------------------------------------------------------------

CARRY = """\
jobs:
  carry:
    to: b
    needs: [perception, 2 manipulation, {domain: locomotion, level: 2}]
    height: 8
    objects: {cup: table, jug: {on: table, weight: 2}}
    goal: [cup on shelf]
    goal_is: subset
"""


def test_a_job_is_read_with_its_height_and_everything_stands_on_the_ground_at_last() -> None:
    job = read(CARRY).jobs["carry"]
    assert job.needs == (
        Need("perception", at=(1.0, 8.0, 1.0)),
        Need("manipulation", count=2, at=(1.0, 8.0, 1.0)),
        Need("locomotion", level=2),
    )
    assert job.things == (
        Thing("cup", "table"),
        Thing("jug", "table", attributes=(("weight", "2"),)),
        Thing("table", "ground", fixed=True),
        Thing("shelf", "ground", fixed=True),
    )
    assert (job.goal, job.goal_is) == ((Relation("cup", "on", "shelf"),), "subset")


def test_without_a_task_all_jobs_are_to_be_done_by_whom_matching_finds() -> None:
    mission = read(CARRY)
    assert mission.allocated == {"task/carry": Allocated(mission.jobs["carry"], "b")}
    words = [(node.word, node.name) for node in mission.task.walk() if not node.children]
    assert words == [
        ("detect", "detect cup"),
        ("approach", "approach cup"),
        ("grasp", "grasp cup"),
        ("approach", "approach shelf"),
        ("release", "release cup"),
    ]


def test_robots_with_ports_dock_first_and_undock_last() -> None:
    head = HEAD.replace("{robot: pr2}", "{robot: modular_l}")
    names = [node.name for node in read(CARRY, head).task.walk() if not node.children]
    assert names[:2] == ["dock a", "dock b"]
    assert names[-2:] == ["undock a", "undock b"]


def test_a_job_as_a_node_goes_to_whom_the_node_says() -> None:
    mission = read(CARRY + "task: {then: [{wait: 1}, {job: {do: carry, to: a}, name: it}]}\n")
    assert {path: each.to for path, each in mission.allocated.items()} == {"task/it": "a"}


def test_a_subtree_without_a_job_takes_what_its_leaves_run_on() -> None:
    mission = read("task: {allocate: capability, then: [move: cup, pick: cup]}\n")
    allocated = mission.allocated["task"]
    assert allocated.to == "a"
    assert set(allocated.job.needs) == {
        Need("locomotion"),
        Need("manipulation"),
        Need("perception"),
    }


def test_a_subtree_can_say_its_needs_its_job_or_another_way_of_sharing_out() -> None:
    text = "task: {allocate: {by: capability, needs: 2 manipulation, to: b}, perform: wave}\n"
    found = read(text).allocated["task"]
    assert (found.job.needs, found.to) == ((Need("manipulation", count=2),), "b")
    text = CARRY + "task: {allocate: {by: capability, job: carry}, perform: wave}\n"
    assert read(text).allocated["task"].to == "b"
    mission = read("task: {allocate: peers, perform: wave}\n")
    assert mission.task.allocation is not None
    assert (mission.task.allocation.by, mission.allocated) == ("peers", {})


def test_a_job_for_whom_a_for_each_names() -> None:
    text = CARRY + "task: {and: [{for each: {who: [a], do: {job: {do: carry, to: $who}}}}]}\n"
    mission = read(text)
    assert [each.to for each in mission.allocated.values()] == ["a"]


# -- mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("to: b", "to: bb", "8:9: 'to': no robot 'bb' in the team; did you mean 'b'?"),
        ("[perception,", "[perceptoin,", "no domain 'perceptoin'; did you mean 'perception'?"),
        ("[perception, ", f"[{'perception, ' * 70}", "a job has at most 64 needs, found 72"),
        ("[perception,", "[perception red,", "no type 'red' of perception; its types are numbers"),
        (
            "2 manip",
            "0 manip",
            "9:25: 'needs': expected a capability such as 'manipulation', '2 ma",
        ),
        ("level: 2", "levle: 2", "a capability has no 'levle'; did you mean 'level'?"),
        ("level: 2", "height: 1, at: [1, 1, 1]", "'height' and 'at' say the same"),
        ("cup on shelf", "cup on shlef", "12:12: 'goal': no object 'shlef'; did you mean 'shelf'?"),
        ("cup on shelf", "cpu on shelf", "12:12: 'goal': no object 'cpu'; did you mean 'cup'?"),
        ("cup on shelf", "cup shelf", "expected a relation such as 'box on table', or [box, on, t"),
        ("cup on shelf", "cup in shelf", "no relation 'in'; write 'cup on shelf'"),
        ("subset", "part", "unknown word 'part'; known: exact, subset"),
        ("weight: 2", "wieght: 2", "an object has no 'wieght'; did you mean 'weight'?"),
        ("  carry:", "  car ry:", "7:3: a job's name must be a letter, then up to 63 letters"),
        ("objects", "objcts", "job 'carry' has no 'objcts'; did you mean 'objects'?"),
        (
            "  carry:",
            "  a:",
            "7:3: job 'a': a job cannot have the name of a robot; call it something",
        ),
        ("  carry:", "  docked:", "job 'docked': a job cannot be called 'docked'"),
        ("cup: table, jug", "cup: table, b", "an object cannot have the name of a robot: 'b'"),
    ],
)
def test_a_mistake_in_a_job_says_where_what_and_what_would_be_right(
    old: str, new: str, line: str
) -> None:
    found = wrong(CARRY.replace(old, new))
    assert any(line in each for each in found), found
    assert all(each.startswith("m.yaml:") for each in found)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("task: {job: cary}", "14:8: no job 'cary'; did you mean 'carry'?"),
        (
            "task: {and: [{job: carry}, {job: {do: carry, to: a}}]}",
            "job 'carry' is done at line 14 already; a job is done once",
        ),
        (
            "task: {and: [{for each: {who: [a, b], do: {job: {do: carry, to: $who}}}}]}",
            "job 'carry' is done at line 14 already",
        ),
        (
            "coordination: {rule: paper}",
            "7:3: by 'coordination: {rule: paper}' robots cannot ask each other for favours, so "
            "nobody is found for 'carry'; leave 'rule: paper' away",
        ),
        (
            "coordination: {rule: paper}\ntask: {allocate: capability, wait: 1}",
            "15:30: by 'coordination: {rule: paper}' robots cannot ask",
        ),
        ("task: {job: {do: carry, to: c}}", "'allocate': no robot 'c' in the team"),
        ("task: {allocate: capabilty, wait: 1}", "unknown word 'capabilty'; did you mean 'capab"),
        (
            "task: {allocate: {by: peers, to: a}, wait: 1}",
            "'to' is for 'by: capability'; remove it",
        ),
        (
            "task: {allocate: {by: capability, job: cary}, wait: 1}",
            "'allocate': no job 'cary'; did you mean 'carry'?",
        ),
        ("matching: {method: aktive}", "unknown word 'aktive'; did you mean 'active'?"),
        ("matching: {most_robots: 1}", "must be at least 2, found the number 1"),
        ("matching: {idle_above: 30}", "must be at most 1, found the number 30"),
        ("matching: {types: {vision: [a]}}", "'types': no domain 'vision'"),
        ("matching: {types: {perception: [a, a]}}", "'types': 'a' is written twice under 'percep"),
    ],
)
def test_a_mistake_about_who_does_it_says_what_would_be_right(text: str, line: str) -> None:
    found = wrong(f"{CARRY}{text}\n")
    assert any(line in each for each in found), found


def test_a_job_that_cannot_be_carried_out_here_is_refused_at_its_node() -> None:
    text = CARRY.replace("cup: table", "cup: table, pan: table").replace("cup on", "pan on")
    assert wrong(text) == [
        "m.yaml:7:3: job 'carry' carries 'pan', which is no object here; known: cup, jug"
    ]
    text = CARRY.replace("    goal: [cup on shelf]\n", "")
    assert wrong(text) == [
        "m.yaml:7:3: job 'carry' has nothing to do: it has no 'goal' that is not so at first"
    ]


def test_types_are_numbers_or_names_but_not_both() -> None:
    head = HEAD.replace("eye: perception", "eye: perception 3, nose: perception heat")
    assert "types of perception are numbers elsewhere; list their names" in wrong(CARRY, head)[0]
    head = HEAD.replace("eye: perception", "nose: perception heat, eye: perception 3")
    assert "no type 3 of perception" in wrong(CARRY, head)[0]


def test_a_domain_of_the_missions_own_can_be_asked_for() -> None:
    head = HEAD.replace("eye: perception", "nose: smell")
    text = "matching: {domains: {smell: {actions: [sniff]}}}\njobs: {find: {needs: [smell]}}\n"
    mission = read(text + "task: {wait: 1}\n", head)
    assert mission.jobs["find"].domain("smell").actions == ("sniff",)
    assert "no domain 'smell'" in wrong("task: {wait: 1}\n", head)[0]
