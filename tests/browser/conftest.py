"""A real browser for the page: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext
    from playwright.sync_api import Page as Tab

SHOTS = Path("out/screenshots")
"""Where screenshots are kept, to be looked at."""
NAMES = ("chromium", "chromium-browser", "google-chrome")
WIDE = {"width": 1400, "height": 860}
SOON_MS = 60_000
"""Longer than anything here takes on a slow machine."""
PHONE = {"width": 390, "height": 780}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        import uvicorn  # noqa: F401
        from playwright.sync_api import expect, sync_playwright
    except ImportError as error:
        pytest.skip(f"needs cotree[view] and playwright: {error}")
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("needs a browser: apt-get install chromium")
    expect.set_options(timeout=SOON_MS)
    with sync_playwright() as driver:
        # Root in a container has no sandbox; the page is our own.
        chromium = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Contexts:
    """Windows by what they are like; tests that need no new one share them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._kept: dict[tuple[bool, bool], BrowserContext] = {}

    def new(self, *, dark: bool, phone: bool) -> BrowserContext:
        """A window that knows nothing, no cookie either."""
        return self._browser.new_context(
            viewport=PHONE if phone else WIDE,  # type: ignore[arg-type]
            color_scheme="dark" if dark else "light",
            is_mobile=phone,
            has_touch=phone,
            reduced_motion="reduce",
        )

    def of(self, *, dark: bool, phone: bool) -> BrowserContext:
        """The one of this kind."""
        if (dark, phone) not in self._kept:
            self._kept[dark, phone] = self.new(dark=dark, phone=phone)
        return self._kept[dark, phone]


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture
def look(contexts: Contexts) -> Iterator[Callable[..., Tab]]:
    """Opens the page; whatever goes wrong in it fails the test."""
    wrong: list[str] = []
    tabs: list[Tab] = []

    def opened(
        url: str,
        *,
        dark: bool = False,
        phone: bool = False,
        lossy: bool = False,
        stranger: bool = False,
        before: Callable[[Tab], None] = lambda tab: None,
    ) -> Tab:
        find = contexts.new if stranger else contexts.of
        tab = find(dark=dark, phone=phone).new_page()
        tabs.append(tab)
        tab.set_default_timeout(SOON_MS)
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        if not lossy:  # browsers complain when a server goes away
            tab.on(
                "console", lambda said: wrong.append(said.text) if said.type == "error" else None
            )
        before(tab)
        tab.goto(url)
        return tab

    yield opened
    for tab in tabs:
        tab.close()
    assert wrong == []


@pytest.fixture
def shot() -> Callable[[Tab, str], None]:
    """Keeps a screenshot."""

    def taken(tab: Tab, name: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        tab.screenshot(path=SHOTS / f"{name}.png")

    return taken
