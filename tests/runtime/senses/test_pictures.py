from __future__ import annotations

import numpy as np

from cotree.runtime.senses.pictures import WIDEST_PX, Pictures


def picture(width: int = 640, height: int = 480) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    rows = np.arange(height, dtype=np.uint8)[:, None, None]
    return np.broadcast_to(rows, (height, width, 3)).copy()


def test_nothing_is_kept_while_nobody_looks() -> None:
    pictures = Pictures()
    pictures.begin(("ceiling",))
    pictures.put("ceiling", 1.0, picture())
    assert pictures.cameras == ("ceiling",)
    assert pictures.newest("ceiling") is None


def test_who_looks_gets_the_newest_small_and_once() -> None:
    pictures = Pictures()
    pictures.look("ceiling")
    pictures.put("ceiling", 1.0, picture())
    pictures.put("ceiling", 2.0, picture())
    found = pictures.newest("ceiling")
    assert found is not None
    assert (found.t_s, found.width, found.height) == (2.0, WIDEST_PX, 240)
    assert len(found.rgb) == 3 * 320 * 240
    assert found.rgb[3 * 320] == 2, "every second row"
    assert pictures.newest("ceiling", after_s=2.0) is None


def test_who_looks_away_leaves_nothing_behind() -> None:
    pictures = Pictures()
    pictures.look("ceiling")
    pictures.put("ceiling", 1.0, picture(100, 80))
    pictures.look("ceiling", on=False)
    assert not pictures.wanted("ceiling")
    assert pictures.newest("ceiling") is None
