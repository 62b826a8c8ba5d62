"""What the parts of one teammate share: the task, the facts, the people, and who may vote."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.team.ballots import Lamport
from cotree.team.conflicts import Conflicts
from cotree.team.durable import Durable
from cotree.team.facts import Facts
from cotree.team.outline import Task
from cotree.team.people import People
from cotree.team.policies import Policy
from cotree.team.progress import Progress
from cotree.team.roster import Roster
from cotree.team.settled import Alternatives
from cotree.team.timing import Timing

BLOCK = Policy("block")


class Plot:
    """A task as the team divides it; made once, shared by all who have the same tree."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.conflicts = Conflicts(task)


class Mind:
    """The knowledge of one teammate."""

    def __init__(
        self, name: str, plot: Plot, roster: Roster, timing: Timing, policy: Policy
    ) -> None:
        self.name = name
        self.task = plot.task
        self.conflicts = plot.conflicts
        self.timing = timing
        self.policy = policy
        self.roster = roster
        self.lamport = Lamport()
        self.facts = Facts(len(plot.task))
        self.people = People(name, timing.person_s)
        self.alternatives = Alternatives(plot.conflicts, self.facts)
        self.progress = Progress(plot.task, self.facts.done)
        self.taken: dict[int, tuple[str, float]] = {}
        """Which peer said that it holds a leaf, and until when that is believed."""
        self.boot = 0
        self.joined = False

    @property
    def votes(self) -> bool:
        """Whether this teammate's vote counts, now or once it has joined."""
        return self.name in self.roster.voters

    def is_quorum(
        self, votes: set[str], leaf: int, also: tuple[int, ...] = (), *, revises: bool = False
    ) -> bool:
        """Whether these decide about a leaf; who votes cannot do without its own vote.

        A revision needs more than half of the voters, too, whatever the policy: unlike what a robot
        does, nobody could see that it was decided if it were lost with one disk.
        """
        if self.votes and self.name not in votes:
            return False
        voters, seats = self.roster.voters, self.roster.seats
        return all(
            each.is_quorum(votes, voters, it, seats)
            for each, it in self._asked(leaf, also, revises)
        )

    def hopeless(
        self, refused: set[str], leaf: int, also: tuple[int, ...] = (), *, revises: bool = False
    ) -> bool:
        """Whether no quorum can come together any more."""
        if self.name in refused:
            return True
        voters, seats = self.roster.voters, self.roster.seats
        return any(
            each.hopeless(refused, voters, it, seats)
            for each, it in self._asked(leaf, also, revises)
        )

    def _asked(
        self, leaf: int, also: tuple[int, ...], revises: bool
    ) -> Iterator[tuple[Policy, int]]:
        """By which policies a claim needs a quorum, in which components."""
        for component in self._components(leaf, also):
            yield self.policy, component
        if revises:
            yield BLOCK, 0

    def _components(self, leaf: int, also: tuple[int, ...]) -> list[int]:
        """All components in which a claim must have a quorum.

        What was taken back is begun anew only with those who decide about what comes after it: they
        must know that it is not done.
        """
        component = self.conflicts.component
        if not self.policy.divides:
            return [component[leaf]]
        if self.facts.epoch(leaf) and not self.task.is_thing(leaf):
            also = (*also, *self.task.after(leaf))
        return list(dict.fromkeys(component[each] for each in (leaf, *also)))

    def digest(self) -> list[Durable]:
        """Draw conclusions from facts that changed; returns what must be stored of them."""
        facts, changed = self.facts, self.facts.changed
        if not changed:
            return []
        self.lamport.saw(facts.counter)
        records = []
        reopened = False
        for leaf in dict.fromkeys(changed):
            records.append(Durable(("fact", leaf), facts[leaf]))
            if facts.done(leaf):
                self.progress.finished(leaf)
            reopened = reopened or facts.epoch(leaf) > 0
        if reopened:
            self.progress.rebuild()
        return records
