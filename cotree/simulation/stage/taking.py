"""What a person at a page does, as wishes: acts name their piece, and a hand or a mouth obeys."""

from __future__ import annotations

from cotree.core.actions import Keeps
from cotree.core.paths import is_in
from cotree.core.words import did_you_mean
from cotree.runtime import acts
from cotree.simulation.stage import wishes
from cotree.simulation.stage.wishes import Moment, Wish
from cotree.team.mirror.questions import Answer, Question

KEEPS = {"me": Keeps.HUMAN, "robot": Keeps.ROBOT}


def understand_act(act: acts.Taking, moment: Moment) -> Wish | str:
    """What is wished, or what is wrong with it and what would be right."""
    match act:
        case acts.Answer(piece=piece, keep=keep):
            return _answer(piece, KEEPS[keep], moment)
        case acts.Leave():
            return wishes.Leave() if moment.busy else "you are at nothing that you could leave"
        case acts.Done(piece=piece):
            return _done(piece, moment)
        case acts.Failed(piece=piece):
            return _failed(piece, moment)
    leaf = _leaf(act.piece, moment)
    if leaf is None:
        return f"'{act.piece}' is no piece that is still to be done"
    match act:
        case acts.Take():
            return _take(leaf, moment)
        case acts.Refuse():
            return wishes.Refuse(leaf)
        case acts.Give(robot=robot):
            return _give(leaf, robot, moment)


def act_of(wish: Wish, moment: Moment) -> acts.Taking:
    """A wish as an act, however it was said: what a record keeps of it."""
    match wish:
        case wishes.Take(leaf=leaf):
            return acts.Take(piece=leaf)
        case wishes.Give(leaf=leaf, robot=robot):
            return acts.Give(piece=leaf, robot=robot)
        case wishes.Refuse(leaf=leaf):
            return acts.Refuse(piece=leaf)
        case wishes.Fail(leaf=leaf):
            return acts.Failed(piece=leaf)
        case wishes.Tell(leaf=leaf):
            return acts.Done(piece=leaf)
        case wishes.PutDown():
            return acts.Done(piece=moment.at)
        case wishes.Leave():
            return acts.Leave()
        case Answer():
            return _answered(wish, moment)


def _answered(answer: Answer, moment: Moment) -> acts.Taking:
    piece = "" if moment.question is None else moment.question.leaf
    if answer.keeps is not None:
        return acts.Answer(piece=piece, keep="me" if answer.keeps is Keeps.HUMAN else "robot")
    return acts.Done(piece=piece) if answer.done else acts.Failed(piece=piece)


def _leaf(piece: str, moment: Moment) -> str | None:
    """The leaf that a piece is about: itself, or the one in it whose object is brought."""
    inside = [leaf for leaf in moment.tasks if is_in(leaf, piece)]
    moved = set(moment.leaves.values())
    return next((leaf for leaf in inside if leaf in moved), next(iter(inside), None))


def about(question: Question | None, piece: str) -> bool:
    """Whether a question is open about this piece."""
    if question is None:
        return False
    return is_in(question.leaf, piece) or is_in(piece, question.leaf)


def _answer(piece: str, keeps: Keeps, moment: Moment) -> Wish | str:
    question = moment.question
    if question is None or not about(question, piece):
        return "nobody asks about it any more"
    if question.about_done:
        return "this question is whether it is done; say done or failed"
    return Answer(question.id, keeps)


def _take(leaf: str, moment: Moment) -> Wish | str:
    if moment.busy:
        return "your hand is at something; say done, failed or leave first"
    if leaf not in moment.leaves.values():
        return "no hand can do this here; give it to a robot"
    return wishes.Take(leaf)


def _give(leaf: str, robot: str, moment: Moment) -> Wish | str:
    if robot not in moment.robots:
        there = ", ".join(moment.robots)
        return (
            f"no robot is called '{robot}'{did_you_mean(robot, moment.robots)}; there is: {there}"
        )
    return wishes.Give(leaf, robot)


def _done(piece: str, moment: Moment) -> Wish | str:
    question = moment.question
    if question is not None and question.about_done and about(question, piece):
        return Answer(question.id, None, True)
    if moment.busy and is_in(moment.at, piece):
        return wishes.PutDown()
    leaf = _leaf(piece, moment)
    if leaf is None:
        return "it is done already"
    if leaf in moment.leaves.values():
        return "you are not at it; take it first"
    return wishes.Tell(leaf)


def _failed(piece: str, moment: Moment) -> Wish | str:
    question = moment.question
    if question is not None and question.about_done and about(question, piece):
        return Answer(question.id, None, False)
    leaf = _leaf(piece, moment)
    return f"'{piece}' is no piece that is still to be done" if leaf is None else wishes.Fail(leaf)
