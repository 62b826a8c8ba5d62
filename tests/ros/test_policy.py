"""The SROS2 policy of a mission: what is used is allowed, and the rules of the schema hold."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from cotree import app
from cotree.cli import main
from cotree.ros.means_file import read_means
from cotree.ros.policy import policy_of
from cotree.trees.reading.shipped import known
from tests.kit.nodes import Nodes
from tests.kit.table import TABLE

CALLS = """
mission: tea
team:
  pr2: {robot: pr2}
  baxter: {robot: baxter}
  ann: {person: {watched_by: [pr2]}}
world: tea_table
coordination: {witness: [tablet]}
task:
  then:
    - action: {type: nav2_msgs/action/BackUp, name: backup}
    - service: {type: std_srvs/srv/SetBool, name: /vacuum, request: {data: true}}
    - publish: {type: std_msgs/msg/Bool, name: light, message: {data: true}}
    - hear: {type: std_msgs/msg/Bool, name: door, expect: {data: true}}
"""
MEANS = "{drives: navigate, performs: {wave: {kind: action, of: a_msgs/action/Wave, name: /wave}}}"
WITH_ANN = "/cotree/set_the_table_with_ann_a554df6c/talk"
CHILDREN = {
    "policy": {"enclaves"},
    "enclaves": {"enclave"},
    "enclave": {"profiles"},
    "profiles": {"profile"},
    "profile": {"topics", "services", "actions"},
    "topics": {"topic"},
    "services": {"service"},
    "actions": {"action"},
}
VERBS = {
    "topics": {"publish", "subscribe"},
    "services": {"reply", "request"},
    "actions": {"call", "execute"},
}
NEEDED = {"policy": {"version"}, "enclave": {"path"}, "profile": {"ns", "node"}}


def check(element: ET.Element) -> None:
    """The rules of the policy schema of sros2."""
    tag = element.tag
    assert element.attrib.keys() == NEEDED.get(tag, set()) | (
        set(element.attrib) & VERBS.get(tag, set())
    )
    if tag in VERBS:
        assert set(element.attrib.values()) <= {"ALLOW", "DENY"}
        assert element.attrib, "a list without a verb allows nothing"
    if tag in CHILDREN:
        assert len(element) or tag == "profile"
        assert {child.tag for child in element} <= CHILDREN[tag]
        for child in element:
            check(child)
    else:
        assert element.text


def read(tmp_path: Path, with_means: bool) -> ET.Element:
    (tmp_path / "tea.yaml").write_text(CALLS)
    (tmp_path / "means.yaml").write_text(MEANS)
    means = read_means(str(tmp_path / "means.yaml")) if with_means else None
    return ET.fromstring(policy_of(app.read_mission(str(tmp_path / "tea.yaml")), means))


def names(policy: ET.Element, member: str, tag: str, verb: str) -> set[str | None]:
    lists = policy.iterfind(f".//enclave[@path='/cotree/{member}']//{tag}[@{verb}='ALLOW']")
    return {each.text for found in lists for each in found}


@pytest.mark.parametrize("with_means", [False, True])
def test_the_rules_of_the_schema_hold(tmp_path: Path, with_means: bool) -> None:
    check(read(tmp_path, with_means))


@pytest.mark.parametrize("name", sorted(known()))
def test_every_mission_that_came_with_cotree_has_a_policy(name: str) -> None:
    check(ET.fromstring(policy_of(app.read_mission(str(known()[name])))))


def test_each_teammate_has_an_enclave_and_speaks_only_where_it_must(tmp_path: Path) -> None:
    policy = read(tmp_path, with_means=False)
    paths = [each.attrib["path"] for each in policy.iter("enclave")]
    assert paths == [f"/cotree/{name}" for name in ("pr2", "baxter", "ann", "tablet", "viewer")]
    topics = {f"/cotree/tea/{topic}" for topic in ("letters", "sight", "talk", "telling")}
    for robot in ("pr2", "baxter", "tablet"):
        assert topics <= names(policy, robot, "topics", "publish")
    said = names(policy, "ann", "topics", "publish") & topics
    assert said == topics - {"/cotree/tea/letters"}, "a person promises nothing"
    assert "light" not in names(policy, "pr2", "topics", "publish"), "it is simulated"


def test_what_leaves_and_bodies_call_is_allowed_to_robots_only(tmp_path: Path) -> None:
    policy = read(tmp_path, with_means=True)
    assert names(policy, "pr2", "actions", "call") == {"backup", "navigate", "/wave"}
    assert names(policy, "pr2", "services", "request") == {"/vacuum"}
    assert "light" in names(policy, "pr2", "topics", "publish")
    assert "door" in names(policy, "pr2", "topics", "subscribe")
    assert "~/change_state" in names(policy, "pr2", "services", "reply")
    for other in ("ann", "tablet"):
        assert not names(policy, other, "actions", "call")
        assert not names(policy, other, "services", "request")


def test_a_viewer_hears_what_is_told_and_may_say_nothing(tmp_path: Path) -> None:
    policy = read(tmp_path, with_means=True)
    assert names(policy, "viewer", "topics", "subscribe") == {"/cotree/tea/telling"}
    assert names(policy, "viewer", "topics", "publish") == {"/parameter_events"}


def test_a_teammate_called_viewer_is_a_teammate(tmp_path: Path) -> None:
    (tmp_path / "tea.yaml").write_text(CALLS.replace("tablet", "viewer"))
    policy = ET.fromstring(policy_of(app.read_mission(str(tmp_path / "tea.yaml"))))
    assert [each.attrib["path"] for each in policy.iter("enclave")][-1] == "/cotree/viewer"
    assert "/cotree/tea/letters" in names(policy, "viewer", "topics", "publish")


@pytest.mark.parametrize(
    ("args", "namespace", "topic"),
    [
        ([], "/pr2", WITH_ANN),
        (["--namespace", "/"], "/", WITH_ANN),
        (
            ["--namespace", "/lab/robots"],
            "/lab/robots",
            WITH_ANN,
        ),
        (["--team", "lab"], "/pr2", "/cotree/lab/talk"),
    ],
)
def test_robots_are_where_the_launch_file_starts_them_unless_somebody_says_otherwise(
    capsys: pytest.CaptureFixture[str], args: list[str], namespace: str, topic: str
) -> None:
    assert main(["ros", "policy", "human_robot", *args]) == 0
    policy = ET.fromstring(capsys.readouterr().out)
    robot = policy.find(".//enclave[@path='/cotree/pr2']//profile[@node='robot']")
    assert robot is not None
    assert robot.attrib["ns"] == namespace
    assert topic in names(policy, "ann", "topics", "publish")


def test_a_namespace_that_ros_does_not_take_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ros", "policy", "human_robot", "--namespace", "robots"]) == 2
    assert "'robots' is no namespace; write it as /robots" in capsys.readouterr().err


def test_the_command_prints_it_and_says_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ros", "policy", "tea_table"]) == 0
    check(ET.fromstring(capsys.readouterr().out))
    assert main(["ros", "policy", "tea_tabel"]) == 2
    assert "did you mean 'tea_table'?" in capsys.readouterr().err
    wrong = tmp_path / "means.yaml"
    wrong.write_text("{drives: [1]}")
    assert main(["ros", "policy", "tea_table", "--means", str(wrong)]) == 2
    assert "means.yaml:1:1: Expected `str`, got `array` - at `$.drives`" in capsys.readouterr().err


def test_nothing_of_a_policy_can_be_smuggled_in_by_a_name(tmp_path: Path) -> None:
    text = CALLS.replace("name: /vacuum", 'name: "/a</service><service>/b"')
    (tmp_path / "tea.yaml").write_text(text)
    (tmp_path / "means.yaml").write_text(MEANS)
    mission = app.read_mission(str(tmp_path / "tea.yaml"))
    policy = ET.fromstring(policy_of(mission, read_means(str(tmp_path / "means.yaml"))))
    assert names(policy, "pr2", "services", "request") == {"/a</service><service>/b"}


def whole(policy: ET.Element, node: str, ns: str, tag: str, verb: str) -> set[str]:
    """The names that a node may use, as sros2 completes them."""
    found = policy.iterfind(f".//profile[@node='{node}'][@ns='{ns}']/{tag}[@{verb}='ALLOW']/*")
    start = ns if ns.endswith("/") else f"{ns}/"
    return {_completed(each.text or "", start, node) for each in found}


def _completed(name: str, start: str, node: str) -> str:
    if name.startswith("/"):
        return name
    return f"{start}{node}{name[1:]}" if name.startswith("~") else f"{start}{name}"


Uses: TypeAlias = dict[str, set[str]]


def allowed_to(policy: ET.Element, node: str, ns: str) -> Uses:
    """What a node may use; nobody has simulated time here."""
    return {
        "says": whole(policy, node, ns, "topics", "publish"),
        "hears": whole(policy, node, ns, "topics", "subscribe") - {"/clock"},
        "serves": whole(policy, node, ns, "services", "reply"),
    }


def used_by(looker: Any, node: str, ns: str) -> Uses:
    """What a node uses, as far as it was discovered."""
    says = looker.get_publisher_names_and_types_by_node(node, ns)
    hears = looker.get_subscriber_names_and_types_by_node(node, ns)
    serves = looker.get_service_names_and_types_by_node(node, ns)
    found = {"says": says, "hears": hears, "serves": serves}
    return {word: {each for each, _ in uses} for word, uses in found.items()}


def test_a_node_uses_what_it_may_and_may_do_nothing_that_it_does_not_use(
    tmp_path: Path, dds: int
) -> None:
    from tests.kit.dds import Site

    team = Nodes(tmp_path, TABLE, dds, "tea")
    policy = ET.fromstring(policy_of(app.read_mission(str(tmp_path / "mission.yaml"))))
    team.node("pr2", "name:=pr2", "mission:=mission.yaml", ros=("-r", "__ns:=/pr2"))
    team.starts("viewer", "view", "--team", "tea", "--bus", "ros", "--plain")
    site = Site("looker", dds)
    nodes = {("robot", "/pr2"), ("_cotree_bus_pr2", "/"), ("_cotree_bus_viewer", "/")}
    node = site.node
    allowed = {each: allowed_to(policy, *each) for each in nodes}

    def used() -> dict[tuple[str, str], Uses]:
        """What was discovered so far, of one after the other."""
        known = nodes & set(node.get_node_names_and_namespaces())
        return {each: used_by(node, *each) for each in known}

    try:
        site.until(lambda: used() == allowed)
        site.for_(1.0)
        assert used() == allowed, "and nothing more"
        for name, ns in nodes:
            assert not node.get_client_names_and_types_by_node(name, ns)
    finally:
        site.close()
        team.close()
