from __future__ import annotations

from cotree.team.facts import Facts
from cotree.team.gossip import MOST_NEWS, PAUSE_S, REPEATS, Gossip


def test_news_is_told_a_few_times() -> None:
    facts = Facts(3)
    gossip = Gossip(facts)
    facts.set_done(1)
    gossip.news(1)
    told = [[fact.leaf for fact in gossip.take()] for _ in range(REPEATS + 1)]
    assert told == [[1]] * REPEATS + [[]]
    assert not gossip


def test_a_heartbeat_carries_a_bounded_amount_and_forgets_nothing() -> None:
    facts = Facts(200)
    gossip = Gossip(facts)
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
    gossip = Gossip(facts)
    for leaf in (0, 100, 199):
        facts.set_done(leaf)
    behind = tuple(peer.digests)
    assert [fact.leaf for fact in gossip.correction("p", behind, 0.0)] == [0]
    assert gossip.correction("p", behind, 0.1) == []
    assert [fact.leaf for fact in gossip.correction("p", behind, PAUSE_S)] == [100]
    assert [fact.leaf for fact in gossip.correction("q", behind, 0.1)] == [0]


def test_equal_digests_need_no_correction() -> None:
    facts = Facts(3)
    assert Gossip(facts).correction("p", tuple(facts.digests), 0.0) == []
