"""Trees of BehaviorTree.CPP become missions; what does not map is refused by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree.core.errors import InputError
from cotree.trees.btcpp.frame import Frame, frame_of
from cotree.trees.btcpp.mission import bring_in
from cotree.trees.btcpp.table import Table, table_of
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import loads

WORDS = catalogue(offers=())
WORLD = Frame(
    "mission: m\nteam: {pr2: {robot: pr2}}\n"
    "world: {places: {kitchen: [1, 0], hall: [2, 0]}, objects: {cup: [1, 1]}}\n"
)
ROOT = '<root BTCPP_format="4" main_tree_to_execute="Main">\n{}\n</root>'
TABLE = Table({"GoTo": {"move": "$goal"}, "Pick": {"pick": "$what"}}, {"GoTo": ["speed"]})


def one(tree: str) -> str:
    return ROOT.format(f'<BehaviorTree ID="Main">\n{tree}\n</BehaviorTree>')


def brought(text: str, table: Table | None = TABLE, tree: str = "") -> str:
    return bring_in(text, "t.xml", WORDS, WORLD, table, tree)


def task(text: str, table: Table | None = TABLE) -> list[str]:
    """The leaves of the task, as they are called."""
    mission = loads(brought(text, table), catalogue=WORDS)
    return [node.name for node in mission.task.walk() if not node.children]


def refused(text: str, table: Table | None = TABLE) -> list[str]:
    with pytest.raises(InputError) as told:
        brought(text, table)
    return [str(mistake) for mistake in told.value.mistakes]


def test_a_word_of_ours_is_named_by_its_element() -> None:
    text = '<Sequence><wait duration="5 s"/><Action ID="move" to="kitchen"/></Sequence>'
    assert task(one(text)) == ["wait 5 s", "move to kitchen"]


def test_a_number_stays_text_where_text_is_wanted() -> None:
    assert task(one('<perform what="5"/>')) == ["task"]
    assert 'what: "5"' in brought(one('<perform what="5"/>'))


def test_an_action_is_what_the_table_says() -> None:
    text = '<Sequence><GoTo goal="kitchen" speed="{v}"/><Pick what="cup"/></Sequence>'
    assert task(one(text)) == ["move to kitchen", "pick cup"]


def test_names_are_kept_and_made_different_among_siblings() -> None:
    text = '<Sequence><GoTo name="go" goal="hall"/><GoTo name="go" goal="hall"/></Sequence>'
    assert task(one(text)) == ["go", "go #2"]


SUBTREES = """
<BehaviorTree ID="Main"><Sequence>
  <SubTree ID="Fetch" room="kitchen" thing="cup" unused="1"/>
  <SubTree ID="Fetch" room="hall" thing="cup" _autoremap="false"/>
</Sequence></BehaviorTree>
<BehaviorTree ID="Fetch"><Sequence>
  <SubTree ID="Drive" place="{room}"/><Pick what="{thing}"/>
</Sequence></BehaviorTree>
<BehaviorTree ID="Drive"><GoTo goal="{place}"/></BehaviorTree>
"""


def test_subtrees_are_given_what_they_read_from_the_blackboard() -> None:
    found = task(ROOT.format(SUBTREES))
    assert [name for name in found if "pick" not in name] == [
        "Drive kitchen", "Drive hall",
    ]  # fmt: skip
    assert "parameters: [room, thing]" in brought(ROOT.format(SUBTREES))


def test_a_subtree_called_like_a_word_of_ours_gets_another_name() -> None:
    text = SUBTREES.replace('"Drive"', '"move"')
    assert "move tree:" in brought(ROOT.format(text))


def test_what_only_waits_or_has_one_result() -> None:
    text = (
        '<Sequence><Delay delay_msec="20"><GoTo goal="hall"/></Delay><AlwaysSuccess/>'
        "<ForceSuccess><AlwaysFailure/></ForceSuccess></Sequence>"
    )
    assert task(one(text)) == ["wait 0.02 s", "move to hall", "wait 0 s", "wait 0 s"]
    assert "invert:" in brought(one(text))


def test_thresholds_below_zero_count_from_all() -> None:
    text = '<Parallel success_count="-2" failure_count="-1"><Sleep msec="1"/><Sleep msec="2"/>'
    assert "need: 1" in brought(one(text + "</Parallel>"))


def test_a_table_can_say_more_than_one_leaf() -> None:
    table = Table({"Go": {"sequence": [{"move": "$goal"}, "recover", {"wait": "$n s"}]}})
    text = one('<Sequence><Go goal="hall" n="3"/></Sequence>')
    assert task(text, table) == ["move to hall", "recover", "wait 3 s"]


def test_values_of_the_blackboard_can_come_from_the_table() -> None:
    table = Table(TABLE.actions, values={"goal": "hall"})
    assert task(one('<Sequence><GoTo goal="{goal}"/></Sequence>'), table) == ["move to hall"]


def test_version_3_is_read_too() -> None:
    text = (
        '<root main_tree_to_execute="Main"><BehaviorTree ID="Main"><SequenceStar>'
        '<RetryUntilSuccesful num_attempts="2"><GoTo goal="hall"/></RetryUntilSuccesful>'
        '<Parallel success_threshold="1" failure_threshold="2"><GoTo goal="hall"/>'
        '<Sleep msec="10"/></Parallel></SequenceStar></BehaviorTree></root>'
    )
    made = brought(text)
    assert "times: 2" in made
    assert "need: 1" in made


def test_the_task_is_the_tree_that_no_other_one_uses_or_the_one_that_is_named() -> None:
    text = ROOT.format(SUBTREES).replace(' main_tree_to_execute="Main"', "")
    assert brought(text) == brought(ROOT.format(SUBTREES))
    two = text.replace('<SubTree ID="Drive" place="{room}"/>', "")
    assert "which tree is the task? Say --tree NAME; there are: Main, Fetch, Drive" in str(
        refused(two)
    )
    assert "task:" in brought(two, tree="Main")


def test_mistakes_in_parameters_are_told_of_the_trees_own_line() -> None:
    text = one('<Sequence>\n<GoTo goal="kitchn"/>\n<wait duration="soon"/>\n</Sequence>')
    found = refused(text)
    assert found[0].startswith("t.xml:4:1: 'to': no place or object 'kitchn'")
    assert found[1].startswith("t.xml:5:1: 'duration': expected")


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        ("<OpenDoor/>", "no leaf for it; say what it is in a table: OpenDoor: {perform: ...}"),
        ('<Script code="a := 1"/>', "missions have no scripts"),
        ('<GoTo goal="hall" _skipIf="x"/>', "_skipIf is not known here; write it as <guard>"),
        ('<GoTo goal="{goal}"/>', "{goal} is written while the tree runs; give a value with"),
        ('<GoTo goal="$x"/>', "a value with '$' means something else"),
        ('<GoTo goal="hall" fast="1"/>', "the table's GoTo uses no port 'fast'"),
        ("<GoTo/>", "the table wants the port 'goal' of GoTo"),
        ('<GoTo goal="[1, "/>', "begins like a list, a mapping or a quoted text and is none"),
        ("<IfThenElse><GoTo goal='hall'/></IfThenElse>", "write a selector of sequences"),
        ("<Repeat num_cycles='-1'><Sleep msec='1'/></Repeat>", "cotree counts; write how often"),
        ("<Repeat num_cycles='{n}'><Sleep msec='1'/></Repeat>", "write a whole number"),
        ("<Repeat><Sleep msec='1'/></Repeat>", "needs num_cycles"),
        ("<Timeout msec='0'><Sleep msec='1'/></Timeout>", "write how long, 1 or more"),
        ("<Inverter><Sleep msec='1'/><Sleep msec='1'/></Inverter>", "one node, not 2"),
        ("<Sequence/>", "there is nothing in it"),
        ("<Sequence memory='1'><Sleep msec='1'/></Sequence>", "it has no attribute 'memory'"),
        ("<wait duration='1'><Sleep msec='1'/></wait>", "it is a leaf"),
        (
            "<Parallel success_count='1'><Sleep msec='1'/><Sleep msec='2'/></Parallel>",
            'it fails with 1 failure although 1 of 2 can still succeed; write failure_count="2"',
        ),
        (
            "<Repeat num_cycles='2'><SequenceWithMemory><Sleep msec='1'/></SequenceWithMemory>"
            "</Repeat>",
            "it would go on where it failed when it is run again",
        ),
        ("<SubTree ID='None'/>", "there is no tree 'None' in this file"),
    ],
)
def test_what_does_not_map_is_refused_by_line_with_a_remedy(tree: str, said: str) -> None:
    (found,) = refused(one(tree))
    assert found.startswith("t.xml:3:")
    assert said in found


def test_a_sequence_with_memory_is_refused_where_a_subtree_is_run_again() -> None:
    text = ROOT.format(
        '<BehaviorTree ID="Main"><Repeat num_cycles="2"><SubTree ID="S"/></Repeat></BehaviorTree>'
        '<BehaviorTree ID="S"><SequenceWithMemory><Sleep msec="1"/></SequenceWithMemory>'
        "</BehaviorTree>"
    )
    assert "it would go on where it failed" in str(refused(text))


def test_a_subtree_that_is_given_too_little_or_shares_its_blackboard_is_refused() -> None:
    text = ROOT.format(SUBTREES)
    assert "its tree reads {room}, which is not given" in str(refused(text.replace("room=", "r=")))
    shared = text.replace('_autoremap="false"', '_autoremap="true"')
    assert "give the subtree its values one by one" in str(refused(shared))


def test_a_tree_in_itself_is_refused() -> None:
    text = one('<Sequence><SubTree ID="Main"/></Sequence>')
    assert "'Main' is the task, which stands in nothing else; copy it" in str(refused(text))
    round_ = ROOT.format(SUBTREES).replace('<GoTo goal="{place}"/>', '<SubTree ID="Drive"/>')
    assert "a subtree cannot contain itself: Drive -> Drive" in str(refused(round_))


BOMB = '<!DOCTYPE a [<!ENTITY x "{}">]>'.format("lol" * 10)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{BOMB}<root>&x;</root>", "a document type is not allowed here"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><root/>', "a document type is not allowed here"),
        ("<root>&x;</root>", "not valid XML: undefined entity"),
        ("<root>", "not valid XML: no element found"),
        ("<root>text</root>", "text between elements"),
        ("<a/>", "<a> is no tree of BehaviorTree.CPP; it begins <root>"),
        ('<root BTCPP_format="5"/>', 'BTCPP_format="5" is not known'),
        ("<root/>", "there is no <BehaviorTree> with a node in it"),
        ('<root><include path="/etc/x.xml"/></root>', "<include> is not followed"),
        ("<root>" + "<a>" * 200 + "</a>" * 200 + "</root>", "more than 100 levels deep"),
        ("<root>" + "<a/>" * 10_001 + "</root>", "more than 10000 elements"),
        (f'<root a="{"x" * 5000}"/>', "a name or value of more than 4096 characters"),
        (one("<Sequence/>").replace('ID="Main"', 'ID="Mine"'), "there is no tree 'Main'"),
    ],
    ids=lambda value: value[-40:],
)
def test_nothing_but_a_plain_tree_of_bounded_size_is_read(text: str, said: str) -> None:
    assert said in str(refused(text))


def test_all_mistakes_are_told_at_once() -> None:
    assert len(refused(one("<Sequence>\n<A/>\n<B/>\n<C/>\n</Sequence>"))) == 3


def test_a_frame_is_another_mission_without_its_task(tmp_path: Path) -> None:
    file = tmp_path / "m.yaml"
    file.write_text("# mine\nmission: m\ntask:\n  wait: 1\n# of two\nteam: {pr2: {robot: pr2}}\n")
    assert frame_of(str(file)).text == "# mine\nmission: m\nteam: {pr2: {robot: pr2}}\n"
    file.write_text("{mission: m, task: {wait: 1}}")
    with pytest.raises(InputError, match="is no mission with a line for each key"):
        frame_of(str(file))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("acts: {A: wait}", "no 'acts' in a table; known: actions, conditions, ignore, values"),
        ("- a", "a table is a mapping with"),
        ("actions: [A]", "'actions' is a mapping from names"),
        ("actions: {", "not valid YAML"),
    ],
)
def test_a_bad_table_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "t.yaml"
    file.write_text(text)
    with pytest.raises(InputError, match=said):
        table_of(str(file))
