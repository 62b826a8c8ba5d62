"""A person's record says once what was said, however often it was repeated."""

from __future__ import annotations

from cotree.core.actions import Answered, Ask, Keeps, Posed, RobotSeen, Say, Unask
from cotree.runtime.messages import Heard, Told
from cotree.runtime.process.quotes import MOST, Quotes
from cotree.runtime.process.telegrams import Noted, Seen, Spoken
from cotree.runtime.story import Story

ASK = Ask("pr2", "ann", "q1", "task/cup", "are you done?")
ANSWER = Answered("q1", keeps=Keeps.HUMAN)


def test_what_was_asked_and_answered_is_told_again_by_a_record_of_it() -> None:
    quotes, story = Quotes("ann"), Story()
    asked = Spoken("ann", ASK)
    for message in (
        *quotes.hears("pr2", asked, 1.0),
        *quotes.hears("pr2", asked, 1.5),
        *quotes.says([Spoken("pr2", ANSWER)], 2.0),
        *quotes.says([Spoken("pr2", ANSWER)], 2.5),
        *quotes.hears("pr2", Spoken("ann", Say("pr2", "ann", "thank you")), 3.0),
    ):
        story.hear(message)
    said = [(each.t, each.what, each.robot, each.person) for each in story.talk.all]
    assert said == [
        (1.0, "asks", "pr2", "ann"),
        (2.0, "answers", "pr2", "ann"),
        (3.0, "says", "pr2", "ann"),
    ]


def test_each_message_is_a_tick_of_the_robot_that_is_quoted() -> None:
    quotes = Quotes("ann")
    unask = Unask("pr2", "ann", "q1")
    heard, told = quotes.hears("pr2", Spoken("ann", unask), 1.0)
    assert heard == Heard(1, 1.0, robot="pr2")
    assert told == Told(1, 1.0, (), (unask,), "pr2")
    posed = Posed("q1")
    assert quotes.says([Spoken("pr2", posed)], 2.0) == [Heard(2, 2.0, (posed,), robot="pr2")]


def test_what_is_for_others_or_not_from_the_robot_itself_or_only_seen_is_not_quoted() -> None:
    quotes = Quotes("ann")
    assert quotes.hears("pr2", Spoken("bob", ASK), 1.0) == []
    assert quotes.hears("baxter", Spoken("ann", ASK), 1.0) == []
    seen = Seen((Noted(RobotSeen("pr2", (0, 0, 0)), 1, "pr2"),), 1.0)
    assert quotes.hears("pr2", seen, 1.0) == []
    assert quotes.says([seen], 1.0) == []


def test_only_so_much_is_remembered() -> None:
    quotes = Quotes("ann")
    for number in range(2 * MOST):
        says = Say("pr2", "ann", str(number))
        assert quotes.hears("pr2", Spoken("ann", says), 1.0)
    assert len(quotes._known) == MOST
