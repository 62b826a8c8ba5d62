from __future__ import annotations

from collections.abc import Callable

import pytest

from cotree.core.mission import Mission

Read = Callable[[str], Mission]
Wrong = Callable[[str], list[str]]


def names(mission: Mission) -> list[str]:
    return [child.name for child in mission.task.children]


def test_a_node_is_repeated_for_each_value_between_its_siblings(read: Read) -> None:
    mission = read(
        "task:\n  then:\n    - wait: 1\n"
        "    - for each: {object: [cup, jug], do: {pick: $object}}\n    - wait: 2\n"
    )
    assert names(mission) == ["wait 1 s", "pick cup", "pick jug", "wait 2 s"]


def test_variables_advance_together(read: Read) -> None:
    mission = read(
        "task: {and: [for each: {object: [cup, jug], to: [table, [0, 1]], "
        "do: {place: {object: $object, at: $to}}}]}"
    )
    assert names(mission) == ["place cup at table", "place jug at (0, 1)"]


def test_loops_nest_and_values_can_come_from_a_subtree(read: Read) -> None:
    mission = read(
        "subtrees:\n  all:\n    parameters: [objects]\n    do:\n      then:\n"
        "        - for each: {o: $objects, do: {pick: $o}}\n"
        "task:\n  then:\n"
        "    - for each:\n        t: [1, 2]\n        do:\n          then:\n"
        "            - for each: {u: [3, 4], do: {wait: $t$u}}\n"
        "    - all: {objects: [cup, jug]}\n"
    )
    leaves = [node.name for node in mission.task.walk() if not node.children]
    assert leaves == ["wait 13 s", "wait 14 s", "wait 23 s", "wait 24 s", "pick cup", "pick jug"]


def test_an_empty_list_makes_no_nodes(read: Read, wrong: Wrong) -> None:
    loop = "for each: {o: [], do: {pick: $o}}"
    assert names(read(f"task: {{then: [{{wait: 1}}, {loop}]}}")) == ["wait 1 s"]
    assert wrong(f"task: {{then: [{loop}]}}") == [
        "1:8: 'then' is empty; it needs at least one node"
    ]


@pytest.mark.parametrize(
    ("loop", "said"),
    [
        ("5", "'for each' must be {object: [a, b], do: <node>}, found the number 5"),
        ("{o: [cup]}", "'for each' needs 'do', the node to repeat"),
        ("{do: {wait: 1}}", "'for each' needs a variable: {object: [a, b], do: <node>}"),
        ("{o: cup, do: {pick: $o}}", "'for each' needs a list for 'o', found 'cup'"),
        (
            "{o: [cup], a: [1, 2], do: {pick: $o}}",
            "the lists of 'for each' must have the same length; o has 1, a has 2",
        ),
        (
            "{a b: [1], do: {wait: 1}}",
            "a variable of 'for each' must be a letter, then up to 63 letters, digits or _",
        ),
        ("{o: [cup], do: {pick: $p}}", "nothing is called '$p' here; known: o"),
        ("{o: [$p], do: {pick: $o}}", "only a subtree or 'for each' gives names to values"),
        ("{o: [cup], do: {pick: $}}", "a single '$'; write $name, or $$ for the sign itself"),
        ("{o: [[cup]], do: {perform: x $o}}", "'$o' is a list, which does not fit into text"),
        ("{o: [cup, jug], do: {pick: $o, name: x}}", "every round of 'for each' has it too"),
    ],
)
def test_a_loop_written_wrongly_is_one_clear_line(wrong: Wrong, loop: str, said: str) -> None:
    (found,) = wrong(f"task: {{then: [for each: {loop}]}}")
    assert said in found


def test_a_variable_keeps_its_meaning_in_inner_loops(wrong: Wrong) -> None:
    (said,) = wrong(
        "task: {then: [for each: {o: [1], do: {then: [for each: {o: [2], do: {wait: $o}}]}}]}"
    )
    assert "'$o' already means something here; choose another name" in said


def test_a_loop_stands_in_a_list_and_alone(wrong: Wrong) -> None:
    loop = "for each: {o: [cup], do: {pick: $o}}"
    assert wrong(f"task: {{{loop}}}") == [
        "1:8: 'for each' stands in a list of nodes, under 'then' or 'and'"
    ]
    assert wrong(f"task: {{then: [{{{loop}, name: x}}]}}") == [
        "1:54: 'name' stands beside 'for each'; put it into the node under 'do'"
    ]


def test_unfolding_is_bounded(wrong: Wrong) -> None:
    many = "[" + ", ".join("1" * 200) + "]"
    (said,) = wrong(
        f"task: {{then: [for each: {{a: {many}, do: {{then: [for each: {{b: {many}, "
        "do: {wait: 1}}]}}]}"
    )
    assert "the task unfolds to more than 10000 nodes" in said
