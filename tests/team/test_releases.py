from __future__ import annotations

import itertools

from cotree.team.messages import Freed
from cotree.team.releases import Releases
from tests.kit.claims import release

VOTERS = ("a", "b", "c")


def test_a_release_is_due_at_once_and_then_more_and_more_rarely() -> None:
    releases = Releases(0.15, 1.0, 2.0)
    releases.add(release(0, 1), "r", 0.0)
    times = []
    for step in range(400):
        if releases.due(step * 0.01):
            times.append(step * 0.01)
    gaps = [round(b - a, 2) for a, b in itertools.pairwise(times)]
    assert times[0] == 0.0
    assert gaps[:3] == [0.15, 0.3, 0.6]
    assert max(gaps) <= 1.01


def test_it_is_forgotten_once_everybody_has_noted_it() -> None:
    releases = Releases(0.15, 1.0, 2.0)
    releases.add(release(0, 1), "a", 0.0)
    releases.noted("b", Freed(0, (1, "r")))
    releases.tidy(VOTERS, 0.1)
    ((_, noted),) = releases.due(0.1)
    assert noted == {"a", "b"}
    releases.noted("c", Freed(0, (1, "r")))
    releases.tidy(VOTERS, 0.2)
    assert releases.next_due_s() is None


def test_a_dead_voter_is_not_told_for_ever_but_a_quorum_must_know() -> None:
    releases = Releases(0.15, 1.0, 2.0)
    releases.add(release(0, 1), "a", 0.0)
    releases.tidy(VOTERS, 100.0)
    assert releases.next_due_s() is not None
    releases.noted("b", Freed(0, (1, "r")))
    releases.tidy(VOTERS, 1.0)
    assert releases.next_due_s() is not None
    releases.tidy(VOTERS, 2.1)
    assert releases.next_due_s() is None


def test_another_ballot_notes_nothing() -> None:
    releases = Releases(0.15, 1.0, 2.0)
    releases.add(release(0, 1), "a", 0.0)
    for voter in "bc":
        releases.noted(voter, Freed(0, (2, "r")))
    releases.tidy(VOTERS, 0.1)
    assert releases.due(0.1)
