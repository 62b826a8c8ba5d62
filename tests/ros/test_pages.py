"""Every command and every mission of the pages of the book that need ROS 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.book import page, reader


@pytest.mark.parametrize("name", page.that_need("ros"))
def test_a_page_is_true(
    name: str, tmp_path: Path, dds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROS_DOMAIN_ID", str(dds))
    reader.follow(page.read(name), tmp_path)
