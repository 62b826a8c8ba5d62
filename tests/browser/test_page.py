"""The page by itself: thousands of nodes, names from strangers, lost connections."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("playwright", reason="needs playwright")
pytest.importorskip("uvicorn", reason="needs cotree[view]")

from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from cotree.core.actions import FactSeen
from cotree.core.changes import NodeChange, NodeState
from cotree.core.mission import Chance, Policy
from cotree.runtime.describe import describe
from cotree.runtime.messages import Born, Heard, Hello, Member, Message, Node, Team, Told, Tree
from cotree.trees.reading import loads
from cotree.viewer.web.address import Address
from cotree.viewer.web.log import Log
from cotree.viewer.web.server import Page
from tests.browser.conftest import SHOTS
from tests.browser.large import ROBOTS, opening, rest, work

Look = Callable[..., Tab]
Shot = Callable[[Tab, str], None]
COUNT = 5000
EVIL = '<img src=x onerror="window.owned=1"><script>window.owned=1</script>'


def test_five_thousand_nodes_are_shown_folded_whole_and_found(look: Look, shot: Shot) -> None:
    with Page(shown=[*opening(COUNT), *work(COUNT, 200)]) as page:
        tab = look(page.address.url)
        tab.get_by_role("button", name="Tree").click()
        running = tab.get_by_role("treeitem", name=re.compile("running"))
        expect(running).to_have_count(len(ROBOTS))  # what rests is folded
        shot(tab, "large_folded")
        tab.get_by_role("button", name="fold").click()
        tab.get_by_role("button", name="fit").click()
        canvas = tab.locator(".tree canvas")
        expect(canvas).to_have_attribute("data-boxes", str(COUNT))
        tab.get_by_label("Search nodes").fill("n4999")
        tab.get_by_label("Search nodes").press("Enter")
        expect(tab.get_by_role("treeitem", name=re.compile("^node 4999"))).to_be_visible()
        shot(tab, "large_found")


def test_a_way_that_is_blocked_is_marked_while_it_is(look: Look, shot: Shot) -> None:
    text = (
        "mission: m\nteam: {r: {robot: pr2}}\ntask: {wait: 1 s}\n"
        "world: {places: {a: [0, 0], b: [4, 0], c: [4, 3]},\n"
        "        ways: {cost: 1, between: [[a, b, c]]}}\n"
    )
    mission = loads(text, "m.yaml")
    hello, tree, team = describe(mission, "r", "0")
    facts = (Heard(0, 1.0, (FactSeen("blocked/a-b", True),)),)
    with Page(shown=[hello, tree, team, *facts]) as page:
        tab = look(page.address.url)
        tab.get_by_role("button", name="World").click()
        expect(tab.get_by_role("status")).to_have_text("blocked: a-b")
        expect(tab.locator(".way.shut")).to_have_count(1)
        shot(tab, "world_blocked")
        page.write(Heard(1, 2.0, (FactSeen("blocked/a-b", False),)))
        expect(tab.locator(".way.shut")).to_have_count(0)
        tab.get_by_label("Moment").fill("1.5")
        expect(tab.locator(".way.shut")).to_have_count(1)


def test_names_of_strangers_are_only_text(look: Look) -> None:
    messages: list[Message] = [
        Hello(1, "0", EVIL, "", EVIL, EVIL, {}, Policy(), Chance()),
        Tree(0, (Node(EVIL, EVIL, EVIL, -1, line=1),)),
        Team((Member(EVIL, "pr2", (0.0, 0.0, 0.0)), Member("b", "pr2", (1.0, 0.0, 0.0)))),
        Born(0.0, EVIL, 1, 0.0),
        Heard(0, 0.0, robot=EVIL),
        Told(0, 0.0, (NodeChange(EVIL, NodeState.RUNNING, message=EVIL),), robot=EVIL),
        Heard(1, 0.1, (FactSeen(EVIL, EVIL), FactSeen("__proto__", "x")), robot=EVIL),
    ]
    with Page(shown=messages) as page:
        tab = look(page.address.url)
        tab.get_by_role("treeitem").click()
        expect(tab.get_by_role("complementary", name="Node")).to_contain_text("<script>")
        tab.get_by_role("button", name="Team", exact=True).click()
        expect(tab.get_by_role("table", name="Robots")).to_contain_text("<script>")
        tab.locator(".known summary").click()
        expect(tab.get_by_role("table", name="Blackboard")).to_contain_text("<script>")
        assert tab.evaluate("window.owned") is None
        assert tab.locator("img, main script").count() == 0
        tab.get_by_text("save", exact=True).click()
        with tab.expect_download() as download:
            tab.get_by_role("button", name="SVG").click()
        drawing = ElementTree.parse(download.value.path())
        assert not [each.tag for each in drawing.iter() if re.search("script|img", each.tag)]
        assert not [name for each in drawing.iter() for name in each.attrib if name[:2] == "on"]


def test_a_lost_connection_is_said_and_comes_back(look: Look) -> None:
    messages = [*opening(30), *work(30, 8)]
    with Page(shown=messages) as page:
        port = page.address.port
        tab = look(page.address.url, lossy=True)
        tab.get_by_role("treeitem").first.wait_for()
    expect(tab.get_by_role("status")).to_contain_text("no connection")
    with Page(port=port, shown=messages):
        expect(tab.get_by_role("status")).to_have_count(0)
        expect(tab.get_by_role("treeitem", name=re.compile("running")).first).to_be_visible()
    tab.close()


def test_beyond_this_machine_the_link_with_its_token_opens_the_page(look: Look) -> None:
    page = Page(shown=opening(10))
    page.address = Address("127.0.0.1", page.address.port, "the-token")
    with page:
        tab = look(page.address.url)
        tab.get_by_role("treeitem").first.wait_for()
        assert "the-token" not in tab.url  # neither in bookmarks nor on screenshots
        tab.reload()
        tab.get_by_role("treeitem").first.wait_for()  # the cookie is enough
        tab.close()


def test_what_is_too_much_for_the_page_is_said_to_be_missing(
    look: Look, shot: Shot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cotree.viewer.web.server.Log", partial(Log, 20_000))
    with Page(shown=[*opening(60), *work(60, 45), *rest(30.0)]) as page:
        tab = look(page.address.url)
        tab.get_by_role("button", name="Team").click()
        expect(tab.get_by_role("note")).to_contain_text(re.compile("before [0-9.]+ s is too much"))
        expect(tab.get_by_role("note")).to_contain_text("The record has all of it")
        assert float(tab.get_by_label("Moment").get_attribute("min") or 0) > 0
        expect(tab.get_by_role("table", name="Bids and grants")).to_contain_text("✓ robot0")
        shot(tab, "team_cut")


def test_a_tree_that_is_too_large_for_words_is_saved_as_lines_and_boxes(look: Look) -> None:
    with Page(shown=[*opening(COUNT), *work(COUNT, 200)]) as page:
        tab = look(page.address.url)
        tab.get_by_role("button", name="Tree").click()
        tab.get_by_role("button", name="fold").click()
        tab.get_by_role("button", name="fit").click()
        expect(tab.locator(".tree canvas")).to_have_attribute("data-boxes", str(COUNT))
        tab.get_by_text("save", exact=True).click()
        with tab.expect_download() as download:
            tab.get_by_role("button", name="SVG").click()
        saved = Path(download.value.path()).read_text()
        SHOTS.mkdir(parents=True, exist_ok=True)
        (SHOTS / "saved_large.svg").write_text(saved)
        assert saved.count("<rect") == COUNT + 1  # and the paper
        assert "<image" not in saved
