"""Every command and every mission of the book does what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.book import page, reader


@pytest.mark.parametrize("name", page.that_need())
def test_a_page_is_true(name: str, tmp_path: Path) -> None:
    reader.follow(page.read(name), tmp_path)
