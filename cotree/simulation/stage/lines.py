"""What is typed for a person: ``take cup``, ``done``, ``give cup to pr2``, ``yes``, ``no``."""

from __future__ import annotations

from cotree.core.words import did_you_mean
from cotree.simulation.stage import wishes
from cotree.simulation.stage.wishes import Moment, Wish
from cotree.team.mirror.questions import Answer, Question, understand, understand_done

TAKE = ("take", "get", "grab", "reach for")
PUT_DOWN = ("done", "finished", "put down")
LEAVE = ("leave", "stop", "let go")
FAILED = ("failed", "i failed", "i can't", "i cannot")
REFUSE = ("refuse", "i refuse")
GIVE = ("give", "hand over")
HELP = ("help", "?")
MOST = 200
"""A longer line is cut."""
CAN_SAY = (
    "say: take OBJECT, done, failed, leave, give OBJECT to ROBOT, refuse OBJECT, "
    "or yes or no when you are asked"
)


def understand_line(line: str, moment: Moment) -> Wish | str:
    """What is wished, or one line that says what could be said instead."""
    words = " ".join(line.lower()[:MOST].split())
    if not words or words in HELP:
        return CAN_SAY
    if words in PUT_DOWN and not (moment.question is not None and moment.question.about_done):
        return wishes.PutDown() if moment.busy else f"your hand is empty; {CAN_SAY}"
    if words in LEAVE:
        return wishes.Leave() if moment.busy else f"there is nothing to leave; {CAN_SAY}"
    if words in FAILED:
        return wishes.Fail(moment.at) if moment.busy else f"you are at nothing; {CAN_SAY}"
    return _order(words, moment) or _reply(words, moment.question)


def _order(words: str, moment: Moment) -> Wish | str | None:
    """What is wished of an object that is named; None: these words name none."""
    for verbs, meaning in ((TAKE, _take), (GIVE, _give), (REFUSE, _refuse)):
        for verb in verbs:
            if words == verb or words.startswith(f"{verb} "):
                return meaning(words[len(verb) :].strip(), moment)
    return None


def _take(what: str, moment: Moment) -> Wish | str:
    if moment.busy:
        return "your hand is at something; say done or leave first"
    leaf = _named(what, moment, "take")
    return leaf if isinstance(leaf, _Wrong) else wishes.Take(leaf)


def _give(what: str, moment: Moment) -> Wish | str:
    named, _, to = what.rpartition(" to ")
    robots = {name.lower(): name for name in moment.robots}
    if not named or to.removeprefix("the ") not in robots:
        hint = did_you_mean(to, robots) if named else ""
        return f"give what to whom? say: give OBJECT to {' or '.join(moment.robots)}{hint}"
    leaf = _named(named, moment, "give")
    return leaf if isinstance(leaf, _Wrong) else wishes.Give(leaf, robots[to.removeprefix("the ")])


def _refuse(what: str, moment: Moment) -> Wish | str:
    if not what and moment.question is not None:
        return wishes.Refuse(moment.question.leaf)
    leaf = _named(what, moment, "refuse")
    return leaf if isinstance(leaf, _Wrong) else wishes.Refuse(leaf)


class _Wrong(str):
    """What is wrong with a name, and no leaf."""

    __slots__ = ()


def _named(what: str, moment: Moment, verb: str) -> str:
    """The leaf of an object that is named."""
    known = {name.lower(): leaf for name, leaf in moment.leaves.items()}
    name = what.removeprefix("the ")
    if name in known:
        return known[name]
    there = ", ".join(sorted(known)) or "nothing any more"
    if not name:
        return _Wrong(f"{verb} what? there is: {there}")
    return _Wrong(f"nothing to {verb} is called '{name}'{did_you_mean(name, known)}")


def _reply(words: str, question: Question | None) -> Wish | str:
    if question is None:
        return f"nobody asks anything, and '{words}' is no order; {CAN_SAY}"
    if question.about_done:
        done = words in PUT_DOWN or understand_done(words)
        if done is None:
            return f"'{words}' is no clear answer to \"{question.text}\"; say yes or no"
        return Answer(question.id, None, done)
    keeps = understand(words, question.yes)
    if keeps is None:
        return f"'{words}' is no clear answer to \"{question.text}\"; say yes or no"
    return Answer(question.id, keeps)
