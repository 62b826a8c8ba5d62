"""Looking on over real DDS: who comes late is told what was told before."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from cotree.ros.names import team_topic
from cotree.runtime.clock import Clock
from cotree.runtime.messages import Said
from cotree.runtime.read import read
from tests.kit.dds import Site
from tests.kit.nodes import Nodes
from tests.kit.table import ONCE, TABLE
from tests.kit.waiting import until

STAYS = ("--stay", "--until", "15 min")
"""Who comes late is there before the end, however busy the machine is."""
DONE = r"✓ done     task$"
REPAIRED_S = 10.0
"""Every 3 s a writer asks what a reader lacks; after some of them nothing is missing."""


@pytest.fixture
def nodes(tmp_path: Path, dds: int) -> Iterator[Nodes]:
    made = Nodes(tmp_path, TABLE, dds, "tea")
    yield made
    made.close()


def test_a_viewer_of_nodes_sees_all_that_they_do_also_what_was_before_it_came(
    nodes: Nodes, dds: int
) -> None:
    early = nodes.starts("early", "view", "mission.yaml", "--bus", "ros", "--plain")
    robots = [nodes.robot(name, *STAYS) for name in ("pr2", "baxter")]
    witness = nodes.other("witness", "tablet", "--record", "tablet.mcap")
    for robot in robots:
        robot.sees(r"✓ done     task/\w+$")
    late = nodes.starts("late", "view", "mission.yaml", "--bus", "ros", "--json")
    listens(2, dds)
    last = nodes.starts("last", "view", "mission.yaml", "--bus", "ros", "--plain")
    for process in (*robots, early, last):
        process.sees(DONE)  # who came before the last one has heard it, too
    repaired = Clock()
    until(lambda: repaired.now_s() > REPAIRED_S, "nothing is left to be sent again")
    for robot in robots:
        robot.signal(signal.SIGINT)
    for process in (*robots, witness, early, late, last):
        assert process.ends() == 0, process.text
    for viewer in (early, last):
        for name in ONCE:
            assert f"✓ done     task/{name}" in viewer.text, viewer.text
    data = json.loads(late.lines[-1])
    assert data["result"] == "success"
    did = {path for robot in data["robots"].values() for path in robot["pieces"]}
    assert did == {f"task/{name}" for name in ONCE}
    starts = {leaf["leaf"] for robot in data["robots"].values() for leaf in robot["starts"]}
    assert any(leaf.endswith("move to cup") for leaf in starts), "from before it came"
    letters = [each for each in read(nodes.folder / "tablet.mcap").messages if type(each) is Said]
    assert {each.letter.sender for each in letters} == {"pr2", "baxter", "tablet"}


def listens(viewers: int, domain: int) -> None:
    """So many are there who hear what is told; a viewer that prints JSON says nothing of it."""
    site = Site("looker", domain)
    topic = team_topic("tea", "telling")
    assert site.until(lambda: site.node.count_subscribers(topic) >= viewers)
    site.close()
