"""Other packages add to cotree through entry points; whatever is wrong with one is one line."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from cotree.app.bodies import body_named
from cotree.app.buses import bus_of
from cotree.core.actions import ObjectSeen
from cotree.core.errors import InputError
from cotree.core.mission import Policy
from cotree.core.steps import NoPlan
from cotree.runtime import offered
from cotree.runtime.bus import BusError
from cotree.runtime.planner import PlannerMissing, check_planner
from cotree.trees.offers import BODIES, GROUPS, PLANNERS, TRANSPORTS, Named, Unusable, callable_
from cotree.trees.reading import loads
from cotree.trees.reading.catalogue import catalogue
from cotree.trees.reading.offers import BrokenOffer

HERE = "offered_by_a_test"
MISSION = """mission: m
team: {pr2: {robot: pr2}}
world: {objects: {cup: [1, 1]}}
policy: {schedule: SCHEDULE}
task: {and: [{wait: 1 s}, {wait: 2 s}]}
"""


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """An installed module."""
    made = ModuleType(HERE)
    monkeypatch.setitem(sys.modules, HERE, made)
    return made


class Installed:
    """Packages on disk as pip leaves them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def offers(self, group: str, lines: str, package: str = "extra") -> None:
        info = self._folder / f"{package}-1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        with (info / "entry_points.txt").open("a") as file:
            file.write(f"[{group}]\n{lines}\n")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    monkeypatch.syspath_prepend(str(tmp_path))
    offered.planner_of.cache_clear()
    return Installed(tmp_path)


def named(*offers: tuple[str, str]) -> Named[object]:
    points = [EntryPoint(name, value, BODIES) for name, value in offers]
    return Named(BODIES, "body", callable_("make(mission, robot)"), ("kinematic",), points)


def test_a_name_is_loaded_when_it_is_asked_for_and_not_before(module: ModuleType) -> None:
    offers = named(("arm", f"{HERE}:make"), ("leg", "no_such_module:make"))
    assert offers.names() == ("kinematic", "arm", "leg")
    module.make = len  # type: ignore[attr-defined]
    assert offers.get("arm") is len


def test_a_name_of_cotrees_own_stays_cotrees(module: ModuleType) -> None:
    module.make = len  # type: ignore[attr-defined]
    offers = named(("kinematic", f"{HERE}:make"))
    assert offers.names() == ("kinematic",)
    with pytest.raises(Unusable, match="there is no body 'kinematic'"):
        offers.get("kinematic")


@pytest.mark.parametrize(
    ("offers", "said"),
    [
        ([("arm", "no_such_module:make")], r"package 'no_such_module' is broken: its entry point "
         r"'arm = no_such_module:make' gives no body \(ModuleNotFoundError: No module named"),
        ([("arm", f"{HERE}:wrong")], r"gives no body \(it cannot be called as make\(mission, r"),
        ([("arm", "one:make"), ("arm", "two:make")],
         "package 'one' and package 'two' both offer the body 'arm'; uninstall one"),
        ([("ram", "one:make")], "there is no body 'arm'; did you mean 'ram'.*there are: kin"),
        ([("kinematic", "one:make")], "there is no body 'arm'"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_one_line(
    module: ModuleType, offers: list[tuple[str, str]], said: str
) -> None:
    module.wrong = 3  # type: ignore[attr-defined]
    with pytest.raises(Unusable, match=said) as told:
        named(*offers).get("arm")
    assert "\n" not in str(told.value)


def test_a_word_that_two_packages_offer_is_nobodys(module: ModuleType) -> None:
    text = (
        "from cotree.behaviours.declare import behaviour\n"
        "from cotree.behaviours.leaf import Leaf\n"
        "@behaviour('dance')\nclass Dance(Leaf):\n"
        "    '''Dance.\n\n    ```yaml\n    - dance\n    ```\n    '''\n"
    )
    for name in ("One", "Two"):
        space: dict[str, object] = {"__name__": HERE}
        exec(text, space)
        setattr(module, name, space["Dance"])
    one, two = (EntryPoint("dance", f"{HERE}:{name}", "cotree.leaves") for name in ("One", "Two"))
    with pytest.warns(BrokenOffer, match="'dance' is offered by .*, too, so nobody has it") as told:
        words = catalogue(offers=[one, two])
    assert "dance" not in words
    assert len(told) == 2
    assert len(words.broken) == 2
    assert "dance" in catalogue(offers=[one, one])


CHECKER = """
from cotree.behaviours.checkers.declare import Checker, checker
@checker('too hot', rate=1.0, do='wait: 1 s')
class TooHot(Checker):
    '''Too hot.

    ```yaml
    reactions: {too hot: {rate: 1}}
    ```
    '''
"""


def test_a_checker_of_a_package_is_looked_for(module: ModuleType) -> None:
    space: dict[str, object] = {"__name__": HERE}
    exec(CHECKER, space)
    module.TooHot = space["TooHot"]  # type: ignore[attr-defined]
    module.CHECKER = CHECKER  # type: ignore[attr-defined]
    words = catalogue(offers=[EntryPoint("too_hot", f"{HERE}:TooHot", "cotree.checkers")])
    text = MISSION.replace("SCHEDULE", "none") + "reactions: {too hot: {rate: 2}}\n"
    assert [each.name for each in loads(text, catalogue=words).reactions] == ["too hot"]
    with pytest.warns(BrokenOffer, match=r"gives no behaviour \(it is not declared with @behav"):
        catalogue(offers=[EntryPoint("too_hot", f"{HERE}:TooHot", "cotree.leaves")])
    with pytest.warns(BrokenOffer, match=r"gives no checker \(it is not declared with @checker"):
        catalogue(offers=[EntryPoint("hot", f"{HERE}:CHECKER", "cotree.checkers")])


def test_a_planner_of_a_package_plans(module: ModuleType, installed: Installed) -> None:
    installed.offers(PLANNERS, f"mine = {HERE}:plan\nrollout = {HERE}:plan")
    asked = []

    def plan(problem: object, stop: object) -> NoPlan:
        asked.append(problem)
        return NoPlan("not_found", "thinking is hard")

    module.plan = plan  # type: ignore[attr-defined]
    mission = loads(MISSION.replace("SCHEDULE", "mine"))
    assert mission.policy.schedule == "mine"
    check_planner(mission.policy)
    from cotree.app import run_virtual

    assert run_virtual(mission, lambda message: None).result == "success"
    assert asked


@pytest.mark.parametrize(
    ("answer", "said"), [(3, "returned int, not a Plan"), (ValueError("no"), "ValueError: no")]
)
def test_a_planner_that_fails_leaves_the_mission_without_a_plan(
    module: ModuleType, installed: Installed, answer: object, said: str
) -> None:
    installed.offers(PLANNERS, f"mine = {HERE}:plan")

    def plan(problem: object, stop: object) -> object:
        if isinstance(answer, Exception):
            raise answer
        return answer

    module.plan = plan  # type: ignore[attr-defined]
    found = offered.solve_with("mine", None, lambda: False)  # type: ignore[arg-type]
    assert isinstance(found, NoPlan)
    assert said in found.message


def test_a_planner_that_is_broken_or_unknown_is_told_at_its_place(installed: Installed) -> None:
    installed.offers(PLANNERS, "mine = no_such_module:plan")
    with pytest.raises(
        InputError, match=r"4:20: 'schedule': package 'extra' is broken: .*gives no planner"
    ):
        loads(MISSION.replace("SCHEDULE", "mine"), "m.yaml")
    with pytest.raises(
        InputError, match=r"4:20: 'schedule': unknown word 'main'; did you mean 'mine'"
    ):
        loads(MISSION.replace("SCHEDULE", "main"), "m.yaml")
    with pytest.raises(PlannerMissing, match="schedule 'main': there is no planner 'main'"):
        check_planner(Policy(schedule="main"))


class Stone:
    """A body that does nothing."""

    def command(self, command: object, now_s: float) -> None: ...

    def advance(self, to_s: float) -> list[object]:
        return []

    def next_event_s(self) -> float | None:
        return None


def test_a_body_of_a_package_is_told_what_is_where_at_first(module: ModuleType) -> None:
    module.make = lambda mission, robot: Stone()  # type: ignore[attr-defined]
    mission = loads(MISSION.replace("SCHEDULE", "none"))
    offers = [EntryPoint("stone", f"{HERE}:make", BODIES)]
    body = body_named("stone", mission, "pr2", offers)
    assert ObjectSeen("cup", (1.0, 1.0, 0.0)) in body.advance(0.0)
    assert body.advance(1.0) == []
    module.make = lambda mission, robot: object()  # type: ignore[attr-defined]
    with pytest.raises(Unusable, match="is no body: it has no command"):
        body_named("stone", mission, "pr2", offers)
    module.make = lambda mission: Stone()  # type: ignore[attr-defined]
    with pytest.raises(Unusable, match="cannot be made for pr2"):
        body_named("stone", mission, "pr2", offers)


def test_a_transport_of_a_package_is_joined(module: ModuleType, installed: Installed) -> None:
    installed.offers(TRANSPORTS, f"pigeon = {HERE}:join\nbroken = no_such_module:join")
    joined = []

    def join(name: str, members: object, team: str) -> object:
        joined.append((name, team))
        return ModuleType("no bus")

    module.join = join  # type: ignore[attr-defined]
    with pytest.raises(BusError, match="--bus pigeon: is no bus: it has no send"):
        bus_of("pigeon")("pr2", ("pr2", "ann"), "tea")
    assert joined == [("pr2", "tea")]
    with pytest.raises(BusError, match="--bus broken: package 'extra' is broken"):
        bus_of("broken")
    with pytest.raises(BusError, match=r"no such bus; did you mean 'pigeon'.*are: zenoh"):
        bus_of("pigeno")


@pytest.mark.real
def test_nothing_is_looked_for_where_nothing_is_asked_for() -> None:
    """Neither help nor a mission without words of others costs anything more."""
    probe = (
        "import sys, json, importlib.metadata as m\n"
        "asked = []\n"
        "found = m.entry_points\n"
        "m.entry_points = lambda **how: asked.append(how.get('group')) or found(**how)\n"
        "from cotree.cli import main\n"
        "main(sys.argv[1:])\n"
        "print(json.dumps(asked))\n"
    )
    for command in ("--help", "run --help"):
        done = subprocess.run(
            [sys.executable, "-c", probe, *command.split()],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert json.loads(done.stdout.splitlines()[-1]) == []


def test_each_group_has_a_page_that_says_how() -> None:
    folder = Path(__file__).resolve().parents[2] / "docs" / "extending"
    text = "\n".join(path.read_text() for path in folder.glob("*.md"))
    assert all(group in text for group in GROUPS)
