"""What a team has really done, held against the sentence that it was asked to make true.

Nothing that planned or ran the mission judges it: only what robots told of their ways is read, in
the order in which they told it, by the referee of the language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from cotree.core.actions import Tell
from cotree.core.errands import ASSIGNMENT, WORD, Spot, assignments, read_word
from cotree.core.mission import Mission
from cotree.core.reasons import Reason
from cotree.core.spots import first_spots
from cotree.runtime.messages import End, Message, Told

Letter = frozenset[str]
Write = Callable[[Message], None]
Judged = Callable[[End], End]


def followed(mission: Mission, write: Write) -> tuple[Write, Judged]:
    """What writes a run's messages, and who has the last word on how it ended."""
    if mission.sentence is None:
        return write, lambda end: end
    history = History(mission, write)
    return history.write, history.judged


class History:
    """Follows a run, and judges its end."""

    def __init__(self, mission: Mission, write: Write) -> None:
        self._mission = mission
        self._write = write
        self.words: dict[str, list[Spot]] = {
            name: [spot] for name, spot in first_spots(mission).items()
        }
        self.seen: dict[str, dict[int, tuple[str, ...]]] = {name: {} for name in self.words}
        """By robot: what else was true at a step, where that is not as the mission's file says."""
        self._team = [(name, 0) for name in self.words]
        """Who has taken which step, in the order in which it was told."""

    def write(self, message: Message) -> None:
        """One message of the run, on its way to the record."""
        if isinstance(message, Told):
            for command in message.commands:
                if isinstance(command, Tell) and command.name.endswith(WORD):
                    self._hear(command)
                elif isinstance(command, Tell) and command.name.endswith(ASSIGNMENT):
                    self._hand_over(command)
        self._write(message)

    def _hear(self, told: Tell) -> None:
        robot = told.name.removesuffix(WORD)
        word, self.seen[robot] = read_word(str(told.value))
        steps = range(len(self.words[robot]), len(word))
        self.words[robot] += word[steps.start :]
        self._team += [(robot, step) for step in steps]

    def _hand_over(self, told: Tell) -> None:
        """Who takes an errand over goes on from where it stands: the team shows that once more."""
        assignment = assignments.decode(str(told.value))
        for stretches in assignment.words.values():
            robot, start = stretches[-1].robot, stretches[-1].start
            if start == len(self.words[robot]) - 1:
                self._team.append((robot, start))

    @property
    def team(self) -> list[Spot]:
        """Where anybody has been, in the order in which it was told."""
        return [self.words[name][step] for name, step in self._team]

    def judged(self, end: End) -> End:
        """The end of the run; a success that does not make the sentence true is none."""
        if end.result != "success":
            return end
        faults = tuple(Reason("untrue", fault) for fault in self.faults())
        return msgspec.structs.replace(end, result="failure", reasons=faults) if faults else end

    def faults(self) -> Iterator[str]:
        """What of the sentence does not hold: rules on each robot's way, all else on the team's."""
        from cotree.reallocation.ltl.language.evaluate import holds
        from cotree.reallocation.ltl.language.parse import parse

        sentence = self._mission.sentence
        assert sentence is not None, "only a mission of one sentence is judged"
        for clause in sentence.clauses:
            formula = parse(clause.formula)
            if clause.errand or clause.together:
                if not holds(formula, self._letters(self._team)):
                    yield f"{clause.formula} did not come true"
                continue
            for robot, word in self.words.items():
                steps = [(robot, step) for step in range(len(word))]
                if not holds(formula, self._letters(steps)):
                    yield f"{robot} broke the rule {clause.formula}"

    def _letters(self, steps: list[tuple[str, int]]) -> list[Letter]:
        return [frozenset((*self.words[name][at], *self._true(name, at))) for name, at in steps]

    def _true(self, robot: str, step: int) -> tuple[str, ...]:
        """What else was true at a step: as it was told, or else as the mission's file says."""
        if step in self.seen[robot]:
            return self.seen[robot][step]
        world, sentence = self._mission.world, self._mission.sentence
        place = self.words[robot][step][0]
        areas = (area for area, places in world.areas.items() if place in places)
        facts = () if sentence is None else sentence.facts
        return (*areas, *(name for name in facts if world.facts.get(name) is True))
