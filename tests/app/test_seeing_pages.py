"""Every command and every mission of the pages of the book that need eyes, ears and forces."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.book import page, reader
from tests.kit.seeing import sees


@sees
@pytest.mark.parametrize("name", page.that_need("senses"))
def test_a_page_is_true(name: str, tmp_path: Path) -> None:
    reader.follow(page.read(name), tmp_path)
