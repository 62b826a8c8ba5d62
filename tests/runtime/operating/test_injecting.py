from __future__ import annotations

import pytest

from cotree.core.disturbances import Misfortune
from cotree.runtime.acts import Inject
from cotree.runtime.operating.injecting import INJURIES, Scene

HELD = {"a": ["cup", "mug"], "b": []}
STATES: dict[str, tuple[str, ...]] = {"a": (), "b": ("standby", "loaded")}
SCENE = Scene(STATES, ("c3", "p-3", "p"), HELD.__getitem__)


@pytest.mark.parametrize(
    ("act", "befalls"),
    [
        (Inject(what="fall", robot="a"), [Misfortune(2.0, "falls", "a")]),
        (
            Inject(what="drop", robot="a"),
            [
                Misfortune(2.0, "loses", "a", object="cup"),
                Misfortune(2.0, "loses", "a", object="mug"),
            ],
        ),
        (Inject(what="drop", robot="b"), [Misfortune(2.0, "becomes", "b", state="standby")]),
        (Inject(what="block", place="c3-p-3"), [Misfortune(2.0, "blocks", way=("c3", "p-3"))]),
        (
            Inject(what="unblock", place="p-3-c3", robot="b"),
            [Misfortune(2.0, "clears", "b", way=("p-3", "c3"))],
        ),
    ],
)
def test_an_injection_is_what_a_mission_could_have_scripted(
    act: Inject, befalls: list[Misfortune]
) -> None:
    assert SCENE.befalls(act, 2.0) == befalls


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (Inject(what="fall"), "which robot? there is: a, b"),
        (Inject(what="fall", robot="c"), "no robot 'c'; known: a, b"),
        (Inject(what="block", place="c3-x"), "no way 'c3-x'; name its two ends, as in c3-p3"),
        (Inject(what="block", place="c3-c3"), "no way 'c3-c3'; name its two ends"),
        (Inject(what="block", place="c3-p", robot="x"), "no robot 'x'"),
    ],
)
def test_what_cannot_be_injected_says_what_could(act: Inject, why: str) -> None:
    found = SCENE.befalls(act, 0.0)
    assert isinstance(found, str)
    assert found.startswith(why)


def test_who_holds_nothing_can_drop_nothing() -> None:
    scene = Scene({"a": ()}, (), lambda robot: [])
    assert scene.befalls(Inject(what="drop", robot="a"), 0.0) == "a holds nothing"


def test_a_robot_alone_has_no_process_of_its_own_and_without_places_there_is_no_way() -> None:
    assert SCENE.injections() == INJURIES
    assert Scene({"a": ()}, ("x",), lambda robot: []).injections() == ("fall", "drop")
