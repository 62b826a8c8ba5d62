from __future__ import annotations

from collections.abc import Iterable

import pytest

from cotree.core.actions import FactSeen, ObjectSeen, RobotSeen
from cotree.core.changes import GrownChange, NodeState, ResourceChange, StepChange, Twig
from cotree.core.mission import Chance, Policy
from cotree.core.reasons import Reason
from cotree.runtime.acts import FORETOLD, Inject
from cotree.runtime.messages import (
    Acted,
    Born,
    End,
    Heard,
    Hello,
    Member,
    Message,
    Team,
    Told,
    Tree,
)
from cotree.trees.reading import loads
from cotree.viewer.web import items, telling
from cotree.viewer.web.items import Item, Tick
from cotree.viewer.web.telling import Telling
from cotree.viewer.web.whole import Whole
from tests.viewer.stories import NODES, RESOURCES, by, claimed, node, told

HERE = (0.0, 0.0, 0.0)
OPENING = (
    Hello(1, "0.1.0", "tea", "", "t.yaml", "", {}, Policy(), Chance()),
    Tree(0, NODES),
)
ALONE = Team((Member("pr2", "pr2", HERE, RESOURCES),))
BOTH = Team(
    (Member("ann", "pr2", HERE, RESOURCES), Member("bob", "pr2", HERE), Member("zoe", None, HERE))
)


def all_told(messages: Iterable[Message]) -> list[Item]:
    made = Telling(live=True)
    return [item for message in messages for item in made.items(message)]


def ticks(team: Team, *messages: Message) -> list[Tick]:
    found = all_told((*OPENING, team, *messages))
    return [item for item in found if isinstance(item, Tick)][1:]


def test_it_begins_with_the_tree_and_who_takes_part() -> None:
    tree, hello, scene, first = all_told((*OPENING, BOTH))
    assert isinstance(tree, items.Tree)
    assert [leaf.path for leaf in tree.nodes] == [each.path for each in NODES]
    assert isinstance(hello, items.Hello)
    assert (hello.robots, hello.people, hello.live) == (("ann", "bob"), ("zoe",), True)
    assert isinstance(scene, items.Scene)
    assert isinstance(first, Tick)
    assert [each.name for each in first.seen] == ["ann", "bob", "zoe"]


def test_the_map_comes_out_of_the_missions_text() -> None:
    text = (
        "mission: m\nteam: {r: {robot: pr2}}\n"
        "world: {places: {p1: [6.8, 0], c1: [0, 0]}, ways: {cost: 1, between: [[p1, c1]]}}\n"
        "task: {wait: 1 s}\n"
    )
    hello = Hello(
        1, "0.1.0", "m", "", "m.yaml", text, loads(text, "m.yaml").included, Policy(), Chance()
    )
    scene = all_told((hello, OPENING[1], ALONE))[2]
    assert isinstance(scene, items.Scene)
    assert scene.places["p1"] == (6.8, 0)
    assert ("p1", "c1") in scene.ways


def test_a_text_that_cannot_be_read_any_more_gives_a_map_of_the_team() -> None:
    hello = Hello(1, "0.1.0", "m", "", "m.yaml", "{{", {}, Policy(), Chance())
    scene = all_told((hello, OPENING[1], ALONE))[2]
    assert scene == items.Scene()


def test_one_robots_nodes_stand_as_the_record_says() -> None:
    slipped = Reason("slipped", "the tea slipped", {"grip": 3})
    (one,) = ticks(ALONE, *told(1, 2.0, node("tea/pick", NodeState.FAILED, reason=slipped)))
    (now,) = one.team
    assert (one.t, now.i, now.state) == (2.0, 6, "failed")
    assert now.why == items.Why("slipped", "the tea slipped", detail='{"grip":3}')
    assert one.own == ()


def test_in_a_team_each_robot_has_its_own_picture_beside_the_teams() -> None:
    first, second = ticks(
        BOTH,
        *by("ann", 0, 0.0, claimed("cup", "won"), node("cup/move", NodeState.RUNNING)),
        *by("bob", 0, 0.1, node("cup/move", NodeState.WAITING)),
    )
    assert [(now.i, now.state) for now in first.own] == [(2, "running")]
    assert [(now.i, now.state, now.robot) for now in first.team] == [(2, "running", "ann")]
    assert [(now.i, now.state) for now in second.own] == [(2, "waiting")]
    assert second.team == ()  # bob's waiting is nothing to the team while ann is at it


def test_what_the_story_forgets_is_missed_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    run = NodeState.RUNNING
    messages = (
        *OPENING, BOTH,
        *by("ann", 0, 0.0, claimed("cup", "won"), node("cup/move", run)),
        *by("bob", 0, 0.0, claimed("tea", "won"), node("tea/move", run)),
        *by("ann", 1, 1.0, node("cup/move", NodeState.DONE), claimed("cup", "released", "done")),
        *by("bob", 1, 1.0, claimed("tea", "given_up", "oh"), node("tea/move", NodeState.INACTIVE)),
        *by("ann", 2, 2.0, claimed("tea", "won"), node("tea/move", run)),
    )  # fmt: skip
    found = all_told(messages)
    monkeypatch.setattr(telling, "FORGET", 1)
    assert all_told(messages) == found


def test_claims_are_told_with_how_suitable_the_robot_said_it_is() -> None:
    (one,) = ticks(BOTH, *by("ann", 0, 0.0, claimed("cup", "denied", "held")))
    (claim,) = one.claims
    assert (claim.robot, claim.piece, claim.word, claim.why) == (
        "ann", "task/cup", "denied", "held",
    )  # fmt: skip


def test_things_are_told_only_when_they_are_seen_elsewhere() -> None:
    there = (RobotSeen("pr2", (1.0, 2.0, 0.0)), ObjectSeen("cup", HERE, ("pr2", "left")))
    found = ticks(ALONE, Heard(0, 0.0, there), Heard(1, 1.0, there))
    (one,) = found
    assert [(each.what, each.name, each.at, each.by) for each in one.seen] == [
        ("robot", "pr2", (1.0, 2.0), ""),
        ("object", "cup", (0.0, 0.0), "pr2/left"),
    ]


def test_facts_are_told_when_they_change() -> None:
    shut, free = FactSeen("blocked/a-b", True), FactSeen("blocked/a-b", False)
    found = ticks(ALONE, *(Heard(n, n, (each,)) for n, each in enumerate((shut, shut, free))))
    assert [one.facts for one in found] == [{"blocked/a-b": True}, {"blocked/a-b": False}]


def test_nodes_that_grow_are_numbered_behind_the_others() -> None:
    grown = GrownChange("task/wave", (Twig("task/wave/up", "perform", "up", "task/wave"),))
    one, two = ticks(
        ALONE, Told(0, 0.0, (grown,)), *told(1, 1.0, node("wave/up", NodeState.RUNNING))
    )
    assert [(leaf.path, leaf.parent) for leaf in one.grown] == [("task/wave/up", 7)]
    assert [now.i for now in two.team] == [len(NODES)]


def test_a_tick_that_changes_nothing_is_not_told() -> None:
    assert ticks(ALONE, *told(0, 0.0), *told(1, 1.0)) == []


def test_long_texts_of_others_are_cut() -> None:
    (one,) = ticks(ALONE, *told(0, 0.0, node("wave", NodeState.RUNNING, message="x" * 10_000)))
    assert len(one.team[0].note) == items.LONGEST


def test_the_end_has_its_reasons() -> None:
    end = all_told((*OPENING, ALONE, End(3.0, 9, "failure", (Reason("x", "why"),))))[-1]
    assert end == items.End(3.0, "failure", (items.Why("x", "why"),))


def test_what_somebody_did_to_the_run_is_noted() -> None:
    (one,) = ticks(BOTH, Acted(2.0, "operator", Inject(what="fall", robot="ann"), "not armed"))
    assert one.notes == (items.Note("acted", "operator", "in vain: made ann fall (not armed)"),)


def test_a_crash_that_the_mission_foretold_is_noted_of_its_robot() -> None:
    (one,) = ticks(BOTH, Acted(2.0, FORETOLD, Inject(what="kill", robot="ann")))
    assert one.notes == (items.Note("crashed", "ann", "crashed, as the mission says"),)


def test_the_page_knows_what_it_can_ask_and_do() -> None:
    made = Telling(live=True, acts=True, asks=True)
    found = [item for message in (*OPENING, BOTH) for item in made.items(message)]
    (hello,) = (item for item in found if isinstance(item, items.Hello))
    assert (hello.acts, hello.asks) == (True, True)


def test_a_step_that_a_person_is_at_is_running_and_hers() -> None:
    path = NODES[-1].path
    all_ = ticks(
        BOTH,
        *by("ann", 0, 1.0, StepChange(path, "began", "zoe", text="does it")),
        *by("ann", 1, 2.0, StepChange(path, "placed", "zoe")),
    )
    began, done = (tick for tick in all_ if tick.team)
    i = len(NODES) - 1
    assert [(each.i, each.state, each.robot) for each in began.team if each.i == i] == [
        (i, "running", "zoe")
    ]
    assert [(each.i, each.state, each.robot) for each in done.team if each.i == i] == [
        (i, "done", "zoe")
    ]


def test_what_is_learnt_of_each_member_stands_beside_the_rest() -> None:
    path = NODES[0].path
    all_ = ticks(
        BOTH,
        *by(
            "ann",
            0,
            1.0,
            StepChange(path, "believes", "zoe", text="follows 0.6, errs 0.1"),
            StepChange(path, "lasts", "zoe", "near", "takes 1.5 times as long"),
            StepChange(path, "asked", "ann", "zoe"),
        ),
    )
    tick = next(tick for tick in all_ if tick.learnt)
    assert [(each.what, each.robot) for each in tick.learnt] == [
        ("believes zoe ", "zoe"),
        ("lasts zoe near", "zoe"),
        ("decided", "ann"),
    ]
    assert tick.learnt[1].text == "takes 1.5 times as long"


def test_what_a_process_was_at_is_over_when_it_is_started_again() -> None:
    owned = ResourceChange("base", ("task/cup",), ("task/cup/move",))
    running = node("cup/move", NodeState.RUNNING)
    whole = Whole()
    for tick in ticks(BOTH, *by("ann", 0, 1.0, running, owned), *by("bob", 0, 1.0, running, owned)):
        whole.take(tick)
    assert set(whole.tick().pictures) == {"ann", "bob"}
    for tick in ticks(BOTH, Born(2.0, "ann", 2, 0.0)):
        whole.take(tick)
    assert set(whole.tick().pictures) == {"bob"}
    assert [each.name for each in whole.tick().resources] == ["bob/base"]
