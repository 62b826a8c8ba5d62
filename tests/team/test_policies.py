from __future__ import annotations

import itertools

import pytest

from cotree.team.policies import WORDS, Policy, Word, home, policy_of
from cotree.team.roster import Change, Roster, changed

VOTERS = ("a", "b", "c", "d", "e")


def subsets(names: tuple[str, ...]) -> list[set[str]]:
    sizes = range(len(names) + 1)
    return [set(some) for size in sizes for some in itertools.combinations(names, size)]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_two_quorums_of_one_component_always_share_a_voter(word: str, count: int) -> None:
    policy, voters = policy_of(word), VOTERS[:count]
    for component in range(6):
        quorums = [some for some in subsets(voters) if policy.is_quorum(some, voters, component)]
        assert quorums
        for one, other in itertools.product(quorums, quorums):
            assert one & other, (word, voters, component, one, other)


def test_with_half_of_the_voters_the_side_with_the_home_goes_on() -> None:
    policy, voters = Policy("home"), ("a", "b")
    assert policy.is_quorum({"a"}, voters, 0)
    assert not policy.is_quorum({"b"}, voters, 0)
    assert policy.is_quorum({"b"}, voters, 1)
    assert home(3, voters) == "b"


def test_a_zone_is_decided_by_its_owner_alone() -> None:
    policy = Policy("zones")
    assert policy.is_quorum({"b"}, VOTERS, 1)
    assert not policy.is_quorum({"a", "c", "d", "e"}, VOTERS, 1)


def test_a_claim_is_hopeless_once_no_quorum_is_left() -> None:
    policy, voters = Policy(), ("a", "b", "c")
    assert not policy.hopeless({"a"}, voters, 0)
    assert policy.hopeless({"a", "b"}, voters, 0)


@pytest.mark.parametrize(("word", "lost"), [("block", ()), ("home", (0, 1, 2)), ("zones", (1,))])
def test_only_with_less_than_half_may_a_smaller_roster_have_forgotten_something(
    word: Word, lost: tuple[int, ...]
) -> None:
    before = Roster(VOTERS[:3], VOTERS[:3])
    after = changed(before, Change(remove="b", switched_off=True))
    assert isinstance(after, Roster)
    assert tuple(c for c in range(3) if Policy(word).forgets(before, after, c)) == lost


def test_who_is_at_home_where_stays_when_another_voter_is_removed() -> None:
    seats = ("a", "b", "c")
    assert [home(component, ("a", "c"), seats) for component in range(4)] == ["a", "c", "c", "a"]


def test_memory_is_enough_when_the_others_could_not_decide_without_it() -> None:
    policy, voters = Policy(), ("a", "b", "c")
    assert policy.enough_to_remember({"b", "c"}, "a", voters, {0})
    assert not policy.enough_to_remember({"b"}, "a", voters, {0})
    assert policy.enough_to_remember({"b", "c"}, "x", voters, {0})
    assert policy.enough_to_remember({"b", "c"}, "x", voters, {0})
    assert not policy.enough_to_remember({"b"}, "x", voters, {0})


def test_an_unknown_policy_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="no partition policy 'witnes'; did you mean 'witness'"):
        policy_of("witnes")
