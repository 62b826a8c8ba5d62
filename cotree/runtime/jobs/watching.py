"""What becomes of a job while a team does it: how far it is, and whether the team can go on."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.core.allocation import Matching
from cotree.core.belief import Belief
from cotree.core.changes import JobChange
from cotree.core.reasons import Reason
from cotree.reallocation.capability.graph.knowledge import Knowledge
from cotree.reallocation.capability.graph.told import told
from cotree.runtime.jobs.acting import Acting
from cotree.runtime.jobs.duty import Duty, step_of
from cotree.runtime.jobs.names import robot_of
from cotree.runtime.jobs.roll import Roll
from cotree.runtime.jobs.rules import Rules

STEPS = ("detect", "grasp", "move")
"""What a team must have a part for, as long as an object is not where it belongs."""

MOST_LETTERS = 3900
"""Of a graph in words; all of it is in what ``cotree can RECORD --graph`` makes."""


class Watching:
    """Keeps the knowledge of each job, and finds what keeps a team from going on."""

    def __init__(self, roll: Roll, matching: Matching, rules: Rules) -> None:
        self._roll = roll
        self._matching = matching
        self._rules = rules
        self._told: dict[str, str] = {}
        self._seen: dict[str, Knowledge] = {}
        """The graph of each job as it was told last."""

    def acting(self, duty: Duty, belief: Belief) -> Acting:
        """Who acts with what, as things stand."""
        assert duty.team is not None, "only a team acts"
        return Acting(
            duty.job,
            duty.team,
            self._roll,
            self._matching,
            belief.facts,
            belief.objects,
            duty.known.settled,
        )

    def look(self, duty: Duty, belief: Belief) -> Iterator[JobChange]:
        """Take over what is seen; how the job stands, and what is known, if that is different."""
        known, team = duty.known, duty.team
        if team is not None:
            robots = self._roll.robots(team.members, belief.facts)
            covered = self._roll.covered(team.members, belief.facts)
            known.team(robots, tower=team.mode == "assembly", covered=covered)
        known.look(belief.objects, belief.places, belief.facts)
        name, who = duty.job.name, () if team is None else team.members
        if self._seen.get(name) is known.graph or (team is None and not duty.begun()):
            return
        self._seen[name] = known.graph
        stands = known.progress()
        text = f"{stands}; lambda_2 {stands.lambda_2:.3f}"
        if self._told.get(name) != text:
            self._told[name] = text
            yield JobChange(name, duty.path, "stands", who, text)
        graph = told(known.graph, duty.job)
        graph = graph if len(graph) <= MOST_LETTERS else f"{graph[:MOST_LETTERS]}..."
        yield JobChange(name, duty.path, "knows", who, graph)

    def hindrance(self, duty: Duty, belief: Belief) -> str:
        """Why the team of a job cannot do what is left of it; empty: it can."""
        if duty.team is None or duty.known.complete():
            return ""
        lacks = self._rules.lacks(duty.team, duty.job, belief.facts)
        return lacks or next(self._no_parts(duty, belief), "")

    def waits_for(self, duty: Duty, belief: Belief) -> str:
        """Why the team of a job does not do its next step; empty: it has none, or is done."""
        if duty.team is None:
            return ""
        acting = self.acting(duty, belief)
        for step in (step_of(piece) for piece in duty.pieces if not piece.done):
            if step is not None:
                found = acting.part(step.verb, step.about())
                why = found.message if isinstance(found, Reason) else f"{found} does not do it"
                return f"{step.name}: {why}"
        return ""

    def holders(self, duty: Duty, belief: Belief) -> frozenset[str]:
        """Robots that are not of the team, and hold what the team should bring."""
        acting = self.acting(duty, belief)
        lost = (acting.lost(thing.name) for thing in duty.job.things if not thing.fixed)
        return frozenset(robot_of(part) for part in lost if part)

    def _no_parts(self, duty: Duty, belief: Belief) -> Iterator[str]:
        acting = self.acting(duty, belief)
        for thing in dict.fromkeys(relation.subject for relation in duty.job.goal):
            if duty.known.settled(thing):
                continue
            stranger = acting.lost(thing)
            if stranger:
                yield f"{stranger} holds {thing}, and is not of the team"
            for found in (acting.part(step, thing) for step in STEPS):
                if isinstance(found, Reason) and found.code == "no_part":
                    yield found.message
