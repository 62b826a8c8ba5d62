"""What is heard of a team becomes one record, whatever was lost, doubled, late or made up."""

from __future__ import annotations

import itertools
import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.changes import Change, ClaimChange, NodeChange, NodeState
from cotree.core.mission import Chance, Policy
from cotree.core.reasons import Reason
from cotree.runtime.messages import (
    Born,
    End,
    Heard,
    Hello,
    Member,
    Message,
    Node,
    Team,
    Told,
    Tree,
)
from cotree.runtime.promises import Identity
from cotree.runtime.story import Story
from cotree.runtime.telling.listener import GATHER_S, GONE_S, Listener
from cotree.runtime.telling.narrator import QUIET_S
from cotree.runtime.telling.pages import Page, Tick, encode
from cotree.runtime.telling.teller import OPENING_S, STAND_S, Teller

BEAT_S = 0.05
TASK = ("task", "task/cup", "task/bowl")
OPENING = (
    Hello(1, "1", "tea", "", "tea.yaml", "", {}, Policy(), Chance()),
    Tree(0, tuple(Node(path, "wait", path, -1 if path == "task" else 0) for path in TASK)),
    Team(
        (
            Member("pr2", "arm", (0, 0, 0)),
            Member("baxter", "arm", (0, 0, 0)),
            Member("ann", None, (0, 0, 0)),
        )
    ),
)


class Robot:
    """One process that tells; its clock began earlier or later than others."""

    def __init__(self, name: str, began_s: float = 0.0, process: int = 1) -> None:
        me = Identity("tea", "hash", name)
        self.name = name
        self.teller = Teller(me, process)
        self.began_s = began_s
        for message in OPENING:
            self.teller.write(message)
        self.teller.write(Born(0.0, name, process, 0.0))

    def does(self, path: str, state: NodeState, *more: Change) -> None:
        change = NodeChange(path, state)
        self.teller.write(Told(0, self.t, (*more, change), robot=self.name))

    def ends(self, result: str, *reasons: Reason) -> None:
        self.teller.write(End(self.t, 1, result, reasons))

    t = 0.0


class Scene:
    """Robots and somebody who looks on."""

    def __init__(self, *robots: Robot, loss: float = 0.0, seed: int = 0) -> None:
        self.robots = list(robots)
        self.listener = Listener()
        self.story = Story()
        self.found: list[Message] = []
        self.now_s = 0.0
        self._loss = loss
        self._dice = random.Random(seed)

    def run(self, duration_s: float, *, heard: bool = True) -> None:
        until_s = self.now_s + duration_s
        while self.now_s < until_s:
            for robot in self.robots:
                robot.t = self.now_s - robot.began_s
                for page in robot.teller.pages(robot.t):
                    if heard and self._dice.random() >= self._loss:
                        self.listener.hear(robot.name, page, self.now_s)
            self.look()
            self.now_s += BEAT_S

    def look(self) -> None:
        for message in self.listener.look(self.now_s):
            self.found.append(message)
            self.story.hear(message)

    def states(self) -> dict[str, NodeState]:
        return {path: role.state for path, role in self.story.roles.items()}


WON = ClaimChange("task/cup", "won")
RELEASED = ClaimChange("task/cup", "released", "done")


def test_what_a_robot_does_is_shown_as_it_does_it() -> None:
    pr2 = Robot("pr2")
    scene = Scene(pr2, Robot("baxter"))
    scene.run(1.0)
    assert [type(each) for each in scene.found[:3]] == [Hello, Tree, Team]
    pr2.does("task/cup", NodeState.RUNNING, WON)
    scene.run(BEAT_S)
    assert scene.states()["task/cup"] is NodeState.RUNNING
    assert scene.story.roles["task/cup"].robot == "pr2"
    assert scene.story.now_s == pytest.approx(1.0, abs=2 * BEAT_S)


def test_before_every_change_there_is_what_the_tick_heard_as_in_a_record() -> None:
    pr2 = Robot("pr2")
    scene = Scene(pr2)
    scene.run(1.0)
    pr2.does("task/cup", NodeState.RUNNING)
    pr2.does("task/cup", NodeState.DONE)
    scene.run(1.0)
    ticks = [each for each in scene.found if isinstance(each, Heard | Told)]
    pairs = [pair for pair in itertools.pairwise(ticks) if isinstance(pair[1], Told)]
    assert [(type(heard), heard.n == told.n) for heard, told in pairs] == [(Heard, True)] * 2


def test_a_robot_that_has_nothing_to_tell_is_heard_to_live() -> None:
    scene = Scene(Robot("pr2"), Robot("baxter"))
    scene.run(20.0)
    beats = [each.t for each in scene.found if isinstance(each, Heard) and each.robot == "pr2"]
    assert len(beats) >= 3
    assert not any(isinstance(each, Told) for each in scene.found)


def test_who_comes_late_sees_within_seconds_how_everything_stands_and_who_did_it() -> None:
    pr2, baxter = Robot("pr2"), Robot("baxter")
    scene = Scene(pr2, baxter)
    scene.run(1.0, heard=False)
    pr2.does("task/cup", NodeState.RUNNING, WON)
    scene.run(30.0, heard=False)
    pr2.does("task/cup", NodeState.DONE, RELEASED)
    baxter.does("task/bowl", NodeState.RUNNING, ClaimChange("task/bowl", "won"))
    scene.run(60.0, heard=False)
    scene.run(max(OPENING_S, STAND_S) + 1.0)
    roles = scene.story.roles
    assert (roles["task/cup"].state, roles["task/cup"].robot) == (NodeState.DONE, "pr2")
    assert (roles["task/bowl"].state, roles["task/bowl"].robot) == (NodeState.RUNNING, "baxter")
    assert scene.story.shares["pr2"].pieces == ["task/cup"]
    assert scene.listener.time_s(scene.now_s) == pytest.approx(scene.now_s, abs=STAND_S)


@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_lost_the_picture_is_right_when_it_was_quiet_for_a_while(seed: int) -> None:
    dice = random.Random(seed)
    pr2, baxter = Robot("pr2"), Robot("baxter", began_s=-7.0)
    scene = Scene(pr2, baxter, loss=0.3, seed=seed)
    for _ in range(60):
        robot = dice.choice([pr2, baxter])
        path = "task/cup" if robot is pr2 else "task/bowl"
        robot.does(path, dice.choice([NodeState.RUNNING, NodeState.WAITING, NodeState.FAILED]))
        scene.run(dice.uniform(0.0, 0.5))
    pr2.does("task/cup", NodeState.DONE)
    baxter.does("task/bowl", NodeState.RUNNING)
    scene.run(4 * STAND_S)
    assert scene.states()["task/cup"] is NodeState.DONE
    assert scene.states()["task/bowl"] is NodeState.RUNNING


def test_the_time_is_that_of_the_process_that_runs_for_longest() -> None:
    pr2, baxter = Robot("pr2", began_s=-100.0), Robot("baxter", began_s=-3.0)
    scene = Scene(pr2, baxter)
    scene.run(1.0)
    baxter.does("task/bowl", NodeState.RUNNING)
    scene.run(BEAT_S)
    assert scene.story.now_s == pytest.approx(101.0, abs=2 * BEAT_S)


def test_what_was_told_before_comes_in_the_order_in_which_it_happened() -> None:
    """A transport may keep what was told, and bring all of one robot, then all of the other."""
    robots = Robot("pr2"), Robot("baxter", began_s=2.0)
    kept: dict[str, list[bytes]] = {robot.name: [] for robot in robots}
    paths = dict(zip(kept, ("task/cup", "task/bowl"), strict=True))
    for beat in range(200):
        for robot in robots:
            robot.t = beat * BEAT_S - robot.began_s
            if robot.t >= 0 and beat % 40 == 20:
                robot.does(paths[robot.name], [NodeState.RUNNING, NodeState.DONE][beat // 40 % 2])
            if robot.t >= 0:
                kept[robot.name] += robot.teller.pages(robot.t)
    listener = Listener()
    for name, pages in kept.items():
        for page in pages:
            listener.hear(name, page, 1000.0)
    assert listener.look(1000.0) == []
    told = [each for each in listener.look(1000.0 + GATHER_S) if isinstance(each, Told)]
    times = [each.t for each in told]
    assert times == sorted(times)
    assert {each.robot for each in told} == {"pr2", "baxter"}


def test_a_robot_that_comes_back_begins_anew() -> None:
    scene = Scene(Robot("pr2"))
    scene.run(1.0)
    scene.robots[0].does("task/cup", NodeState.RUNNING)
    scene.run(1.0)
    again = scene.robots[0] = Robot("pr2", began_s=scene.now_s, process=2)
    again.teller.write(Born(0.0, "pr2", 2, 0.0))
    scene.run(1.0)
    assert scene.states()["task/cup"] is NodeState.INACTIVE
    births = [each for each in scene.found if isinstance(each, Born)]
    assert [each.life for each in births] == [1, 2]
    assert [each.memory for each in births] == [None, None]


def test_a_late_word_of_a_process_that_is_no_more_changes_nothing() -> None:
    old = Robot("pr2", process=1)
    scene = Scene(Robot("pr2", process=2))
    scene.run(1.0)
    old.does("task/cup", NodeState.FAILED)
    for page in old.teller.pages(0.0):
        scene.listener.hear("pr2", page, scene.now_s)
    scene.run(1.0)
    assert scene.states()["task/cup"] is NodeState.INACTIVE
    assert scene.listener.bad["late"] > 0


def test_a_process_with_a_lower_number_is_believed_when_the_other_one_is_silent() -> None:
    scene = Scene(Robot("pr2", process=2))
    scene.run(1.0)
    scene.robots = []
    scene.run(QUIET_S + BEAT_S)
    scene.robots = [Robot("pr2", began_s=scene.now_s, process=1)]
    scene.robots[0].does("task/cup", NodeState.RUNNING)
    scene.run(1.0)
    assert scene.states()["task/cup"] is NodeState.RUNNING


@pytest.mark.parametrize(
    ("results", "result"), [(("success", "success"), "success"), (("success", "halted"), "failure")]
)
def test_it_is_over_when_all_robots_have_ended(results: tuple[str, ...], result: str) -> None:
    robots = Robot("pr2"), Robot("baxter")
    scene = Scene(*robots, Robot("tablet"))
    scene.run(1.0)
    oh = Reason("stuck", "oh")
    robots[0].ends(results[0], oh)
    scene.run(1.0)
    assert scene.listener.end is None
    robots[1].ends(results[1], oh)
    scene.run(BEAT_S)
    assert scene.listener.end is not None
    assert (scene.listener.end.result, scene.listener.end.reasons) == (result, (oh,))
    assert [each for each in scene.found if isinstance(each, End)] == [scene.listener.end]


def test_who_falls_silent_is_named_and_not_waited_for_when_the_others_have_ended() -> None:
    pr2, baxter = Robot("pr2"), Robot("baxter")
    scene = Scene(pr2, baxter)
    scene.run(1.0)
    scene.robots = [pr2]
    scene.run(10.0)
    assert list(scene.listener.silent(scene.now_s, 6.0)) == ["baxter"]
    pr2.ends("success")
    scene.run(GONE_S)
    assert scene.listener.end is not None
    assert list(scene.listener.silent(scene.now_s, 6.0)) == ["baxter"]


def test_a_stranger_does_not_say_what_time_it_is() -> None:
    pr2, stranger = Robot("pr2", began_s=-10.0), Robot("stranger", began_s=-1e9)
    scene = Scene(pr2, stranger)
    scene.run(1.0)
    pr2.does("task/cup", NodeState.RUNNING)
    scene.run(BEAT_S)
    assert scene.story.now_s == pytest.approx(11.0, abs=2 * BEAT_S)


def test_whoever_is_no_robot_of_the_team_adds_nothing() -> None:
    pr2, stranger = Robot("pr2"), Robot("stranger")
    scene = Scene(pr2, stranger)
    scene.run(1.0)
    stranger.does("task/cup", NodeState.FAILED)
    scene.run(1.0)
    assert scene.states()["task/cup"] is NodeState.INACTIVE
    assert set(scene.story.shares) == {"pr2", "baxter"}


def page(**changes: object) -> bytes:
    right = Page(1, "tea", "hash", "pr2", 1, 0.0, Tick(1))
    return encode(msgspec.structs.replace(right, **changes))


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"\xff{", "malformed"),
        (b"{}", "malformed"),
        (b"[" * 50_000, "malformed"),
        (page(v=2), "version"),
        (page(sender="baxter"), "sender"),
        (page(mission="coffee"), "mission"),
        (page(tree="other"), "tree"),
    ],
)
def test_what_is_wrong_is_dropped_and_counted(data: bytes, word: str) -> None:
    scene = Scene(Robot("pr2"))
    scene.run(1.0)
    scene.listener.hear("pr2", data, scene.now_s)
    scene.look()
    assert scene.listener.bad == {word: 1}


def test_a_crowd_of_strangers_is_not_remembered() -> None:
    listener = Listener()
    for number in range(1000):
        listener.hear("", page(sender=f"s{number}"), 0.0)
    assert listener.bad["crowd"] > 500


def test_a_tree_that_is_none_is_not_shown() -> None:
    nodes = (Node("a", "wait", "a", 1), Node("b", "wait", "b", 0))
    hello, _, team = OPENING
    assert isinstance(hello, Hello)
    assert isinstance(team, Team)
    teller = Teller(Identity("tea", "hash", "pr2"), 1)
    for message in (hello, Tree(0, nodes), team):
        teller.write(message)
    listener = Listener()
    for beat in range(40):
        for each in teller.pages(beat * BEAT_S):
            listener.hear("pr2", each, beat * BEAT_S)
        assert listener.look(beat * BEAT_S) == []


@given(st.lists(st.binary(max_size=60), max_size=5), st.sampled_from(["", "pr2"]))
def test_no_bytes_raise(some: list[bytes], sender: str) -> None:
    listener = Listener("tea")
    for data in some:
        listener.hear(sender, data, 0.0)
    listener.look(1.0)
