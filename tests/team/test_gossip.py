from __future__ import annotations

from cotree.team.facts import Facts
from cotree.team.gossip import MOST_NEWS, PAUSE_S, REPEATS, Gossip
from cotree.team.unable import Inability


def gossip_of(facts: Facts) -> Gossip:
    return Gossip(facts, Inability("a", 1, len(list(facts)), ("a", "b")))


def test_news_is_told_a_few_times() -> None:
    facts = Facts(3)
    gossip = gossip_of(facts)
    facts.set_done(1)
    gossip.news(1)
    told = [[fact.leaf for fact in gossip.take()] for _ in range(REPEATS + 1)]
    assert told == [[1]] * REPEATS + [[]]
    assert not gossip


def test_a_heartbeat_carries_a_bounded_amount_and_forgets_nothing() -> None:
    facts = Facts(200)
    gossip = gossip_of(facts)
    for leaf in range(200):
        gossip.news(leaf)
    seen: set[int] = set()
    while gossip:
        batch = gossip.take()
        assert len(batch) <= MOST_NEWS
        seen.update(fact.leaf for fact in batch)
    assert seen == set(range(200))


def test_a_peer_that_knows_less_is_corrected_bucket_by_bucket_and_not_too_often() -> None:
    facts, peer = Facts(200), Facts(200)
    gossip = gossip_of(facts)
    for leaf in (0, 100, 199):
        facts.set_done(leaf)
    behind = gossip_of(peer).digests
    assert gossip.differing("p", behind, 0.0) == 0
    assert gossip.differing("p", behind, 0.1) == -1
    assert gossip.differing("p", behind, PAUSE_S) == 1
    assert gossip.differing("q", behind, 0.1) == 0


def test_equal_knowledge_needs_no_correction() -> None:
    one, other = gossip_of(Facts(3)), gossip_of(Facts(3))
    assert one.differing("p", other.digests, 0.0) == -1


def test_what_a_robot_cannot_do_shows_in_the_digests_too() -> None:
    facts = Facts(100)
    inability = Inability("a", 1, 100, ("a", "b"))
    gossip = Gossip(facts, inability)
    before = gossip.digests
    inability.say(70, "shut")
    assert gossip.differing("p", before, 0.0) == 1
