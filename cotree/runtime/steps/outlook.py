"""What is to be planned now: the floor, what is believed of people, and who is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile

import msgspec

from cotree.core.mission import Mission
from cotree.reallocation.lead_follow.belief.evidence import noticed
from cotree.reallocation.lead_follow.belief.forms import Belief, belief_of, learnt, means_of
from cotree.reallocation.lead_follow.collaboration.allowed import may
from cotree.reallocation.lead_follow.collaboration.asking import problem_of
from cotree.reallocation.lead_follow.collaboration.table import Stage, Table
from cotree.reallocation.lead_follow.problem import Problem, Subtask
from cotree.runtime.steps.floor import Floor
from cotree.runtime.steps.in_turn import Waiting, in_turn, waiting
from cotree.runtime.steps.lasting import AT_LEAST_S, PRESENT_S, Lasting
from cotree.runtime.steps.news import GIVEN, Seen

NOTICES_S = 3.0
"""What was given and taken back within so long, before a robot turned to it, says nothing."""
WORD_S = 2.0
"""How long it takes to hand back what was given wrongly, if nothing is said about words."""


class Outlook:
    """What one robot thinks of the people, and what it asks the planner."""

    def __init__(self, mission: Mission, floor: Floor) -> None:
        self.floor = floor
        self.steps = mission.steps
        self.people = [agent.id for agent in floor.problem.people()]
        form, values = mission.steps.belief.form, mission.steps.belief.values
        self.beliefs: dict[str, Belief] = {name: belief_of(form, values) for name in self.people}
        self.lasting = Lasting(floor.problem)
        self.away: frozenset[str] = frozenset()
        """People on whom nobody counts now."""
        self.absent: frozenset[str] = frozenset()
        """Robots that nobody hears."""
        self.broken: frozenset[str] = frozenset()
        """Robots that are heard, and can do nothing."""
        self.free_s: dict[str, float] = {}
        """Since when each person could do something."""
        self._left_s: dict[str, float] = {}
        """When it was noticed that somebody is away."""
        self._looked_at: Table | None = None
        """The table of which it is known what waits for its turn, and which people could work."""
        self._waits = Waiting()
        self._free: frozenset[str] = frozenset()  # people who could place something

    # -- learning ------------------------------------------------------------------------------

    def learn(self, now_s: float) -> list[str]:
        """Take notice of what people did; of whom it says something.

        What they have just given to a robot may be taken back before anybody took notice of it.
        """
        floor = self.floor
        seen, floor.seen = floor.seen, []
        changed = []
        for person in self.people:
            mine = [each for each in seen if each.person == person]
            settled = list(takewhile(lambda each: self._is_settled(each, now_s), mine))
            floor.seen += mine[len(settled) :]
            evidence = noticed(each.evidence for each in settled)
            if evidence:
                self.beliefs[person] = learnt(self.beliefs[person], evidence)
                changed.append(person)
        return changed

    def _is_settled(self, seen: Seen, now_s: float) -> bool:
        step, table = seen.evidence.subtask, self.floor.table
        if seen.evidence.did != "gave" or now_s >= seen.at_s + NOTICES_S:
            return True
        return table.pieces[step].stage not in GIVEN or table.at(step) != ""

    def thinks(self, person: str) -> str:
        """What is thought of a person, in words."""
        means = self.beliefs[person].means
        return f"follows {means.p_follow:.2f}, errs {means.p_error:.2f}"

    def learn_times(self) -> list[tuple[str, str]]:
        """Take notice of how long it took; of whom and which kinds of steps it says something."""
        took, self.floor.took = self.floor.took, []
        return self.lasting.learn(took)

    def takes(self, agent: str, step: str) -> str:
        """How long somebody is expected to take for a step, if that is not what is written."""
        written = next(each for each in self.steps.all if each.name == step).takes.get(agent)
        return "" if written is None else self.lasting.expects(agent, step, written)

    def look(self, now_s: float, absent: frozenset[str], broken: frozenset[str]) -> None:
        """Who is there and can do anything, and who is not."""
        self.absent, self.broken = absent, broken
        away = frozenset(name for name in self.people if self._is_away(name, now_s))
        self._left_s |= dict.fromkeys(away - self.away, now_s)
        self.away = away

    def _is_away(self, person: str, now_s: float) -> bool:
        floor = self.floor
        at, heard_s = floor.at.get(person), floor.heard_s.get(person, 0.0)
        if at is not None:
            self.free_s.pop(person, None)
            return now_s > at.since_s + self.lasting.waits_s(person, at)
        if person in self.away and heard_s <= self._left_s[person]:
            return True
        self._look_at_table()
        if person not in self._free:
            self.free_s.pop(person, None)
            return False
        since_s = max(self.free_s.setdefault(person, now_s), heard_s)
        return now_s > since_s + PRESENT_S

    # -- asking --------------------------------------------------------------------------------

    def problem(self, now_s: float) -> Problem:
        """How things stand, with what is believed and expected."""
        floor = self.floor
        given = floor.problem
        asked = problem_of(
            floor.table,
            {name: self.lasting.left_s(name, at, now_s) for name, at in floor.at.items()},
            means_of(self.beliefs),
            self._corrections(),
            given.costs,
            given.weights,
            self.steps.hand_over or WORD_S,
            given.shared,
            given.tell_all,
        )
        return self.lasting.expected(self._without(in_turn(asked, self._waiting().steps)))

    @property
    def idle(self) -> bool:
        """Whether there is nothing to plan, because the turn of all that is left has not come."""
        return self._waiting().idle

    def _waiting(self) -> Waiting:
        """What waits for its turn."""
        self._look_at_table()
        return self._waits

    def _look_at_table(self) -> None:
        """Work out anew what follows from the table, when something on it has changed."""
        table = self.floor.table
        if self._looked_at is table:
            return
        self._looked_at, self._waits = table, waiting(table)
        self._free = frozenset(
            name for name in self.people if any(act.places for act in may(table, name))
        )

    def _corrections(self) -> dict[str, Mapping[str, float]]:
        robots = [agent.id for agent in self.floor.problem.robots()]
        found: dict[str, Mapping[str, float]] = {}
        for subtask in self.floor.problem.subtasks:
            own = {name: subtask.durations[name] for name in robots if name in subtask.durations}
            some = dict.fromkeys(robots, max(subtask.durations.values()))
            found[subtask.id] = self.steps.correct or own or some
        return found

    def correct_s(self, step: str, robot: str) -> float:
        """How long a robot takes to return what is wrong."""
        return self._corrections()[step].get(robot, AT_LEAST_S)

    def _without(self, asked: Problem) -> Problem:
        """Nobody is counted on who is not there, or who does not want to, if others can do it."""
        gone = self.away | self.absent | self.broken
        subtasks = tuple(self._for_others(each, gone) for each in asked.subtasks)
        needed = {name for each in subtasks for name in each.durations}
        left = {name for name in gone if name not in needed}
        if not left:
            return msgspec.structs.replace(asked, subtasks=subtasks)
        return msgspec.structs.replace(
            asked,
            subtasks=subtasks,
            agents=tuple(each for each in asked.agents if each.id not in left),
            running={name: run for name, run in asked.running.items() if name not in left},
            assigned=_of_others(asked.assigned, left),
            given=_of_others(asked.given, left),
            means={name: means for name, means in asked.means.items() if name not in left},
            wrong={
                step: {name: s for name, s in times.items() if name not in left} or times
                for step, times in asked.wrong.items()
            },
        )

    def _for_others(self, subtask: Subtask, gone: Iterable[str]) -> Subtask:
        no = {person for person, step in self.floor.unwilling if step == subtask.id} | set(gone)
        rest = {name: s for name, s in subtask.durations.items() if name not in no}
        piece = self.floor.table.pieces[subtask.id]
        if piece.stage is Stage.GIVEN and piece.who in rest:  # who was asked to does it
            rest = {piece.who: rest[piece.who]}
        return msgspec.structs.replace(subtask, durations=rest) if rest else subtask


def _of_others(owners: Mapping[str, str], left: Iterable[str]) -> dict[str, str]:
    gone = set(left)
    return {step: owner for step, owner in owners.items() if owner not in gone}
