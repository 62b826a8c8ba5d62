"""What the tests of perception need beyond the base installation, or why they are skipped.

``COTREE_PERCEPTION=required`` makes each such skip a failure.  Photographs lie in the folder that
``COTREE_PHOTOS`` names, or in ``.photos``; ``tools/photos.sh`` fills it and says which parts
cannot be had on this system: those stay skipped.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest

from cotree.perception.blind import Blind, library
from cotree.perception.hands.landmarks import Landmarker, open_landmarker
from tests.kit.speaking import Speaker, speaker


def missing(why: str) -> NoReturn:
    """Skip, unless somebody relies on these tests being done."""
    if os.environ.get("COTREE_PERCEPTION") == "required":
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def cv2() -> ModuleType:
    found = library("cv2", "perception")
    if isinstance(found, Blind):
        missing(found.reason)
    return found


@pytest.fixture
def landmarker() -> Iterator[Landmarker]:
    found = open_landmarker(hands=1)
    if isinstance(found, Blind):
        missing(found.reason)
    yield found
    found.close()


@pytest.fixture(scope="session")
def voices() -> Speaker:
    found = speaker()
    if found is None:
        missing("needs espeakng-loader: pip install 'cotree[speechtest]'")
    return found


def photos(part: str) -> Path:
    """The folder of one part of the photographs."""
    folder = Path(os.environ.get("COTREE_PHOTOS", ".photos"))
    if not folder.is_dir():
        missing(f"no photographs in {folder}: run tools/photos.sh")
    if not (folder / part).is_dir():
        pytest.skip(f"no {part} in {folder}: tools/photos.sh says why")
    return folder / part
