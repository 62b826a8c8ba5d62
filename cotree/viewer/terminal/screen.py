"""The live view: clock, tree, resources and timeline, as large as the terminal allows."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from cotree.runtime.story import Story
from cotree.viewer.terminal.keys import unechoed
from cotree.viewer.terminal.plain import said_line, speaker
from cotree.viewer.terminal.resources import resource_table
from cotree.viewer.terminal.robots import badges, style_of
from cotree.viewer.terminal.timeline import timeline_lines
from cotree.viewer.terminal.tree import tree_lines
from cotree.viewer.words import counted, plain

TALK_S = 10.0
"""So long words are shown."""
SMALLEST = (40, 12)
"""Columns and lines that are used at least, also when a terminal does not say what it has."""


def picture(story: Story, now_s: float, size: tuple[int, int], status: str = "") -> Group:
    """All of the view as it is now."""
    width, height = (max(has, least) for has, least in zip(size, SMALLEST, strict=True))
    diagram = timeline_lines(story, width, max(4, height // 2 - 1), now_s)
    tree = tree_lines(story, max(3, height - len(diagram) - 4))
    upper = Table.grid(padding=(0, 2), expand=True)
    upper.add_column(ratio=1, no_wrap=True)
    upper.add_column(no_wrap=True)
    upper.add_row(Group(*tree), resource_table(story))
    return Group(headline(story, now_s, status), talk_line(story, now_s), upper, Text(), *diagram)


def talk_line(story: Story, now_s: float) -> Text:
    """What a robot or a person said last, for as long as it may matter."""
    said = story.talk.all[-1] if story.talk.all else None
    if said is None or now_s - said.t > TALK_S:
        return Text()
    line = Text(plain(speaker(said)), style_of(speaker(said), story.doers), no_wrap=True)
    line.overflow = "ellipsis"
    return line.append(f"  {plain(said_line(said))}", "default")


def headline(story: Story, now_s: float, status: str = "") -> Text:
    """Mission, clock and steps in one line."""
    name = plain(story.hello.mission) if story.hello else ""
    line = Text(name, "bold", no_wrap=True, overflow="ellipsis")
    line.append(f"  {now_s:.1f} s", "cyan")
    line.append(f"  {counted(len(story.starts), 'step')}", "bright_black")
    line.append_text(badges(story.doers))
    if status:
        line.append(f"  {status}", "yellow")
    return line


class Screen:
    """Keeps a live picture of a story on a terminal; stays there when it is left."""

    def __init__(
        self, console: Console, story: Story, status: Callable[[], str] = lambda: ""
    ) -> None:
        self._console = console
        self._story = story
        self._status = status
        self._live = Live(console=console, auto_refresh=False, vertical_overflow="crop")
        self._keys = contextlib.ExitStack()
        self._now_s = 0.0

    def show(self, now_s: float) -> None:
        """Draw it as it is at this time."""
        size = (self._console.width, self._console.height - 1)
        self._now_s = max(now_s, self._story.now_s)
        self._live.update(picture(self._story, self._now_s, size, self._status()), refresh=True)

    def __enter__(self) -> Screen:
        self._keys.enter_context(unechoed())
        self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        with self._keys:
            if kind is None:
                self.show(self._now_s)
            self._live.stop()
