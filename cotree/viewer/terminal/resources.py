"""The resources as a table: who owns each, for what, and what it holds."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from cotree.runtime.story import Prop, Story
from cotree.viewer.words import plain

HEADS = ("resource", "owner", "for", "holds")


def resource_table(story: Story) -> Table:
    """One line for each resource of the robot, or of each robot."""
    table = Table(box=None, padding=(0, 1), show_edge=False, header_style="bright_black")
    for head in HEADS:
        table.add_column(head, no_wrap=True, overflow="ellipsis")
    for prop in story.props.values():
        style = "green" if prop.now.users else "yellow" if prop.now.owners else "bright_black"
        table.add_row(*(Text(plain(cell)) for cell in cells(prop)), style=style)
    return table


def cells(prop: Prop) -> tuple[str, str, str, str]:
    """Name, owners, channel and load as words."""
    owners = " ".join(owner.rsplit("/", 1)[-1] for owner in prop.now.owners) or "free"
    intention = prop.now.channel.split("(")[0] or prop.now.mode
    return prop.label, owners, intention, prop.now.load
