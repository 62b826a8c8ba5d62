from __future__ import annotations

import pytest

from cotree.core.actions import Keeps
from cotree.team.mirror.effects import AskPerson, Effect, Retract, Say, Tell
from cotree.team.mirror.favour import Phase, Wish
from cotree.team.mirror.favours import STILL, Favours
from cotree.team.mirror.questions import Answer, Question
from cotree.team.mirror.sightings import Sighting, Stage

NOBODY: dict[str, Sighting] = {}
NOTHING: frozenset[str] = frozenset()
LEAF = "task/cup"


def the_question(effects: list[Effect]) -> Question:
    (ask,) = (each for each in effects if isinstance(each, AskPerson))
    return ask.question


def the_word(effects: list[Effect]) -> Sighting:
    (tell,) = (each for each in effects if isinstance(each, Tell))
    return tell.word


def asked(favours: Favours, *people: str, unseen: bool = False) -> Question:
    """A question for help that is heard at 1 s."""
    question = the_question(favours.want(0.0, LEAF, people or ("ann", "bob"), unseen=unseen))
    favours.posed(1.0, question.id)
    return question


def keeps(question: Question, who: Keeps | None) -> Answer:
    return Answer(question.id, who)


def seen(person: str, at_s: float, stage: Stage = Stage.REACHING) -> dict[str, Sighting]:
    return {LEAF: Sighting(person, LEAF, stage, 0.9, at_s, "pr2", at_s)}


def test_the_first_person_is_asked_once() -> None:
    favours = Favours("pr2", boot=7)
    question = asked(favours)
    assert question.text == "Nobody of us can do cup. Can you do it?"
    assert (question.person, question.helps, question.about_done) == ("ann", True, False)
    assert question.id.startswith("pr2.7.")
    assert favours.want(2.0, LEAF, ("ann", "bob")) == []


def test_a_yes_is_a_spoken_word_for_every_mirror() -> None:
    favours = Favours("pr2")
    effects = favours.answered(2.0, keeps(asked(favours), Keeps.HUMAN))
    word = the_word(effects)
    assert (word.person, word.stage, word.spoken, word.acted_s) == (
        "ann", Stage.REACHING, True, 2.0,
    )  # fmt: skip
    assert Say("ann", "Cup is yours.") in effects
    assert favours.open[LEAF].phase is Phase.PROMISED


def test_after_a_no_the_next_is_asked_and_then_nobody_is_left() -> None:
    favours = Favours("pr2")
    second = the_question(favours.answered(2.0, keeps(asked(favours), Keeps.ROBOT)))
    assert second.person == "bob"
    favours.posed(2.0, second.id)
    assert favours.answered(3.0, keeps(second, Keeps.ROBOT)) == []
    assert (favours.open, favours.vain) == ({}, {LEAF})
    assert favours.want(4.0, LEAF, ("ann", "bob")) == []


def test_who_declines_unasked_is_passed_over_and_a_promise_may_be_taken_back() -> None:
    favours = Favours("pr2")
    question = asked(favours, "ann", "bob", "eve")
    assert favours.declines(1.0, LEAF, "bob") == []
    favours.answered(2.0, keeps(question, Keeps.HUMAN))
    assert the_question(favours.declines(3.0, LEAF, "ann")).person == "eve"
    assert [type(each) for each in favours.declines(4.0, LEAF, "eve")] == [Retract]
    assert LEAF in favours.vain
    assert favours.declines(5.0, LEAF, "eve") == []


def test_a_late_answer_and_one_to_another_question_change_nothing() -> None:
    favours = Favours("pr2")
    first = asked(favours, "ann")
    assert favours.answered(2.0, Answer("other", Keeps.HUMAN)) == []
    favours.look(11.0, NOBODY, NOTHING)
    assert favours.answered(11.5, keeps(first, Keeps.HUMAN)) == []
    assert favours.vain == {LEAF}


def test_what_is_not_understood_twice_is_a_no() -> None:
    favours = Favours("pr2")
    again = the_question(favours.answered(2.0, keeps(asked(favours), None)))
    assert (again.person, again.text) == (
        "ann", "I did not understand. Nobody of us can do cup. Can you do it?",
    )  # fmt: skip
    favours.posed(2.0, again.id)
    assert the_question(favours.answered(3.0, keeps(again, None))).person == "bob"


def test_without_an_answer_for_10_s_the_next_is_asked() -> None:
    favours = Favours("pr2")
    question = asked(favours)
    assert favours.look(10.9, NOBODY, NOTHING) == []
    effects = favours.look(11.0, NOBODY, NOTHING)
    assert effects[0] == Retract("ann", question.id)
    assert the_question(effects).person == "bob"


def test_who_hears_no_question_for_a_minute_is_passed_over() -> None:
    favours = Favours("pr2")
    first = the_question(favours.want(0.0, LEAF, ("ann", "bob")))
    assert favours.look(59.9, NOBODY, NOTHING) == []
    effects = favours.look(60.0, NOBODY, NOTHING)
    assert (effects[0], the_question(effects).person) == (Retract("ann", first.id), "bob")


def test_who_promises_and_does_nothing_for_15_s_has_not_meant_it() -> None:
    favours = Favours("pr2")
    favours.answered(2.0, keeps(asked(favours), Keeps.HUMAN))
    assert favours.look(17.0, NOBODY, NOTHING) == []
    effects = favours.look(17.1, NOBODY, NOTHING)
    assert effects[0] == Say("ann", "Cup is free again.")
    assert the_question(effects).person == "bob"


@pytest.mark.parametrize("stage", [Stage.REACHING, Stage.WORKING])
def test_who_is_at_it_has_time(stage: Stage) -> None:
    favours = Favours("pr2")
    favours.answered(2.0, keeps(asked(favours, "ann"), Keeps.HUMAN))
    assert favours.look(16.0, seen("ann", 16.0, stage), NOTHING) == []
    assert favours.look(31.0, NOBODY, NOTHING) == []
    favours.look(31.1, NOBODY, NOTHING)
    assert favours.vain == {LEAF}


def test_to_act_is_to_answer() -> None:
    favours = Favours("pr2")
    question = asked(favours)
    assert favours.look(3.0, seen("ann", 3.0), NOTHING) == [Retract("ann", question.id)]
    assert favours.open[LEAF].phase is Phase.PROMISED
    assert favours.open[LEAF].others == ("bob",)


def test_somebody_else_may_be_quicker_than_who_was_asked() -> None:
    favours = Favours("pr2")
    question = asked(favours)
    assert favours.look(3.0, seen("bob", 3.0), NOTHING) == [Retract("ann", question.id)]
    assert (favours.open[LEAF].person, favours.open[LEAF].others) == ("bob", ())


def test_who_is_at_it_already_is_not_asked_even_after_a_no() -> None:
    favours = Favours("pr2")
    assert favours.want(0.0, LEAF, ("ann",), at_it="ann") == []
    assert favours.open[LEAF].phase is Phase.PROMISED
    assert the_question(favours.look(15.1, NOBODY, NOTHING)).person == "ann"
    favours.look(76.0, NOBODY, NOTHING)
    assert favours.vain == {LEAF}
    assert favours.want(80.0, LEAF, ("ann",), at_it="ann") == []
    assert favours.open[LEAF].others == ()


def test_what_is_done_is_not_asked_for_any_more() -> None:
    favours = Favours("pr2")
    question = asked(favours)
    assert favours.look(2.0, NOBODY, {LEAF}) == [Retract("ann", question.id)]
    assert favours.open == {}
    assert favours.vain == set()


def test_what_is_withdrawn_may_be_wanted_again() -> None:
    favours = Favours("pr2")
    question = asked(favours, "ann")
    assert favours.withdraw(LEAF) == [Retract("ann", question.id)]
    assert the_question(favours.want(2.0, LEAF, ("ann",))).id != question.id


def test_only_what_is_over_is_asked_again_of_who_refused() -> None:
    favours = Favours("pr2")
    favours.answered(2.0, keeps(asked(favours, "ann"), Keeps.ROBOT))
    assert favours.withdraw(LEAF) == []
    assert favours.want(3.0, LEAF, ("ann",)) == []
    favours.forget(LEAF)
    assert the_question(favours.want(4.0, LEAF, ("ann",))).person == "ann"


# -- what nobody can see ---------------------------------------------------------------------------


def promised_unseen(favours: Favours) -> Question:
    """The person promised at 2 s, and is asked after 15 s whether it is done."""
    favours.answered(2.0, keeps(asked(favours, unseen=True), Keeps.HUMAN))
    question = the_question(favours.look(17.1, NOBODY, NOTHING))
    favours.posed(17.1, question.id)
    return question


def test_where_nobody_can_see_it_the_person_is_asked_whether_it_is_done() -> None:
    favours = Favours("pr2")
    question = promised_unseen(favours)
    assert (question.person, question.about_done, question.helps) == ("ann", True, False)
    assert question.text == "I could not see it. Have you finished cup?"
    word = the_word(favours.answered(18.0, Answer(question.id, None, True)))
    assert (word.stage, word.spoken, word.person) == (Stage.DONE, True, "ann")
    assert favours.open == {}


def test_who_has_not_finished_yet_is_asked_again_but_not_for_ever() -> None:
    favours = Favours("pr2")
    question, now_s = promised_unseen(favours), 18.0
    for _ in range(STILL):
        word = the_word(favours.answered(now_s, Answer(question.id, None, False)))
        assert word.stage is Stage.REACHING
        question = the_question(favours.look(now_s + 15.1, NOBODY, NOTHING))
        now_s += 16.0
        favours.posed(now_s, question.id)
    following = the_question(favours.answered(now_s, Answer(question.id, None, False)))
    assert (following.person, following.helps) == ("bob", True)


def test_an_answer_about_who_keeps_it_does_not_say_whether_it_is_done() -> None:
    favours = Favours("pr2")
    question = promised_unseen(favours)
    again = the_question(favours.answered(18.0, keeps(question, Keeps.HUMAN)))
    assert again.about_done
    assert again.id != question.id


def asked_for_news(favours: Favours) -> Question:
    question = the_question(favours.want(0.0, LEAF, ("ann", "bob"), Wish.NEWS))
    favours.posed(0.0, question.id)
    return question


def test_news_that_it_is_done_are_a_word_for_every_mirror() -> None:
    favours = Favours("pr2")
    question = asked_for_news(favours)
    assert (question.text, question.about_done) == ("I cannot see it. Was cup done?", True)
    word = the_word(favours.answered(1.0, Answer(question.id, None, True)))
    assert word.stage is Stage.DONE
    assert favours.undone == set()


def test_news_that_it_is_not_done_let_the_robots_do_it() -> None:
    favours = Favours("pr2")
    question = asked_for_news(favours)
    assert favours.answered(1.0, Answer(question.id, None, False)) == []
    assert (favours.undone, favours.open, favours.vain) == ({LEAF}, {}, set())


def test_without_news_from_anybody_it_was_asked_in_vain() -> None:
    favours = Favours("pr2")
    asked_for_news(favours)
    second = the_question(favours.look(10.0, NOBODY, NOTHING))
    assert (second.person, second.about_done) == ("bob", True)
    favours.posed(10.0, second.id)
    favours.look(20.0, NOBODY, NOTHING)
    assert (favours.vain, favours.undone) == ({LEAF}, set())
