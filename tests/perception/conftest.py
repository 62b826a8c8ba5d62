"""What the tests of perception need beyond the base installation, or why they are skipped.

Photographs lie in the folder that ``COTREE_PHOTOS`` names, or in ``.photos``; ``tools/photos.sh``
fills it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from cotree.perception.blind import Blind, library
from cotree.perception.hands.landmarks import Landmarker, open_landmarker
from tests.kit.speaking import Speaker, speaker


@pytest.fixture(scope="session")
def cv2() -> ModuleType:
    found = library("cv2", "perception")
    if isinstance(found, Blind):
        pytest.skip(found.reason)
    return found


@pytest.fixture
def landmarker() -> Iterator[Landmarker]:
    found = open_landmarker(hands=1)
    if isinstance(found, Blind):
        pytest.skip(found.reason)
    yield found
    found.close()


@pytest.fixture(scope="session")
def voices() -> Speaker:
    found = speaker()
    if found is None:
        pytest.skip("needs espeakng-loader: pip install 'cotree[realtest]'")
    return found


def photos(part: str) -> Path:
    """The folder of one part of the photographs."""
    folder = Path(os.environ.get("COTREE_PHOTOS", ".photos"))
    if not folder.is_dir():
        pytest.skip(f"no photographs in {folder}: run tools/photos.sh")
    if not (folder / part).is_dir():
        pytest.skip(f"no {part} in {folder}: tools/photos.sh says why")
    return folder / part
