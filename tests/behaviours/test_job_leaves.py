"""The leaves of a job: whose part acts, what hinders it, what is told, when it is done."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from py_trees.common import Status

from cotree.behaviours.acting import HEARD_S, Acting
from cotree.behaviours.approach import Approach, ApproachParams
from cotree.behaviours.crewed import JOBS
from cotree.behaviours.desk import Desk
from cotree.behaviours.detect import Detect, DetectParams
from cotree.behaviours.dock import Dock, DockParams, Undock
from cotree.behaviours.grasp import Grasping, GraspParams
from cotree.behaviours.release import ReleaseParams, Releasing
from cotree.core.actions import (
    Begin,
    Drive,
    Ended,
    Grasp,
    ObjectSeen,
    Perform,
    Release,
    RobotSeen,
    Tell,
)
from cotree.core.belief import Belief, View
from cotree.core.places import Location, Point
from cotree.core.reasons import Reason
from cotree.core.resources import Mode, Need

HERE, TABLE, SHELF = (0.0, 0.0, 0.0), (3.0, 0.0, 0.0), (3.0, 4.0, 0.0)
NOT_MINE = Reason("not_mine", "m's hand does it")


@dataclasses.dataclass
class Crew:
    """What the runtime would answer."""

    found: str | Reason = "part"
    tower: tuple[str, ...] | None = ()
    done: bool = False

    def part(self, job: str, action: str, object_: str) -> str | Reason:
        return self.found

    def stack(self, job: str) -> tuple[str, ...] | None:
        return self.tower

    def settled(self, job: str, object_: str) -> bool:
        return self.done


def leaf(made: Acting, crew: Crew) -> Acting:
    made.desk = Desk("r")
    made.desk.crew = crew
    return made


def detect(crew: Crew) -> Acting:
    return leaf(Detect("d", DetectParams("j", "box", 2.0)), crew)


def approach(crew: Crew) -> Acting:
    return leaf(Approach("a", ApproachParams("j", "box", Location("shelf"))), crew)


def grasp(crew: Crew) -> Acting:
    return leaf(Grasping("g", GraspParams("j", "box")), crew)


def release(crew: Crew) -> Acting:
    return leaf(Releasing("r", ReleaseParams("j", "box", Location("shelf"))), crew)


def dock(crew: Crew, robot: str = "r") -> Acting:
    return leaf(Dock("k", DockParams("j", robot)), crew)


def undock(crew: Crew, robot: str = "r") -> Acting:
    return leaf(Undock("u", DockParams("j", robot)), crew)


ALL = (detect, approach, grasp, release, dock, undock)


def belief(
    at: Point = HERE, box: Point | None = TABLE, held: tuple[str, str] | None = None, **facts: str
) -> Belief:
    objects = {} if box is None else {"box": ObjectSeen("box", box, held)}
    named = {name.replace("__", "/"): value for name, value in facts.items()}
    return Belief(
        robots={"r": RobotSeen("r", at)}, objects=objects, places={"shelf": SHELF}, facts=named
    )


def view(known: Belief | None = None) -> View:
    return View(belief() if known is None else known, "r")


def code(reason: Reason | None) -> str:
    return "" if reason is None else reason.code


@pytest.mark.parametrize("make", ALL)
def test_who_has_not_the_part_needs_nothing_and_is_told_whose_it_is(
    make: Callable[[Crew], Acting],
) -> None:
    made = make(Crew(NOT_MINE, None))
    asked = view(belief(docked__r="low"))
    assert made.needs(asked) == ()
    assert made.ready(asked) is NOT_MINE
    assert not made.goal(asked)
    assert JOBS in asked.read


def test_each_needs_the_part_that_matching_found() -> None:
    crew = Crew("gripper2")
    assert grasp(crew).needs(view()) == (Need("gripper2", takes="box"),)
    assert release(crew).needs(view()) == (Need("gripper2", holding="box", drops=True),)
    assert approach(crew).needs(view())[0].mode is Mode.EXCLUSIVE
    assert detect(crew).needs(view()) == (Need("gripper2"),)


@pytest.mark.parametrize(
    ("known", "found"),
    [
        (belief(TABLE), ""),
        (belief(HERE), "too_far"),
        (belief(TABLE, None), "unknown_object"),
        (belief(TABLE, TABLE, ("m", "hand")), "held"),
    ],
)
def test_a_grasp_waits_until_the_team_stands_at_the_object(known: Belief, found: str) -> None:
    assert code(grasp(Crew()).ready(view(known))) == found


def test_a_release_waits_until_the_team_stands_at_its_goal() -> None:
    assert code(release(Crew()).ready(view(belief(TABLE)))) == "too_far"
    assert code(release(Crew()).ready(view(belief(SHELF)))) == ""
    lost = leaf(Releasing("r", ReleaseParams("j", "box", Location("nowhere"))), Crew())
    assert code(lost.ready(view(belief(SHELF)))) == "unknown_place"


def test_an_approach_is_refused_where_the_place_is_unknown_or_the_way_blocked() -> None:
    lost = leaf(Approach("a", ApproachParams("j", "box", Location("nowhere"))), Crew())
    assert code(lost.ready(view())) == "unknown_place"
    assert code(approach(Crew()).ready(view())) == ""


def test_what_is_reached_is_a_goal() -> None:
    crew = Crew()
    assert approach(crew).goal(view(belief(SHELF)))
    assert not approach(crew).goal(view())
    assert grasp(crew).goal(view(belief(TABLE, TABLE, ("r", "hand"))))
    assert not grasp(crew).goal(view(belief(TABLE, TABLE, ("m", "hand"))))
    assert not grasp(crew).goal(view(belief(TABLE, None)))
    assert release(crew).goal(view(belief(HERE, SHELF)))
    assert not release(crew).goal(view(belief(HERE, SHELF, ("r", "hand"))))
    assert detect(crew).goal(view(belief(j__box__seen="m/eye")))


@pytest.mark.parametrize("make", [detect, approach, grasp])
def test_nothing_is_to_be_done_for_what_is_where_it_belongs(make: Callable[[Crew], Acting]) -> None:
    assert not make(Crew()).goal(view())
    assert make(Crew(done=True)).goal(view())


def test_robots_dock_from_the_lowest_up() -> None:
    crew = Crew(tower=("low", "r", "top"))
    assert code(dock(crew).ready(view())) == ""
    assert code(dock(crew, "top").ready(view())) == "not_docked"
    assert code(dock(crew, "top").ready(view(belief(docked__r="low")))) == ""
    assert dock(crew).goal(view(belief(docked__r="low")))
    assert not dock(crew).goal(view(belief(docked__r="other")))
    assert dock(crew, "low").goal(view())
    assert dock(crew, "stranger").goal(view())
    assert not dock(Crew(tower=None)).goal(view())


def test_a_stranger_leaves_a_tower_before_anybody_docks() -> None:
    crew = Crew(tower=("low", "r"))
    there = belief(docked__other="low")
    assert code(dock(crew).ready(view(there))) == "not_docked"
    assert not dock(crew, "other").goal(view(there))
    assert code(dock(crew, "other").ready(view(there))) == ""
    action = run(dock(crew, "other"), there)[0].action
    assert isinstance(action, Perform)
    assert (action.name, action.data) == ("undock", {"robot": "other"})
    assert dock(crew, "other").goal(view(belief(docked__other="somebody")))
    assert code(dock(crew).ready(view(belief(docked__other="r")))) == "carries"


def test_a_tower_in_another_order_is_taken_down_from_the_top() -> None:
    crew = Crew(tower=("b", "a", "c"))
    before = belief(docked__b="a", docked__c="b")
    assert [code(dock(crew, each).ready(view(before))) for each in "bac"] == [
        "carries", "carries", ""
    ]  # fmt: skip
    action = run(dock(crew, "c"), before)[0].action
    assert isinstance(action, Perform)
    assert (action.name, action.data) == ("undock", {"robot": "c"})
    after = belief(docked__b="", docked__c="", docked__a="")
    assert [code(dock(crew, each).ready(view(after))) for each in "ac"] == ["", "not_docked"]


def test_robots_undock_from_the_top_down() -> None:
    crew = Crew(tower=("low", "r", "top"))
    both = belief(docked__r="low", docked__top="r")
    assert code(undock(crew).ready(view(both))) == "carries"
    assert code(undock(crew, "top").ready(view(both))) == ""
    assert not undock(crew).goal(view(both))
    assert undock(crew, "low").goal(view(both))


def run(made: Acting, known: Belief) -> tuple[Begin, list[Tell]]:
    """Begin and end the action; what was told then."""
    made.desk.belief = known
    made.granted = ((Need("part"), "part"),)
    made.initialise()
    begin = made.desk.commands[-1]
    assert isinstance(begin, Begin)
    assert made.update() is Status.RUNNING
    made.desk.belief = ended_in(known, begin.id)
    assert made.update() is Status.SUCCESS
    return begin, [each for each in made.desk.commands if isinstance(each, Tell)]


def ended_in(known: Belief, ended: str) -> Belief:
    return Belief(
        7.0, known.robots, known.objects, known.places, known.facts, ended={ended: Ended(ended)}
    )


def test_the_actions_are_what_a_body_knows() -> None:
    crew = Crew(tower=("low", "r"))
    assert run(approach(crew), belief())[0].action == Drive(SHELF)
    assert run(grasp(crew), belief())[0].action == Grasp("box", "part")
    assert run(release(crew), belief())[0].action == Release("box", "part", SHELF)
    action = run(dock(crew), belief())[0].action
    assert isinstance(action, Perform)
    assert (action.name, action.data) == ("dock", {"robot": "r", "on": "low"})
    action = run(undock(crew), belief())[0].action
    assert isinstance(action, Perform)
    assert (action.name, action.data) == ("undock", {"robot": "r"})


def test_what_was_seen_and_who_stands_where_is_told_and_holds_at_once() -> None:
    crew = Crew(tower=("low", "r"))
    for made, fact, value in (
        (detect(crew), "j/box/seen", "r/part"),
        (dock(crew), "docked/r", "low"),
        (undock(crew), "docked/r", ""),
    ):
        known = belief(docked__r="low") if isinstance(made, Undock) else belief()
        _, told = run(made, known)
        assert told == [Tell("r", fact, value)]
        assert made.goal(View(made.desk.belief, "r"))
        later = View(Belief(7.1 + HEARD_S, facts=known.facts), "r")
        assert not made.goal(later)


def test_an_action_whose_place_is_lost_meanwhile_says_so() -> None:
    for made in (
        leaf(Approach("a", ApproachParams("j", "box", Location("nowhere"))), Crew()),
        leaf(Releasing("r", ReleaseParams("j", "box", Location("nowhere"))), Crew()),
    ):
        with pytest.raises(LookupError, match="nobody knows where nowhere is"):
            made.action()
