"""What a person at a page has to know of her own part."""

from __future__ import annotations

from typing import Literal

from cotree.runtime.replies import Asked, Job, Request, You
from cotree.simulation.stage.interactive import InteractivePerson
from cotree.simulation.stage.player import Player
from cotree.team.mirror.questions import Question
from cotree.team.mirror.wording import short


def screen_of(player: Player, now_s: float) -> You:
    """All of it, as it is now."""
    mind = player.mind
    if not isinstance(mind, InteractivePerson):
        return You(player.name, now_s, gone=True)
    moment = mind.moment()
    asked, free = moment.question, set(moment.leaves.values()) - {moment.at, *moment.later}
    return You(
        player.name,
        round(now_s, 3),
        moment.at,
        () if asked is None else (_asked(asked, mind.answer_until_s),),
        tuple(Job(leaf, short(leaf)) for leaf in moment.tasks if leaf in free),
        tuple(
            Request(piece, text, robot, moment.later.get(piece, ""))
            for robot, piece, text in player.wanted()
        ),
        tuple(leaf for leaf in mind.refused if leaf in moment.tasks),
        tuple((leaf, robot) for leaf, robot in mind.given.items() if leaf in moment.tasks),
    )


def _asked(question: Question, until_s: float) -> Asked:
    about: Literal["keep", "done", "help"] = "help" if question.helps else "keep"
    if question.about_done:
        about = "done"
    return Asked(
        question.id,
        question.robot,
        question.leaf,
        question.text,
        round(until_s, 3),
        about,
    )
