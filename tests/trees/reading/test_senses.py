"""Cameras of a world, and what a mission has senses for."""

from __future__ import annotations

import pytest

from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.core.senses import ArmSense, CameraModel, HandSense, ObjectSense, SpeechSense
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import loads
from cotree.trees.reading.advice import warnings_of

CEILING = "{at: [0, 0.4, 1.5], looks_at: [0, 0.4]}"
TEXT = """\
mission: m
team: {{pr2: {{robot: pr2_right_arm}}, {person}}}
world: {{places: {{tray: [0.2, 0]}}, objects: {{cup: [0.5, 0]}}, cameras: {cameras}}}
task: {{place: {{object: cup, at: tray}}}}
senses: {senses}
"""
ANN = "ann: {person: {watched_by: [pr2]}}"


def mission(
    senses: str, cameras: str = f"{{ceiling: {CEILING}}}", person: str = ANN, file: str = "m.yaml"
) -> Mission:
    return loads(TEXT.format(person=person, cameras=cameras, senses=senses), file)


def wrong(senses: str, cameras: str = f"{{ceiling: {CEILING}}}", person: str = ANN) -> list[str]:
    with pytest.raises(InputError) as error:
        mission(senses, cameras, person)
    return [str(each) for each in error.value.mistakes]


def test_a_camera_has_sensible_defaults_and_senses_a_short_form() -> None:
    read = mission(
        "{hands: ceiling, objects: {camera: ceiling, without: stop}, speech: {yes: y, no: n}}"
    )
    ceiling = CameraModel((0.0, 0.4, 1.5), (0.0, 0.4, 0.0))
    assert read.world.cameras == {"ceiling": ceiling}
    assert read.senses.hands == HandSense(("ceiling",))
    assert read.senses.objects == ObjectSense(("ceiling",), "stop")
    assert read.senses.speech == SpeechSense("y", "n")
    assert read.senses.cameras == ("ceiling",)
    assert not mission("").senses.any


def test_robots_ask_aloud_with_or_without_people_who_answer_aloud() -> None:
    assert mission("{speech: {voice: true}}").senses.speech == SpeechSense(voice=True)
    both = mission("{speech: {yes: y, no: n, voice: true, without: stop}}").senses.speech
    assert both == SpeechSense("y", "n", True, "stop")


def test_a_mission_may_refuse_to_go_on_without_arms() -> None:
    senses = mission("{arms: {without: stop}}", person="baxter: {robot: baxter_right_arm}").senses
    assert senses.arms == ArmSense("stop")
    assert senses.any
    assert senses.cameras == ()


def test_a_sense_may_have_several_cameras() -> None:
    two = f"{{near: {CEILING}, far: {CEILING}}}"
    for written in ("{hands: [near, far]}", "{hands: {camera: [near, far]}}"):
        senses = mission(written, two).senses
        assert senses.hands == HandSense(("near", "far"))
        assert senses.cameras == ("far", "near")
    (found,) = wrong("{hands: [near, fra]}", two)
    assert "no camera 'fra'; did you mean 'far'?" in found


def test_all_of_a_camera_can_be_said() -> None:
    full = (
        "{side: {at: [0, 0, 1], looks_at: [1, 0, 0], size: 320x240, fov: 90, hz: 10 Hz, noise: 0, "
        "source: talk.mp4, depth: table}}"
    )
    assert mission("{hands: side}", full).world.cameras["side"] == CameraModel(
        (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (320, 240), 90.0, 10.0, 0.0, "talk.mp4", "table"
    )


def test_cameras_stand_beside_the_name_of_a_world_that_is_used() -> None:
    text = TEXT.format(person=ANN, cameras="{}", senses="{hands: ceiling}").replace(
        "world: {places: {tray: [0.2, 0]}, objects: {cup: [0.5, 0]}, cameras: {}}",
        f"world: {{use: tea_table, physics: true, cameras: {{ceiling: {CEILING}}}}}",
    )
    world = loads(text, "m.yaml").world
    assert list(world.cameras) == ["ceiling"]
    assert world.physics
    assert "teapot" in world.objects


@pytest.mark.parametrize(
    ("senses", "text"),
    [
        ("[hands]", "'senses' must be a mapping of hands, objects, speech, arms; found a list"),
        ("{hand: ceiling}", "there is no sense 'hand'; did you mean 'hands'?"),
        ("{hands: ceilin}", "no camera 'ceilin'; did you mean 'ceiling'?"),
        ("{hands: 3}", "'hands' must be the name of a camera, found the number 3"),
        ("{hands: {without: stop}}", "'hands' needs 'camera': a camera of the world"),
        ("{hands: {camera: ceiling, without: panic}}", "unknown word 'panic'; known: go_on, stop"),
        ("{objects: {camera: ceiling, model: x}}", "'objects' has no 'model'; known: camera, with"),
        ("{speech: {yes: y.wav}}", "'speech' needs 'no': how people of a script say no"),
        ("{speech: {no: n.wav}}", "'speech' needs 'yes': how people of a script say yes"),
        ("{speech: {yes: y.wav, voice: true}}", "'speech' needs 'no': how people of a script"),
        ("{speech: {}}", "'speech' needs 'yes' and 'no', how people of a script say it, or 'voice"),
        ("{speech: {voice: loud}}", "'voice': expected true or false"),
        ("{arms: {without: panic}}", "unknown word 'panic'; known: go_on, stop"),
        ("{arms: both}", "'arms' must be a mapping, found 'both'"),
        ("{speech: loud}", "'speech' must be a mapping, found 'loud'"),
    ],
)
def test_what_no_sense_can_be_is_refused_in_one_line(senses: str, text: str) -> None:
    (found,) = wrong(senses)
    assert found.startswith("m.yaml:5:")
    assert text in found


@pytest.mark.parametrize(
    ("camera", "text"),
    [
        ("{at: [0, 0, 1]}", "a camera needs 'looks_at'"),
        ("{at: [0, 0, 1], looks_at: [0, 0, 1]}", "'looks_at' is where the camera is"),
        ("{at: [0, 0], looks_at: [1, 0], depth: table}", "needs a camera above the table"),
        ("{at: [0, 0, 1], looks_at: [1, 0], size: 1x1}", "64 to 1280 pixels each way, found 1x1"),
        ("{at: [0, 0, 1], looks_at: [1, 0], size: big}", "a size in pixels such as 640x480"),
        ("{at: [0, 0, 1], looks_at: [1, 0], fov: 200}", "must be at most 150"),
        ("{at: [0, 0, 1], looks_at: [1, 0], hz: 1000}", "must be at most 60"),
        ("{at: [0, 0, 1], looks_at: [1, 0], colour: red}", "a camera has no 'colour'"),
        ("above", "a mapping such as {at: [0, 0.4, 1.5], looks_at: [0, 0.4]}, found 'above'"),
    ],
)
def test_what_no_camera_can_be_is_refused_in_one_line(camera: str, text: str) -> None:
    (found,) = wrong("{}", f"{{ceiling: {camera}}}")
    assert text in found


def test_hands_and_speech_need_people_and_hands_somebody_who_watches() -> None:
    (nobody,) = wrong("{hands: ceiling}", person="baxter: {robot: baxter_right_arm}")
    assert "'hands' are those of people, and this team has none" in nobody
    (unwatched,) = wrong("{hands: ceiling}", person="ann: {person: {}}")
    assert "nobody watches a person of this team: {person: {watched_by: [ROBOT]}}" in unwatched
    (mute,) = wrong("{speech: {yes: y.wav, no: n.wav}}", person="baxter: {robot: baxter_right_arm}")
    assert "'speech' are those of people" in mute


def test_a_sense_without_any_camera_shows_how_one_is_written() -> None:
    (found,) = wrong("{objects: ceiling}", cameras="{}")
    assert "no camera 'ceiling'; the world has none: cameras: {ceiling: {at:" in found


def test_pictures_of_a_world_without_physics_are_warned_of() -> None:
    (warning,) = warnings_of(mission("{hands: ceiling}"), catalogue())
    assert "camera 'ceiling' shows a world with physics, and this one has none" in str(warning)
    filmed = "{ceiling: {at: [0, 0.4, 1.5], looks_at: [0, 0.4], source: a.mp4}}"
    assert warnings_of(mission("{hands: ceiling}", filmed), catalogue()) == []
