"""From what was heard to the answer of the question that was asked.

An answer that is not understood travels as such: the dialogue of ``cotree.team.mirror.talk`` asks
once more, and the second unclear answer leaves the task with the person.
"""

from __future__ import annotations

from cotree.perception.blind import Blind
from cotree.perception.speech.words import Heard
from cotree.team.mirror.questions import Answer, Question, understand, understand_done


def answer_to(question: Question, heard: Heard | Blind) -> Answer:
    """Who keeps the task by what was heard; a yes means what this question made it mean."""
    words = "" if isinstance(heard, Blind) or heard == "unclear" else heard
    if question.about_done:
        return Answer(question.id, None, understand_done(words))
    return Answer(question.id, understand(words, question.yes))
