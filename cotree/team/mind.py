"""What the parts of one teammate share: the task, the facts, the people, and who may vote."""

from __future__ import annotations

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

    def is_quorum(self, votes: set[str], leaf: int) -> bool:
        """Whether these decide about a leaf; who votes cannot do without its own vote."""
        if self.votes and self.name not in votes:
            return False
        component = self.conflicts.component[leaf]
        return self.policy.is_quorum(votes, self.roster.voters, component)

    def hopeless(self, refused: set[str], leaf: int) -> bool:
        """Whether no quorum can come together any more."""
        if self.name in refused:
            return True
        component = self.conflicts.component[leaf]
        return self.policy.hopeless(refused, self.roster.voters, component)

    def digest(self) -> list[Durable]:
        """Draw conclusions from facts that changed; returns what must be stored of them."""
        facts, changed = self.facts, self.facts.changed
        if not changed:
            return []
        self.lamport.saw(facts.counter)
        records = []
        for leaf in dict.fromkeys(changed):
            records.append(Durable(("fact", leaf), facts[leaf]))
            if facts[leaf].mark >= 3:
                self.progress.rebuild()
            elif facts.done(leaf):
                self.progress.finished(leaf)
        return records
