"""Sharing out anew: for one robot, and by giving work back to the team."""

from __future__ import annotations

from py_trees.common import Status

from cotree.behaviours.checkers.state import State
from cotree.behaviours.reallocate import ReallocateMe, ReallocateTeam
from cotree.core.actions import ObjectSeen
from cotree.core.changes import NodeState
from cotree.core.mission import ResourceModel
from cotree.core.reasons import Reason
from cotree.core.resources import Need
from cotree.core.stopping import Stop
from cotree.core.wishes import Reallocated, Wish
from cotree.trees.and_ import And
from cotree.trees.reactions.case import CaseTicker
from cotree.trees.reactions.nodes import Reactions
from cotree.trees.then import Then
from tests.kit.disturbed import BASE, disturbed, goes_wrong, reaction, words
from tests.kit.member import MemberRig
from tests.kit.rig import HAND, ONE_HAND, Act, Rig

RUNNING, SUCCESS, FAILURE = Status.RUNNING, Status.SUCCESS, Status.FAILURE
HERE = (0.0, 0.0, 0.0)


# -- the wish ------------------------------------------------------------------------------------


class Planner:
    """Answers when it is told to."""

    eager = False

    def __init__(self, rig: Rig) -> None:
        self.asked: list[tuple[Wish, str]] = []
        self.withdrawn: list[str] = []
        self._desk = rig.desk
        assert rig.engine.reactions is not None
        rig.engine.reactions.reallocator = self

    def ask(self, wish: Wish, case: CaseTicker | None) -> None:
        self.asked.append((wish, "" if case is None else case.path()))

    def withdraw(self, wish: str) -> None:
        self.withdrawn.append(wish)

    def hear(self, answer: Reallocated) -> None:
        """Never asked."""

    def step(self) -> None:
        """Nothing goes on."""

    def answers(self, reason: Reason | None = None) -> None:
        self._desk.answers[self.asked[-1][0].id] = reason


def wishing(leaf: type[ReallocateMe] | type[ReallocateTeam]) -> tuple[Rig, Planner]:
    it = reaction("it", leaf("anew"), stops="nothing")
    rig = disturbed(And("task", None, [Act("walk", BASE)]), reaction("fall", Act("rise")), it)
    planner = Planner(rig)
    goes_wrong(rig, "it")
    return rig, planner


def test_a_wish_is_asked_in_its_own_tick_and_answered_in_a_later_one_by_whoever_plans() -> None:
    rig, planner = wishing(ReallocateMe)
    ((wish, path),) = planner.asked
    assert wish.at_s == rig.now_s, "nothing is lost before somebody thinks about it"
    rig.tick()
    assert (wish.who, wish.path, path) == ("me", "reactions/it/anew", "reactions/it")
    rig.ticks(5)
    assert rig.status is RUNNING
    planner.answers()
    goes_wrong(rig, right=("it",))
    assert words(rig) == ["over"]


def test_a_refusal_is_the_failure_of_the_reaction() -> None:
    rig, planner = wishing(ReallocateTeam)
    rig.tick()
    assert planner.asked[0][0].who == "team"
    planner.answers(Reason("impossible", "nobody else can"))
    rig.tick()
    assert rig.engine.reason_of(rig.engine.tree.children[1]).code == "impossible"


def test_a_wish_that_is_pre_empted_is_withdrawn_and_its_answer_dropped() -> None:
    rig, planner = wishing(ReallocateMe)
    rig.tick()
    goes_wrong(rig, "fall")
    rig.tick()
    assert planner.withdrawn == [planner.asked[0][0].id]
    assert rig.desk.answers == {}


def test_a_wish_that_is_withdrawn_in_the_tick_in_which_it_is_wished_is_never_asked() -> None:
    rig, planner = wishing(ReallocateMe)
    before = list(planner.asked)
    wish = rig.desk.wish("me", "reactions/it/anew")
    rig.desk.unwish(wish)
    rig.tick()
    assert (planner.asked, planner.withdrawn) == (before, [wish])


# -- me ------------------------------------------------------------------------------------------


def test_me_fails_if_the_disturbance_is_as_it_was() -> None:
    rig = disturbed(
        And("task", None, [Act("walk", BASE)]),
        reaction("it", ReallocateMe("anew"), stops="nothing", attempts=1),
    )
    goes_wrong(rig, "it")
    rig.ticks(4)
    assert rig.engine.reason_of(rig.engine.tree).code == "unchanged"


def test_me_takes_two_ticks_from_the_wish_to_its_end() -> None:
    rig = disturbed(
        And("task", None, [Act("walk", BASE)]),
        reaction("it", ReallocateMe("anew"), stops="nothing"),
    )
    goes_wrong(rig, "it")
    goes_wrong(rig, right=("it",))
    rig.tick()
    assert words(rig) == ["over"]
    assert (rig.going(), rig.halted) == (["walk"], {})


class Take(Act):
    """Picks the cup up, and shows it."""

    def goal(self, view):  # type: ignore[no-untyped-def]
        seen = view.object("cup")
        return seen is not None and seen.held_by == ("rig", "hand")


def carrying() -> Rig:
    """It has taken the cup, and carries it."""
    take = Take("take", (Need("gripper", takes="cup", keep=True),))
    put = Act("put", (Need("gripper", holding="cup", drops=True),))
    task = Then("task", None, [take, Act("carry", BASE), put])
    body = (ResourceModel("base", "base"), ResourceModel("hand", "gripper"))
    it = reaction("state", ReallocateMe("anew"), make=State, stops="nothing")
    rig = Rig(Reactions("reactions", None, [it, task]), body)
    rig.ticks(2)
    rig.tick(ObjectSeen("cup", HERE, ("rig", "hand")), rig.ended("take"))
    rig.tick()
    assert rig.going() == ["carry"]
    return rig


def test_what_was_lost_is_fetched_before_anything_else_is_done_with_it() -> None:
    rig = carrying()
    rig.tick(ObjectSeen("cup", HERE))
    rig.tick()
    assert rig.halted == {"carry": Stop.INTERRUPT}, "what has lost its meaning goes on"
    rig.end("carry", "halted")
    rig.ticks(2)
    assert rig.going() == ["take"]
    assert rig.engine.registry.state()["hand"].load is None
    rig.tick(ObjectSeen("cup", HERE, ("rig", "hand")), rig.ended("take"))
    rig.tick()
    rig.end("carry")
    rig.tick()
    assert rig.end("put") is SUCCESS
    assert rig.order == ["take", "carry", "take", "carry", "put"]


def test_a_step_that_is_in_between_is_done_again_too() -> None:
    rig = carrying()
    rig.end("carry")
    rig.tick()
    rig.tick(ObjectSeen("cup", HERE), rig.ended("put", "gone"))
    rig.ticks(4)
    assert rig.going() == ["take"]


def test_a_load_that_nobody_fetches_again_is_forgotten() -> None:
    hold = Act("hold", (Need("gripper", takes="cup", keep=True),))
    task = And("task", None, [hold, Act("walk", BASE)])
    body = (ResourceModel("base", "base"), ResourceModel("hand", "gripper"))
    it = reaction("state", ReallocateMe("anew"), make=State, stops="nothing")
    rig = Rig(Reactions("reactions", None, [it, task]), body)
    rig.ticks(2)
    rig.tick(ObjectSeen("cup", HERE, ("rig", "hand")), rig.ended("hold"))
    rig.tick(ObjectSeen("cup", HERE))
    rig.ticks(3)
    assert rig.engine.registry.state()["hand"].load is None
    assert rig.going() == ["walk"]


# -- team ----------------------------------------------------------------------------------------


def test_team_of_a_robot_alone_fails_for_a_clear_reason() -> None:
    rig = disturbed(
        And("task", None, [Act("walk", BASE)]),
        reaction("it", ReallocateTeam("others"), stops="kill", attempts=1),
    )
    goes_wrong(rig, "it")
    rig.end("walk", "halted")
    rig.ticks(3)
    assert rig.status is FAILURE
    reason = rig.engine.reason_of(rig.engine.tree)
    assert str(reason) == (
        "reactions/it/others: rig has no teammate that could do its work [alone]"
    )


def member(attempts: int = 3) -> MemberRig:
    """One of a team at work on two pieces, with a reaction that gives everything back."""
    it = reaction("it", ReallocateTeam("others"), stops="kill", attempts=attempts)
    task = And("task", None, [Act("a", HAND), Act("b")])
    rig = MemberRig(Reactions("reactions", None, [it, task]), ONE_HAND)
    rig.ticks(2)
    rig.win("a", "b")
    assert rig.going() == ["a", "b"]
    return rig


def aside(rig: MemberRig) -> MemberRig:
    """It stands aside, and its pieces are the team's again."""
    goes_wrong(rig, "it")
    assert set(rig.halted.values()) == {Stop.KILL}
    rig.tick(*(rig.ended(name, "halted") for name in rig.going()))
    rig.ticks(2)
    for right in list(rig.rights.held):
        rig.rights.lost(right)
    rig.asks.clear()
    return rig


def test_team_stops_everything_gives_it_back_and_asks_for_nothing() -> None:
    rig = member()
    goes_wrong(rig, "it")
    rig.tick(*(rig.ended(name, "halted") for name in rig.going()))
    assert sorted(piece.path for piece in rig.rights.ceasing) == ["task/a", "task/b"]
    rig.asks.clear()
    rig.ticks(5)
    assert (rig.asks, rig.going(), rig.rights.ceasing) == ([], [], {})
    assert rig.state("a") is NodeState.WAITING
    assert rig.status is RUNNING


def test_when_the_disturbance_is_over_it_asks_again() -> None:
    rig = aside(member())
    rig.ticks(3)
    goes_wrong(rig, right=("it",))
    rig.ticks(2)
    assert rig.rights.aside is None
    assert sorted(rig.asks) == ["a", "b"]


def test_what_waits_asks_for_nothing_while_it_stands_aside_and_again_afterwards() -> None:
    it = reaction("it", ReallocateTeam("others"), stops="nothing")
    rig = MemberRig(Reactions("reactions", None, [it, And("task", None, [Act("a"), Act("b")])]))
    rig.ticks(2)
    rig.win("a")
    rig.deny("b", after_s=0.5)
    goes_wrong(rig, "it")
    rig.ticks(2)
    assert rig.halted == {"a": Stop.KILL}
    rig.tick(rig.ended("a", "halted"))
    rig.rights.lost("task/a")
    rig.asks.clear()
    rig.ticks(9)
    assert rig.asks == []
    goes_wrong(rig, right=("it",))
    rig.ticks(2)
    assert sorted(rig.asks) == ["a", "b"]


def test_what_others_do_meanwhile_is_done_and_the_task_ends_for_it_too() -> None:
    rig = aside(member())
    rig.learn("a", "b")
    rig.ticks(2)
    assert rig.status is SUCCESS


def test_if_nobody_can_do_anything_any_more_it_gives_up_what_it_keeps_from_doing() -> None:
    rig = aside(member())
    assert rig.over == {}
    rig.engine.give_up()
    rig.tick()
    assert rig.over == {"a": "aside", "b": "aside"}


def test_a_robot_of_a_team_that_is_at_its_wits_end_stays_with_the_team() -> None:
    it = reaction("it", Act("mend"), stops="kill", attempts=1)
    rig = MemberRig(Reactions("reactions", None, [it, And("task", None, [Act("a"), Act("b")])]))
    rig.ticks(2)
    rig.win("a")
    goes_wrong(rig, "it")
    rig.tick(rig.ended("a", "halted"))
    rig.tick()
    rig.end("mend", "slipped")
    rig.ticks(3)
    assert rig.status is RUNNING
    assert rig.rights.aside is not None
    assert rig.rights.aside.code == "slipped"
    assert rig.over == {"a": "slipped", "b": "slipped"}
    rig.learn("a", "b")
    rig.ticks(2)
    assert rig.status is SUCCESS, "others have done it all"
