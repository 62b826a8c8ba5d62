"""One robot against others over the same sessions: how much sooner, how many errors fewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from cotree.simulation.people.figures import Paired, Sample, paired, sample


class Match(msgspec.Struct, frozen=True):
    """Ours against one rival, over the same sessions."""

    rival: str
    time_s: Sample
    """Of the rival."""
    wrong: Sample
    time_gain_s: Paired
    """How much sooner ours are done."""
    wrong_gain: Paired
    """How many wrong actions fewer there are with ours."""

    @property
    def won(self) -> bool:
        """Sooner beyond chance, and not more wrong actions beyond chance."""
        return self.time_gain_s.better and not self.wrong_gain.worse

    @property
    def lost(self) -> bool:
        """Later, or with more wrong actions, beyond chance."""
        return self.time_gain_s.worse or self.wrong_gain.worse


class Contest(msgspec.Struct, frozen=True):
    """Ours and all rivals."""

    n: int
    """Sessions of each."""
    ours: str
    time_s: Sample
    wrong: Sample
    matches: tuple[Match, ...]
    unfinished: int
    """Sessions that went in circles."""


def contest(
    times_s: Mapping[str, Sequence[float]], wrong: Mapping[str, Sequence[int]], unfinished: int
) -> Contest:
    """The first of these robots against each of the others, session by session."""
    ours, *rivals = times_s
    return Contest(
        len(times_s[ours]),
        ours,
        sample(times_s[ours]),
        sample(wrong[ours]),
        tuple(
            Match(
                rival=name,
                time_s=sample(times_s[name]),
                wrong=sample(wrong[name]),
                time_gain_s=paired(times_s[ours], times_s[name]),
                wrong_gain=paired(wrong[ours], wrong[name]),
            )
            for name in rivals
        ),
        unfinished,
    )
