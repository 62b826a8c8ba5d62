"""What is told again: soon at first, then at a pace that does not depend on how long it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cotree.runtime.telling.rounds import PACE_S, Round

PERIOD_S = 5.0
BEAT_S = 0.5


def times(round_: Round, from_s: float, to_s: float) -> Iterator[float]:
    """When a page comes."""
    for beat in range(int(from_s / BEAT_S), int(to_s / BEAT_S)):
        if round_.page(beat * BEAT_S) is not None:
            yield beat * BEAT_S


def pages(count: int) -> Round:
    return Round(PERIOD_S, lambda: iter([b"page"] * count))


def test_what_is_short_is_told_at_once_and_again_after_a_period() -> None:
    assert list(times(pages(2), 0.0, 10.0)) == [0.0, 0.5, 6.0, 6.5]


def test_what_is_long_is_told_at_once_only_the_first_time() -> None:
    found = list(times(pages(10), 0.0, 60.0))
    assert found[:10] == [beat * BEAT_S for beat in range(10)]
    gaps = {later - earlier for earlier, later in pairwise(found[10:])}
    assert gaps <= {PACE_S, 2 * PACE_S}


def test_in_a_hurry_everything_is_told_from_the_beginning_without_pauses() -> None:
    round_ = pages(10)
    list(times(round_, 0.0, 30.0))
    round_.hurry()
    assert list(times(round_, 30.0, 34.0)) == [30.0 + beat * BEAT_S for beat in range(8)]


def test_where_there_is_nothing_to_tell_it_looks_again_after_a_period() -> None:
    assert list(times(pages(0), 0.0, 20.0)) == []
