"""The page's card shows what is known of a job: who does it, and its knowledge graph."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright")

from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from tests.browser.running import cotree, end

Look = Callable[..., Tab]
Shot = Callable[[Tab, str], None]


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of a job that needs two robots on top of each other."""
    file = tmp_path_factory.mktemp("record") / "job.mcap"
    mission = str(Path("config/experiments/capability_1.yaml"))
    command = [sys.executable, "-m", "cotree", "run", mission, "--fast", "--quiet", "--record"]
    subprocess.run([*command, str(file)], check=True, stdout=subprocess.DEVNULL)
    process, url = cotree("view", str(file))
    yield url
    assert end(process) == 0


def test_a_job_and_its_steps_show_who_does_it_and_its_graph_at_any_moment(
    look: Look, replay: str, shot: Shot
) -> None:
    tab = look(replay)
    tab.get_by_role("treeitem", name=re.compile("^grasp box1,")).click()
    card = tab.get_by_role("complementary", name="Node")
    graph = card.get_by_label("Knowledge graph")
    expect(card.get_by_label("Decided")).to_contain_text("assembly M1 + O1")
    expect(graph).to_contain_text("M1: camera, gripper1, gripper2, wheels; with O1")
    expect(graph).to_contain_text("box1: on place")
    shot(tab, "job_card")
    tab.get_by_label("Moment").fill("25")
    expect(graph).to_contain_text("box1: held by M1/gripper1")
    tab.get_by_label("Moment").fill("5")
    expect(graph).to_contain_text("box1: on table")
