"""A tree of py_trees as a leaf: ticked, stopped, kept apart from others, refused where it must."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import py_trees
import pytest
from py_trees.behaviour import Behaviour
from py_trees.common import Access, Status
from py_trees.composites import Parallel

from cotree.behaviours.hosting.finding import Refused, function_of
from cotree.behaviours.hosting.mark import hosted
from cotree.behaviours.hosting.own_blackboard import OwnBlackboard
from cotree.behaviours.hosting.py_tree import PyTree, PyTreeParams
from cotree.core.actions import FactSeen
from cotree.core.errors import InputError
from cotree.core.stopping import Stop
from cotree.runtime.culprit import culprit
from cotree.trees.reading import loads
from tests.kit.rig import Act, Probe, Rig

BLINK = "cotree.behaviours.hosting.example:blink"
HERE = "trees_of_a_test"
Offer = Callable[[Callable[..., object]], str]


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch) -> Offer:
    """Offers a function as that of an installed module; its name for YAML."""
    module = type(sys)(HERE)

    def put(function: Callable[..., object]) -> str:
        module.make = function  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, HERE, module)
        return f"{HERE}:make"

    return put


def leaf(make: str, /, **given: object) -> PyTree:
    return PyTree("tree", PyTreeParams(make, given or None))


def asked(root: Behaviour) -> Rig:
    """On a bench, after the tick in which the leaf only asks for what it needs."""
    rig = Rig(root)
    assert rig.tick() is Status.RUNNING
    return rig


class Writer(Behaviour):
    """Writes the key ``/word`` and reads what surrounds it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.blackboard = self.attach_blackboard_client(name)
        self.blackboard.register_key("/word", Access.WRITE)
        for key in ("/robot", "/now_s", "/facts"):
            self.blackboard.register_key(key, Access.READ)

    def update(self) -> Status:
        self.blackboard.word = self.name
        facts = self.blackboard.facts
        self.feedback_message = f"{self.blackboard.robot} {self.blackboard.now_s:g} {facts['door']}"
        return Status.RUNNING


def test_it_is_ticked_once_in_each_tick_until_it_is_over() -> None:
    rig = asked(leaf(BLINK, times=2))
    assert [rig.tick().name for _ in range(5)] == ["RUNNING"] * 4 + ["SUCCESS"]
    assert rig.engine.polling is False


def test_what_it_says_is_what_the_leaf_says(offer: Offer) -> None:
    def make() -> Behaviour:
        probe = Probe("probe", Status.RUNNING, Status.FAILURE)
        probe.feedback_message = "nothing in sight"
        return probe

    rig = asked(leaf(offer(hosted(make))))
    rig.tick()
    assert rig.engine.root.feedback_message == "probe: nothing in sight"
    assert rig.tick() is Status.FAILURE
    reason = rig.engine.reason_of(rig.engine.root)
    assert (reason.code, reason.data["node"]) == ("py_tree", "probe")


def test_a_halt_stops_all_of_it_once(offer: Offer) -> None:
    log: list[str] = []
    both = [Probe("a", Status.RUNNING, log=log), Probe("b", Status.RUNNING, log=log)]
    policy = py_trees.common.ParallelPolicy.SuccessOnAll()
    rig = asked(leaf(offer(hosted(lambda: Parallel("both", policy, list[Behaviour](both))))))
    rig.tick()
    assert rig.halt(Stop.CANCEL)
    assert [line for line in log if "terminate" in line] == [
        "a.terminate INVALID", "b.terminate INVALID",
    ]  # fmt: skip
    assert rig.halt(Stop.CANCEL)
    assert len([line for line in log if "terminate" in line]) == 2


def test_it_can_run_again(offer: Offer) -> None:
    probe = Probe("a", Status.SUCCESS)
    made: list[Behaviour] = []

    def make() -> Behaviour:
        made.append(probe)
        return probe

    rig = asked(leaf(offer(hosted(make))))
    assert [rig.tick() for _ in range(3)] == [Status.SUCCESS, Status.RUNNING, Status.SUCCESS]
    assert probe.count("initialise") == 2
    assert len(made) == 1


def test_an_exception_in_it_is_a_failure_of_the_leaf(offer: Offer) -> None:
    probe = Probe("a", Status.RUNNING)
    rig = asked(leaf(offer(hosted(lambda: probe))))
    rig.tick()
    probe.raises["update"] = RuntimeError("no camera")
    assert rig.tick() is Status.FAILURE
    assert "no camera" in rig.engine.reason_of(rig.engine.root).message


def test_each_tree_has_its_own_blackboard(offer: Offer) -> None:
    name = offer(hosted(Writer))
    before = dict(py_trees.blackboard.Blackboard.storage)  # noqa: TID251
    one, two = leaf(name, name="one"), leaf(name, name="two")
    policy = py_trees.common.ParallelPolicy.SuccessOnAll()
    rig = asked(Parallel("both", policy, list[Behaviour]([one, two])))
    rig.tick(FactSeen("door", "open"), after_s=1.9)
    assert one.feedback_message == "one: rig 2 open"
    keys = ["/facts", "/now_s", "/robot", "/word"]
    assert one.blackboard_.keys() == two.blackboard_.keys() == keys
    for each in (one, two):
        with each.blackboard_.open():
            assert py_trees.blackboard.Blackboard.get("/word") == each._root.name  # type: ignore[union-attr]  # noqa: TID251
    after = dict(py_trees.blackboard.Blackboard.storage)  # noqa: TID251
    assert "/word" not in after
    assert set(before) <= set(after)


def test_a_blackboard_is_given_back_whatever_happens() -> None:
    own = OwnBlackboard()
    before = py_trees.blackboard.Blackboard.storage  # noqa: TID251
    with pytest.raises(RuntimeError), own.open(x=1):
        raise RuntimeError
    assert py_trees.blackboard.Blackboard.storage is before  # noqa: TID251
    assert own.keys() == ["/x"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("blink", "'blink' is no function; write package.module:function"),
        ("os;system:x", "is no function"),
        ("no_such_module:f", r"cannot be imported \(ModuleNotFoundError.*is its package installed"),
        ("os:getcwd", "is not for missions; whoever wrote it allows it with @hosted"),
        ("os:no_such", "the module os has no function 'no_such'"),
    ],
)
def test_a_mission_names_only_functions_whose_author_allows_it(name: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        function_of(name)
    text = f"mission: m\nteam: {{pr2: {{robot: pr2}}}}\ntask: {{py_tree: '{name}'}}\n"
    with pytest.raises(InputError, match=said) as told:
        loads(text)
    assert told.value.mistakes[0].mark.line == 3


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: 3, "returned int, which is no py_trees behaviour"),
        (lambda: Act("move"), "'move' is a node of cotree, which belongs into the mission itself"),
        (lambda: py_trees.timers.Timer("late", 1.0), "reads the clock; put a 'wait'"),  # noqa: TID251
        (
            lambda: py_trees.decorators.Timeout("late", Probe("a"), 1.0),  # noqa: TID251
            "'late' is a Timeout, which reads the clock; put a 'timeout' around the leaf",
        ),
        (lambda times: times, "missing 1 required positional argument: 'times'"),
    ],
)
def test_what_cannot_be_hosted_fails_and_says_what_to_do(
    offer: Offer, make: Callable[..., object], said: str
) -> None:
    rig = asked(leaf(offer(hosted(make))))
    assert rig.tick() is Status.FAILURE
    reason = rig.engine.reason_of(rig.engine.root)
    assert reason.code == "refused"
    assert said in reason.message


def test_a_whole_behaviour_tree_is_taken_by_its_root(offer: Offer) -> None:
    probe = Probe("a", Status.SUCCESS)
    make = hosted(lambda: py_trees.trees.BehaviourTree(probe))
    assert asked(leaf(offer(make))).tick() is Status.SUCCESS


def test_a_tree_that_blocks_is_stopped_and_fails(offer: Offer) -> None:
    probe = Probe("slow", Status.RUNNING)
    rig = asked(leaf(offer(hosted(lambda: probe))))
    assert rig.tick() is Status.RUNNING
    times = iter([10.0, 10.9, 11.0, 12.5])
    rig.desk.stopwatch = lambda: next(times)
    assert rig.tick() is Status.RUNNING
    assert rig.tick() is Status.FAILURE
    reason = rig.engine.reason_of(rig.engine.root)
    assert reason.code == "blocks"
    assert reason.message.startswith("slow held up the robot for 1.5 s; what takes long belongs")
    assert probe.log[-1] == "slow.terminate INVALID"


def test_the_watchdog_finds_the_node_that_blocks(offer: Offer) -> None:
    found: list[str] = []

    class Blocks(Behaviour):
        def update(self) -> Status:
            found.append(culprit(sys._getframe()))
            return Status.SUCCESS

    asked(leaf(offer(hosted(lambda: Blocks("slow"))))).tick()
    assert found == ["tree"]


def test_a_mission_with_such_a_leaf_runs(tmp_path: Path) -> None:
    from cotree.app import read_mission, run_virtual

    file = tmp_path / "m.yaml"
    file.write_text(f"mission: m\nteam: {{pr2: {{robot: pr2}}}}\ntask: {{py_tree: '{BLINK}'}}\n")
    assert run_virtual(read_mission(str(file)), lambda message: None).result == "success"
