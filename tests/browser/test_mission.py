"""The page shows a mission with a person, afterwards."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("playwright", reason="needs playwright")

from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from tests.browser.conftest import SHOTS
from tests.browser.running import cotree, end

Look = Callable[..., Tab]
Shot = Callable[[Tab, str], None]
MISSION = "config/experiments/human_robot.yaml"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mission's record."""
    file = tmp_path_factory.mktemp("record") / "human_robot.mcap"
    command = [sys.executable, "-m", "cotree", "run", MISSION, "--fast", "--quiet", "--record"]
    subprocess.run([*command, str(file)], check=True, stdout=subprocess.DEVNULL)
    return file


@pytest.fixture(scope="module")
def replay(record: Path) -> Iterator[str]:
    """Its page."""
    process, url = cotree("view", str(record))
    yield url
    assert end(process) == 0


def scrub(tab: Tab, t: float) -> None:
    expect(tab.get_by_role("button", name="end", exact=True)).to_be_visible()  # all is told
    tab.get_by_label("Moment").fill(str(t))


def test_a_replay_is_scrubbed_to_any_moment_and_back(look: Look, replay: str, shot: Shot) -> None:
    tab = look(replay)
    cup = tab.get_by_role("treeitem", name=re.compile("^cup,"))
    expect(cup).to_have_accessible_name("cup, done, by pr2")
    scrub(tab, 2.0)
    expect(cup).to_have_accessible_name("cup, waiting, asks the person who keeps it")
    scrub(tab, 0.5)
    expect(cup).to_have_accessible_name(re.compile("cup, running, by pr2"))
    shot(tab, "all_light")
    tab.get_by_role("button", name="end").click()
    expect(cup).to_have_accessible_name("cup, done, by pr2")


def test_arrow_keys_go_from_one_change_to_the_next(look: Look, replay: str) -> None:
    tab = look(replay)
    scrub(tab, 2.0)
    tab.get_by_label("Moment").press("ArrowRight")
    assert 2.0 < float(tab.get_by_label("Moment").input_value()) < 3.5
    tab.get_by_label("Moment").press("ArrowLeft")
    assert float(tab.get_by_label("Moment").input_value()) <= 2.0


def test_it_plays_from_a_moment_on(look: Look, replay: str) -> None:
    tab = look(replay)
    scrub(tab, 1.0)
    tab.get_by_label("Speed").select_option("50")
    tab.get_by_role("button", name="Play").click()
    cup = tab.get_by_role("treeitem", name=re.compile("^cup,"))
    expect(cup).to_have_accessible_name("cup, done, by pr2")


def test_each_robots_picture_and_the_mirror_of_a_person_can_be_seen(
    look: Look, replay: str
) -> None:
    tab = look(replay)
    scrub(tab, 15.0)
    cup = tab.get_by_role("treeitem", name=re.compile("^cup,"))
    tab.get_by_label("Whose picture").select_option("baxter")
    expect(cup).to_have_accessible_name(re.compile("^cup, (waiting|inactive)"))
    tab.get_by_label("Whose picture").select_option("ann")
    expect(cup).to_have_accessible_name("cup, inactive")
    tab.get_by_role("button", name="end").click()
    teapot = tab.get_by_role("treeitem", name=re.compile("^teapot,"))
    expect(teapot).to_have_accessible_name("teapot, done, by ann")


def test_a_node_has_a_card_with_its_yaml_and_its_past(look: Look, replay: str, shot: Shot) -> None:
    tab = look(replay, dark=True)
    tab.get_by_role("treeitem", name=re.compile("^cup,")).click()
    card = tab.get_by_role("complementary", name="Node")
    expect(card).to_contain_text("task/food/cup")
    expect(card.locator(".yaml .here")).to_contain_text("object: cup")
    expect(card).to_contain_text("asks the person who keeps it")
    expect(card.get_by_label("Parameters")).to_contain_text("at cup_spot")
    shot(tab, "card_dark")
    card.locator(".turns button").last.click()
    assert float(tab.get_by_label("Moment").input_value()) < 1.0
    tab.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()


def test_a_node_is_asked_why(look: Look, replay: str, shot: Shot) -> None:
    tab = look(replay)
    scrub(tab, 2.0)
    tab.get_by_role("treeitem", name=re.compile("^cup,")).click()
    tab.get_by_role("button", name="why, at 2.0 s?").click()
    why = tab.get_by_label("Why", exact=True)
    expect(why).to_contain_text("task/food/cup at 2 s: waiting, done by nobody")
    expect(why).to_contain_text("asked ann at 1.3 s who keeps it: no answer yet")
    shot(tab, "why")


@pytest.mark.parametrize("view", ["All", "Team", "World"])
def test_what_is_seen_is_saved_as_a_file_that_looks_right_alone(
    look: Look, replay: str, shot: Shot, view: str
) -> None:
    tab = look(replay)
    scrub(tab, 10.0)
    tab.get_by_role("button", name=view, exact=True).click()
    for kind in ("SVG", "PNG"):
        tab.get_by_text("save", exact=True).click()
        with tab.expect_download() as download:
            tab.get_by_role("button", name=kind).click()
        name = f"set_the_table_with_Ann_10.0s.{kind.lower()}"
        assert download.value.suggested_filename == name
        data = Path(download.value.path()).read_bytes()
        if kind == "PNG":
            assert data.startswith(b"\x89PNG")
            wide = int.from_bytes(data[16:20], "big")
            assert wide == 2 * 1400
            SHOTS.mkdir(parents=True, exist_ok=True)
            (SHOTS / f"saved_{view.lower()}.png").write_bytes(data)
            continue
        alone = data.decode()
        assert not re.search(r'class=|style=|var\(|url\(|<script|<foreignObject|href="http', alone)
        root = ElementTree.fromstring(alone)
        words = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
        assert "set the table with Ann" in words
        assert ("cup_spot" if view == "World" else "baxter") in words
        fills = {each.get("fill") for each in root.iter("{http://www.w3.org/2000/svg}rect")}
        assert "#b5334c" in fills  # the colour of pr2


def test_a_branch_is_folded_and_unfolded(look: Look, replay: str) -> None:
    tab = look(replay)
    food = tab.get_by_role("treeitem", name=re.compile("^food,"))
    expect(food).to_have_attribute("aria-expanded", "true")
    food.locator(".fold").click()
    expect(food).to_have_attribute("aria-expanded", "false")
    expect(tab.get_by_role("treeitem", name=re.compile("^cup,"))).to_have_count(0)
    food.locator(".fold").click()
    expect(tab.get_by_role("treeitem", name=re.compile("^cup,"))).to_have_count(1)


def test_search_marks_what_is_found_and_goes_there(look: Look, replay: str) -> None:
    tab = look(replay)
    tab.get_by_label("Search nodes").fill("tea")
    expect(tab.locator(".node.found")).to_have_count(1)
    tab.get_by_label("Search nodes").press("Enter")
    expect(tab.get_by_role("complementary", name="Node")).to_contain_text("task/drinks/teapot")


def test_the_tree_is_walked_with_the_keyboard(look: Look, replay: str) -> None:
    tab = look(replay)
    tab.get_by_role("button", name="fold").focus()
    tab.keyboard.press("Tab")
    expect(tab.get_by_role("treeitem", name=re.compile("^task,"))).to_be_focused()
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowRight")
    teapot = tab.get_by_role("treeitem", name=re.compile("^teapot,"))
    expect(teapot).to_have_attribute("tabindex", "0")
    tab.keyboard.press("Tab")
    expect(tab.locator(".tree :focus")).to_have_count(0)  # one Tab is enough to leave it
    tab.keyboard.press("Shift+Tab")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("complementary", name="Node")).to_contain_text("task/drinks/teapot")


SLOW_FRAMES = """() => {
    const soon = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => soon(() => setTimeout(() => soon(act), 200));
}"""


def test_who_has_left_the_tree_is_not_called_back(look: Look, replay: str) -> None:
    tab = look(replay)
    tab.evaluate(SLOW_FRAMES)
    tab.get_by_role("treeitem", name=re.compile("^task,")).focus()
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Tab")
    tab.evaluate("() => new Promise((act) => requestAnimationFrame(act))")  # later than the page's
    expect(tab.locator(".tree :focus")).to_have_count(0)


def test_lanes_show_who_did_what_and_what_was_said(look: Look, replay: str, shot: Shot) -> None:
    tab = look(replay)
    tab.get_by_role("button", name="Team").click()
    pr2 = tab.get_by_role("group", name="Lane of pr2")
    expect(pr2.get_by_role("img", name="cup, running")).to_have_count(2)  # asked in between
    expect(pr2.get_by_role("img", name="cup, stopping")).to_have_count(1)
    scrub(tab, 2.0)
    changed = tab.get_by_role("group", name="What changed")
    expect(changed).to_contain_text("changed at 1.3 s")
    changed.get_by_role("button", name="food/cup waiting").click()
    expect(tab.get_by_role("complementary", name="Node")).to_contain_text("asks the person")
    tab.get_by_role("button", name="Close").click()
    tab.get_by_role("button", name="end", exact=True).click()
    happened = tab.get_by_label("What happened")
    expect(happened).to_contain_text("We both want to do cup")
    expect(happened).to_contain_text("yes: ann goes on")
    shot(tab, "team_light")
    lanes = tab.locator(".lanes svg").bounding_box()
    assert lanes is not None
    tab.mouse.click(lanes["x"] + lanes["width"] / 2, lanes["y"] + 10)
    assert 10 < float(tab.get_by_label("Moment").input_value()) < 40


def test_the_map_shows_robots_objects_and_hands_where_they_are(
    look: Look, replay: str, shot: Shot
) -> None:
    tab = look(replay)
    tab.get_by_role("button", name="World").click()
    cup = tab.locator(".world").get_by_role("img", name="cup", exact=True)
    scrub(tab, 0.0)
    before = cup.bounding_box()
    tab.get_by_role("button", name="end").click()
    expect(tab.locator(".world .robot")).to_have_count(2)
    expect(tab.locator(".world .person")).to_have_count(1)
    after = cup.bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] < before["x"] - 100  # it was brought to the other side of the table
    shot(tab, "world_light")


def test_a_phone_shows_one_view_at_a_time_and_nothing_sticks_out(
    look: Look, replay: str, shot: Shot
) -> None:
    tab = look(replay, phone=True)
    for name in ("Tree", "Team", "World"):
        tab.get_by_role("button", name=name).tap()
        expect(tab.get_by_role("region", name=name)).to_be_visible()
        expect(tab.locator("main svg text").first).to_be_visible()  # it is drawn
        assert tab.evaluate("document.documentElement.scrollWidth") <= 390
        shot(tab, f"phone_{name.lower()}")
    tab.get_by_role("button", name="Tree").tap()
    tab.get_by_role("treeitem", name=re.compile("^cup,")).tap()
    card = tab.get_by_role("complementary", name="Node").bounding_box()
    assert card is not None
    assert card["x"] >= 0
    assert card["x"] + card["width"] <= 390
    shot(tab, "phone_card")


def test_dark_and_light_are_both_readable(look: Look, replay: str, shot: Shot) -> None:
    contrast = """() => {
      const light = (c) => { const v = c.match(/[\\d.]+/g).slice(0, 3).map((x) => x / 255)
        .map((x) => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
        return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; };
      const back = light(getComputedStyle(document.querySelector('.head')).backgroundColor);
      const names = ['inactive', 'waiting', 'claiming', 'running', 'stopping', 'done', 'skipped',
        'failed', 'faint', 'ink', 'w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7'];
      const probe = document.body.appendChild(document.createElement('i'));
      return names.map((name) => { probe.style.color = `var(--${name})`;
        const l = light(getComputedStyle(probe).color);
        return [name, (Math.max(l, back) + 0.05) / (Math.min(l, back) + 0.05)]; }); }"""
    for dark in (False, True):
        tab = look(replay, dark=dark)
        tab.get_by_role("treeitem").first.wait_for()
        poor = [(name, ratio) for name, ratio in tab.evaluate(contrast) if ratio < 3.0]
        assert poor == []  # WCAG 1.4.11: what graphics mean
        shot(tab, "all_dark" if dark else "all_end")
