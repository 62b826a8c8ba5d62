"""Table C.3 of the task-tree spec, row by row, and what may go wrong around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.actions import Keeps
from cotree.team.mirror.dialogues import Dialogues
from cotree.team.mirror.effects import (
    Allow,
    AskPerson,
    CancelLeaf,
    Effect,
    ResumeLeaf,
    Retract,
    Say,
    StopLeaf,
    Suppress,
    Tell,
)
from cotree.team.mirror.questions import Answer
from cotree.team.mirror.sightings import Sighting, Stage
from cotree.team.mirror.talk import Phase
from tests.team.mirror.table import TEA_TABLE


def at(leaf: str, t_s: float = 0.0, stage: Stage = Stage.REACHING) -> Sighting:
    return Sighting("ann", leaf, stage, 0.8, t_s, "pr2", t_s)


class Bench:
    """One robot's dialogues, with what is believed held still between the steps."""

    def __init__(self, running: Sequence[str] = ("Cup",)) -> None:
        self.dialogues = Dialogues("pr2", TEA_TABLE)
        self.running = list(running)
        self.active: dict[str, Sighting] = {}
        self.done: set[str] = set()
        self.now_s = 0.0

    def look(self, t_s: float) -> list[Effect]:
        self.now_s = t_s
        return self.obey(self.dialogues.look(t_s, self.running, self.active, self.done))

    def obey(self, effects: list[Effect]) -> list[Effect]:
        """What the executor and the mirror make of it."""
        for effect in effects:
            match effect:
                case CancelLeaf(leaf):
                    self.running.remove(leaf)
                case Tell(word) if word.stage is Stage.CLEARED:
                    self.active.pop(word.leaf, None)
                case Tell(word):
                    self.active[word.leaf] = word
        return effects

    def person_at(self, leaf: str, t_s: float) -> list[Effect]:
        self.active[leaf] = at(leaf, t_s)
        return self.look(t_s)

    def person_leaves(self, leaf: str, t_s: float) -> list[Effect]:
        del self.active[leaf]
        return self.look(t_s)

    def stopped(self, t_s: float, leaf: str = "Cup") -> list[Effect]:
        return self.obey(self.dialogues.stopped(t_s, leaf))

    def answer(self, t_s: float, keeps: Keeps | None, question: str | None = None) -> list[Effect]:
        id_ = self.question() if question is None else question
        return self.obey(self.dialogues.answered(t_s, Answer(id_, keeps)))

    def asking(self, leaf: str = "Cup") -> str:
        """Come as far as the open question."""
        self.person_at(leaf, 0.0)
        self.stopped(0.3, self.running[0])
        id_ = self.question()
        self.dialogues.posed(0.4, id_)
        return id_

    def question(self) -> str:
        return next(iter(self.dialogues.talks.values())).question

    def phase(self, leaf: str = "Cup") -> Phase | None:
        talk = self.dialogues.talks.get(leaf)
        return None if talk is None else talk.phase


def kinds(effects: Iterable[Effect]) -> list[str]:
    return [type(effect).__name__ for effect in effects]


# -- row 1: the person was there first ---------------------------------------------------------


def test_a_robot_concedes_in_silence_what_a_person_is_already_at() -> None:
    bench = Bench(running=())
    bench.active["Cup"] = at("Cup")
    assert bench.dialogues.wants("Cup", bench.active) == [Suppress("Cup", "ann")]
    assert bench.dialogues.wants("Cup", bench.active) == []
    assert bench.dialogues.suppressed == {"Cup": "ann"}
    assert bench.look(1.0) == []
    assert bench.person_leaves("Cup", 2.0) == [Allow("Cup")]
    assert bench.dialogues.wants("Cup", bench.active) == []
    assert bench.dialogues.suppressed == {}


def test_the_alternative_of_what_a_person_is_at_is_conceded_too() -> None:
    bench = Bench(running=())
    bench.active["Apple"] = at("Apple")
    assert bench.dialogues.wants("Orange", bench.active) == [Suppress("Orange", "ann")]
    assert bench.dialogues.wants("Burger", bench.active) == []


# -- row 2: the person turns to what the robot is doing ----------------------------------------


def test_a_robot_stops_with_what_it_holds_and_asks_when_it_has_stopped() -> None:
    bench = Bench()
    assert bench.look(0.0) == []
    assert bench.person_at("Cup", 1.0) == [StopLeaf("Cup")]
    assert bench.phase() is Phase.STOPPING
    assert bench.look(1.1) == []
    (ask,) = bench.stopped(1.3)
    assert isinstance(ask, AskPerson)
    assert ask.question.text == "We both want to do Cup. Do you want to continue with it?"
    assert ask.question.yes is Keeps.HUMAN
    assert (ask.question.person, ask.question.leaf) == ("ann", "Cup")


def test_when_the_person_keeps_it_the_robot_gives_it_up() -> None:
    bench = Bench()
    bench.asking()
    effects = bench.answer(2.0, Keeps.HUMAN)
    assert kinds(effects) == ["Tell", "CancelLeaf", "Suppress", "Say"]
    tell = effects[0]
    assert isinstance(tell, Tell)
    assert (tell.word.stage, tell.word.confidence, tell.word.spoken) == (Stage.REACHING, 1.0, True)
    assert bench.phase() is Phase.CONCEDED
    assert bench.dialogues.suppressed == {"Cup": "ann"}


def test_when_the_person_concedes_the_robot_resumes_and_their_leaf_is_cleared() -> None:
    bench = Bench()
    bench.asking()
    effects = bench.answer(2.0, Keeps.ROBOT)
    assert kinds(effects) == ["Tell", "Say", "ResumeLeaf"]
    tell = effects[0]
    assert isinstance(tell, Tell)
    assert (tell.word.stage, tell.word.leaf) == (Stage.CLEARED, "Cup")
    assert bench.phase() is Phase.RESUMING
    bench.dialogues.resumed(2.1, "Cup")
    assert bench.phase() is None
    assert bench.look(2.2) == []


def test_a_sibling_branch_of_an_or_is_the_same_conflict() -> None:
    bench = Bench(running=["Orange"])
    assert bench.person_at("Apple", 0.0) == [StopLeaf("Orange")]
    (ask,) = bench.stopped(0.3, "Orange")
    assert isinstance(ask, AskPerson)
    assert ask.question.leaf == "Apple"
    assert "only that or Apple is needed" in ask.question.text
    bench.dialogues.posed(0.4, ask.question.id)
    effects = bench.answer(2.0, Keeps.HUMAN)
    assert CancelLeaf("Orange") in effects
    assert isinstance(effects[0], Tell)
    assert effects[0].word.leaf == "Apple"


def test_a_person_at_something_else_is_no_conflict() -> None:
    assert Bench().person_at("Sandwich", 0.0) == []


# -- row 3: both at once is the same, because the mirror follows ---------------------------------


def test_a_person_seen_one_tick_after_the_start_is_asked() -> None:
    bench = Bench(running=())
    assert bench.dialogues.wants("Cup", bench.active) == []
    bench.running.append("Cup")
    assert bench.person_at("Cup", 0.05) == [StopLeaf("Cup")]


# -- row 4: only who runs it asks ----------------------------------------------------------------


def test_only_the_robot_that_runs_the_leaf_asks() -> None:
    bench = Bench(running=["Sandwich"])
    assert bench.person_at("Cup", 0.0) == []
    assert bench.dialogues.talks == {}


# -- row 5: no answer, or none that can be understood --------------------------------------------


def test_without_an_answer_for_10_s_the_person_keeps_it() -> None:
    bench = Bench()
    question = bench.asking()
    assert bench.look(10.3) == []
    assert kinds(bench.look(10.4)) == ["Retract", "CancelLeaf", "Suppress", "Say"]
    assert bench.phase() is Phase.CONCEDED
    assert bench.answer(10.5, Keeps.ROBOT, question) == []


def test_the_10_s_begin_when_the_person_hears_the_question() -> None:
    bench = Bench()
    bench.person_at("Cup", 0.0)
    bench.stopped(0.3)
    assert bench.look(30.0) == []
    bench.dialogues.posed(30.0, bench.question())
    assert bench.look(39.9) == []
    assert bench.look(40.0) != []


def test_a_robot_whose_turn_never_comes_gives_up_after_a_minute() -> None:
    bench = Bench()
    bench.person_at("Cup", 0.0)
    bench.stopped(0.3)
    assert bench.look(60.2) == []
    assert kinds(bench.look(60.3)) == ["Retract", "CancelLeaf", "Suppress", "Say"]


def test_not_understood_once_is_asked_again_and_twice_is_the_persons() -> None:
    bench = Bench()
    first = bench.asking()
    (again,) = bench.answer(2.0, None)
    assert isinstance(again, AskPerson)
    assert again.question.id != first
    assert again.question.text.startswith("I did not understand. ")
    bench.dialogues.posed(2.1, again.question.id)
    assert kinds(bench.answer(3.0, None)) == ["CancelLeaf", "Suppress", "Say"]


def test_the_time_to_answer_begins_anew_with_the_second_question() -> None:
    bench = Bench()
    bench.asking()
    bench.answer(9.0, None)
    bench.dialogues.posed(9.1, bench.question())
    assert bench.look(19.0) == []
    assert bench.look(19.1) != []


# -- row 6: says yes but does nothing ------------------------------------------------------------


def test_a_leaf_that_the_person_kept_and_left_alone_is_free_again_and_said_so() -> None:
    bench = Bench()
    bench.asking()
    bench.answer(2.0, Keeps.HUMAN)
    assert bench.look(16.9) == []
    effects = bench.person_leaves("Cup", 17.1)  # the mirror clears it after 15 s without action
    assert effects == [Say("ann", "Cup is free again."), Allow("Cup")]
    assert bench.dialogues.suppressed == {}
    assert bench.phase() is None


# -- row 7: the person withdraws -----------------------------------------------------------------


def test_who_withdraws_while_asked_needs_no_answer() -> None:
    bench = Bench()
    question = bench.asking()
    assert bench.person_leaves("Cup", 1.0) == [Retract("ann", question), ResumeLeaf("Cup")]


def test_who_withdraws_before_the_robot_has_stopped_lets_it_go_on_after_the_stop() -> None:
    bench = Bench()
    bench.person_at("Cup", 0.0)
    assert bench.person_leaves("Cup", 0.1) == []
    assert bench.stopped(0.3) == [ResumeLeaf("Cup")]


def test_who_withdraws_and_comes_back_during_the_stop_is_asked() -> None:
    bench = Bench()
    bench.person_at("Cup", 0.0)
    bench.person_leaves("Cup", 0.1)
    bench.person_at("Cup", 0.2)
    assert kinds(bench.stopped(0.3)) == ["AskPerson"]


# -- row 8: the person finishes it ---------------------------------------------------------------


@pytest.mark.parametrize("reached", ["stopping", "waiting", "asking"])
def test_what_is_done_meanwhile_is_cancelled_and_not_asked_about(reached: str) -> None:
    bench = Bench()
    bench.person_at("Cup", 0.0)
    if reached != "stopping":
        bench.stopped(0.3)
    if reached == "asking":
        bench.dialogues.posed(0.4, bench.question())
    bench.done.add("Cup")
    retracted = [] if reached == "stopping" else ["Retract"]
    assert kinds(bench.look(1.0)) == [*retracted, "CancelLeaf"]
    assert bench.look(1.1) == []


def test_what_the_person_kept_and_finished_needs_no_words() -> None:
    bench = Bench()
    bench.asking()
    bench.answer(2.0, Keeps.HUMAN)
    bench.done.add("Cup")
    del bench.active["Cup"]
    assert bench.look(9.0) == [Allow("Cup")]
    assert bench.phase() is None


# -- answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("yes_means", "end"), [(Keeps.HUMAN, Phase.CONCEDED), (Keeps.ROBOT, Phase.RESUMING)]
)
def test_the_polarity_trap_cannot_close(yes_means: Keeps, end: Phase) -> None:
    # Whatever a bare yes meant where it was heard, what arrives says who keeps the leaf.
    bench = Bench()
    bench.asking()
    bench.answer(2.0, yes_means)
    assert bench.phase() is end


def test_an_answer_counts_once() -> None:
    bench = Bench()
    question = bench.asking()
    assert bench.answer(2.0, Keeps.HUMAN, question) != []
    for keeps in (*Keeps, None):
        assert bench.answer(2.1, keeps, question) == []


def test_an_answer_to_another_question_changes_nothing() -> None:
    bench = Bench()
    question = bench.asking()
    for other in ("", "pr2.0.1.2", "baxter.0.1.1", question + "0"):
        assert bench.answer(1.0, Keeps.ROBOT, other) == []
    assert bench.phase() is Phase.ASKING


def test_a_late_answer_to_the_first_asking_does_not_answer_the_second() -> None:
    bench = Bench()
    first = bench.asking()
    bench.answer(2.0, None)
    bench.dialogues.posed(2.1, bench.question())
    assert bench.answer(2.2, Keeps.ROBOT, first) == []
    assert bench.answer(2.3, None, first) == []
    assert bench.phase() is Phase.ASKING


def test_an_answer_before_the_question_is_posed_is_none() -> None:
    bench = Bench()
    bench.person_at("Cup", 0.0)
    bench.stopped(0.3)
    assert bench.answer(0.4, Keeps.ROBOT) == []
    assert bench.phase() is Phase.WAITING


# -- after it ------------------------------------------------------------------------------------


def test_an_echo_of_the_same_movement_does_not_stop_the_robot_again() -> None:
    bench = Bench()
    bench.asking()
    bench.answer(2.0, Keeps.ROBOT)
    bench.dialogues.resumed(2.0, "Cup")
    assert bench.person_at("Cup", 2.3) == []  # another robot has not heard the answer yet
    assert bench.person_at("Cup", 2.6) == [StopLeaf("Cup")]


def test_who_takes_it_after_all_stops_the_robot_at_once() -> None:
    bench = Bench()
    bench.asking()
    bench.answer(2.0, Keeps.ROBOT)
    bench.active["Cup"] = at("Cup", 2.1, Stage.WORKING)
    assert bench.look(2.1) == [StopLeaf("Cup")]


def test_a_second_talk_on_the_same_leaf_has_a_new_question() -> None:
    bench = Bench()
    first = bench.asking()
    bench.answer(2.0, Keeps.ROBOT)
    bench.dialogues.resumed(2.0, "Cup")
    bench.person_at("Cup", 9.0)
    bench.stopped(9.3)
    assert bench.question() != first


def test_after_a_restart_no_question_has_an_old_id() -> None:
    ids = set()
    for boot in (0, 1):
        bench = Bench()
        bench.dialogues = Dialogues("pr2", TEA_TABLE, boot)
        ids.add(bench.asking())
    assert len(ids) == 2


def test_a_leaf_that_ends_by_itself_ends_the_talk() -> None:
    bench = Bench()
    question = bench.asking()
    bench.running.clear()
    assert bench.look(1.0) == [Retract("ann", question)]
    assert bench.look(1.1) == []


def test_two_leaves_are_talked_about_apart() -> None:
    bench = Bench(running=["Cup", "Sandwich"])
    bench.active = {"Cup": at("Cup"), "Sandwich": at("Sandwich")}
    assert bench.look(0.0) == [StopLeaf("Cup"), StopLeaf("Sandwich")]
    (one,) = bench.stopped(0.2, "Cup")
    (other,) = bench.stopped(0.3, "Sandwich")
    assert isinstance(one, AskPerson)
    assert isinstance(other, AskPerson)
    assert one.question.id != other.question.id
    bench.dialogues.posed(0.4, one.question.id)
    bench.answer(1.0, Keeps.ROBOT, one.question.id)
    assert bench.phase("Cup") is Phase.RESUMING
    assert bench.phase("Sandwich") is Phase.WAITING


def test_words_about_leaves_that_nobody_talks_about_are_ignored() -> None:
    bench = Bench()
    assert bench.stopped(0.0, "Vase") == []
    assert bench.dialogues.resumed(0.0, "Vase") == []
    assert bench.dialogues.posed(0.0, "pr2.0.9.9") == []


# -- whatever happens ----------------------------------------------------------------------------

happenings = st.lists(
    st.tuples(
        st.sampled_from(
            ["reach", "leave", "stopped", "posed", "human", "robot", "unclear", "done", "wait"]
        ),
        st.sampled_from([0.05, 1.0, 12.0]),
    ),
    max_size=25,
)


def happen(bench: Bench, what: str, t_s: float, moving: bool) -> list[Effect]:
    talk = bench.dialogues.talks.get("Cup")
    match what:
        case "reach":
            bench.active["Cup"] = at("Cup", t_s)
        case "leave":
            bench.active.pop("Cup", None)
        case "done":
            bench.done.add("Cup")
        case "stopped" if not moving:
            return bench.stopped(t_s)
        case "posed" if talk is not None:
            return bench.dialogues.posed(t_s, talk.question)
        case "human" | "robot" | "unclear" if talk is not None:
            keeps = {"human": Keeps.HUMAN, "robot": Keeps.ROBOT}.get(what)
            return bench.answer(t_s, keeps, talk.question)
    return []


def obeyed(effects: Iterable[Effect], bench: Bench, moving: bool) -> bool:
    """Whether the leaf moves after these effects; every one of them must make sense."""
    for effect in effects:
        match effect:
            case StopLeaf():
                assert moving
                moving = False
            case ResumeLeaf():
                assert not moving
                assert "Cup" not in bench.active
                moving = True
            case CancelLeaf():
                assert not moving or "Cup" in bench.done
                moving = False
    return moving


@given(happenings)
def test_whatever_happens_a_leaf_runs_only_after_the_person_has_left_it(
    story: list[tuple[str, float]],
) -> None:
    bench = Bench()
    moving, t_s, conceded_s = True, 0.0, -1.0
    for what, later_s in story:
        t_s += later_s
        effects = happen(bench, what, t_s, moving)
        moving = obeyed([*effects, *bench.look(t_s)], bench, moving)
        if any(isinstance(e, Tell) and e.word.stage is Stage.CLEARED for e in effects):
            conceded_s = t_s
        if moving and "Cup" in bench.running and "Cup" in bench.active:
            echo = bench.active["Cup"].acted_s <= conceded_s + 0.5
            assert echo or "Cup" in bench.done
