"""What a GPD server answers becomes our grasps, or is left out."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from cotree.app.grasp_servers import GpdServer
from cotree.core.grippers import BAXTER
from cotree.core.reasons import Reason
from cotree.manipulation.frames import Array
from cotree.manipulation.grasps import GraspServer, Question
from cotree.manipulation.grasps.gpd import found_of, percent
from cotree.ros.gpd.words import Cloud, Hand
from tests.kit.shapes import EYE, SHAPES, seen

DOWN = (0.0, 0.0, -1.0)
GOOD = Hand((0.0, 0.0, 0.16), DOWN, (0.0, 1.0, 0.0), (1.0, 0.0, 0.0), 0.06, 2.0)


def question(cloud: Array | None = None) -> Question:
    post = np.array([(x, 0.0, z) for x in (-0.01, 0.01) for z in np.linspace(0.0, 0.12, 25)])
    return Question(post if cloud is None else cloud, EYE, BAXTER, table_z=0.0)


def changed(**fields: object) -> Hand:
    values = {name: getattr(GOOD, name) for name in GOOD.__struct_fields__}
    return Hand(**{**values, **fields})


def test_the_origin_of_a_hand_is_between_its_tips_and_not_at_its_base() -> None:
    best = found_of([GOOD], question()).best
    assert best is not None
    assert best.at == pytest.approx((0.0, 0.0, 0.16 - BAXTER.depth_m))
    assert best.approach == DOWN
    assert best.closing == (0.0, 1.0, 0.0)
    assert best.width_m == 0.06
    assert best.bite_m == pytest.approx(0.02, abs=0.006), "of a post that is 12 cm high"


def test_a_score_is_how_sure_the_network_is() -> None:
    assert percent(0.0) == 50.0
    assert percent(math.log(9.0)) == pytest.approx(90.0)
    assert 0.0 <= percent(-1e9) < 1e-6
    assert percent(1e9) == 100.0


def test_the_best_grasp_comes_first() -> None:
    found = found_of([changed(score=-1.0), changed(score=3.0), changed(score=1.0)], question())
    assert [round(each.score) for each in found.grasps] == [95, 73, 27]


@pytest.mark.parametrize(
    "hand",
    [
        changed(at=(math.nan, 0.0, 0.1)),
        changed(score=math.inf),
        changed(approach=(0.0, 0.0, 0.0)),
        changed(binormal=(0.0, 0.5, -0.5)),
        changed(width_m=0.12),
        changed(at=(0.0, 0.0, 0.02)),
    ],
    ids=["nan", "infinite", "no direction", "skew", "too wide", "in the table"],
)
def test_what_cannot_be_is_left_out(hand: Hand) -> None:
    assert len(found_of([hand, GOOD], question()).grasps) == 1
    found = found_of([hand], question())
    assert found.reason is not None
    assert found.reason.code == "no_grasps"


def test_axes_that_are_nearly_square_are_made_so() -> None:
    best = found_of([changed(approach=(0.0, 0.04, -2.0))], question()).best
    assert best is not None
    turn = best.pose()[:3, :3]
    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-9)


@dataclasses.dataclass
class FakeClient:
    """Answers with what it is given, and keeps what it was asked."""

    says: tuple[Hand, ...] | Reason = (GOOD,)
    asked: list[Cloud] = dataclasses.field(default_factory=list)

    def ask(self, cloud: Cloud) -> tuple[Hand, ...] | Reason:
        self.asked.append(cloud)
        return self.says


def server(client: FakeClient) -> tuple[GraspServer, list[str]]:
    said: list[str] = []
    return GpdServer(client, said.append), said  # type: ignore[arg-type]


def test_it_is_asked_where_our_sampler_would_be() -> None:
    client = FakeClient()
    gpd, _ = server(client)
    cloud = np.vstack([seen(SHAPES["can"], 0.0, noise_m=0.0, points=500), [[np.nan, 0, 0]]])
    assert gpd.ask(Question(cloud, EYE, BAXTER, 0.0)).score == pytest.approx(percent(2.0))
    (asked,) = client.asked
    assert len(asked.points) == len(cloud) - 1
    assert asked.eye == tuple(EYE)


def test_that_nobody_is_there_is_said_once_and_every_answer_has_its_reason() -> None:
    client = FakeClient(Reason("no_server", "no grasp server at /detect_grasps"))
    gpd, said = server(client)
    for _ in range(3):
        found = gpd.ask(question())
        assert found.reason is not None
        assert (found.score, found.reason.code) == (0.0, "no_server")
    assert said == ["no grasp server at /detect_grasps"]
    client.says = (GOOD,)
    assert gpd.ask(question()).best is not None
    client.says = Reason("too_late", "no answer within 5 s")
    gpd.ask(question())
    assert said[1:] == ["no answer within 5 s"]


@pytest.mark.parametrize(
    ("cloud", "eye", "code"),
    [
        (np.zeros((0, 3)), EYE, "empty"),
        (np.full((50, 3), np.nan), EYE, "empty"),
        (np.zeros((50, 3)), np.array((np.inf, 0.0, 0.0)), "bad_camera"),
    ],
)
def test_what_a_sensor_may_send_is_no_question(cloud: Array, eye: Array, code: str) -> None:
    client = FakeClient()
    found = server(client)[0].ask(Question(cloud, eye, BAXTER, 0.0))
    assert found.reason is not None
    assert found.reason.code == code
    assert client.asked == []
