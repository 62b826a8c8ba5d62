from __future__ import annotations

import gc

from cotree.runtime.garbage import EVERY, Garbage


def test_nothing_is_collected_inside_except_when_there_is_time() -> None:
    assert gc.isenabled()
    with Garbage() as garbage:
        assert not gc.isenabled()
        assert gc.get_freeze_count() > 0
        garbage.idle(0.001)
        assert garbage.collections == 0
        garbage.idle(0.02)
        assert garbage.collections == 1
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_a_full_collection_comes_from_time_to_time() -> None:
    with Garbage() as garbage:
        before = gc.get_stats()[2]["collections"]
        for _ in range(EVERY):
            garbage.idle(0.04)
        assert gc.get_stats()[2]["collections"] == before + 1


def test_what_was_switched_off_before_stays_off() -> None:
    gc.disable()
    try:
        with Garbage():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
