"""What teammates tell of themselves: it reaches all, late or again, and nobody else can tell it."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from cotree.core.actions import FactSeen
from cotree.runtime.bus import MOST_BYTES
from cotree.runtime.process.telegrams import Noted, Seen
from cotree.simulation.shared.sights import MOST_NOTED, MOST_TOLD_BYTES, SILENT_S, Sights

TEAM = ("a1", "dr", "wassi")
WORD = "wassi/word"


def began(name: str, *kept: Noted, since: int = 0) -> Sights:
    """A process that has seen how the mission begins."""
    sights = Sights(name, TEAM, since=since)
    for robot in TEAM:
        sights.mine(FactSeen(f"{robot}/state", "standby"))
    sights.opening = False
    sights.recall(kept)
    return sights


def says(sights: Sights, value: str, name: str = WORD) -> list[Noted]:
    """Tell this, and what goes out."""
    sights.mine(FactSeen(name, value))
    return [noted for seen in sights.telling(0.0, all_=True) for noted in seen.noted]


def known(sights: Sights, name: str = WORD) -> object:
    facts = (each.sight for each in sights.all() if isinstance(each.sight, FactSeen))
    return next((each.value for each in facts if each.name == name), None)


def test_the_first_word_is_told_and_what_everybody_knows_is_not() -> None:
    wassi = began("wassi")
    assert wassi.telling(0.0, all_=True) == []
    assert says(wassi, "one") == [Noted(FactSeen(WORD, "one"), 1, "wassi")]


def test_only_a_robot_itself_tells_what_befalls_it() -> None:
    dr = began("dr")
    assert not dr.mine(FactSeen("wassi/healthy", False))
    assert dr.mine(FactSeen("dr/healthy", False))
    assert [each.sight for each in dr.all()] == [FactSeen("dr/healthy", False)]


def test_nobody_else_is_believed_about_a_robot() -> None:
    dr = began("dr")
    forged = Noted(FactSeen(WORD, "forged"), 99, "a1")
    assert dr.hear([forged], "a1", 0.0) == []
    assert dr.hear([Noted(FactSeen(WORD, "mine"), 1, "wassi")], "wassi", 0.0)
    repeated = Noted(FactSeen(WORD, "never said"), 99, "wassi")
    assert dr.hear([repeated], "a1", SILENT_S) == []
    assert known(dr) == "mine"


def test_others_are_believed_about_a_silent_robot_until_it_speaks_itself() -> None:
    dr = began("dr")
    dr.hear([Noted(FactSeen(WORD, "one"), 1, "wassi")], "wassi", 0.0)
    later = Noted(FactSeen(WORD, "two"), 2, "wassi")
    assert dr.hear([later], "a1", SILENT_S + 0.1) == [later.sight]
    forged = Noted(FactSeen(WORD, "forged"), 99, "wassi")
    assert dr.hear([forged], "a1", SILENT_S + 0.2) == [forged.sight], "nobody can tell yet"
    assert dr.hear([later], "wassi", SILENT_S + 0.3) == [later.sight]
    assert known(dr) == "two"


def test_who_comes_late_learns_what_a_dead_robot_had_told() -> None:
    wassi, dr = began("wassi"), began("dr")
    dr.hear(says(wassi, "one"), "wassi", 0.0)
    a1 = began("a1")
    (seen,) = dr.telling(9.0, all_=True)
    a1.hear(seen.noted, "dr", 9.0)
    assert known(a1) == "one"


def test_a_process_with_a_keepsake_believes_nobody_about_itself() -> None:
    kept = Noted(FactSeen(WORD, "two"), 2, "wassi")
    again = began("wassi", kept, since=1000)
    assert again.hear([Noted(FactSeen(WORD, "forged"), 99, "wassi")], "dr", 0.0) == []
    assert known(again) == "two"
    (told,) = says(again, "three")
    assert told.count > 99, "newer than anything that an earlier process can have told"


def test_a_process_that_has_lost_its_keepsake_learns_from_the_others() -> None:
    wassi, dr = began("wassi"), began("dr")
    dr.hear(says(wassi, "one"), "wassi", 0.0)
    again = began("wassi", since=1000)
    (seen,) = dr.telling(1.0, all_=True)
    assert again.hear(seen.noted, "dr", 1.0) == [FactSeen(WORD, "one")]


def test_its_next_word_counts_even_if_it_has_learnt_nothing() -> None:
    wassi, dr = began("wassi"), began("dr")
    for word in ("one", "two", "three"):
        dr.hear(says(wassi, word), "wassi", 0.0)
    again = began("wassi", since=1000)
    assert dr.hear(says(again, "anew"), "wassi", 1.0) == [FactSeen(WORD, "anew")]


@given(st.lists(st.sampled_from(["tell", "repeat", "die"]), max_size=20), st.randoms())
def test_all_know_the_last_word_whatever_is_lost_doubled_or_late(
    acts: list[str], dice: random.Random
) -> None:
    wassi, said = began("wassi"), list[Seen]()
    peers = [began("a1"), began("dr")]
    last: str | None = None
    for number, act in enumerate(acts):
        if act == "tell":
            last = f"word {number}"
            wassi.mine(FactSeen(WORD, last))
            said += wassi.telling(float(number))
        elif act == "repeat":
            said += wassi.telling(float(number), all_=True)
        else:
            wassi = began("wassi", *wassi.all(), since=1000 * (number + 1))
        for peer in peers:
            for seen in dice.sample(said, dice.randrange(len(said) + 1)):
                peer.hear(seen.noted, "wassi", float(number))
    for peer in peers:
        for seen in wassi.telling(99.0, all_=True):
            peer.hear(seen.noted, "wassi", 99.0)
        for seen in said:  # and everything again, much too late
            peer.hear(seen.noted, "wassi", 99.0)
        assert known(peer) == last


def test_long_words_go_into_as_many_messages_as_they_need() -> None:
    dr = Sights("dr", ("dr",))
    dr.opening = False
    for number in range(2 * MOST_NOTED):
        dr.mine(FactSeen(f"dr/{number}", "x" * 900))
    told = dr.telling(0.0)
    assert [noted.sight for seen in told for noted in seen.noted] == [
        FactSeen(f"dr/{number}", "x" * 900) for number in range(2 * MOST_NOTED)
    ]
    assert len(told) > 2 * MOST_NOTED * 900 / MOST_TOLD_BYTES
    assert all(sum(len(str(each)) for each in seen.noted) < MOST_BYTES for seen in told)
