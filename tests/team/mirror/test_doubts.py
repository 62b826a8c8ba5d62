from __future__ import annotations

import pytest

from cotree.core.actions import Keeps
from cotree.team.mirror.attention import Attention
from cotree.team.mirror.doubts import Doubts
from cotree.team.mirror.effects import AskPerson, Effect, Retract, Tell
from cotree.team.mirror.questions import Answer, Question, understand_done
from cotree.team.mirror.sightings import Sighting, Stage, Unsure

UNSURE = Unsure("ann", "Cup", 0.0, "pr2")


def asked(doubts: Doubts) -> Question:
    (ask,) = doubts.unsure(0.0, UNSURE)
    assert isinstance(ask, AskPerson)
    doubts.posed(1.0, ask.question.id)
    return ask.question


def told(effects: list[Effect]) -> Sighting:
    tell = effects[-1]
    assert isinstance(tell, Tell)
    return tell.word


def test_what_nobody_saw_is_asked_once() -> None:
    doubts = Doubts("pr2")
    question = asked(doubts)
    assert question.text == "I could not see it. Have you finished Cup?"
    assert question.about_done
    assert doubts.unsure(2.0, UNSURE) == []


@pytest.mark.parametrize(("done", "stage"), [(True, Stage.DONE), (False, Stage.REACHING)])
def test_the_answer_becomes_a_word_for_every_mirror(done: bool, stage: Stage) -> None:
    doubts = Doubts("pr2")
    question = asked(doubts)
    word = told(doubts.answered(2.0, Answer(question.id, None, done)))
    assert (word.stage, word.confidence, word.spoken, word.leaf) == (stage, 1.0, True, "Cup")
    assert doubts.answered(2.1, Answer(question.id, None, True)) == []


def test_who_keeps_it_is_no_answer_to_whether_it_is_done() -> None:
    doubts = Doubts("pr2")
    question = asked(doubts)
    (again,) = doubts.answered(2.0, Answer(question.id, Keeps.HUMAN))
    assert isinstance(again, AskPerson)
    assert again.question.id != question.id


def test_not_understood_twice_nobody_knows() -> None:
    doubts = Doubts("pr2")
    doubts.answered(2.0, Answer(asked(doubts).id, None))
    second = doubts.open["Cup"].question.id
    doubts.posed(2.1, second)
    word = told(doubts.answered(3.0, Answer(second, None)))
    assert (word.stage, word.why) == (Stage.CLEARED, "nobody knows whether it is done")
    assert doubts.open == {}


def test_without_an_answer_for_10_s_nobody_knows() -> None:
    doubts = Doubts("pr2")
    question = asked(doubts)
    assert doubts.look(10.9, frozenset()) == []
    effects = doubts.look(11.0, frozenset())
    assert effects[0] == Retract("ann", question.id)
    assert told(effects).stage is Stage.CLEARED


def test_an_answer_before_the_question_was_posed_is_none() -> None:
    doubts = Doubts("pr2")
    doubts.unsure(0.0, UNSURE)
    id_ = doubts.open["Cup"].question.id
    assert doubts.answered(0.5, Answer(id_, None, True)) == []
    assert doubts.look(59.0, frozenset()) == []
    assert doubts.look(60.0, frozenset()) != []


def test_what_is_seen_done_meanwhile_needs_no_answer() -> None:
    doubts = Doubts("pr2")
    question = asked(doubts)
    assert doubts.look(2.0, {"Cup"}) == [Retract("ann", question.id)]
    assert doubts.look(2.1, {"Cup"}) == []


def test_words_answer_whether_it_is_done() -> None:
    assert understand_done("yes") is True
    assert understand_done("no, not yet") is False
    assert understand_done("what?") is None
    ann, doubts = Attention("ann"), Doubts("pr2")
    ann.ask(0.0, asked(doubts))
    answer, _ = ann.hear(1.0, "yes")
    assert answer is not None
    assert (answer.keeps, answer.done) == (None, True)
    assert told(doubts.answered(1.0, answer)).stage is Stage.DONE


def test_after_a_restart_no_question_has_an_old_id() -> None:
    assert asked(Doubts("pr2", 0)).id != asked(Doubts("pr2", 1)).id
