from __future__ import annotations

from collections.abc import Callable

import pytest

from cotree.core.mission import Mission
from cotree.core.places import Location

Read = Callable[[str], Mission]
Wrong = Callable[[str], list[str]]


def paths(mission: Mission) -> list[str]:
    return [node.path for node in mission.task.walk()]


def test_short_forms_nest(read: Read) -> None:
    mission = read("task:\n  then:\n    - move: kitchen\n    - or: [{wait: 5 s}, {wait: 1 min}]\n")
    assert paths(mission) == [
        "task",
        "task/move to kitchen",
        "task/or",
        "task/or/wait 5 s",
        "task/or/wait 60 s",
    ]
    move = mission.task.children[0]
    assert move.word == "move"
    assert move.params.to == Location("kitchen")
    assert (move.mark.line, move.mark.column) == (6, 7)


def test_short_and_long_forms_are_equal(read: Read) -> None:
    for short, long in {
        "wait: 5": "wait: {duration: 5 s}",
        "move: [1, 0]": "move: {to: [1, 0]}",
        "then: [{wait: 1}]": "then: {of: [{wait: 1}]}",
        "parallel: [{wait: 1}]": "parallel: {of: [{wait: 1}]}",
    }.items():
        one, two = (read(f"task: {{{text}}}").task for text in (short, long))
        assert one.params == two.params
        assert [c.params for c in one.children] == [c.params for c in two.children]


def test_a_word_alone_is_a_node_when_it_needs_nothing(read: Read, wrong: Wrong) -> None:
    assert read("subtrees: {rest: {do: {wait: 1}}}\ntask: rest").task.word == "wait"
    assert wrong("task: wait") == ["1:7: 'wait' needs 'duration': how long"]


@pytest.mark.parametrize(
    ("task", "name"),
    [
        ("place: {object: cup, at: kitchen}", "place cup at kitchen"),
        ("pick: {object: cup, at: kitchen}", "pick cup"),
        ("move: [1.50, 2]", "move to (1.5, 2)"),
        ("move: [1, 2, 3]", "move to (1, 2, 3)"),
        ("perform: open a/b", "perform open a_b"),
        ("perform: {what: wave, duration: 3}", "perform wave"),
        ("wait: 250 ms", "wait 0.25 s"),
        ("perform: " + "long " * 40, "perform long long long long long long long long…"),
        ("retry: {do: {wait: 1}}", "retry"),
        ("{wait: 1, name: nap}", "nap"),
        ("{wait: 1, name: 7}", "7"),
    ],
)
def test_a_node_is_called_what_people_would_say(read: Read, task: str, name: str) -> None:
    task = task if task.startswith("{") else f"{{{task}}}"
    node = read(f"task: {{then: [{task}]}}").task.children[0]
    assert node.name == name
    assert node.path == f"task/{name}"


def test_siblings_have_different_names(read: Read) -> None:
    mission = read(
        "task: {then: [{wait: 1}, {wait: 1}, {wait: 2, name: 'wait 1 s #2'}, {wait: 1}]}"
    )
    names = [child.name for child in mission.task.children]
    assert names == ["wait 1 s", "wait 1 s #3", "wait 1 s #2", "wait 1 s #4"]


def test_the_root_path_is_task_whatever_it_is_called(read: Read) -> None:
    task = read("task: {then: [{wait: 1}], name: tea}").task
    assert (task.name, task.path, task.children[0].path) == ("tea", "task", "task/wait 1 s")


# -- mistakes ----------------------------------------------------------------------------------


def test_all_mistakes_of_a_task_are_found_at_once(wrong: Wrong) -> None:
    assert wrong(
        "task:\n  then:\n    - plase: {object: cup}\n    - wait: soon\n"
        "    - {wait: 1, name: x}\n    - {wait: 1, name: x}\n    - and: []\n"
    ) == [
        "3:7: no behaviour 'plase'; did you mean 'place'?",
        "4:13: 'duration': expected a duration such as '10 s', found 'soon'",
        "6:8: duplicate name 'x'; its sibling at t.yaml:8:8 has it too",
        "7:7: 'and' is empty; it needs at least one node",
    ]


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("[{wait: 1}]", "expected one node, found a list; put it under 'then' or 'and'"),
        ("5", "expected a node such as 'wait: 5 s', found the number 5"),
        ("{}", "expected a node such as 'wait: 5 s', found an empty mapping"),
        ("{name: x}", "this node has no behaviour, only a name"),
        ("{then: 5}", "'then' must be a list of nodes, found the number 5"),
        ("{then: {move: cup}}", "'then' must be a list of nodes, found a mapping"),
        ("{then: }", "'then' has nothing to do; it must be a list of nodes"),
        ("{retry: }", "'retry' has nothing to do; it must be a mapping with 'do: <node>'"),
        ("{retry: 3}", "'retry' must be a mapping with 'do: <node>', found the number 3"),
        ("{parallel: {need: 1}}", "it must be a mapping with 'of: [<node>, ...]'"),
        ("{parallel: {of: {wait: 1}}}", "expected a list of nodes ('- ...'), found a mapping"),
        ("{place: cup}", "'place' must be a mapping of its parameters, found 'cup'"),
        ("{wait: 1, name: [x]}", "'name': expected text, found a list"),
        ("{wait: 1, name: ' x'}", "a name must not begin or end with a space"),
        ("{wait: 1, name: a/b}", "a name must not contain '/'"),
        ("{finally: [{wait: 1}]}", "takes two children"),
        ("{parallel: {need: 2, of: [{wait: 1}]}}", "'need' is 2, but there are only 1 children"),
    ],
)
def test_wrong_nesting_is_one_clear_line(wrong: Wrong, task: str, said: str) -> None:
    (found,) = wrong(f"task: {task}")
    assert found.endswith(said) or said in found


def test_two_behaviours_in_one_node_are_told_apart_from_lost_parameters(wrong: Wrong) -> None:
    assert wrong("task: {move: cup, wait: 1}") == [
        "1:19: one behaviour per node, found 'move' and 'wait'; begin each node with '- '"
    ]
    assert wrong("task: {place: {object: cup}, at: table}") == [
        "1:30: 'at' stands beside 'place'; parameters stand inside: {place: {at: ...}}"
    ]


def test_nodes_are_bounded_in_depth(read: Read, wrong: Wrong) -> None:
    def nested(levels: int) -> str:
        """Each subtree adds three levels."""
        lines = "".join(
            f"  s{i}: {{do: {{then: [{{then: [{{then: [s{i + 1}]}}]}}]}}}}\n" for i in range(levels)
        )
        return f"subtrees:\n{lines}  s{levels}: {{do: {{wait: 1}}}}\ntask: s0\n"

    assert len(paths(read(nested(10)))) == 31
    assert "the task is more than 32 levels deep" in wrong(nested(11))[0]
