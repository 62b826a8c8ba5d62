"""Cameras on the page: nothing is done unless somebody looks, and once for all who do."""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import Coroutine
from typing import TypeVar

import numpy as np
import pytest

from cotree.runtime.clock import Clock
from cotree.runtime.senses.pictures import Picture, Pictures
from cotree.viewer.web import seeing
from cotree.viewer.web.seeing import Look, NotSeen, Seeing, look_of

T = TypeVar("T")
GREY = np.full((24, 32, 3), 90, np.uint8)


class Counting(Pictures):
    """Counts how often somebody wants a picture."""

    def __init__(self) -> None:
        super().__init__()
        self.made = 0
        self.begin(("front", "above"))

    def newest(self, camera: str, after_s: float = -1.0) -> Picture | None:
        found = super().newest(camera, after_s)
        self.made += found is not None
        return found


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeing, "LOOK_S", 0.001)
    monkeypatch.setattr(seeing, "PERIOD_S", 0.0)
    monkeypatch.setattr(seeing, "PATIENCE_S", 0.05)


def time_of(message: bytes | None) -> float:
    assert message is not None
    (long,) = struct.unpack(">I", message[:4])
    return float(json.loads(message[4 : 4 + long])["t"])


def run(work: Coroutine[None, None, T]) -> T:
    return asyncio.run(work)


def test_a_camera_is_looked_through_once_somebody_asks_and_no_longer_than_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pictures = Counting()
    shown = Seeing(pictures)
    pictures.put("front", 1.0, GREY)
    assert run(shown.next(Look("front"))) is None, "it was not wanted when it was taken"
    assert pictures.wanted("front")
    assert not pictures.wanted("above")
    pictures.put("front", 2.0, GREY)
    assert time_of(run(shown.next(Look("front")))) == 2.0
    shown.turn()
    assert pictures.wanted("front")
    monkeypatch.setattr(seeing, "FORGETS_S", -1.0)
    shown.turn()
    assert not pictures.wanted("front")


def test_who_has_the_newest_one_waits_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeing, "PATIENCE_S", 20.0)
    pictures = Counting()
    shown = Seeing(pictures)

    async def both() -> tuple[bytes | None, bytes | None]:
        pictures.look("front")
        pictures.put("front", 1.0, GREY)
        first = await shown.next(Look("front"))
        waits = asyncio.create_task(shown.next(Look("front", 1.0)))
        await asyncio.sleep(0.01)
        assert not waits.done()
        pictures.put("front", 1.25, GREY)
        return first, await waits

    first, second = run(both())
    assert (time_of(first), time_of(second)) == (1.0, 1.25)


def test_at_the_end_nobody_waits_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeing, "PATIENCE_S", 60.0)
    shown = Seeing(Counting())

    async def ends() -> bytes | None:
        waits = asyncio.create_task(shown.next(Look("front")))
        await asyncio.sleep(0.01)
        shown.over = True
        return await waits

    assert run(ends()) is None


def test_a_picture_is_encoded_once_however_many_look() -> None:
    pictures = Counting()
    shown = Seeing(pictures)
    pictures.look("front")
    pictures.put("front", 1.0, GREY)

    async def many() -> list[bytes | None]:
        return await asyncio.gather(*(shown.next(Look("front")) for _ in range(8)))

    assert len(set(run(many()))) == 1
    assert pictures.made == 1


def test_no_camera_is_shown_more_often_than_eyes_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeing, "PERIOD_S", 0.03)
    monkeypatch.setattr(seeing, "PATIENCE_S", 5.0)
    pictures = Counting()
    shown = Seeing(pictures)

    async def four() -> float:
        pictures.look("front")
        clock, after = Clock(), -1.0
        for number in range(4):
            pictures.put("front", float(number), GREY)
            after = time_of(await shown.next(Look("front", after)))
        return clock.now_s()

    assert run(four()) >= 3 * 0.03


def test_no_more_than_a_few_wait_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeing, "MOST", 2)
    shown = Seeing(Counting())

    async def three() -> list[object]:
        asked = (shown.next(Look("front")) for _ in range(3))
        return list(await asyncio.gather(*asked, return_exceptions=True))

    *waited, refused = run(three())
    assert waited == [None, None]
    assert isinstance(refused, NotSeen)
    assert refused.status == 429
    assert run(shown.next(Look("front"))) is None, "afterwards there is room again"


def test_a_camera_that_is_not_there_is_said_with_those_that_are() -> None:
    with pytest.raises(NotSeen, match="no camera 'back' in this mission; there is: front, above"):
        run(Seeing(Counting()).next(Look("back")))


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"\xff", b'{"camera": ""}', b'{"camera": "front", "after": -2}',
     b'{"camera": "front", "after": 1e99}', b'{"camera": "front", "x": 1}'],
)  # fmt: skip
def test_what_asks_for_nothing_is_refused(data: bytes) -> None:
    with pytest.raises(NotSeen, match="asks for no picture"):
        look_of(data)
