from __future__ import annotations

import msgspec
import pytest

from cotree.core.places import Point
from cotree.team.mirror.reaches import reach
from cotree.team.mirror.sightings import Sighting, Stage, Unsure
from cotree.team.mirror.watch import Seen, Target, Watch

HOME = (0.8, 0.4, 0.0)
CUP, POT, BOWL = (0.3, 0.25, 0.0), (0.4, 0.6, 0.0), (-0.2, 0.4, 0.0)
TRAY = (0.6, 0.1, 0.0)
TARGETS = {
    "do/cup": Target("cup", TRAY),
    "do/pot": Target("pot", (0.6, 0.3, 0.0)),
    "do/bowl": Target("bowl", (-0.5, 0.1, 0.0)),
}
RATE_HZ = 30.0


class Scene:
    """A person's hand and three objects before one camera."""

    def __init__(self, turn: tuple[str, ...] = ("do/cup", "do/pot")) -> None:
        self.watch = Watch("ann", "pr2", TARGETS, home=HOME)
        self.now_s = 0.0
        self.at: Point = HOME
        self.objects: dict[str, Point] = {"cup": CUP, "pot": POT, "bowl": BOWL}
        self.hidden: set[str] = set()
        self.turn = turn
        self.watch.task(turn, ())
        self.said: list[Seen] = []

    def go(self, to: Point, lasts_s: float = 1.2, carrying: str | None = None) -> None:
        for sample in reach(self.at, to, lasts_s, begins_s=self.now_s)[1:]:
            self.now_s = sample.t_s
            self.at = sample.at
            if carrying is not None:
                self.objects[carrying] = self.at
            self.look()

    def rest(self, lasts_s: float) -> None:
        for _ in range(round(lasts_s * RATE_HZ)):
            self.now_s += 1 / RATE_HZ
            self.look()

    def look(self) -> None:
        for name, at in self.objects.items():
            if name not in self.hidden:
                self.said += self.watch.object(self.now_s, name, at)
        self.said += self.watch.hand(self.now_s, self.at)

    def blind(self, lasts_s: float) -> None:
        for _ in range(round(lasts_s * 10)):
            self.now_s += 0.1
            self.said += self.watch.time(self.now_s)

    def story(self) -> list[tuple[str, str]]:
        """Stages without repetitions."""
        told: list[tuple[str, str]] = []
        for word in self.said:
            key = (word.leaf, "unsure" if isinstance(word, Unsure) else word.stage.value)
            if not told or told[-1] != key:
                told.append(key)
        return told

    def last(self) -> Sighting:
        word = self.said[-1]
        assert isinstance(word, Sighting)
        return word


def test_reach_take_put_down_and_let_go_is_done() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.rest(0.3)
    scene.go(TRAY, carrying="cup")
    scene.rest(1.0)
    assert scene.story() == [("do/cup", "reaching"), ("do/cup", "working")]
    scene.go(HOME)
    assert scene.story()[-1] == ("do/cup", "done")
    assert scene.last().confidence == 1.0
    assert scene.watch.effort is None


def test_an_object_at_its_goal_is_not_done_while_the_hand_is_at_it() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.go(TRAY, carrying="cup")
    scene.go((TRAY[0] + 0.14, TRAY[1], 0.0), 0.4)
    scene.rest(2.0)
    assert scene.story()[-1] == ("do/cup", "working")
    scene.go((TRAY[0] + 0.16, TRAY[1], 0.0), 0.4)
    scene.rest(0.1)
    assert scene.story()[-1] == ("do/cup", "done")


def test_an_object_must_lie_still_for_half_a_second() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.go(TRAY, carrying="cup")
    for _ in range(8):  # it still rolls to and fro, let go
        scene.objects["cup"] = (TRAY[0] - 0.03, TRAY[1], 0.0)
        scene.go(HOME, 0.2)
        scene.objects["cup"] = (TRAY[0] + 0.03, TRAY[1], 0.0)
        scene.go(HOME, 0.2)
        assert scene.story()[-1] == ("do/cup", "working")
    scene.rest(0.6)
    assert scene.story()[-1] == ("do/cup", "done")


@pytest.mark.parametrize(("off_m", "end"), [(0.045, "done"), (0.06, "cleared")])
def test_done_is_within_5_cm_of_the_goal(off_m: float, end: str) -> None:
    scene = Scene()
    scene.go(CUP)
    scene.go((TRAY[0], TRAY[1] + off_m, 0.0), carrying="cup")
    scene.go(HOME)
    scene.rest(0.6)
    assert scene.story()[-1] == ("do/cup", end)


def test_put_down_elsewhere_is_not_done() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.go((0.5, 0.5, 0.0), carrying="cup")
    scene.go(HOME)
    scene.rest(0.6)
    assert scene.story()[-1] == ("do/cup", "cleared")
    assert scene.last().why == "put it down elsewhere"


def test_a_goal_that_nobody_can_see_is_asked_about_once() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.rest(0.3)
    scene.hidden = {"cup"}
    scene.go(TRAY)
    scene.go(HOME)
    scene.rest(5.0)
    assert scene.story() == [
        ("do/cup", "reaching"),
        ("do/cup", "working"),
        ("do/cup", "unsure"),
        ("do/cup", "working"),
    ]
    assert sum(isinstance(word, Unsure) for word in scene.said) == 1


def test_a_hand_that_vanishes_with_the_object_is_asked_about() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.go((0.4, 0.2, 0.0), 0.5, carrying="cup")
    scene.blind(4.0)
    assert scene.story()[-1] == ("do/cup", "unsure")


def test_a_hand_that_withdraws_before_it_takes_clears_the_leaf() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.go(HOME, 1.5)
    scene.rest(1.0)
    assert scene.story() == [("do/cup", "reaching"), ("do/cup", "cleared")]
    assert scene.last().why == "withdrew"


def test_withdrawing_takes_a_second_and_20_cm() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.go((CUP[0] + 0.19, CUP[1], 0.0), 0.8)
    scene.rest(3.0)
    assert scene.story() == [("do/cup", "reaching")]
    scene.go((CUP[0] + 0.40, CUP[1], 0.0), 0.5)
    scene.rest(0.3)
    assert scene.story() == [("do/cup", "reaching")]
    scene.rest(1.0)
    assert scene.story()[-1] == ("do/cup", "cleared")


def test_coming_back_in_time_is_not_withdrawing() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.go((CUP[0] + 0.3, CUP[1], 0.0), 0.5)
    scene.go(CUP, 0.5)
    scene.rest(2.0)
    assert scene.story() == [("do/cup", "reaching")]


def test_who_does_nothing_for_15_s_is_not_at_it_and_not_taken_to_be_until_they_move() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.rest(14.0)
    assert scene.story() == [("do/cup", "reaching")]
    scene.rest(10.0)
    assert scene.story() == [("do/cup", "reaching"), ("do/cup", "cleared")]
    assert scene.last().why == "did nothing for 15 s"
    scene.go(HOME)
    scene.rest(2.0)
    scene.go(CUP)
    assert scene.story()[-1] == ("do/cup", "reaching")


def test_a_hand_that_is_not_seen_any_more_is_forgotten_after_15_s() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.blind(16.0)
    assert scene.story()[-1] == ("do/cup", "cleared")


def test_turning_to_something_else_clears_the_first() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.go(POT)
    scene.rest(0.3)
    assert scene.story() == [
        ("do/cup", "reaching"),
        ("do/cup", "cleared"),
        ("do/pot", "reaching"),
    ]


def test_what_is_not_the_persons_turn_is_unexpected() -> None:
    scene = Scene()
    scene.go(BOWL)
    scene.rest(0.5)
    assert scene.story()[-1] == ("do/bowl", "reaching")
    assert scene.last().unexpected
    scene.go(TARGETS["do/bowl"].goal, carrying="bowl")
    scene.go(HOME)
    scene.rest(0.6)
    assert scene.story()[-1] == ("do/bowl", "done")


def test_an_object_taken_without_any_reach_seen_is_being_worked_on() -> None:
    scene = Scene()
    scene.at = BOWL
    scene.look()
    scene.go((-0.4, 0.2, 0.0), 0.6, carrying="bowl")
    assert scene.story()[-1] == ("do/bowl", "working")
    assert scene.last().unexpected


@pytest.mark.parametrize(("home", "story"), [(HOME, []), (None, [("do/cup", "reaching")])])
def test_a_hand_on_its_way_back_means_nothing(
    home: Point | None, story: list[tuple[str, str]]
) -> None:
    scene = Scene()
    scene.watch = Watch("ann", "pr2", TARGETS, home=home)
    scene.watch.task(scene.turn, ())
    scene.at = (-0.2, 0.1, 0.0)
    scene.objects["cup"] = (0.5, 0.32, 0.0)
    scene.go(HOME)
    assert scene.story() == story


def test_what_a_robot_holds_is_not_the_persons() -> None:
    watch = Watch("ann", "pr2", TARGETS)
    watch.task(["do/cup"], [])
    said: list[Seen] = []
    for i in range(60):
        at = (CUP[0] + i * 0.005, CUP[1], 0.0)
        said += watch.object(i / 30, "cup", at, held=True)
        said += watch.hand(i / 30, at)
    assert said == []


def test_what_is_done_is_nobodys() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.watch.task(["do/pot"], ["do/cup"])
    assert scene.watch.effort is None
    scene.go(HOME)
    scene.go(CUP)
    assert scene.story() == [("do/cup", "reaching")]


def test_who_gave_it_up_is_not_taken_at_the_same_movement_again() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.said += scene.watch.concedes(scene.now_s, "do/cup")
    assert scene.last().why == "conceded"
    scene.rest(3.0)
    assert scene.story()[-1] == ("do/cup", "cleared")
    scene.go(HOME)
    scene.rest(1.0)
    scene.go(CUP)
    assert scene.story()[-1] == ("do/cup", "reaching")


def test_who_takes_it_after_giving_it_up_has_it() -> None:
    scene = Scene()
    scene.go(CUP)
    scene.said += scene.watch.concedes(scene.now_s, "do/cup")
    scene.go(TRAY, carrying="cup")
    assert scene.story()[-1] == ("do/cup", "working")


def test_what_is_said_counts_without_any_movement() -> None:
    scene = Scene()
    scene.look()
    scene.said += scene.watch.keeps(0.0, "do/pot")
    assert (scene.last().leaf, scene.last().confidence) == ("do/pot", 1.0)
    assert scene.watch.keeps(0.0, "do/vase") == []


def test_what_another_robot_was_told_counts_here_too() -> None:
    scene = Scene()
    scene.go(CUP)
    told = Sighting(
        "ann", "do/cup", Stage.CLEARED, 1.0, scene.now_s, "baxter", scene.now_s, spoken=True
    )
    scene.watch.hear(msgspec.structs.replace(told, person="bob"))
    scene.watch.hear(msgspec.structs.replace(told, spoken=False))
    assert scene.watch.effort is not None
    scene.watch.hear(told)
    assert scene.watch.effort is None
    scene.watch.hear(msgspec.structs.replace(told, stage=Stage.REACHING))
    assert scene.watch.effort is not None


@pytest.mark.parametrize(
    ("stage", "left"), [(Stage.DONE, None), (Stage.CLEARED, None), (Stage.REACHING, Stage.REACHING)]
)
def test_a_doubt_ends_with_what_the_person_says(stage: Stage, left: Stage | None) -> None:
    scene = Scene()
    scene.go(CUP)
    scene.go((0.4, 0.2, 0.0), 0.5, carrying="cup")
    scene.blind(4.0)
    assert scene.story()[-1] == ("do/cup", "unsure")
    said = Sighting("ann", "do/cup", stage, 1.0, scene.now_s, "baxter", scene.now_s, spoken=True)
    scene.watch.hear(said)
    assert (None if scene.watch.effort is None else scene.watch.effort.stage) is left


def test_what_goes_on_is_said_twice_a_second() -> None:
    scene = Scene()
    scene.go(CUP)
    before = len(scene.said)
    scene.rest(5.0)
    assert 8 <= len(scene.said) - before <= 12


def test_broken_positions_say_nothing() -> None:
    watch = Watch("ann", "pr2", TARGETS)
    assert watch.hand(0.0, (float("nan"), 0.0, 0.0)) == []
    assert watch.object(0.0, "cup", (0.0, float("inf"), 0.0)) == []
    assert watch.time(1.0) == []
    assert watch.concedes(1.0, "do/vase") == []
