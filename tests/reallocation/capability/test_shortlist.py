"""The best of many offers is what sorting all of them would have put first."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotree.reallocation.capability.answer import Candidate, Decision
from cotree.reallocation.capability.favour.messages import Case, Grant
from cotree.reallocation.capability.favour.offers import Offers
from cotree.reallocation.capability.favour.terms import Terms
from cotree.reallocation.capability.passive import offers, plea
from cotree.reallocation.capability.shortlist import MOST_KEPT, Match, Offer, Shortlist
from tests.reallocation.capability.paper import job, robot

NAMES = st.integers(0, 400).map(lambda n: f"r{n}")


def offer(helper: str, score: float, assembled: bool) -> Offer:
    members = ("agent", helper) if assembled else (helper,)
    return Offer(helper, Candidate("assembly" if assembled else "subcontract", members, score))


OFFERS = st.lists(
    st.builds(offer, NAMES, st.sampled_from([1.0, 5.0, 70.5]), st.booleans()), max_size=300
)


@settings(max_examples=200, deadline=None)
@given(OFFERS, st.sampled_from(["exact", "paper"]), st.integers(1, 8), st.integers(1, 50))
def test_it_keeps_the_best_however_they_arrive(
    found: list[Offer], match: Match, most: int, at_once: int
) -> None:
    listed = Shortlist(match, most)
    for i in range(0, len(found), at_once):
        listed.take(found[i : i + at_once])

    def key(each: Offer) -> tuple[object, ...]:
        one = each.candidate
        robots = len(one.members) if match == "exact" else 0
        mode = ("subcontract", "assembly").index(one.mode)
        return robots, -one.score, mode, len(one.members), one.members

    assert listed.best() == sorted(found, key=key)[:most]


def asked(wanted: frozenset[str] = frozenset(), count: int = 100) -> Offers:
    """Job 3b is L's, and a hundred M have offered to stand on it; battery or failures aside."""
    agent, task = robot("L"), job("job3b")
    heard = Offers(agent, task, Terms(), wanted)
    question = plea(agent, task)
    for i in range(count):
        helper = msgspec.structs.replace(robot("M"), name=f"M{i:03}")
        heard.take(Grant(Case("L", 0, 0, 0), helper.name, (), offers(helper, question)))
    return heard


def chosen(heard: Offers) -> tuple[str, ...]:
    answer = heard.answer()
    assert isinstance(answer, Decision)
    return answer.members


def test_of_many_offers_the_best_are_told() -> None:
    answer = asked().answer()
    assert isinstance(answer, Decision)
    assert [each.members for each in answer.candidates] == [
        ("L", f"M{i:03}") for i in range(MOST_KEPT)
    ]


@pytest.mark.parametrize("failed", [1, MOST_KEPT, MOST_KEPT + 1, 99])
def test_when_the_best_fail_the_next_best_is_chosen_from_all_offers(failed: int) -> None:
    heard = asked()
    heard.tried.update(f"M{i:03}" for i in range(failed))
    assert chosen(heard) == ("L", f"M{failed:03}")


def test_who_is_wanted_is_found_among_all_offers() -> None:
    assert chosen(asked(frozenset({"M077"}))) == ("L", "M077")


def test_a_new_round_knows_nothing_of_the_last_one() -> None:
    heard = asked()
    heard.forget()
    assert not isinstance(heard.answer(), Decision)
