"""The whole tea table in a world with forces; Ann is known from pictures, and from nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree.app.again import do_again
from cotree.core.places import distance_m
from cotree.runtime.messages import Message, encode, time_s
from cotree.runtime.read import read
from cotree.runtime.record import Recorder
from cotree.runtime.story import Story
from tests.kit.seeing import Seen, sees

TABLE = "config/experiments/tea_table_seen.yaml"
BEGINS_S = 4.0
pytestmark = sees


@pytest.fixture(scope="module")
def table() -> Seen:
    return Seen(TABLE, until_s=300.0)


@pytest.fixture(scope="module")
def beginning() -> Seen:
    """She reaches for the cup, and the robots begin."""
    return Seen(TABLE, until_s=BEGINS_S)


@pytest.mark.soak
def test_two_robots_and_a_person_who_is_only_seen_set_the_table(table: Seen) -> None:
    assert table.end.result == "success", table.end.reasons
    assert table.reports == []


@pytest.mark.soak
def test_no_step_is_done_twice_and_each_by_somebody(table: Seen) -> None:
    steps = table.done_by_robots()
    assert set(steps.values()) == {1}
    assert set(steps) == {
        "task/drinks/cup",
        "task/drinks/and/sugar",
        "task/food/sandwich",
        "task/food/fruit/orange",
    }, "Ann brings the teapot and the burger"


@pytest.mark.soak
def test_the_robots_ask_her_about_both_things_she_reaches_for(table: Seen) -> None:
    story = Story()
    asked = []
    for message in table.messages:
        story.hear(message)
        asked += [(said.what, said.text) for said in story.said if said.what == "asks"]
    about = " ".join(text for _, text in asked)
    assert "cup" in about
    assert "burger" in about


def test_her_hand_is_told_as_pictures_show_it_and_not_as_it_is(beginning: Seen) -> None:
    """While she waits at the cup the truth is one point; pictures of it differ, and are near."""
    cup = beginning.mission.world.objects["cup"]
    rests = [seen.at for seen in beginning.hands("pr2") if 2.5 < seen.t_s < 3.2]
    assert len(set(rests)) > 1
    assert all(distance_m(at, cup) < 0.06 for at in rests)
    assert cup not in rests


@pytest.mark.parametrize("run", ["beginning", pytest.param("table", marks=pytest.mark.soak)])
def test_the_record_is_done_again_without_any_camera(
    run: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    recorder = Recorder(tmp_path / "seen.mcap")
    for message in request.getfixturevalue(run).messages:
        recorder.write(message)
    recorder.close()
    verdict = do_again(read(tmp_path / "seen.mcap"))
    assert verdict.ok
    assert verdict.equal


@pytest.mark.soak
def test_the_same_seed_gives_the_same_bytes_through_pictures_too() -> None:
    once, again = (
        [each for each in Seen(TABLE, until_s=late_s).messages if _before(each, 5.0)]
        for late_s in (5.5, 6.0)
    )
    assert [encode(each) for each in once] == [encode(each) for each in again]


def _before(message: Message, t_s: float) -> bool:
    return time_s(message) < t_s
