"""What is told: little, in small parts, in no turn much, and again for who comes late."""

from __future__ import annotations

import dataclasses

import pytest

from cotree.core.actions import Ended, Permit, RobotSeen, Say
from cotree.core.changes import NodeChange, NodeState
from cotree.core.mission import Chance, Policy
from cotree.core.reasons import Reason
from cotree.runtime.bus import MOST_BYTES
from cotree.runtime.gauge import Gauge
from cotree.runtime.messages import (
    Born,
    End,
    Heard,
    Hello,
    Member,
    Message,
    Node,
    Said,
    Team,
    Told,
    Tree,
)
from cotree.runtime.promises import Identity
from cotree.runtime.telling.aside import Aside
from cotree.runtime.telling.pages import (
    Inside,
    Keeps,
    Last,
    Life,
    Nodes,
    Opening,
    Page,
    Stand,
    Tick,
    decode,
    encode,
)
from cotree.runtime.telling.teller import (
    AT_ONCE,
    KEEPS_S,
    MOST_WAITING,
    OPENING_S,
    SOME,
    STAND_S,
    Teller,
)
from tests.kit.wrong import LETTER

ME = Identity("tea", "hash", "pr2")
BEAT_S = 0.05
TEXT = "mission: tea\n" * 1000


def opening(nodes: int = 3) -> list[Message]:
    hello = Hello(1, "1", "tea", "", "tea.yaml", TEXT, {"a.yaml": TEXT}, Policy(), Chance(seed=7))
    tree = Tree(0, tuple(Node(f"task/{n}", "wait", f"{n}", (n and 0) or -1) for n in range(nodes)))
    return [hello, tree, Team((Member("pr2", "arm", (0, 0, 0)), Member("ann", None, (0, 0, 0))))]


def runs(path: str) -> NodeChange:
    return NodeChange(path, NodeState.RUNNING)


def test_how_well_it_keeps_up_is_told_now_and_then_if_somebody_measures() -> None:
    desk, gauge = Desk(), Gauge(0.05)
    gauge.take(0.07)
    desk.teller.gauge = gauge
    told = [each for each in desk.turns(20.5 * KEEPS_S) if isinstance(each, Keeps)]
    assert told[0] == Keeps(1, 1, 0.07)
    assert 20 <= len(told) <= 21
    assert not [each for each in Desk().turns(3 * KEEPS_S) if isinstance(each, Keeps)]


@dataclasses.dataclass
class Desk:
    """A process's turns, one after the other."""

    teller: Teller = dataclasses.field(default_factory=lambda: Teller(ME, 5))
    now_s: float = 0.0

    def turn(self, *messages: Message) -> list[Inside]:
        for message in messages:
            self.teller.write(message)
        pages = self.teller.pages(self.now_s)
        self.now_s += BEAT_S
        assert all(len(page) <= MOST_BYTES for page in pages)
        return [decode(page).inside for page in pages]

    def turns(self, duration_s: float) -> list[Inside]:
        until_s = self.now_s + duration_s
        found: list[Inside] = []
        while self.now_s < until_s:
            found += self.turn()
        return found


def begun(nodes: int = 3) -> Desk:
    desk = Desk()
    desk.turn(*opening(nodes))
    desk.turns(1.0)
    return desk


def test_the_mission_is_told_first_without_its_text() -> None:
    desk = Desk()
    found = desk.turn(*opening()) + desk.turns(1.0)
    assert isinstance(found[0], Opening)
    assert found[0].nodes == 3
    assert (found[0].hello.text, found[0].hello.included) == ("", {})
    assert found[0].hello.chance.seed == 7
    assert isinstance(found[1], Nodes)
    assert [node.path for node in found[1].nodes] == ["task/0", "task/1", "task/2"]


def test_a_tick_is_one_page_of_what_a_viewer_shows() -> None:
    desk = begun()
    ended = Ended("1", Reason("slipped", "oh"))
    say = Say("pr2", "ann", "hello")
    permit = Permit("pr2", "task/0", (1, "pr2"), 3.0)
    events = (RobotSeen("pr2", (1, 0, 0)), Ended("2", None), ended)
    [tick] = desk.turn(
        Heard(4, 1.0, events, robot="pr2", letters=(LETTER,)),
        Told(4, 1.0, (runs("task/0"),), (permit, say), "pr2"),
        Said(1.0, LETTER),
    )
    assert tick == Tick(1, (ended,), (runs("task/0"),), (say,))


def test_a_tick_only_writes_and_pages_are_made_between_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk, made = begun(), list[str]()

    def encoded(page: Page) -> bytes:
        made.append(type(page.inside).__name__)
        return encode(page)

    monkeypatch.setattr("cotree.runtime.telling.teller.encode", encoded)
    desk.teller.write(Heard(1, 1.0, robot="pr2"))
    desk.teller.write(Told(1, 1.0, (runs("task/0"),), robot="pr2"))
    assert made == []
    assert desk.turn() == [Tick(1, (), (runs("task/0"),))]
    assert made == ["Tick"]


def test_a_tick_in_which_nothing_happens_is_not_told() -> None:
    desk = begun()
    seen = Heard(4, 1.0, (RobotSeen("baxter", (1, 0, 0)),), robot="pr2")
    assert desk.turn(seen, Told(4, 1.0, commands=(Permit("pr2", "a", (1, "pr2"), 3.0),))) == []


def test_where_it_is_it_tells_now_and_then() -> None:
    desk = begun()
    places = [(float(x), 0.0, 0.0) for x in range(100)]
    told: list[Inside] = []
    for n, at in enumerate(places):  # five seconds on the move
        told += desk.turn(Heard(n, 0.05 * n, (RobotSeen("pr2", at, moving=True),), robot="pr2"))
    seen = [each.events for each in told if isinstance(each, Tick)]
    assert 8 <= len(seen) <= 11
    assert all(len(events) == 1 for events in seen)


def test_what_was_only_heard_is_told_even_if_it_changed_nothing() -> None:
    desk = begun()
    ended = Ended("1", Reason("slipped", "oh"))
    assert desk.turn(Heard(4, 1.0, (ended,), robot="pr2")) == [Tick(1, (ended,))]


def test_at_rest_telling_is_less_than_one_message_in_a_second() -> None:
    desk = begun()
    desk.teller.gauge = Gauge(0.05)
    desk.turn(Told(1, 1.0, (runs("task/0"),)))
    told = desk.turns(20 * OPENING_S)
    assert 0 < len(told) / (20 * OPENING_S) <= 0.8


@pytest.mark.parametrize("nodes", [10 * SOME, 40 * SOME])
def test_a_large_mission_at_rest_costs_no_more(nodes: int) -> None:
    desk = begun(nodes)
    desk.turn(Told(1, 1.0, tuple(runs(f"task/{n}") for n in range(nodes))))
    desk.turns(30.0)
    told = desk.turns(200.0)
    assert 0 < len(told) / 200.0 < 1.2
    assert {type(each) for each in told} == {Opening, Nodes, Stand}


def test_everything_is_told_again_for_who_comes_late() -> None:
    desk = begun()
    desk.turn(Told(1, 1.0, (runs("task/0"),)))
    desk.turn(Told(2, 1.1, (runs("task/1"),)))
    later = desk.turns(max(OPENING_S, STAND_S) + 1.0)
    assert {type(each) for each in later} == {Opening, Nodes, Stand}
    assert Stand(2, (runs("task/0"), runs("task/1"))) in later


def test_a_heap_of_changes_is_told_in_the_turns_that_follow() -> None:
    desk = begun()
    heap = tuple(runs(f"task/{n}") for n in range(10 * SOME))
    assert desk.turn(Told(1, 1.0, heap)) == [Stand(1, heap[:SOME])]
    assert desk.teller.skipped == 1
    found = [Stand(1, heap[:SOME]), *desk.turns(1.0)]
    assert all(isinstance(each, Stand) and len(each.changes) <= SOME for each in found)
    assert {change for each in found if isinstance(each, Stand) for change in each.changes} == set(
        heap
    )


def test_no_turn_tells_much_and_only_so_much_waits() -> None:
    desk = begun()
    long = NodeChange("task/0", NodeState.RUNNING, "x" * 1000)
    flood: list[Message] = [Told(n, 1.0, (long, runs(f"task/{n}"))) for n in range(1000)]
    assert len(desk.turn(*flood)) == AT_ONCE
    assert desk.teller.skipped == 1000 - MOST_WAITING
    found = desk.turns(OPENING_S + STAND_S)
    assert {f"task/{n}" for n in range(1000)} == {
        change.path
        for each in found
        if isinstance(each, Stand)
        for change in each.changes
        if isinstance(change, NodeChange)
    }


def test_a_tree_that_is_large_is_told_in_parts_that_fit() -> None:
    desk = Desk()
    long = Node("task/" + "x" * 3000, "wait", "x" * 3000, -1)
    hello, _, team = opening()
    found = desk.turn(hello, Tree(0, (long,) * 500), team) + desk.turns(4.0)
    parts = [each for each in found if isinstance(each, Nodes)]
    indices = [index for part in parts for index, _ in enumerate(part.nodes, part.first)]
    assert len(parts) > 5
    assert sorted(set(indices)) == list(range(500))


def test_what_fits_in_no_page_is_left_out() -> None:
    desk = begun()
    huge = NodeChange("task/0", NodeState.RUNNING, "x" * MOST_BYTES)
    assert desk.turn(Told(1, 1.0, (huge, runs("task/1")))) == [Stand(1, (runs("task/1"),))]


def test_beginning_and_end_of_a_process_are_told() -> None:
    desk = begun()
    assert desk.turn(Born(0.0, "pr2", 3, 2.0, False, None, 5)) == [Life(3, False)]
    desk.teller.write(End(9.0, 100, "failure", (Reason("stuck", "oh"),)))
    stand, last = map(decode, desk.teller.rest())
    assert stand.inside == Stand(0, ()), "and how everything stands then"
    assert (last.inside, last.t) == (Last("failure", (Reason("stuck", "oh"),)), 9.0)
    assert (last.sender, last.process, last.mission, last.tree) == ("pr2", 5, "tea", "hash")


def test_who_has_no_body_still_says_now_and_then_that_it_is_there() -> None:
    desk = Desk()
    assert desk.turns(2.5 * STAND_S).count(Stand(0, ())) == 3


class Broken(Teller):
    """Has a mistake in it."""

    def write(self, message: Message) -> None:
        raise ZeroDivisionError(f"in {type(message).__name__}")


def test_a_mistake_in_telling_ends_telling_and_nothing_else() -> None:
    told: list[str] = []
    aside = Aside(Broken(ME, 5), told.append)
    aside.write(End(1.0, 1, "success"))
    aside.write(End(1.0, 1, "success"))
    assert (aside.pages(1.0), aside.rest()) == ([], [])
    assert told == ["viewers are told nothing any more: ZeroDivisionError: in End"]


@pytest.mark.parametrize("message", opening())
def test_who_does_not_tell_sends_nothing(message: Message) -> None:
    aside = Aside(None, print)
    aside.write(message)
    assert (aside.pages(100.0), aside.rest()) == ([], [])
