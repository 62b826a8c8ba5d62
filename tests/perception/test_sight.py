"""What one camera tells a mission: its events, and why there are none."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from cotree.core.actions import FactSeen, HandSeen, ObjectSeen
from cotree.core.places import Point, distance_m
from cotree.core.senses import HANDS, OBJECTS
from cotree.perception.blind import Blind
from cotree.perception.camera import looking
from cotree.perception.frame import Frame, frame_of
from cotree.perception.hands import Hand2D, Watcher
from cotree.perception.hands.owner import UNSEEN_S, Owners
from cotree.perception.hands.palm import Palm
from cotree.perception.hands.track import Track
from cotree.perception.objects import level
from cotree.perception.sight import HandSight, Sight, ThingSight
from cotree.perception.sight.over import on_table
from cotree.runtime.senses.ports import Moment
from tests.kit.pictures.scene import Can, Scene

CAMERA = looking((0.0, -0.6, 1.0), (0.0, 0.0, 0.0))
CUP = Can((-0.15, 0.0, 0.0), 0.04, 0.08, (200, 30, 30))
POT = Can((0.15, 0.1, 0.0), 0.05, 0.12, (30, 60, 160))
STAND: dict[str, Point] = {"cup": (-0.15, 0.0, 0.0), "pot": (0.15, 0.1, 0.0)}


def frame(t_s: float, *things: Can) -> Frame:
    """The table with these things on it."""
    rgb, depth = (
        Scene(table_z=0.0, things=list(things))
        .drawn(CAMERA)
        .noisy(np.random.default_rng(int(t_s * 1000)))
    )
    made = frame_of(t_s, rgb, depth, CAMERA)
    assert isinstance(made, Frame)
    return made


def moved(thing: Can, x: float, y: float) -> Can:
    return Can((x, y, 0.0), thing.radius, thing.height, thing.colour)


@pytest.fixture
def things(cv2: ModuleType) -> ThingSight:
    return ThingSight(STAND, level(0.0))


def look(
    things: ThingSight, shown: Frame, held: frozenset[str] = frozenset(), *, all_of: bool = False
) -> tuple[dict[str, Point], dict[str, object]]:
    """Where things are told to be, and what else is told."""
    told = things.look(shown, (), held, all_of=all_of)
    assert not isinstance(told, Blind), told
    places = {each.object: each.at for each in told if isinstance(each, ObjectSeen)}
    return places, {each.name: each.value for each in told if isinstance(each, FactSeen)}


def test_things_are_learned_where_they_should_stand_and_followed_from_there(
    things: ThingSight,
) -> None:
    places, doubts = look(things, frame(0.0, CUP, POT))
    assert {name: distance_m(at, STAND[name]) < 0.03 for name, at in places.items()} == {
        "cup": True,
        "pot": True,
    }
    assert set(doubts) == {"cup/doubt_m", "pot/doubt_m"}
    assert look(things, frame(0.2, CUP, POT))[0] == {}, "what stands still is not told again"
    places, _ = look(things, frame(0.4, moved(CUP, -0.3, 0.15), POT))
    assert distance_m(places["cup"], (-0.3, 0.15, 0.0)) < 0.03
    assert set(places) == {"cup"}


def test_while_a_hand_is_about_all_that_is_seen_is_told(things: ThingSight) -> None:
    look(things, frame(0.0, CUP, POT))
    assert set(look(things, frame(0.2, CUP, POT), all_of=True)[0]) == {"cup", "pot"}


def test_what_is_gone_is_said_to_be_lost_and_found_again(things: ThingSight) -> None:
    look(things, frame(0.0, CUP, POT))
    facts: dict[str, object] = {}
    for t_s in (0.2, 0.4, 0.6):
        facts |= look(things, frame(t_s, POT))[1]
    assert facts["cup/lost"] is True
    places, facts = look(things, frame(0.8, moved(CUP, 0.0, -0.1), POT))
    assert distance_m(places["cup"], (0.0, -0.1, 0.0)) < 0.03
    assert facts["cup/lost"] is False


def test_what_a_robot_holds_is_neither_looked_for_nor_lost(things: ThingSight) -> None:
    look(things, frame(0.0, CUP, POT))
    for t_s in (0.2, 0.4, 0.6, 0.8):
        places, facts = look(things, frame(t_s, moved(CUP, 0.0, 0.2), POT), frozenset(("cup",)))
        assert "cup" not in places
        assert "cup/lost" not in facts
    assert "cup" in look(things, frame(1.0, moved(CUP, 0.0, 0.2), POT))[0]


class Painted:
    """Finds the hands that a test says there are."""

    def __init__(self, *hands: Hand2D) -> None:
        self.hands = hands

    def find(self, frame: Frame) -> tuple[Hand2D, ...]:
        return self.hands

    def close(self) -> None:
        """Nothing."""


def hand_at(at: Point) -> Hand2D:
    ((u, v),) = CAMERA.pixels(np.array([at]))
    return Hand2D(np.full((21, 2), (u, v)), 0.9)


def test_a_hand_is_told_of_the_person_whose_it_is() -> None:
    sight = Sight(
        HandSight(Watcher(Painted(hand_at((0.1, 0.1, 0.0)))), {"ann": (0.1, 0.1, 0.0)}),
        size=(640, 480),
    )
    told = sight.look(frame(0.2), Moment(0.2))
    (seen,) = told.events
    assert isinstance(seen, HandSeen)
    assert (seen.person, seen.t_s) == ("ann", 0.2)
    assert distance_m(seen.at, (0.1, 0.1, 0.0)) < 0.03
    assert told.lively
    assert not told.blind


def track(id_: int, x: float, t_s: float = 0.0) -> Track:
    return Track(id_, Palm(t_s, (x, 0.0, 0.0), 0.02))


def test_two_people_never_have_the_same_hand() -> None:
    owners = Owners({"ann": (0.0, 0.0, 0.0), "bob": (1.0, 0.0, 0.0)})
    found = owners.pick([track(1, 0.1), track(2, 0.9)])
    assert {name: each.id for name, each in found.items()} == {"ann": 1, "bob": 2}
    crossed = owners.pick([track(1, 0.8, 0.1), track(2, 0.2, 0.1)])
    assert {name: each.id for name, each in crossed.items()} == {"ann": 1, "bob": 2}


def test_a_hand_that_appears_elsewhere_is_taken_for_hers_only_after_a_while() -> None:
    owners = Owners({"ann": (0.0, 0.0, 0.0)})
    owners.pick([track(1, 0.0, 0.0)])
    assert owners.pick([track(2, 1.0, 0.5)]) == {}
    assert set(owners.pick([track(2, 1.0, UNSEEN_S + 0.1)])) == {"ann"}


def test_low_over_the_table_is_on_the_table() -> None:
    assert on_table((0.1234, 0.2, 0.12)) == (0.123, 0.2, 0.0)
    assert on_table((0.1, 0.2, 0.4)) == (0.1, 0.2, 0.25)


def odd(**change: object) -> Frame | Blind:
    good = frame(0.0, CUP)
    parts: dict[str, object] = {"rgb": good.rgb, "depth": good.depth_m} | change
    return frame_of(0.0, parts["rgb"], parts["depth"], CAMERA)


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        ({"depth": np.zeros((480, 640), np.float32)}, "the depth is empty"),
        ({"depth": np.full((480, 640), np.nan, np.float32)}, "the depth is empty"),
        ({"rgb": np.zeros((1, 1, 3), np.uint8), "depth": None}, "the image is 1 x 1"),
        ({"rgb": np.zeros((120, 160, 3), np.uint8), "depth": None}, "160x120, not 640x480"),
        ({"rgb": "none"}, "the image is no array"),
    ],
)
def test_of_odd_pictures_all_senses_say_why_they_are_none(
    shown: dict[str, object], why: str, things: ThingSight
) -> None:
    sight = Sight(HandSight(Watcher(Painted()), {}), things, size=(640, 480))
    told = sight.look(odd(**shown), Moment(0.0))
    assert set(told.blind) == {HANDS, OBJECTS}
    assert all(why in reason for reason in told.blind.values())
    assert told.events == ()


def test_a_camera_without_depth_is_blind_for_things(things: ThingSight) -> None:
    told = Sight(None, things, size=(640, 480)).look(odd(depth=None), Moment(0.0))
    assert "depth" in told.blind[OBJECTS]


def test_a_real_picture_that_never_changes_is_a_frozen_camera() -> None:
    still = frame(0.0, CUP)
    sight = Sight(HandSight(Watcher(Painted()), {}), size=(640, 480), real=True)
    blind = []
    for step in range(12):
        shown = Frame(0.25 * step, still.rgb, still.depth_m, CAMERA)
        blind.append(sight.look(shown, Moment(shown.t_s)).blind.get(HANDS, ""))
    assert not any(blind[:8])
    assert all("frozen" in why for why in blind[8:])


def test_without_a_model_only_hands_are_blind(things: ThingSight) -> None:
    sight = Sight(Blind("the hand model is not here"), things, size=(640, 480))
    told = sight.look(frame(0.0, CUP, POT), Moment(0.0))
    assert told.blind == {HANDS: "the hand model is not here"}
    assert any(isinstance(each, ObjectSeen) for each in told.events)
