from __future__ import annotations

from cotree.team.dice import Dice
from cotree.team.messages import Vote
from cotree.team.patience import HELD_S, SILENT_MOST_S, WORSE_S, Patience


def refusal(why: str, counter: int) -> Vote:
    return Vote(0, (5, "me"), 1, 1, False, why=why, against=(counter, "it"))


def test_after_a_better_claim_it_waits_longer_than_after_a_worse_one() -> None:
    for seed in range(20):
        better = Patience(Dice(seed)).after(0, (5, "me"), refusal("held", 4 + 5))
        worse = Patience(Dice(seed)).after(0, (5, "me"), refusal("held", 4))
        assert HELD_S[0] <= better <= HELD_S[1]
        assert WORSE_S[0] <= worse <= WORSE_S[1]


def test_verifying_first_needs_little_patience_and_success_ends_it() -> None:
    patience = Patience(Dice(0))
    assert patience.after(0, (5, "me"), refusal("verify", 0)) <= WORSE_S[1]
    for _ in range(6):
        patience.after(1, (5, "me"), None)
    assert patience.after(1, (5, "me"), None) >= HELD_S[0] * 16
    patience.rewarded(1)
    assert patience.after(1, (5, "me"), None) <= HELD_S[1]


def test_what_a_silent_one_has_is_asked_for_soon_and_then_less_and_less_often() -> None:
    waits = [Patience(Dice(1)).after_silence(silent_s) for silent_s in (0.0, 1.0, 2.0, 1000.0)]
    assert WORSE_S[0] <= waits[0] <= WORSE_S[1]
    assert waits == sorted(waits)
    assert waits[-1] == SILENT_MOST_S
