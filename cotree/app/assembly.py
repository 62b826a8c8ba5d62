"""What a mission of a team consists of: task, roster, and the tree and accord of every robot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from typing import cast

from cotree.app.crewing import jobs_of, make_ready, share_steps
from cotree.app.engines import engine_of
from cotree.app.planners import Planners, team_planners
from cotree.core.mission import Mission
from cotree.runtime.accord.accord import Accord
from cotree.runtime.accord.company import Company
from cotree.runtime.alone import check_robots
from cotree.runtime.crew.published import Published
from cotree.runtime.executor import Executor
from cotree.runtime.inspector import inspector_of
from cotree.runtime.messages import Born, Message
from cotree.runtime.record import RecordError
from cotree.team.dice import Dice
from cotree.team.durable import Memory
from cotree.team.mind import Plot
from cotree.team.mirror.gathering import from_pictures
from cotree.team.mirror.watch import Watch
from cotree.team.outline import Task
from cotree.team.policies import policy_of
from cotree.team.roster import first_roster
from cotree.team.teammate import Setting, Teammate
from cotree.team.timing import Timing, agreed
from cotree.trees.pieces import outline_of
from cotree.trees.sharing import robots_of
from cotree.trees.unfit import leave_to_others

Write = Callable[[Message], None]
DRAFT = "~draft"
"""Who has the tree that is only looked at: no robot, so that nothing of a living one is touched."""
LIVES = 1 << 20
"""More incarnations than any robot will have; keeps boot numbers of one robot rising."""


def seed_of(*parts: object) -> int:
    """One number from everything that tells one pair of dice from another."""
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def timing_of(mission: Mission) -> Timing:
    """The times of the protocol that a mission asks for."""
    return agreed(mission.coordination, mission.policy.rate_hz)


class Assembly:
    """Makes the parts of a team that belong together: one task, one roster, one setting."""

    def __init__(self, mission: Mission, write: Write) -> None:
        self.mission = mission
        self.write = write
        self.planners: Callable[[], Planners] = partial(team_planners, mission)
        """Makes who plans for a robot: in virtual time somebody who answers at once."""
        self.answers_within_s = 0.0
        """How long a tick waits for checkers that are asked away from it; in virtual time only."""
        self.wall_s: Callable[[str, float], float] = lambda name, steady_s: steady_s
        """What a teammate's wall clock shows; only the published rule reads it."""
        check_robots(mission)
        make_ready(mission)
        self.robots = list(robots_of(mission))
        self.things = mission.shared
        engine = engine_of(mission, self.robots[0], as_=DRAFT)
        engine.share(self.things)
        root = engine.root
        engine.desk.clear()
        self.outline = outline_of(root)  # type: ignore[arg-type]
        self.plot = Plot(Task(self.outline, self.things))
        self.witnesses = mission.coordination.witness
        self.setting = Setting(
            mission.name,
            first_roster(mission.team, self.witnesses),
            timing_of(mission),
            policy_of(mission.coordination.partition),
        )

    def mate(
        self,
        name: str,
        life: int,
        memory: Memory | None,
        now_s: float,
        *,
        first: bool,
        incarnation: int = 0,
    ) -> Teammate:
        """The protocol's side of a robot or a witness.

        ``incarnation``: of a real process, which does not know its lives when it has lost its disk.
        """
        lives = incarnation or life
        dice = Dice(seed_of(self.mission.chance.seed, name, lives))
        boot = dice.below(LIVES) + lives * LIVES
        if self.mission.coordination.rule == "paper":
            paper = Published(
                name, self.plot, self.setting, now_s, partial(self.wall_s, name), boot=boot
            )
            return cast("Teammate", paper)
        return Teammate(
            name, self.plot, self.setting, dice, now_s, boot=boot, memory=memory, first=first
        )

    def executor(
        self,
        robot: str,
        life: int,
        memory: Memory | None,
        now_s: float,
        *,
        first: bool,
        incarnation: int = 0,
    ) -> Executor:
        """A new incarnation of a robot's process."""
        engine = engine_of(self.mission, robot)
        rights = engine.share(self.things)
        leave_to_others(rights, self.mission, robot)
        mate = self.mate(robot, life, memory, now_s, first=first, incarnation=incarnation)
        people = {name: each.start for name, each in self.mission.team.items() if not each.robot}
        company = None
        if people:
            watches = Watch if self.mission.senses.hands is None else from_pictures
            company = Company(
                engine.desk, rights.pieces, self.outline, people, mate.mind.boot, watches
            )
        accord = Accord(rights, engine.desk, engine.registry, mate, company)
        planners = self.planners()
        executor = Executor(engine, self.write, planners.tree, accord)
        executor.jobs = accord.jobs = jobs_of(self.mission, engine, mate, now_s, first=first)
        accord.sharing = share_steps(self.mission, engine, executor, planners)
        executor.inspector = inspector_of(self.mission, self.answers_within_s)
        return executor

    def again(self, born: Born) -> Executor:
        """A robot's process as a record says that it came to life."""
        if born.robot not in self.robots:
            raise RecordError(f"the recorded mission has no robot '{born.robot}'")
        return self.executor(
            born.robot,
            born.life,
            born.memory,
            born.clock_s,
            first=born.first,
            incarnation=born.incarnation,
        )
