"""A node is named by its path, by the path's end, or by words of its last name."""

from __future__ import annotations

import pytest

from cotree.runtime.meant import meant

PATHS = ("task", "task/drinks/place cup at tray", "task/food/place apple at bowl", "task/food")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("task", ["task"]),
        ("food", ["task/food"]),
        ("food/place apple at bowl", ["task/food/place apple at bowl"]),
        ("apple", ["task/food/place apple at bowl"]),
        ("cup at tray", ["task/drinks/place cup at tray"]),
        ("place", ["task/drinks/place cup at tray", "task/food/place apple at bowl"]),
        ("cu", []),
        ("/", []),
    ],
)
def test_a_name_means(name: str, found: list[str]) -> None:
    assert meant(PATHS, name) == found


def test_a_whole_end_comes_before_words() -> None:
    assert meant(("task/cup", "task/place cup at tray"), "cup") == ["task/cup"]
