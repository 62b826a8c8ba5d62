"""Missions for the stage: two robots at a table, and the paper's human experiment."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.behaviours.place import PlaceParams
from cotree.core.actions import Action, Begin, Ended, Event, Permit
from cotree.core.mission import (
    Blueprint,
    Chance,
    Mark,
    Mission,
    Reach,
    ResourceModel,
    RobotModel,
    Teammate,
    World,
)
from cotree.core.places import Location, Point
from cotree.core.reasons import Reason
from cotree.simulation.stage.motion import Motion
from cotree.simulation.stage.part import Part
from cotree.team.ballots import Ballot
from cotree.team.mirror.script import Act
from tests.team.mirror.table import SHARED_GOAL, SHARED_HOME, SHARED_OBJECTS

MARK = Mark("test.yaml", 1, 1)
HERE: Point = (0.0, 0.0, 0.0)
TRAY: Point = (0.3, 0.0, 0.0)
ARM = RobotModel("arm", (ResourceModel("left", "gripper"),), reach_m=5.0)
CART = RobotModel("cart", (ResourceModel("base", "base"), ResourceModel("left", "gripper")))


def leaf(path: str, object_: str, at: Point) -> Blueprint:
    params = PlaceParams(object_, Location(point=at))
    return Blueprint("place", path.rpartition("/")[2], path, params, (), MARK)


def node(word: str, path: str, *children: Blueprint) -> Blueprint:
    return Blueprint(word, path.rpartition("/")[2], path, None, children, MARK)


def two_robots(chance: Chance = Chance(), watched_by: tuple[str, ...] = ("pr2",)) -> Mission:  # noqa: B008
    """Two carts at one table, with a person who rests a metre away."""
    task = node("and", "task", leaf("task/cup", "cup", TRAY), leaf("task/tea", "tea", TRAY))
    team = {
        "pr2": Teammate("pr2", CART, HERE),
        "baxter": Teammate("baxter", CART, HERE),
        "ann": Teammate("ann", None, (1.0, 0.0, 0.0), watched_by),
    }
    world = World(objects={"cup": HERE, "tea": HERE})
    return Mission("table", team, world, task, chance=chance)


def human_experiment(script: tuple[Reach, ...]) -> Mission:
    """Section 3.2.1 of the paper: two arms and a person at one table."""

    def place(path: str) -> Blueprint:
        name = path.rpartition("/")[2]
        return leaf(path, name, SHARED_GOAL[name])

    first = node("and", "first", place("first/Burger"), place("first/Cup"))
    second = node("and", "second", place("second/Tea_Pot"), place("second/Sugar"))
    team = {
        "PR2": Teammate("PR2", ARM, SHARED_HOME["PR2"]),
        "Baxter": Teammate("Baxter", ARM, SHARED_HOME["Baxter"]),
        "ann": Teammate("ann", None, SHARED_HOME["human"], ("PR2", "Baxter")),
    }
    return Mission(
        "shared table",
        team,
        World(objects=dict(SHARED_OBJECTS)),
        node("then", "task", first, second),
        chance=Chance(people={"ann": script}),
    )


class Clock:
    """A clock that is wrong and drifts."""

    def __init__(self, offset_s: float, drift: float) -> None:
        self.offset_s, self.drift = offset_s, drift

    def steady(self, true_s: float) -> float:
        return self.offset_s + true_s * (1 + self.drift)

    def true(self, steady_s: float) -> float:
        return (steady_s - self.offset_s) / (1 + self.drift)


class Diary:
    """Writes down what physically happens."""

    def __init__(self) -> None:
        self.lines: list[tuple[object, ...]] = []

    def begins(self, motion: Motion, true_s: float) -> None:
        self.lines.append(("begins", motion.robot, motion.piece, motion.token, true_s))

    def ends(self, motion: Motion, done: bool, true_s: float) -> None:
        self.lines.append(("ends", motion.robot, motion.piece, done, true_s))

    def acts(self, person: str, act: Act, true_s: float) -> None:
        self.lines.append((act.deed.value, person, act.leaf, round(true_s, 6)))


def begin(part: Part, action: Action, now_s: float, id_: str = "1", piece: str = "") -> None:
    part.command(Begin(f"{part.robot}.{id_}", part.robot, action, (), piece), now_s)


def permit(
    part: Part, piece: str, until_s: float, now_s: float, token: Ballot | None = None
) -> None:
    part.command(Permit(part.robot, piece, token or (1, part.robot), until_s), now_s)


def outcomes(events: list[Event]) -> Mapping[str, str]:
    """By id: how it ended, ``ok`` or a reason's code."""
    found = {}
    for event in events:
        if isinstance(event, Ended):
            found[event.id] = event.reason.code if isinstance(event.reason, Reason) else "ok"
    return found
