"""Each invariant, broken on purpose: the monitor must say so, and only so."""

from __future__ import annotations

from cotree.runtime.swarm.monitor import KNOWN_S, Monitor
from cotree.runtime.swarm.truth import Truth
from cotree.team.conflicts import Conflicts
from cotree.team.durable import Durable
from cotree.team.effects import Outcome
from cotree.team.facts import DONE, Fact
from cotree.team.outline import Outline, Task
from tests.kit.claims import CHOICE, DOOR, ONE, ORDER, Team


class World:
    """A truth, a monitor, and a clock that the test sets."""

    def __init__(self, outline: Outline) -> None:
        conflicts = Conflicts(Task(outline))
        self.now_s = 0.0
        self.truth = Truth(conflicts, [1.0] * len(conflicts.task))
        self.monitor = Monitor(self.truth, lambda: self.now_s)

    def start(
        self,
        leaf: int,
        counter: int,
        host: int = 0,
        *,
        verified: bool = False,
        knew: tuple[bool, bool] = (False, False),
    ) -> None:
        token = (counter, "r")
        self.monitor.begins(host, leaf, token, verified=verified, knew=knew)
        self.truth.begin(host, leaf, token, self.now_s)

    def end(self, leaf: int, now_s: float, host: int = 0) -> None:
        self.now_s = now_s
        self.truth.end(self.truth.motions[host, leaf], now_s)

    def broken(self) -> list[str]:
        return sorted({violation.rule for violation in self.monitor.violations})


def test_a_proper_start_breaks_nothing() -> None:
    world = World(ORDER)
    world.start(0, 1)
    world.end(0, 1.0)
    world.start(1, 2)
    assert world.broken() == []
    assert world.truth.look(0) is Outcome.DONE


def test_i1_two_on_one_leaf() -> None:
    world = World(ONE)
    world.start(0, 1)
    world.start(0, 2, host=1, verified=True)
    assert world.broken() == ["I1"]


def test_i2a_two_alternatives_at_once() -> None:
    world = World(CHOICE)
    world.start(0, 1)
    world.start(1, 2, host=1)
    assert world.broken() == ["I2a"]


def test_i2b_an_alternative_after_another_is_complete() -> None:
    world = World(CHOICE)
    world.start(0, 1)
    world.end(0, 1.0)
    world.start(1, 2)
    assert world.broken() == ["I2b"]


def test_i2b_is_not_broken_where_a_person_mixed_the_branches() -> None:
    world = World(CHOICE)
    world.truth.done_by_person(0)
    world.start(1, 2)
    assert world.broken() == []


def test_i3_two_users_of_one_resource() -> None:
    world = World(DOOR)
    world.start(0, 1)
    world.start(1, 2, host=1)
    assert world.broken() == ["I3"]


def test_i4_out_of_order() -> None:
    world = World(ORDER)
    world.start(1, 1)
    assert world.broken() == ["I4"]


def test_i5_once_more() -> None:
    world = World(ONE)
    world.start(0, 1)
    world.end(0, 1.0)
    world.start(0, 2)
    assert world.broken() == ["I5"]


def test_i6_where_a_person_is_known_to_be() -> None:
    world = World(ONE)
    world.start(0, 1, knew=(True, False))
    assert world.broken() == ["I6a"]
    world = World(ONE)
    world.monitor.quorum_knows = lambda leaf: True
    world.monitor.census(0)
    world.now_s = KNOWN_S + 0.1
    world.start(0, 1)
    assert world.broken() == ["I6c"]


def test_i6_a_quorum_that_knew_of_a_person_need_not_know_of_the_next_one() -> None:
    world = World(ONE)
    world.monitor.quorum_knows = lambda leaf: world.now_s != 1.0
    world.monitor.census(0)
    world.now_s = 1.0
    world.monitor.obeys(0, Team(ONE)["a"], 1.0, set())
    world.now_s = KNOWN_S + 0.1
    world.start(0, 1)
    assert world.broken() == []


def test_i7_touched_and_not_verified() -> None:
    world = World(ONE)
    world.start(0, 1)
    world.end(0, 0.5)
    assert world.truth.look(0) is Outcome.PARTIAL
    world.start(0, 2)
    assert world.broken() == ["I7"]


def test_i8_tokens_that_do_not_grow() -> None:
    world = World(ONE)
    world.start(0, 2)
    world.end(0, 0.5)
    world.start(0, 2, verified=True)
    assert world.broken() == ["I8"]


def test_i9_a_false_done() -> None:
    world = World(ONE)
    world.monitor.stored(0, (Durable(("fact", 0), Fact(0, DONE)),))
    assert world.broken() == ["I9"]


def test_i3_two_in_one_thing() -> None:
    world = World(ORDER)
    world.truth.enter(1, 2)
    world.monitor.begins(0, 0, (1, "r"), verified=False, knew=(False, False), uses=(2,))
    assert world.broken() == ["I3"]
    assert world.truth.others_in(2, 0) == [1]


def test_i4_somebody_executes_what_is_taken_back() -> None:
    world = World(ORDER)
    world.start(0, 1)
    world.monitor.revised(1, (0, 1))
    assert world.broken() == ["I4"]


def test_i5_an_epoch_that_is_over() -> None:
    world = World(ONE)
    world.truth.decided(0, 1)
    world.start(0, 1)
    assert world.broken() == ["I5"]


def test_i5_once_more_in_the_next_epoch_is_proper() -> None:
    world = World(ONE)
    world.start(0, 1)
    world.end(0, 1.0)
    world.truth.decided(0, 1)
    world.monitor.begins(0, 0, (2, "r"), verified=False, knew=(False, False), epoch=1)
    assert world.broken() == []


def test_i4_what_an_operator_took_apart_counts_once_the_team_has_decided() -> None:
    for decided in (False, True):
        world = World(ORDER)
        world.start(0, 1)
        world.end(0, 1.0)
        world.truth.take_back(0)
        assert world.truth.look(0) is Outcome.UNTOUCHED
        if decided:
            world.truth.decided(0, 1)
        world.start(1, 2)
        assert world.broken() == (["I4"] if decided else [])


def test_i9_what_was_done_in_an_old_epoch_counts_in_the_new_one() -> None:
    world = World(ONE)
    world.start(0, 1)
    world.end(0, 1.0)
    world.monitor.stored(0, (Durable(("fact", 0), Fact(0, DONE)),))
    assert world.broken() == []
    world.monitor.stored(0, (Durable(("fact", 0), Fact(0, 3 + DONE)),))
    assert world.broken() == ["I9"]
