"""What cameras see, on the page; a fake camera, so that nothing of physics is needed."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest

pytest.importorskip("playwright", reason="needs playwright")
pytest.importorskip("uvicorn", reason="needs cotree[view]")

from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from cotree import app
from cotree.runtime.messages import Message
from cotree.runtime.senses.marks import Mark
from cotree.runtime.senses.pictures import Pictures
from cotree.viewer.web import seeing
from cotree.viewer.web.server import Page
from tests.browser.conftest import SOON_MS
from tests.browser.large import opening

Look = Callable[..., Tab]
Shot = Callable[[Tab, str], None]
EVERY_S = 0.05
WRIST = (0.62, 0.85)
FINGERS = (
    WRIST,
    *(
        (WRIST[0] + (0.08 + 0.035 * bone) * aside, WRIST[1] - 0.14 - 0.07 * bone + abs(aside) / 9)
        for aside in (-1.3, -0.5, 0.0, 0.5, 0.9)
        for bone in range(4)
    ),
)


class Camera:
    """Puts a picture down again and again: a table, and a red thing that moves over it."""

    def __init__(self) -> None:
        self.pictures = Pictures()
        self.pictures.begin(("above", "front"))
        self.taken = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Camera:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.wait(EVERY_S):
            self.taken += 1
            at = self.taken % 200
            rgb = np.full((240, 320, 3), (115, 102, 92), np.uint8)
            rgb[120:150, 40 + at : 70 + at] = (190, 30, 30)
            x = (40 + at) / 320
            marks = (
                Mark("hand", "ann", FINGERS),
                Mark(
                    "object", "apple", ((x, 0.5), (x + 0.094, 0.5), (x + 0.094, 0.625), (x, 0.625))
                ),
                Mark("aim", "apple", ((x + 0.047, 0.56),)),
            )
            for camera in self.pictures.cameras:
                self.pictures.put(camera, self.taken * EVERY_S, rgb, marks)


@pytest.fixture
def camera() -> Iterator[Camera]:
    with Camera() as found:
        yield found


def until(tab: Tab, true: Callable[[], bool]) -> None:
    for _ in range(SOON_MS // 50):
        if true():
            return
        tab.wait_for_timeout(50)
    raise AssertionError("it does not come true")


def test_each_camera_has_a_pane_that_shows_what_it_sees_while_somebody_looks(
    look: Look, shot: Shot, camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeing, "FORGETS_S", 0.5)
    with Page(shown=opening(5), pictures=camera.pictures) as page:
        tab = look(page.address.url, lossy=True)
        tab.get_by_role("button", name="Cameras").wait_for()
        assert not camera.pictures.wanted("front"), "nobody looks yet"
        tab.get_by_role("button", name="Cameras").click()
        front = tab.get_by_role("figure", name="Camera front")
        picture = front.get_by_role("img", name="What front sees")
        expect(picture).to_be_visible()
        expect(tab.get_by_role("figure", name="Camera above").locator("img")).to_be_visible()
        until(tab, lambda: picture.evaluate("it => it.naturalWidth") == 320)
        first = front.locator("time").inner_text()
        expect(front.locator("time")).not_to_have_text(first)
        expect(front.get_by_role("img", name="hand ann").locator("polyline")).to_have_count(6)
        expect(front.get_by_role("img", name="aim apple")).to_be_visible()
        shot(tab, "cameras")
        tab.get_by_label("what was found").uncheck()
        expect(front.get_by_role("img", name="hand ann")).to_have_count(0)
        tab.get_by_role("button", name="Tree", exact=True).click()
        until(tab, lambda: not camera.pictures.wanted("front"))


def test_a_camera_that_says_nothing_any_more_keeps_its_last_picture(
    look: Look, camera: Camera
) -> None:
    with Page(shown=opening(5), pictures=camera.pictures) as page:
        tab = look(page.address.url, phone=True, lossy=True)
        tab.get_by_role("button", name="Cameras").tap()
        front = tab.get_by_role("figure", name="Camera front")
        expect(front.locator("time")).to_have_text(re.compile(" s$"))
        camera.__exit__()
        box = front.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    expect(front.get_by_role("status")).to_have_text("no connection; I keep trying")
    expect(front.locator("img")).to_be_visible()


def test_what_a_person_is_taken_to_bring_is_marked_where_it_is_seen(look: Look) -> None:
    mission = app.read_mission("config/experiments/human_robot.yaml")
    messages: list[Message] = []
    app.run_team(mission, messages.append)
    pictures = Pictures()
    pictures.begin(("front",))
    pictures.look("front")
    teapot = Mark("object", "teapot", ((0.5, 0.5),))
    pictures.put("front", 1.0, np.zeros((24, 32, 3), np.uint8), (teapot,))
    with Page(shown=messages, live=False, pictures=pictures) as page:
        tab = look(page.address.url, lossy=True)
        tab.get_by_role("button", name="Cameras").click()
        front = tab.get_by_role("figure", name="Camera front")
        expect(front.get_by_role("img", name="object teapot")).to_be_visible()
        expect(front.get_by_role("img", name="aim ann")).to_have_count(0)
        expect(tab.get_by_role("button", name="end", exact=True)).to_be_visible()  # all is told
        tab.get_by_label("Moment").fill("25")  # baxter has asked her whether she brings it
        expect(front.get_by_role("img", name="aim ann")).to_be_visible()
        expect(tab.get_by_text("cameras show now")).to_be_visible()
        tab.get_by_label("Moment").fill("35")
        expect(front.get_by_role("img", name="aim ann")).to_have_count(0)
