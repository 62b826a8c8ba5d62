"""The page by itself: thousands of nodes, names from strangers, lost connections, time to pixel."""

from __future__ import annotations

import os
import re
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple
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

FRAMES = """async (turn) => {
  const room = document.querySelector('.tree .room'), took = [];
  let last = performance.now(), n = 0, x = 1;
  const turns = {
    zoom: () => room.dispatchEvent(new WheelEvent('wheel', {deltaY: n % 30 < 15 ? -8 : 8,
      clientX: 500, clientY: 400, bubbles: true, cancelable: true})),
    loop: () => { let y = x;
      for (let i = 0; i < 5e5; i++) y = (y * 69069 + 1) & 0x7fffffff;
      x = y; },
  };
  await new Promise((done) => { const step = (now) => {
    took.push(now - last); last = now;
    turns[turn]();
    if (++n < 45) requestAnimationFrame(step); else done();
  }; requestAnimationFrame(step); });
  took.sort((a, b) => a - b);
  return [took[22], took[42]]; }"""
ROUNDS = 5
BEATS = 2400
"""A slow machine draws less often, and needs more of them until enough were seen."""


class Smooth(NamedTuple):
    """What a frame takes while something is done in each, such as zooming in and out."""

    own_ms: float
    """Processor time of the page's own thread, which other programs hardly change."""
    median_ms: float
    most_ms: float
    """95 % take at most so long."""


LIMITS = Smooth(33.0, 50.0, 100.0)
"""On a usual machine; 20 frames a second."""
LOOP = Smooth(2.5, 17.0, 34.0)
"""What frames with the fixed loop take on a quiet usual machine, or more."""


def measured(tab: Tab, turn: str) -> Smooth:
    """One round."""
    line = tab.context.new_cdp_session(tab)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})

    def used_s() -> float:
        metrics = line.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "ThreadTime"))

    before_s = used_s()
    median_ms, most_ms = tab.evaluate(FRAMES, turn)
    own_ms = 1000 * (used_s() - before_s) / 45
    line.detach()
    return Smooth(own_ms, median_ms, most_ms)


class Times(NamedTuple):
    """How many times longer all takes than on a quiet usual machine: at least once."""

    own: float
    median: float
    most: float


def slower(loop: Smooth) -> Times:
    """As the fixed loop shows it: slow cores take longer for it, busy ones leave out frames."""
    own = max(1.0, loop.own_ms / LOOP.own_ms)
    median, most = loop.median_ms / LOOP.median_ms, loop.most_ms / LOOP.most_ms
    return Times(own, max(own, median), max(own, most))


def smooth(tab: Tab) -> tuple[Smooth, Times]:
    """What a frame takes while somebody zooms, and how much slower all is in this tab.

    Each is the best of some rounds in turn: the others tell of what else the machine does.
    """
    both = [(measured(tab, "zoom"), measured(tab, "loop")) for _ in range(ROUNDS)]
    found, loop = (min(each, key=lambda one: one.most_ms) for each in zip(*both, strict=True))
    return found, slower(loop)


def busy() -> float:
    """Half as many frames of a machine that has more than twice as much to do as it can."""
    return 2.0 if os.getloadavg()[0] > 2 * (os.cpu_count() or 1) else 1.0


def test_five_thousand_nodes_stay_smooth(look: Look, shot: Shot) -> None:
    with Page(shown=[*opening(COUNT), *work(COUNT, 200)]) as page:
        tab = look(page.address.url)
        tab.get_by_role("button", name="Tree").click()
        running = tab.get_by_role("treeitem", name=re.compile("running"))
        expect(running).to_have_count(len(ROBOTS))  # what rests is folded
        shot(tab, "large_folded")
        near = smooth(tab)
        tab.get_by_role("button", name="fold").click()
        tab.get_by_role("button", name="fit").click()
        canvas = tab.locator(".tree canvas")
        expect(canvas).to_have_attribute("data-boxes", str(COUNT))
        far = smooth(tab)
        tab.get_by_label("Search nodes").fill("n4999")
        tab.get_by_label("Search nodes").press("Enter")
        expect(tab.get_by_role("treeitem", name=re.compile("^node 4999"))).to_be_visible()
        shot(tab, "large_found")
        more = busy()
        for what, (took, times) in (("near", near), (f"all {COUNT} nodes", far)):
            print(what, took, times, more)
            assert took.own_ms < LIMITS.own_ms * times.own, what
            assert took.median_ms < LIMITS.median_ms * times.median * more, what
            assert took.most_ms < LIMITS.most_ms * times.most * more, what


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


def test_a_change_is_seen_within_a_tenth_of_a_second(look: Look) -> None:
    """With 8 robots at 20 Hz; half of all changes, as browsers in tests draw on the processor."""
    with Page(shown=opening(50)) as page:
        tab = look(page.address.url)
        tab.get_by_role("button", name="Tree").click()
        tab.get_by_role("treeitem").first.wait_for()
        before = slower(measured(tab, "loop"))
        tab.evaluate(
            """() => { window.seen = []; const last = new Set();
            const step = () => { for (const each of document.querySelectorAll('.node .remark')) {
                const sent = Number(each.textContent);
                if (sent > 1e9 && !last.has(sent)) {
                  last.add(sent); window.seen.push(Date.now() - sent); }
              } if (!window.over) requestAnimationFrame(step); };
            requestAnimationFrame(step); }"""
        )
        for n in range(BEATS):
            if n >= 240 and n % 80 == 0 and tab.evaluate("window.seen.length") > 50:
                break
            robot, path = ROBOTS[n % 8], f"task/n{1 + n % 6}"
            note = str(time.time_ns() // 1_000_000)
            page.write(Heard(n, n / 160, robot=robot))
            change = NodeChange(path, NodeState.RUNNING, message=note)
            page.write(Told(n, n / 160, (change,), robot=robot))
            tab.wait_for_timeout(6)  # the robots' beat
        seen = tab.evaluate("() => { window.over = true; return window.seen; }")
        times = max(before.median, slower(measured(tab, "loop")).median)
        print(f"{len(seen)} changes: median {statistics.median(seen)} ms, worst {max(seen)} ms")
        print(f"{times} times slower than usual")
        assert len(seen) > 50
        assert statistics.median(seen) < 100 * times


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
