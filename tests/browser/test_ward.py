"""The page shows the ward: a crowded map, a robot that is killed, errands that grow."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright")

from playwright.sync_api import Locator, expect
from playwright.sync_api import Page as Tab

from tests.browser.running import cotree, end

Look = Callable[..., Tab]
Shot = Callable[[Tab, str], None]
MISSION = "config/missions/ward.yaml"
ALL = {"cart", "dog", "pr2", "ann", "ben"}


@pytest.fixture(scope="module")
def ward(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of a day's record."""
    file = tmp_path_factory.mktemp("record") / "ward.mcap"
    command = [sys.executable, "-m", "cotree", "run", MISSION, "--fast", "--quiet", "--record"]
    subprocess.run([*command, str(file)], check=True, stdout=subprocess.DEVNULL)
    process, url = cotree("view", str(file))
    yield url
    assert end(process) == 0


@pytest.fixture
def passing(tmp_path: Path) -> Iterator[str]:
    """The page of a day that passes twice as fast as real ones."""
    record = str(tmp_path / "ward.mcap")
    process, url = cotree("run", MISSION, "--real-time", "2", "--view", "--record", record)
    yield url
    assert end(process) == 0


def at(tab: Tab, view: str, t: float) -> None:
    """This view at this moment."""
    expect(tab.get_by_role("button", name="end", exact=True)).to_be_visible()
    tab.get_by_role("button", name=view, exact=True).click()
    tab.get_by_label("Moment").fill(str(t))


def boxes(found: Locator) -> dict[str, tuple[float, float, float, float]]:
    """By its text: where each of these is; letters are lower than their lines and the seam."""
    each = [one for one in found.all() if one.text_content()]
    where = {str(one.text_content()): one.bounding_box() for one in each}
    return {
        name: (
            box["x"] + 3,
            box["y"] + 5,
            box["x"] + box["width"] - 3,
            box["y"] + box["height"] - 5,
        )
        for name, box in where.items()
        if box is not None
    }


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("t", [35.0, 60.0, 160.0])
def test_no_name_on_the_map_lies_on_another_one(
    look: Look, ward: str, shot: Shot, t: float, dark: bool
) -> None:
    tab = look(ward, dark=dark)
    at(tab, "All", t)
    expect(tab.get_by_role("img", name="Map")).to_be_visible()
    shot(tab, f"ward_{t:.0f}_{'dark' if dark else 'light'}")
    names = boxes(tab.get_by_role("img", name="Map").locator("text"))
    assert set(names) >= ALL
    for (one, a), (other, b) in combinations(names.items(), 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, f"{one} lies on {other}: {a} {b}"


def test_a_robot_that_stands_on_another_one_is_beside_it(look: Look, ward: str) -> None:
    tab = look(ward)
    at(tab, "World", 60.0)
    cart, dog = (tab.get_by_role("img", name=name, exact=True) for name in ("cart", "dog"))
    one, other = cart.locator("rect").bounding_box(), dog.locator("rect").bounding_box()
    assert one is not None
    assert other is not None
    assert one["x"] + one["width"] <= other["x"] + 2
    assert abs(one["y"] - other["y"]) < 1


def test_a_robot_that_was_killed_is_at_nothing_and_has_nothing(look: Look, ward: str) -> None:
    tab = look(ward)
    at(tab, "Team", 160.0)
    cart = tab.get_by_role("table", name="Robots").get_by_role("row", name=re.compile("^cart"))
    expect(cart).to_contain_text("8 move to north, cart/move to north")
    tab.get_by_role("button", name="end", exact=True).click()
    expect(cart).to_contain_text("has nothing to do")
    expect(cart.get_by_role("button")).to_have_count(0)
    dog = tab.get_by_role("table", name="Robots").get_by_role("row", name=re.compile("^dog"))
    expect(dog).to_contain_text("has nothing to do")
    bids = tab.get_by_role("table", name="Bids and grants")
    delivery = bids.get_by_role("row", name=re.compile("deliver room_3"))
    expect(delivery).to_contain_text("cart won before")
    expect(delivery).to_contain_text("✓ dog")


@pytest.mark.soak
def test_the_day_can_be_watched_while_it_passes(passing: str, look: Look, shot: Shot) -> None:
    tab = look(passing)
    state = tab.locator("header")
    expect(state).to_contain_text("running")
    dog = tab.get_by_role("table", name="Robots").get_by_role("row", name=re.compile("^dog"))
    expect(dog).to_contain_text("move to", timeout=150_000)
    shot(tab, "ward_now")
    expect(state).to_contain_text("success", timeout=150_000)
