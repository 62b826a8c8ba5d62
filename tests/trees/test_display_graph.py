from __future__ import annotations

import pydot
import pytest

from cotree.core.mission import Blueprint
from cotree.trees.catalogue import catalogue
from cotree.trees.display_graph import dot, mermaid
from cotree.trees.reading import loads

WORDS = catalogue()
NASTY = 'a "b" <c> & \\n `d` #e; %% ]'


def task() -> Blueprint:
    text = (
        "mission: m\nteam: {pr2: {robot: pr2}}\n"
        f"task:\n  then:\n    - wait: 1\n    - {{wait: 2, name: '{NASTY}'}}\n"
        "    - and: [{wait: 3}]\n"
    )
    return loads(text, catalogue=WORDS).task


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of pydot's own
def test_dot_is_understood_by_another_parser() -> None:
    graphs = pydot.graph_from_dot_data(dot(task(), WORDS))
    assert graphs is not None
    (graph,) = graphs
    nodes = [node for node in graph.get_nodes() if node.get_name().startswith("n")]
    named = [node for node in nodes if node.get_name() not in ("node",)]
    assert len(named) == 5
    edges = [(edge.get_source(), edge.get_destination()) for edge in graph.get_edges()]
    assert edges == [("n0", "n1"), ("n0", "n2"), ("n0", "n3"), ("n3", "n4")]


def test_dot_escapes_quotes_and_backslashes() -> None:
    assert '[label="a \\"b\\" <c> & \\\\n `d` #e; %% ]\\nwait duration: 2 s"' in dot(task(), WORDS)


def test_mermaid_has_a_line_for_each_node_and_a_colour_for_each_kind() -> None:
    lines = mermaid(task(), WORDS).splitlines()
    assert lines[0] == "flowchart LR"
    assert lines[1] == '  n0["→ task"]'
    assert lines[2] == '  n0 --> n1["wait 1 s"]'
    assert lines[5] == '  n3 --> n4["wait 3 s"]'
    assert [line.split()[1] for line in lines if "classDef" in line] == ["inOrder", "leaf", "all"]


def test_mermaid_escapes_what_it_would_read() -> None:
    label = mermaid(task(), WORDS).splitlines()[3].partition("[")[2]
    assert label == (
        '"a #quot;b#quot; #lt;c#gt; #amp; \\n #96;d#96; #35;e; %% ]<br/>wait duration: 2 s"]'
    )
