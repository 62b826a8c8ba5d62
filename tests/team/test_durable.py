from __future__ import annotations

from cotree.team.durable import Born, Durable, High, Key, Own, Value, keep, remember
from cotree.team.facts import Fact
from cotree.team.messages import Promised
from cotree.team.roster import Roster


def test_the_newest_record_of_a_key_counts_and_none_removes() -> None:
    disk: dict[Key, Value] = {}
    own = Own(3, (1, "a"), 1)
    keep(disk, [Durable(("own", 3), own), Durable(("high", 3), High(3, (1, "a")))])
    keep(disk, [Durable(("own", 3), None), Durable(("high", 3), High(3, (2, "a")))])
    assert disk == {("high", 3): High(3, (2, "a"))}
    keep(disk, [Durable(("own", 9), None)])


def test_a_disk_is_remembered_by_kind() -> None:
    promise = Promised(0, "r", 1, (4, "r"), 2)
    values: list[Value] = [
        Born(2, True, True),
        Roster(("a",), ("a",)),
        Fact(0, 2),
        High(0, (4, "r")),
        promise,
        Own(1, (5, "a"), 2),
    ]
    memory = remember({("x", i): value for i, value in enumerate(values)})
    assert memory.born == Born(2, True, True)
    assert memory.roster is not None
    assert [fact.leaf for fact in memory.facts] == [0]
    assert memory.promises == (promise,)
    assert [own.leaf for own in memory.own] == [1]
    assert remember({}).born is None
