"""Somebody works through the kitting at the page: takes, gives, refuses, leaves, errs, is done."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright")
pytest.importorskip("uvicorn", reason="needs cotree[view]")

from playwright.sync_api import Locator, expect
from playwright.sync_api import Page as Tab

from cotree.core.changes import StepChange
from cotree.runtime.messages import Told
from cotree.runtime.read import read
from tests.browser.running import cotree, end

Look = Callable[..., Tab]
Shot = Callable[[Tab, str], None]
KITTING = Path("config/experiments/kitting_c.yaml")
ERRS = "  events: [{at: 0.01 s, fact: W3.1/looks, equals: wrong}]\n"
"""What she places first there is wrong, and what is placed after that was returned is right.

Without her the robot would begin it after six minutes: until then the page is open.
"""
SPEED = "8"
TRIES = 5
LONG_MS = 240_000
"""Longer than the robot thinks, and than its last steps take, on a slow machine."""


@contextmanager
def kitting(folder: Path) -> Iterator[str]:
    """The page of a run in which nobody plays ann but who opens it; the record is in the folder."""
    mission = folder / "kitting.yaml"
    mission.write_text(KITTING.read_text() + ERRS)
    record = str(folder / "run.mcap")
    args = ("run", str(mission), "--view", "--at-page", "ann", "--speed", SPEED, "--record", record)
    process, url = cotree(*args)
    try:
        yield url
    finally:
        end(process, gap_s=0.5)


def node(tab: Tab, name: str) -> Locator:
    return tab.get_by_role("treeitem", name=re.compile(f"^{re.escape(name)},"))


def view(tab: Tab, name: str) -> None:
    tab.get_by_role("button", name=name, exact=True).click()


def become_ann(tab: Tab) -> None:
    view(tab, "Me")
    tab.get_by_role("button", name="I am ann").click()
    expect(tab.get_by_role("heading", name="ann", exact=True)).to_be_visible()


def does(tab: Tab, act: Callable[[], object], seen: Locator) -> None:
    """What she does is seen; when the robot was quicker and she is told no, she does it again."""
    no = tab.get_by_role("alert")
    for _ in range(TRIES):
        act()
        expect(seen.or_(no).first).to_be_visible(timeout=LONG_MS)
        if not no.is_visible():
            break
    expect(seen).to_be_visible()


def takes(tab: Tab, step: str = "W") -> str:
    """She takes this step, or any; which one it is."""
    doing = tab.get_by_role("article", name="What you do")
    does(tab, tab.get_by_role("button", name=re.compile(f"^Take {step}")).first.click, doing)
    expect(doing).to_contain_text(step)
    found = re.search(r"W\d\.\d", doing.inner_text())
    assert found is not None
    return found[0]


def says(tab: Tab, word: str) -> None:
    """She says what became of what she is at, and is at nothing then."""
    tab.get_by_role("button", name=word).click()
    expect(tab.get_by_role("article", name="What you do")).to_have_count(0, timeout=LONG_MS)


def refuses(tab: Tab) -> None:
    """She refuses what she is asked to do, unless the robot has just taken that back."""
    for _ in range(TRIES):
        tab.get_by_role("button", name="I do not").first.click()
        expect(tab.locator("button[aria-busy=true]")).to_have_count(0, timeout=LONG_MS)
        if not tab.get_by_role("alert").is_visible():
            return
    raise AssertionError("she is told no again and again")


WORKS = """() => setInterval(() => {
  const can = (each) => each && !each.disabled;
  const all = [...document.querySelectorAll("button.do")].filter(can);
  const named = (text) => all.find((each) => each.textContent.includes(text));
  const free = [...document.querySelectorAll('button[aria-label^="Take W"]')].find(can);
  (named("✓ done") ?? named("I do it") ?? free)?.click();
}, 120)"""
"""From now on she does whatever there is, what she is asked first, and not too fast for a page."""


def words(record: Path) -> Counter[tuple[str, str]]:
    """What became of steps: the word, and who did it."""
    told = (message for message in read(record).messages if isinstance(message, Told))
    changes = (change for each in told for change in each.changes)
    return Counter((each.word, each.who) for each in changes if isinstance(each, StepChange))


def test_ann_works_through_the_kitting_at_the_page(look: Look, shot: Shot, tmp_path: Path) -> None:
    with kitting(tmp_path) as url:
        tab = look(url, lossy=True)
        become_ann(tab)
        takes(tab, "W3.1")
        says(tab, "✓ done")  # wrongly, as the robot sees
        free = tab.get_by_label(re.compile("^Give W")).first
        given = tab.get_by_text(re.compile(r"^Given: W\d\.\d to fetch"))
        does(tab, lambda: free.select_option("fetch"), given)
        asked = tab.get_by_role("article", name=re.compile("^Request: W")).first
        expect(asked).to_be_visible(timeout=LONG_MS)
        shot(tab, "kitting_asked")
        refuses(tab)
        step = takes(tab)
        view(tab, "Tree")
        expect(node(tab, step)).to_have_accessible_name(f"{step}, running, by ann")
        shot(tab, "kitting_at_it")
        view(tab, "Me")
        says(tab, "leave it")
        takes(tab)
        says(tab, "it failed")
        tab.evaluate(WORKS)
        expect(tab.locator(".verdict")).to_have_text("success", timeout=LONG_MS)
        view(tab, "Team")
        lane = tab.get_by_role("group", name="Lane of ann")
        expect(lane.get_by_role("img", name=re.compile("W.*running")).first).to_be_visible()
        learnt = tab.get_by_role("table", name="What was learnt of everybody")
        expect(learnt.get_by_role("row", name=re.compile("^ann"))).to_contain_text("follows")
        shot(tab, "kitting_done")
    found = words(tmp_path / "run.mcap")
    assert found["placed", "ann"] + found["placed", "fetch"] == 20
    for word in (("misplaced", "ann"), ("gave", "ann"), ("declined", "ann"), ("asked", "fetch")):
        assert found[word]
    assert found["returned", "fetch"] or found["returned", "ann"]
