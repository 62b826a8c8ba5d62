"""A grasp server over ROS: real DDS with topics of std_msgs, and gpd_ros's service by stand-ins."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from cotree.core.reasons import Reason
from cotree.ros.gpd import service
from cotree.ros.gpd.client import GpdClient, gpd_client
from cotree.ros.gpd.plain import COLUMNS, TYPE, kept, read, rows_of
from cotree.ros.gpd.service import ServiceWire, request_of
from cotree.ros.gpd.words import PLAIN, Cloud, Hand, Hear
from cotree.ros.missing import NoType, type_named

CLOUD = Cloud(((0.1, 0.2, 0.3), (0.4, 0.5, 0.6)), (1.0, 0.0, 1.5))
ROW = (0.0, 0.0, 0.2, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.05, 1.25)
HAND = Hand((0.0, 0.0, 0.2), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0), 0.05, 1.25)


class FakeGpd:
    """A server beside us, as a bridge to GPD would be; ``answers`` makes rows of a question."""

    def __init__(self, domain: int, answers: Callable[[str, Any], list[Any]]) -> None:
        from tests.kit.dds import Site

        self.site = Site("gpd", domain)
        self.asked: list[tuple[str, list[tuple[float, ...]]]] = []
        self._answers = answers
        type_ = type_named(TYPE, "msg")
        self._publisher = self.site.node.create_publisher(type_, "/detect_grasps/grasps", kept())
        self.site.node.create_subscription(type_, "/detect_grasps/cloud", self._hear, kept())
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._spin)
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        self.site.close()

    def _spin(self) -> None:
        while not self._over.is_set():
            self.site.executor.spin_once(timeout_sec=0.02)

    def _hear(self, message: Any) -> None:
        number, rows = read(message)
        self.asked.append((number, rows))
        for answer in self._answers(number, rows):
            self._publisher.publish(answer)


Serve = Callable[[Callable[[str, Any], list[Any]]], FakeGpd]


@pytest.fixture
def serve(dds: int) -> Iterator[Serve]:
    servers: list[FakeGpd] = []

    def begin(answers: Callable[[str, Any], list[Any]]) -> FakeGpd:
        servers.append(FakeGpd(dds, answers))
        return servers[-1]

    yield begin
    for each in servers:
        each.close()


def table(number: str, rows: list[Any]) -> Any:
    return rows_of(number, " ".join(COLUMNS), rows)


def test_a_cloud_goes_there_and_grasps_come_back(dds: int, serve: Serve) -> None:
    server = serve(lambda number, rows: [table(number, [ROW, ROW])])
    with gpd_client(type_=PLAIN, patience_s=60.0, domain=dds) as client:
        client._finds_s = 60.0
        assert client.ask(CLOUD) == (HAND, HAND)
        assert client.ask(CLOUD) == (HAND, HAND)
    (first, rows), (second, _) = server.asked
    assert rows == [CLOUD.eye, *CLOUD.points]
    assert first != second


def test_an_answer_that_is_no_table_holds_no_grasps(dds: int, serve: Serve) -> None:
    torn = rows_of("x", "torn", [ROW])

    def answers(number: str, rows: list[Any]) -> list[Any]:
        torn.layout.dim[0].label = number
        torn.layout.dim[0].size = 7
        return [torn]

    serve(answers)
    with gpd_client(type_=PLAIN, patience_s=60.0, domain=dds) as client:
        client._finds_s = 60.0
        assert client.ask(CLOUD) == ()


def test_answers_to_others_are_not_heard(dds: int, serve: Serve) -> None:
    serve(lambda number, rows: [table("another", [ROW])])
    with gpd_client(type_=PLAIN, patience_s=0.2, domain=dds) as client:
        client._finds_s = 60.0
        assert isinstance(client.ask(CLOUD), Reason)


def test_who_is_silent_is_waited_for_no_longer_than_said(dds: int, serve: Serve) -> None:
    serve(lambda number, rows: [])
    with gpd_client(type_=PLAIN, patience_s=0.1, domain=dds) as client:
        client._finds_s = 60.0
        said = client.ask(CLOUD)
    assert isinstance(said, Reason)
    assert said.code == "too_late"
    assert said.message.endswith("did not answer within 0.1 s")


def test_who_is_not_there_is_one_message_with_what_to_do(dds: int) -> None:
    with gpd_client(type_=PLAIN, domain=dds) as client:
        client._finds_s = 0.1
        said = client.ask(CLOUD)
    assert isinstance(said, Reason)
    assert said.code == "no_server"
    assert "no grasp server at /detect_grasps/cloud" in said.message
    assert "start GPD's node, or use our own grasps" in said.message


def test_without_the_messages_of_gpd_it_is_said_what_is_missing(dds: int) -> None:
    missing = pytest.raises(NoType, match="no package 'gpd_ros' with srv types")
    with missing, gpd_client(domain=dds):
        pass


# -- the service of gpd_ros, whose messages are on no index ----------------------------------------


def plain(**fields: Any) -> SimpleNamespace:
    return SimpleNamespace(**fields)


class Request:
    """The fields of its request."""

    def __init__(self) -> None:
        cloud = plain(header=plain(frame_id=""))
        sources = plain(cloud=cloud, camera_source=[], view_points=[])
        self.cloud_indexed = plain(cloud_sources=sources, indices=[])


class DetectGrasps:
    """Its type."""

    Request = Request


def config() -> SimpleNamespace:
    def xyz(x: float, y: float, z: float) -> SimpleNamespace:
        return plain(x=x, y=y, z=z)

    return plain(
        position=xyz(0.0, 0.0, 0.2),
        approach=xyz(0.0, 0.0, -1.0),
        binormal=xyz(0.0, 1.0, 0.0),
        axis=xyz(1.0, 0.0, 0.0),
        width=plain(data=0.05),
        score=plain(data=1.25),
        sample=xyz(9.0, 9.0, 9.0),
    )


class Calls:
    """A client of a service: keeps requests, and answers at once or never."""

    def __init__(self, *, answers: bool = True, ready: bool = True) -> None:
        self.requests: list[Any] = []
        self.answers, self.ready = answers, ready

    def service_is_ready(self) -> bool:
        return self.ready

    def call_async(self, request: Any) -> Any:
        self.requests.append(request)
        result = plain(grasp_configs=plain(grasps=[config()]))
        future = plain(cancelled=lambda: False, exception=lambda: None, result=lambda: result)

        def tell(done: Callable[[Any], None]) -> None:
            if self.answers:
                done(future)

        return plain(add_done_callback=tell)


@pytest.fixture
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """All types of messages as plain values."""
    types = {"gpd_ros/srv/DetectGrasps": DetectGrasps}
    monkeypatch.setattr(service, "type_named", lambda name, kind: types.get(name, plain))


def test_the_question_is_the_cloud_as_pcl_reads_it(stand_ins: None) -> None:
    sources = request_of(DetectGrasps, CLOUD).cloud_indexed.cloud_sources
    cloud = sources.cloud
    assert [(each.name, each.offset, each.datatype) for each in cloud.fields] == [
        ("x", 0, 7), ("y", 4, 7), ("z", 8, 7)
    ]  # fmt: skip
    assert (cloud.height, cloud.width, cloud.point_step, cloud.row_step) == (1, 2, 12, 24)
    assert struct.unpack("=6f", cloud.data) == pytest.approx((0.1, 0.2, 0.3, 0.4, 0.5, 0.6))
    assert cloud.header.frame_id == "map"
    assert [each.data for each in sources.camera_source] == [0, 0], "all seen by the one camera"
    assert [(each.x, each.y, each.z) for each in sources.view_points] == [CLOUD.eye]


def test_the_service_is_asked_and_its_grasps_are_read(stand_ins: None) -> None:
    calls = Calls()
    wire = ServiceWire(plain(create_client=lambda type_, name: calls))
    assert GpdClient(wire).ask(CLOUD) == (HAND,)
    assert len(calls.requests) == 1


@pytest.mark.real
@pytest.mark.parametrize(
    ("calls", "code"), [(Calls(ready=False), "no_server"), (Calls(answers=False), "too_late")]
)
def test_a_service_that_is_not_there_or_hangs_is_a_reason(
    stand_ins: None, calls: Calls, code: str
) -> None:
    wire = ServiceWire(plain(create_client=lambda type_, name: calls))
    said = GpdClient(wire, patience_s=0.05, finds_s=0.0).ask(CLOUD)
    assert isinstance(said, Reason)
    assert said.code == code
    assert "/detect_grasps (gpd_ros/srv/DetectGrasps)" in said.message


def test_a_server_that_came_late_is_found_by_the_next_question() -> None:
    class Late:
        name, up = "late", False

        def send(self, cloud: Cloud, hear: Hear) -> None:
            hear((HAND,))

    wire = Late()
    client = GpdClient(wire, finds_s=0.0)
    assert isinstance(client.ask(CLOUD), Reason)
    wire.up = True
    assert client.ask(CLOUD) == (HAND,)
