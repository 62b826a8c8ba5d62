from __future__ import annotations

from collections.abc import Callable

from cotree.core.mission import Mission
from cotree.core.places import Location

Read = Callable[[str], Mission]
Wrong = Callable[[str], list[str]]

DELIVER = """\
subtrees:
  deliver:
    parameters: [object, to]
    do:
      then:
        - pick: $object
        - place: {object: $object, at: $to}
        - perform: bring ${object}s to $to for $$5
"""


def test_a_subtree_is_a_word_with_parameters(read: Read) -> None:
    task = read(DELIVER + "task: {then: [{deliver: {object: cup, to: table}}]}").task
    (deliver,) = task.children
    assert (deliver.word, deliver.name) == ("then", "deliver cup to table")
    assert [leaf.name for leaf in deliver.children] == [
        "pick cup",
        "place cup at table",
        "perform bring cups to table for _5",
    ]
    assert deliver.children[2].params.what == "bring cups to table for $5"
    assert deliver.children[0].mark.line == 9, "leaves stand where the subtree is written"


def test_a_whole_value_keeps_its_type(read: Read) -> None:
    task = read("subtrees: {go: {parameters: [to], do: {move: $to}}}\ntask: {go: [1, 2]}").task
    assert task.params.to == Location(point=(1.0, 2.0, 0.0))


def test_one_parameter_has_a_short_form_and_a_name_can_be_given(read: Read) -> None:
    task = read(
        "subtrees: {nap: {parameters: [time], do: {wait: $time}}}\n"
        "task: {then: [nap: 5 s, nap: {time: 6}, {nap: 7, name: long}, {nap: 7}]}"
    ).task
    assert [(c.name, c.params.duration) for c in task.children] == [
        ("nap 5 s", 5),
        ("nap 6", 6),
        ("long", 7),
        ("nap 7", 7),
    ]


def test_a_name_inside_a_subtree_names_its_uses(read: Read) -> None:
    task = read(
        "subtrees: {nap: {parameters: [t], do: {wait: $t, name: sleep $t}}}\n"
        "task: {then: [nap: 5, nap: 5]}"
    ).task
    assert [c.name for c in task.children] == ["sleep 5", "sleep 5 #2"]


def test_subtrees_use_each_other_and_pass_values_on(read: Read) -> None:
    task = read(
        "subtrees:\n"
        "  outer: {parameters: [x], do: {then: [{inner: {y: $x}}, {inner: {y: '${x}0'}}]}}\n"
        "  inner: {parameters: [y], do: {wait: $y}}\n"
        "task: {outer: 4}"
    ).task
    assert [c.params.duration for c in task.children] == [4.0, 40.0]


def test_a_subtree_sees_only_its_own_parameters(wrong: Wrong) -> None:
    (said,) = wrong(
        "subtrees:\n"
        "  outer: {parameters: [x], do: {then: [{wait: $x}, {inner: {y: 1}}]}}\n"
        "  inner: {parameters: [y], do: {then: [{wait: $x}, {wait: $y}]}}\n"
        "task: {outer: 4}"
    )
    assert "nothing is called '$x' here; known: y" in said


def test_a_mistake_inside_names_both_places_and_counts_once(wrong: Wrong) -> None:
    use = "{deliver: {object: cup, to: table}}"
    (said,) = wrong(DELIVER.replace("pick", "pik") + f"task: {{then: [{use}, {use}]}}")
    assert said == (
        "6:11: no behaviour 'pik'; did you mean 'pick'? "
        "(in subtree 'deliver' at t.yaml:5:3, used at t.yaml:12:16)"
    )


def test_a_wrong_argument_is_located_where_it_is_written(wrong: Wrong) -> None:
    said = wrong(DELIVER + "task: {deliver: {object: cop, to: table}}")
    assert said[0].startswith("9:26: 'object': no object 'cop'; did you mean 'cup'? (in subtree")
    assert len(said) == 1, "used twice inside, but it is one mistake"


def test_arguments_are_checked_against_the_parameters(wrong: Wrong) -> None:
    assert wrong(DELIVER + "task: {deliver: {object: cup, too: table}}") == [
        "9:8: subtree 'deliver' needs 'to' (t.yaml:5:3)",
        "9:31: subtree 'deliver' has no parameter 'too'; did you mean 'to'?",
    ]
    assert wrong(DELIVER + "task: {deliver: cup}") == [
        "9:17: subtree 'deliver' takes a mapping of its parameters (object, to), found 'cup'"
    ]
    assert wrong("subtrees: {nap: {do: {wait: 1}}}\ntask: {nap: {x: 1}}") == [
        "2:14: subtree 'nap' has no parameter 'x'; it has no parameters"
    ]


def test_definitions_are_checked(wrong: Wrong) -> None:
    for text, said in {
        "{move: {do: {wait: 1}}}": "12: 'move' is already a word; call the subtree something else",
        "{do: {do: {wait: 1}}}": "12: 'do' is already a word; call the subtree something else",
        "{a: 5}": "15: subtree 'a' must be {parameters: [...], do: <node>}, found the number 5",
        "{a: {parameters: []}}": "12: subtree 'a' needs 'do', the node it stands for",
        "{a: {do: {wait: 1}, x: 1}}": "31: subtree 'a' has no 'x'; known: do, parameters",
        "{a: {parameters: b, do: {wait: 1}}}": "28: 'parameters' must be a list, found 'b'",
        "{a: {parameters: [b], do: {wait: 1}}}": "29: parameter 'b' is not used in subtree 'a'",
        "{a: {parameters: [b, b], do: {wait: $b}}}": "32: duplicate parameter 'b'",
        "{a: {parameters: [[]], do: {wait: 1}}}": (
            "29: a parameter must be a letter, then up to 63 letters, digits or _"
        ),
        "[a]": "11: 'subtrees' must be a mapping from words, found a list",
    }.items():
        assert wrong(f"subtrees: {text}\ntask: {{wait: 1}}") == [f"1:{said}"]


def test_using_a_broken_subtree_is_no_second_mistake(wrong: Wrong) -> None:
    assert len(wrong("subtrees: {a: 5}\ntask: {a: {x: 1}}")) == 1


def test_recursion_names_the_circle(wrong: Wrong) -> None:
    said = wrong(
        "subtrees:\n  a: {do: {then: [b]}}\n  b: {do: {then: [c]}}\n  c: {do: {then: [a]}}\ntask: a"
    )
    assert len(said) == 1
    assert said[0].startswith("4:19: a subtree cannot contain itself: a -> b -> c -> a (in")


def test_unused_subtrees_are_checked_as_far_as_they_are_known(wrong: Wrong) -> None:
    assert wrong(
        "subtrees:\n"
        "  a: {parameters: [x], do: {then: [{wait: $x}, {pick: elsewhere}, {pik: $x}]}}\n"
        "  b: {do: {then: [b]}}\n"
        "task: {wait: 1}"
    ) == [
        "2:68: no behaviour 'pik'; did you mean 'pick'?",
        "3:19: a subtree cannot contain itself: b -> b",
    ]


def test_growth_is_bounded(wrong: Wrong) -> None:
    tenfold = "".join(
        f"  s{i}: {{do: {{then: [{', '.join([f's{i + 1}'] * 10)}]}}}}\n" for i in range(5)
    )
    (said,) = wrong(f"subtrees:\n{tenfold}  s5: {{do: {{wait: 1}}}}\ntask: s0")
    assert "the task unfolds to more than 10000 nodes" in said
    lists = "".join(
        f"  s{i}: {{parameters: [x], do: {{s{i + 1}: {{x: [{', '.join(['$x'] * 10)}]}}}}}}\n"
        for i in range(6)
    )
    (said,) = wrong(
        f"subtrees:\n{lists}  s6: {{parameters: [x], do: {{perform: {{what: x, needs: $x}}}}}}\n"
        "task: {s0: {x: x}}"
    )
    assert "the task unfolds to more than 10000 nodes" in said
    texts = "".join(
        f'  s{i}: {{parameters: [x], do: {{s{i + 1}: "{"${x}" * 9}"}}}}\n' for i in range(5)
    )
    (said,) = wrong(
        f"subtrees:\n{texts}  s5: {{parameters: [x], do: {{perform: $x}}}}\ntask: {{s0: ha}}"
    )
    assert "the text grows beyond 4096 characters" in said
