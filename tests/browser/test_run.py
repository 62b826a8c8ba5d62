"""People at the page of a run: one takes part with a phone, another one operates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright")
pytest.importorskip("uvicorn", reason="needs cotree[view]")

from playwright.sync_api import Locator, expect
from playwright.sync_api import Page as Tab

from tests.browser.running import cotree, end

Look = Callable[..., Tab]
Shot = Callable[[Tab, str], None]
TABLE = "config/experiments/human_robot.yaml"
HOSPITAL = "config/experiments/hospital.yaml"


@contextmanager
def running(*args: str) -> Iterator[str]:
    """A run, and where its page is."""
    process, url = cotree("run", *args, "--view")
    try:
        yield url
    finally:
        end(process, gap_s=0.5)


def node(tab: Tab, name: str) -> Locator:
    return tab.get_by_role("treeitem", name=re.compile(f"^{name},"))


def arm(tab: Tab) -> None:
    tab.get_by_role("switch", name="controls off").click()
    expect(tab.get_by_role("switch", name="armed")).to_be_visible()


def begins(tab: Tab, name: str) -> None:
    """The run has waited before this node until the page is open; from now on time passes."""
    arm(tab)
    expect(tab.get_by_role("group", name="Breakpoints")).to_contain_text(f"stopped at {name}")
    tab.get_by_role("button", name=re.compile(f"^Remove the breakpoint at .*{name}$")).click()
    tab.get_by_role("button", name="resume").click()


def inject(tab: Tab, what: str, robot: str) -> None:
    tab.get_by_label("Disturbance", exact=True).select_option(what)
    tab.get_by_label("Robot", exact=True).select_option(robot)
    tab.get_by_role("button", name="inject").click()
    expect(tab.get_by_role("button", name="inject")).to_be_enabled()  # it was answered


def test_a_person_with_a_phone_answers_a_question_and_the_robot_yields(
    look: Look, shot: Shot, tmp_path: Path
) -> None:
    record = str(tmp_path / "run.mcap")
    with running(TABLE, "--record", record, "--real-time", "0.5", "--at-page", "ann") as url:
        tab = look(url, phone=True, lossy=True)
        tab.get_by_role("button", name="I am ann").tap()
        tab.get_by_role("button", name="Take cup").tap()  # while pr2 brings it
        question = tab.get_by_role("article", name="Question of pr2")
        expect(question).to_contain_text("We both want to do cup")
        shot(tab, "phone_asked")
        question.get_by_role("button", name="ann goes on").tap()
        expect(tab.get_by_role("article", name="What you do")).to_contain_text("cup")
        tab.get_by_role("button", name="Tree").tap()
        expect(node(tab, "cup")).to_have_accessible_name(re.compile("ann does it"))
        tab.get_by_role("button", name="Team").tap()
        expect(tab.get_by_label("What happened")).to_contain_text("yes: ann goes on")
        tab.get_by_role("button", name="Me").tap()
        tab.get_by_role("button", name="✓ done").tap()
        tab.get_by_role("button", name="Tree").tap()
        expect(node(tab, "cup")).to_have_accessible_name("cup, done, by ann")
        node(tab, "cup").tap()
        tab.get_by_role("button", name=re.compile("^why, at")).tap()
        expect(tab.get_by_label("Why", exact=True)).to_contain_text("ann did it: seen to be done")
        shot(tab, "phone_why")


def test_the_tree_changes_as_the_mission_runs_and_a_breakpoint_stops_a_leaf_of_it(
    look: Look, shot: Shot
) -> None:
    words = ("--no-record", "--speed", "2", "--operate", "--break", "cup")
    with running(TABLE, *words) as url:
        tab = look(url, lossy=True)
        expect(tab.get_by_role("heading", name="set the table with Ann")).to_be_visible()
        expect(node(tab, "cup")).not_to_have_accessible_name(re.compile("running"))
        begins(tab, "cup")
        expect(node(tab, "cup")).to_have_accessible_name(re.compile("running, by pr2"))
        tab.get_by_role("button", name="pause").click()
        expect(tab.get_by_text("❚❚ paused")).to_be_visible()
        node(tab, "sugar").click()
        tab.get_by_role("button", name="○ breakpoint").click()
        expect(node(tab, "sugar")).to_have_accessible_name(re.compile("breakpoint$"))
        tab.get_by_role("button", name="Close").click()
        tab.get_by_role("button", name="resume").click()
        expect(tab.get_by_role("group", name="Breakpoints")).to_contain_text("stopped at sugar")
        expect(node(tab, "sugar")).not_to_have_accessible_name(re.compile("running"))
        expect(node(tab, "cup")).to_have_accessible_name("cup, done, by pr2")
        shot(tab, "breakpoint")
        tab.get_by_role("button", name="Remove the breakpoint").click()
        tab.get_by_role("button", name="resume").click()
        expect(node(tab, "sugar")).to_have_accessible_name(re.compile("running|done"))
        expect(node(tab, "teapot")).to_have_accessible_name(re.compile("done, by ann"))
        expect(tab.locator(".verdict")).to_have_text("success")


def test_an_injected_fault_starts_its_reaction_and_a_dead_robot_is_seen(
    look: Look, shot: Shot
) -> None:
    words = ("--no-record", "--real-time", "1", "--operate", "--break", "deliver p3")
    with running(HOSPITAL, *words) as url:
        tab = look(url, lossy=True)
        begins(tab, "deliver p3")
        inject(tab, "fall", "wassi")
        tab.get_by_role("button", name="Team", exact=True).click()
        expect(tab.get_by_label("What happened")).to_contain_text("wassi has fallen")
        wassi = tab.get_by_role("group", name="Lane of wassi")
        expect(wassi.get_by_role("img", name="recover, running")).to_have_count(1)
        robots = tab.get_by_role("table", name="Robots")
        inject(tab, "kill", "dr")
        expect(robots.get_by_role("row", name=re.compile("^dr"))).to_contain_text("silent")
        expect(robots.get_by_role("row", name=re.compile("^a1"))).to_contain_text(" ms")
        dr = tab.get_by_role("group", name="Lane of dr")
        expect(dr.get_by_role("img", name=re.compile("^silent from"))).to_have_count(1)
        shot(tab, "team_dead")
