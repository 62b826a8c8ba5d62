"""Short missions in which processes die, freeze, forget, come late and hear badly, by a seed."""

from __future__ import annotations

import dataclasses
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Literal, TypeAlias

from cotree.runtime.clock import Clock
from tests.kit.evidence import Evidence
from tests.kit.processes import Process, Team, all_said
from tests.kit.stormy import in_a_storm
from tests.kit.table import ONCE, STAGES
from tests.kit.waiting import until

ROBOTS = ("pr2", "baxter")
EVERYBODY = (*ROBOTS, "tablet")
HEALED_S = 150.0
"""After the last fault a mission is over in this time; a tenth of it is usual."""
MISSION = f"{STAGES}policy: {{patience: {HEALED_S} s}}\n"
"""On a starved machine a process needs half a minute to begin; so long nobody gives up."""
AT_ONCE = 2 * (os.cpu_count() or 1)
"""Missions that run side by side: their processes mostly wait."""
STAYS = ("--stay", "--until", "5 min")
"""Also when this process is killed, they end some day."""
DONE = r"✓ done     task$"
Kind: TypeAlias = Literal["kill", "freeze", "forget"]
KINDS: tuple[Kind, ...] = ("kill", "freeze", "forget")
Make: TypeAlias = Callable[[str, str], Team]
"""A team for a mission in a folder of this name."""


@dataclasses.dataclass(frozen=True)
class Fault:
    """What happens to one process; seconds of mission time after the first robot set out."""

    who: str
    what: Kind
    """``forget``: its disk is lost, too."""
    at_s: float
    lasts_s: float


@dataclasses.dataclass(frozen=True)
class Plan:
    """One run's misfortunes."""

    seed: int
    storm: bool
    """The bus loses every tenth message, doubles and delays others."""
    late: str
    """Who comes late; the others begin without it."""
    late_s: float
    faults: tuple[Fault, ...]


def drawn(seed: int) -> Plan:
    """The same plan for the same seed."""
    dice = Random(seed)
    faults: list[Fault] = []
    forgetful = dice.choice(EVERYBODY)
    for who in EVERYBODY:
        now_s = dice.uniform(0.0, 2.5)
        for _ in range(dice.choice((0, 1, 1, 2))):
            what = dice.choice(KINDS if who == forgetful else KINDS[:-1])
            fault = Fault(who, what, now_s, dice.uniform(0.1, 4.0))
            faults.append(fault)
            now_s += fault.lasts_s + dice.uniform(0.1, 2.0)
    late = dice.choice(("", "", "", *EVERYBODY))
    storm = dice.random() < 0.4
    return Plan(seed, storm, late, dice.uniform(0.5, 4.0), tuple(faults))


class Run:
    """One mission, lived through as planned."""

    def __init__(self, team: Team, plan: Plan) -> None:
        self.team = team
        self.plan = plan
        if plan.storm:
            team.around = team.around._replace(program=in_a_storm(plan.seed))
        self.here: dict[str, Process] = {}
        """Who lives, or has lived last."""
        self._lives = 0

    def lives(self) -> None:
        """From the beginning to the end; AssertionError says what went wrong."""
        first = ("--first",) if self.plan.late else ()
        for name in EVERYBODY:
            if name != self.plan.late:
                self._start(name, *first)
        self._sets_out()
        pass_ = self._passing()
        for at_s, act in sorted(self._acts(), key=lambda each: each[0]):
            pass_(at_s, act)
        for name in ROBOTS:
            self.here[name].sees(DONE)
        self.here["tablet"].listens()  # a Python that only begins does not heed Ctrl-C
        for process in self.here.values():
            process.signal(signal.SIGINT)
        for process in self.here.values():
            code = process.ends()
            assert code in (0, 130), process.text
        self._judge()

    def _passing(self) -> Callable[[float, Callable[[], None]], None]:
        """How something is done so many seconds from now on, in mission time."""
        conductor = self.team.conductor
        if conductor is not None:
            from_s = conductor.now_s
            return lambda at_s, act: conductor.at(from_s + at_s, act)
        clock = Clock(self.team.speed)

        def waits(at_s: float, act: Callable[[], None]) -> None:
            until(lambda: clock.now_s() >= at_s, f"it is {at_s} s")
            act()

        return waits

    def _judge(self) -> None:
        evidence = Evidence(self.team.folder)
        assert self.team.placed() == ONCE
        assert evidence.overlaps() == []
        for process in self.team.processes:
            for word in ("Traceback", "Timeout (", "dropped a message"):
                assert word not in process.text, process.text

    def _sets_out(self) -> None:
        robots = [self.here[name] for name in ROBOTS if name in self.here]
        until(lambda: any(robot.said("▶ running") for robot in robots), "somebody sets out")

    # -- acts ----------------------------------------------------------------------------------

    def _acts(self) -> Iterator[tuple[float, Callable[[], None]]]:
        if self.plan.late:
            yield self.plan.late_s, partial(self._start, self.plan.late)
        for fault in self.plan.faults:
            yield fault.at_s, partial(self._strike, fault)
            yield fault.at_s + fault.lasts_s, partial(self._heal, fault)

    def _strike(self, fault: Fault) -> None:
        process = self.here.get(fault.who)
        if process is None:  # it is late
            return
        process.signal(signal.SIGSTOP if fault.what == "freeze" else signal.SIGKILL)
        if fault.what != "freeze":
            process.ends()

    def _heal(self, fault: Fault) -> None:
        process = self.here.get(fault.who)
        if process is None:
            return
        if fault.what == "freeze":
            process.signal(signal.SIGCONT)
        elif not process.alive:
            self._start(fault.who, *(("--forget",) if fault.what == "forget" else ()))

    def _start(self, name: str, *more: str) -> None:
        self._lives += 1
        if name in ROBOTS:
            record = f"{name}-{self._lives}"
            self.here[name] = self.team.robot(name, *STAYS, *more, record=record)
        else:
            self.here[name] = self.team.other("witness", name, *STAYS, *more)


def survive(make: Make, seeds: Iterable[int]) -> str:
    """What went wrong in missions with these seeds, in words; empty: nothing."""

    def lives(run: Run) -> str:
        try:
            run.lives()
        except AssertionError as wrong:
            return f"{run.plan}: {wrong}; {all_said(run.team.processes)}"
        finally:
            run.team.close()
        return ""

    runs = [Run(make(MISSION, f"chaos{seed}"), drawn(seed)) for seed in seeds]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return "\n".join(filter(None, pool.map(lives, runs)))
