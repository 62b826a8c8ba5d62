"""What people answer aloud in a running team: heard first, and understood as it was heard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cotree.app.ears import Utterance, ears_of, utterance
from cotree.core.actions import Answered
from cotree.core.mission import Mission
from cotree.core.senses import SPEECH
from cotree.runtime.crew.crew import Crew
from cotree.runtime.senses.ports import Looker, Moment, Sensed
from cotree.runtime.senses.prompt import PromptLooker
from cotree.runtime.senses.worker import WorkerLooker
from cotree.simulation.stage.stage import Stage
from cotree.team.mirror.questions import Answer, Question

ASKS_S = 0.05
"""So often somebody looks whether an answer has been understood."""
GIVES_UP_S = 5.0
"""What was not understood after so long never will be."""


class Listening:
    """The ears of one run."""

    def __init__(
        self,
        mission: Mission,
        crew: Crew,
        stage: Stage,
        hear: Callable[[Sensed], None],
        *,
        real: bool,
    ) -> None:
        """``hear`` is told of each utterance: for what follows where nobody hears anything."""
        self._crew = crew
        self._stage = stage
        self._hear = hear
        self._waiting: list[tuple[float, Utterance]] = []
        """Said, and not yet understood; only the first is being listened to."""
        self._asked = False
        self._looker = self._ears(mission, real=real)
        stage.mouth = self._speaks

    def close(self) -> None:
        """The run is over."""
        self._looker.close()

    def _ears(self, mission: Mission, *, real: bool) -> Looker:
        if not real:
            return PromptLooker(ears_of(mission))
        looker = WorkerLooker(partial(ears_of, mission), (SPEECH,))
        looker.warm_up()
        return looker

    def _speaks(self, person: str, question: Question, answer: Answer) -> None:
        self._waiting.append((self._crew.queue.now_s, utterance(person, question, answer)))
        if len(self._waiting) == 1:
            self._crew.queue.at(self._crew.queue.now_s, self._listen)

    def _listen(self) -> None:
        """Have the first utterance heard; it is understood as soon as somebody answers."""
        now_s = self._crew.queue.now_s
        since_s, said = self._waiting[0]
        self._asked = self._asked or self._looker.ask(Moment(now_s, shot=said))
        for sensed in self._looker.answers():
            self._hear(sensed)
            self._understood(_answer(sensed, said.question), said)
            break
        else:
            if now_s - since_s > GIVES_UP_S:
                self._understood(Answer(said.question.id, None), said)
        if self._waiting:
            self._crew.queue.at(now_s + ASKS_S, self._listen)

    def _understood(self, answer: Answer, said: Utterance) -> None:
        del self._waiting[0]
        self._asked = False
        self._stage.advance(self._crew.queue.now_s)
        self._stage.person(said.person).heard(answer)
        self._crew.stirred = True


def _answer(sensed: Sensed, question: Question) -> Answer:
    """What was understood; nothing, where nobody heard."""
    for event in sensed.events:
        if isinstance(event, Answered) and event.question == question.id:
            return Answer(event.question, event.keeps, event.done)
    return Answer(question.id, None)
