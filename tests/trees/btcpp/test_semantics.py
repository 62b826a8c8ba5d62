"""What is brought in does what BehaviorTree.CPP's documentation says it did there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py_trees.common import Status

from cotree.trees.btcpp.element import Element, parse
from cotree.trees.btcpp.mission import bring_in
from cotree.trees.btcpp.table import Table
from cotree.trees.btcpp.writing import lines_of
from cotree.trees.build import grow
from cotree.trees.reading import loads
from cotree.trees.reading.findings import Findings
from tests.kit import btcpp
from tests.kit.btcpp import FAILURE, SUCCESS, Reference, Script, Stage
from tests.kit.rig import Rig

LEAVES = [f"L{number}" for number in range(6)]
TABLE = Table({leaf: {"scripted": leaf} for leaf in LEAVES})
WORDS = btcpp.words()
MOST_TICKS = 400


def there(tree: str, script: Script) -> tuple[Status, list[str]]:
    """How it ends in the reference, and what its leaves do."""
    stage = Stage(script)
    root = Reference(parse(tree, "x", Findings()), stage)
    for _ in range(MOST_TICKS):
        if root.tick() is not Status.RUNNING:
            return root.status, stage.log
    raise AssertionError("not over there")


def here(tree: str, script: Script) -> tuple[Status, list[str]]:
    """The same in our engine."""
    text = f'<root BTCPP_format="4"><BehaviorTree ID="t">{tree}</BehaviorTree></root>'
    mission = loads(bring_in(text, "t.xml", WORDS, table=TABLE), catalogue=WORDS)
    btcpp.HERE = Stage(script)
    rig = Rig(grow(mission.task, WORDS))
    for _ in range(MOST_TICKS):
        if rig.tick() is not Status.RUNNING:
            return rig.status, btcpp.HERE.log
    raise AssertionError("not over here")


def inner(children: st.SearchStrategy[Element]) -> st.SearchStrategy[Element]:
    """Nodes of one branch at a time, around these."""
    many = st.lists(children, min_size=1, max_size=3).map(tuple)
    times = st.integers(1, 3).map(str)
    return st.one_of(
        st.builds(Element, st.sampled_from(["Sequence", "Fallback"]), st.just({}), many),
        st.builds(
            Element,
            st.sampled_from(["Inverter", "ForceSuccess", "ForceFailure"]),
            st.just({}),
            children.map(lambda child: (child,)),
        ),
        st.builds(
            lambda child, n: Element("RetryUntilSuccessful", {"num_attempts": n}, (child,)),
            children,
            times,
        ),
        st.builds(lambda child, n: Element("Repeat", {"num_cycles": n}, (child,)), children, times),
    )


TREES = st.recursive(st.sampled_from(LEAVES).map(Element), inner, max_leaves=8)
SCRIPTS = st.dictionaries(
    st.sampled_from(LEAVES),
    st.lists(
        st.tuples(st.integers(0, 2), st.sampled_from([SUCCESS, FAILURE])), min_size=1, max_size=4
    ),
)


@settings(max_examples=150)
@given(TREES, SCRIPTS)
def test_leaves_begin_and_end_in_the_same_order_with_the_same_outcome(
    tree: Element, script: Script
) -> None:
    text = "".join(lines_of(tree))
    assert here(text, script) == there(text, script)


SLOW, FAILS, SLOW_FAILS = [(3, SUCCESS)], [(0, FAILURE)], [(2, FAILURE)]


@pytest.mark.parametrize(
    ("tree", "script"),
    [
        ("<SequenceWithMemory><L0/><L1/></SequenceWithMemory>", {"L1": FAILS}),
        # the condition is asked again in each tick, and what runs is halted when it fails
        (
            "<ReactiveSequence><L0/><L1/></ReactiveSequence>",
            {"L0": [(0, SUCCESS)] * 2 + FAILS, "L1": SLOW},
        ),
        ("<ReactiveSequence><L0/><L1/></ReactiveSequence>", {"L1": SLOW}),
        ("<ReactiveFallback><L0/><L1/></ReactiveFallback>", {"L0": FAILS, "L1": SLOW}),
        (
            "<ReactiveFallback><L0/><L1/></ReactiveFallback>",
            {"L0": FAILS * 2 + [(0, SUCCESS)], "L1": SLOW},
        ),
        # all must succeed, so one failure halts the rest
        ("<Parallel><L0/><L1/></Parallel>", {"L0": [(1, FAILURE)], "L1": SLOW}),
        ("<Parallel><L0/><L1/></Parallel>", {"L0": [(1, SUCCESS)], "L1": SLOW}),
        (
            '<Parallel success_count="1" failure_count="2"><L0/><L1/></Parallel>',
            {"L0": [(1, FAILURE)], "L1": SLOW},
        ),
        (
            '<Parallel success_count="1" failure_count="2"><L0/><L1/></Parallel>',
            {"L0": [(1, SUCCESS)], "L1": SLOW},
        ),
        (
            '<Parallel success_count="2" failure_count="2"><L0/><L1/><L2/></Parallel>',
            {"L0": [(1, FAILURE)], "L1": SLOW_FAILS, "L2": [(5, SUCCESS)]},
        ),
    ],
)
def test_what_is_asked_again_and_what_is_halted_is_the_same(tree: str, script: Script) -> None:
    assert here(tree, script) == there(tree, script)
