"""The knowledge graph: what is in it, what changes it, how far a job is, and its exports."""

from __future__ import annotations

import json

import msgspec
import pytest

from cotree.reallocation.capability.graph import updates
from cotree.reallocation.capability.graph.export import dot, json_ld
from cotree.reallocation.capability.graph.knowledge import Edge, Knowledge, joined, of_job
from cotree.reallocation.capability.graph.progress import goal, progress
from cotree.reallocation.capability.models import Relation
from tests.reallocation.capability.paper import robots
from tests.reallocation.capability.test_paper import boxes


def known() -> Knowledge:
    return joined(of_job(boxes(1)), tuple(robots("L", "M1")), assembled=True)


def test_both_layers_are_there_with_their_edges() -> None:
    graph = known()
    assert [node.name for node in graph.of("robot")] == ["L", "M1"]
    assert [node.name for node in graph.of("object")] == ["box1", "ground", "place", "table"]
    assert [node.name for node in graph.of("attribute")] == ["box1.weight"]
    assert graph.find(verb="collaborates") == [Edge("L", "collaborates", "M1")]
    assert [edge.target for edge in graph.find("M1", "controls")] == [
        "M1/L1",
        "M1/M1",
        "M1/M2",
        "M1/P1",
    ]


def test_partners_all_collaborate_and_a_tower_only_with_its_neighbours() -> None:
    three = tuple(robots("L", "M1", "S1"))
    tower = joined(of_job(boxes(1)), three, assembled=True)
    partners = joined(of_job(boxes(1)), three)
    assert len(tower.find(verb="collaborates")) == 2
    assert len(partners.find(verb="collaborates")) == 3


def test_grasping_takes_an_object_from_its_place_into_a_hand() -> None:
    graph = updates.grasped(updates.detected(known(), "M1/P1", "box1"), "M1/M1", "box1")
    assert graph.holder("box1") == "M1/M1"
    assert graph.find("box1", "on") == []
    assert graph.find(verb="observes") == [Edge("M1/P1", "observes", "box1")]


def test_releasing_puts_it_down_and_nobody_has_to_do_with_it_any_more() -> None:
    graph = updates.detected(known(), "M1/P1", "box1")
    graph = updates.released(updates.grasped(graph, "M1/M1", "box1"), "box1", "place")
    assert graph.holder("box1") is None
    assert graph.find(target="box1") == []
    assert graph.find("box1", "on") == [Edge("box1", "on", "place")]


def test_two_hands_do_not_grasp_one_object() -> None:
    graph = updates.grasped(known(), "M1/M1", "box1")
    with pytest.raises(ValueError, match="L/M1 cannot grasp box1: M1/M1 holds it"):
        updates.grasped(graph, "L/M1", "box1")


def test_every_change_raises_the_version_and_leaves_the_old_graph_as_it_was() -> None:
    graph = known()
    changes = [
        updates.detected(graph, "M1/P1", "box1"),
        updates.grasped(graph, "M1/M1", "box1"),
        updates.released(graph, "box1", "place"),
        updates.robot_lost(graph, "M1"),
        updates.part_lost(graph, "M1/P1"),
        updates.unseen(graph, "M1/P1"),
        updates.attribute(graph, "box1", "colour", "red"),
    ]
    assert {each.version for each in changes} == {graph.version + 1}
    assert graph == known()


def test_a_lost_robot_goes_with_its_parts_and_what_it_held_is_nowhere() -> None:
    graph = updates.robot_lost(updates.grasped(known(), "M1/M1", "box1"), "M1")
    assert [node.name for node in graph.of("robot")] == ["L"]
    assert not graph.find("M1") + graph.find(target="box1") + graph.find("box1", "on")
    assert not progress(graph, boxes(1)).connected


def test_what_was_known_already_is_no_change() -> None:
    graph = updates.attribute(known(), "box1", "weight", "3")
    assert updates.attribute(graph, "box1", "weight", "3") is graph
    assert graph.nodes["box1"].facts == (("weight", "3"),)
    tired = updates.attribute(graph, "M1", "battery", "0.5")
    assert dict(tired.nodes["M1"].facts)["battery"] == "0.5"
    assert tired.nodes.keys() == graph.nodes.keys()
    assert tired.version == graph.version + 1


def test_an_edge_needs_nodes() -> None:
    with pytest.raises(KeyError, match="the graph knows no 'cup'"):
        updates.detected(known(), "M1/P1", "cup")


def test_a_job_is_complete_when_everything_is_where_it_should_be() -> None:
    graph, task = known(), boxes(1)
    assert not progress(graph, task).complete
    held = updates.grasped(graph, "M1/M1", "box1")
    said = str(progress(held, task))
    assert said == "not yet: box1 on place; something is in the air"
    assert progress(updates.released(held, "box1", "place"), task).complete


def test_an_exact_goal_keeps_what_it_does_not_name_and_a_subset_does_not() -> None:
    exact = boxes(2)
    some = msgspec.structs.replace(exact, goal=exact.goal[:1])
    subset = msgspec.structs.replace(some, goal_is="subset")
    graph = of_job(exact)
    for box in ("box1", "box2"):
        graph = updates.released(graph, box, "place")
    assert Relation("box2", "on", "table") in goal(some)
    assert not progress(graph, some).complete
    assert progress(graph, subset).complete


def test_a_subset_is_not_complete_while_something_is_in_the_air() -> None:
    exact = boxes(2)
    subset = msgspec.structs.replace(exact, goal=exact.goal[:1], goal_is="subset")
    graph = joined(of_job(exact), tuple(robots("M1")))
    graph = updates.grasped(updates.released(graph, "box1", "place"), "M1/M1", "box2")
    assert not progress(graph, subset).complete


def test_dot_has_a_cluster_per_layer_and_quotes_what_it_must() -> None:
    graph = updates.grasped(known(), "M1/M1", "box1")
    text = dot(graph)
    assert text.startswith("digraph knowledge {\n  subgraph cluster_robot { label=robot;")
    assert '  "M1/M1" -> "box1" [label="touches", style=dashed];' in text
    assert text.count("{") == text.count("}") == 3


def test_json_ld_is_json_and_links_every_edge_to_a_node() -> None:
    graph = updates.attribute(known(), "box1", "note", 'a "quoted" é')
    document = json.loads(json_ld(graph))
    ids = {node["@id"] for node in document["@graph"]}
    links = [
        each["@id"]
        for node in document["@graph"]
        for key, value in node.items()
        if key.startswith("verb:")
        for each in value
    ]
    assert len(links) == len(graph.edges)
    assert set(links) <= ids
    assert document["version"] == graph.version
