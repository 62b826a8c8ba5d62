"""Runs of a mission in which robots are lost at certain steps, and what must hold in each."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

from cotree.app.team import crew_of
from cotree.core.actions import Begin
from cotree.core.changes import JobChange, NodeChange, NodeState
from cotree.core.mission import Mission
from cotree.runtime.crew.crew import Crew
from cotree.runtime.crew.seat import Seat
from cotree.runtime.messages import End, Message, Told
from cotree.runtime.swarm.faults import Air
from cotree.simulation.stage.motion import Motion
from cotree.simulation.stage.stage import Stage
from cotree.team.mirror.script import Act


@dataclasses.dataclass
class Grippers:
    """Listens on the stage: no part ever does two things at once."""

    using: dict[tuple[str, str], str] = dataclasses.field(default_factory=dict)
    wrong: list[str] = dataclasses.field(default_factory=list)

    def begins(self, motion: Motion, true_s: float) -> None:
        begin: Begin = motion.begin
        for part in begin.resources:
            before = self.using.setdefault((begin.robot, part), begin.id)
            if before != begin.id:
                self.wrong.append(f"{true_s:.2f} s: {begin.robot}/{part} does two things")

    def ends(self, motion: Motion, done: bool, true_s: float) -> None:
        self.using = {key: id_ for key, id_ in self.using.items() if id_ != motion.begin.id}

    def acts(self, person: str, act: Act, true_s: float) -> None:
        """People do nothing here."""


@dataclasses.dataclass
class Run:
    """What became of a run."""

    end: End
    said: list[tuple[str, JobChange]]
    steps: list[tuple[str, str, NodeState]]
    """Who, which node, what it became."""
    used: list[tuple[str, str, tuple[str, ...]]]
    """Who began which node, and on what."""
    wrong: list[str]
    stage: Stage

    def words(self, word: str) -> list[tuple[str, JobChange]]:
        """What was told with this word, and by whom."""
        return [(robot, change) for robot, change in self.said if change.word == word]

    def acting(self, step: str) -> list[str]:
        """The parts that did a step, in order: ``M1/P1``."""
        return [
            f"{who}/{part}"
            for who, path, parts in self.used
            if path.endswith(step)
            for part in parts
        ]

    def teams(self) -> list[tuple[str, ...]]:
        """All teams that were formed, in order."""
        return [change.who for _, change in self.words("team")]


def run(
    mission: Mission,
    when: Callable[[str, NodeChange], bool] = lambda robot, change: False,
    who: str = "",
    back_s: float | None = None,
    air: Air | None = None,
    until_s: float = 400.0,
    orphan: bool = False,
    late_s: float = 0.0,
    events: Callable[[Crew, Stage], None] = lambda crew, stage: None,
) -> Run:
    """Run it; ``late_s`` after ``when`` says so first, ``who`` is lost, and back after a while."""
    said: list[tuple[str, JobChange]] = []
    steps: list[tuple[str, str, NodeState]] = []
    used: list[tuple[str, str, tuple[str, ...]]] = []
    hit: list[bool] = []

    def write(message: Message) -> None:
        if not isinstance(message, Told):
            return
        for change in message.changes:
            if isinstance(change, JobChange):
                said.append((message.robot, change))
            elif isinstance(change, NodeChange):
                steps.append((message.robot, change.path, change.state))
                if change.state is NodeState.RUNNING and change.resources:
                    used.append((message.robot, change.path, change.resources))
                if who and not hit and when(message.robot, change):
                    hit.append(True)
                    crew.queue.after(late_s, lambda: lose(crew, stage, who, back_s, orphan=orphan))

    crew, stage = crew_of(mission, write, air=air, until_s=until_s)
    grippers = Grippers()
    stage.listen(grippers)
    wrong = grippers.wrong
    crew.after = lambda true_s: wrong.extend(two_jobs(crew, true_s))
    events(crew, stage)
    end = crew.run()
    return Run(end, said, steps, used, wrong, stage)


def two_jobs(crew: Crew, true_s: float) -> Iterator[str]:
    """Every helper on whom two agents count, and every robot that helps beside its own job."""
    alive = {
        name: (seat.executor.jobs.favour, seat.clock.steady(true_s))
        for name, seat in crew.seats.items()
        if seat.executor is not None and seat.executor.jobs is not None
    }
    for helper in crew.seats:
        agents = [name for name, (each, now_s) in alive.items() if each.counts_on(helper, now_s)]
        if len(agents) > 1:
            yield f"{true_s:.2f} s: {agents} count on {helper}"
    for name, (each, _) in alive.items():
        if each.helper.bond is not None and each.seeker is not None:
            yield f"{true_s:.2f} s: {name} helps, and has a job of its own"


def lose(crew: Crew, stage: Stage, who: str, back_s: float | None, *, orphan: bool = False) -> None:
    """A robot's process is gone; perhaps it comes back."""
    seat: Seat = crew.seats[who]
    seat.die(disk=True)
    stage.crash(who, orphan=orphan)
    if back_s is not None:
        crew.returning.add(who)
        crew.queue.after(back_s, lambda: returns(crew, stage, who))


def returns(crew: Crew, stage: Stage, who: str) -> None:
    """Its next process begins."""
    crew.returning.discard(who)
    stage.restart(who)
    crew.seats[who].boot(crew.queue.now_s)
