from __future__ import annotations

import numpy as np
import pytest

from benchmarks.intent import draw as table
from cotree.core.places import Point
from cotree.perception.hands.palm import Palm
from cotree.perception.hands.track import Track
from cotree.perception.intent import Gathered, Onlooker, Weights
from cotree.perception.objects.found import Found, Seen
from cotree.perception.objects.looks import Look
from cotree.perception.objects.table import level
from cotree.team.mirror.aim import LITERAL, Aim
from cotree.team.mirror.reaches import reach
from cotree.team.mirror.sightings import Sighting, Stage
from cotree.team.mirror.watch import Target

HOME: Point = (0.0, 0.6, 0.85)
CUP: Point = (0.1, 0.0, 0.8)
POT: Point = (-0.3, 0.1, 0.8)
TRAY: Point = (0.4, 0.2, 0.8)
PALM_SIGMA_M = 0.012
"""How much rendered palms jump."""


def judged(
    seeds: range,
    *,
    literal: bool,
    rate_hz: float = 15.0,
    weights: Weights = Weights(),  # noqa: B008
) -> tuple[int, int, int]:
    """Right and wrong verdicts of reaches with a camera's noise, and how many ended right."""
    import random

    right = wrong = ended = 0
    for seed in seeds:
        dice = random.Random(seed)
        one = table(dice, PALM_SIGMA_M, 0.04, rests_s=0.3)
        aim = Aim(LITERAL) if literal else Gathered(weights=weights)
        candidates = {name: one.objects[name] for name in one.turn}
        last = None
        for sample in one.track[:: round(30 / rate_hz)]:
            guess = aim.see(sample.t_s, sample.at, candidates, {})
            if guess is not None:
                last = guess.object
                right, wrong = right + (last == one.meant), wrong + (last != one.meant)
        ended += last == one.meant
    return right, wrong, ended


def test_gathered_evidence_is_hardly_ever_wrong() -> None:
    right, wrong, ended = judged(range(150), literal=False)
    assert wrong <= 0.02 * (right + wrong)
    assert ended >= 0.85 * 150


def test_the_literal_rule_is_often_wrong_on_the_same_reaches() -> None:
    right, wrong, _ = judged(range(60), literal=True)
    assert wrong > 0.05 * (right + wrong)


def test_a_camera_of_thirty_frames_serves_as_well() -> None:
    right, wrong, ended = judged(range(60), literal=False, rate_hz=30.0)
    assert wrong <= 0.03 * (right + wrong)
    assert ended >= 0.85 * 60


@pytest.mark.soak
def test_gathered_evidence_is_hardly_ever_wrong_in_thousands() -> None:
    right, wrong, ended = judged(range(1000, 4000), literal=False)
    assert wrong <= 0.02 * (right + wrong)
    assert ended >= 0.85 * 3000


def test_a_change_of_mind_is_seen() -> None:
    aim = Gathered()
    first = reach(HOME, CUP, 2.0)[:36]
    then = reach(first[-1].at, POT, 1.0, begins_s=first[-1].t_s + 0.03)
    candidates = {"cup": CUP, "pot": POT}
    verdicts = [aim.judge(each.t_s, each.at, candidates) for each in (*first, *then)]
    assert "cup" in {each.object for each in verdicts[:36]}
    assert verdicts[-1].object == "pot"


def test_a_hand_at_rest_means_nothing_and_broken_samples_are_not_taken() -> None:
    aim = Gathered()
    for i in range(30):
        assert aim.judge(i / 30, HOME, {"cup": CUP}).object is None
    assert aim.judge(float("nan"), HOME, {"cup": CUP}).object is None
    assert aim.judge(2.0, (float("inf"), 0.0, 0.0), {"cup": CUP}).object is None
    assert aim.judge(3.0, HOME, {}).object is None


def test_what_is_not_enabled_is_recognised_when_the_hand_arrives() -> None:
    aim = Gathered()
    track = reach(HOME, CUP, 1.0, rests_s=0.4)
    guesses = [aim.see(each.t_s, each.at, {}, {"cup": CUP}) for each in track]
    assert guesses[-1] is not None
    assert guesses[-1].object == "cup"
    assert guesses[-1].arrived


def thing(t_s: float, name: str, at: Point, *, cut: bool = False) -> Found:
    none = ((0.0,) * 3,) * 3
    return Found(t_s, name, at, (0.06, 0.06, 0.1), none, Look(name, at), cut)


def track(t_s: float, at: Point, id_: int = 1) -> Track:
    return Track(id_, Palm(t_s, at, 0.01))


def play(eyes: Onlooker) -> list[Sighting]:
    """The hand takes the cup to the tray and goes home."""
    dice = np.random.default_rng(0)
    said: list[Sighting] = []
    ways = [(HOME, CUP, 0.0), (CUP, TRAY, 1.4), (TRAY, HOME, 2.8)]
    for start, end, begins_s in ways:
        for each in reach(start, end, 1.0, begins_s=begins_s, rate_hz=15.0, rests_s=0.35):
            carried = begins_s == 1.4
            cup = each.at if carried else (CUP if begins_s < 1.0 else TRAY)
            near = np.linalg.norm(np.subtract(each.at, cup)) < 0.1
            seen = [thing(each.t_s, "pot", POT)]
            if carried or not near:  # the hand hides it while it is at rest
                seen.append(thing(each.t_s, "cup", cup))
            x, y, z = (float(value) for value in np.add(each.at, dice.normal(0, 0.008, 3)))
            hands = [track(each.t_s, (x, y, z))]
            table = Seen(level(0.75), tuple(seen))
            said += [one for one in eyes.see(each.t_s, hands, table) if isinstance(one, Sighting)]
    return said


def onlooker(**kwargs: object) -> Onlooker:
    targets = {"/cup": Target("cup", TRAY), "/pot": Target("pot", TRAY)}
    eyes = Onlooker("ann", "pr2", targets, **kwargs)  # type: ignore[arg-type]
    eyes.task(["/cup", "/pot"], [])
    return eyes


def test_the_mirror_is_told_of_the_reach_the_work_and_the_end() -> None:
    stages = [(word.leaf, word.stage) for word in play(onlooker(home=HOME))]
    order = list(dict.fromkeys(stages))
    assert order == [
        ("/cup", Stage.REACHING),
        ("/cup", Stage.WORKING),
        ("/cup", Stage.DONE),
    ]


def test_a_frame_in_which_nothing_is_seen_only_lets_time_pass() -> None:
    eyes = onlooker()
    assert eyes.see(0.0, [], None) == []
    assert eyes.see(0.1, [], Seen(level(0.75), (thing(0.1, "", CUP),))) == []
    assert eyes.see(0.2, [], Seen(level(0.75), (thing(0.2, "cup", CUP, cut=True),))) == []
    assert eyes.watch.things.get("cup") is None


def test_another_hand_far_away_is_not_taken_for_the_persons() -> None:
    eyes = onlooker()
    eyes.see(0.0, [track(0.0, HOME)], None)
    eyes.see(0.1, [track(0.1, (0.0, -0.6, 0.85), 2)], None)
    assert eyes.watch.hand_at == HOME
    eyes.see(0.2, [track(0.2, (0.0, -0.6, 0.85), 2), track(0.2, (0.0, 0.55, 0.85), 1)], None)
    assert eyes.watch.hand_at == (0.0, 0.55, 0.85)
    eyes.see(9.0, [track(9.0, (0.0, -0.6, 0.85), 3)], None)
    assert eyes.watch.hand_at == (0.0, -0.6, 0.85)
