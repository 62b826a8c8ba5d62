"""Whole teams played in virtual time, with trouble at given moments, as records in memory."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from cotree import app
from cotree.app.team import crew_of
from cotree.app.why import why
from cotree.core.mission import Mission
from cotree.runtime.crew.crew import Crew
from cotree.runtime.crew.ports import LocalTime
from cotree.runtime.describe import describe
from cotree.runtime.messages import Hello, Message, Team, Tree
from cotree.runtime.read import Recording
from cotree.runtime.swarm.faults import Fault
from cotree.simulation.stage.stage import Stage
from cotree.trees.reading import loads
from cotree.viewer.why import lines

ROOT = Path(__file__).resolve().parent.parent.parent
Trouble = Callable[[Crew, Stage], None]


def played(
    text: str,
    *trouble: tuple[float, Trouble],
    until_s: float = 120.0,
    clocks: Callable[[str], LocalTime] | None = None,
) -> Recording:
    """The record of a team's mission; each trouble happens at its time."""
    mission = loads(text, "mission.yaml")
    messages: list[Message] = []
    crew, stage = crew_of(mission, messages.append, until_s=until_s, clocks=clocks)
    for at_s, happen in trouble:
        crew.queue.at(at_s, lambda happen=happen: happen(crew, stage))  # type: ignore[misc]
    messages.append(crew.run())
    return recorded(mission, messages)


def experiment(name: str) -> Recording:
    """The record of an experiment of the papers."""
    mission = app.read_mission(str(ROOT / "config" / "experiments" / f"{name}.yaml"))
    messages: list[Message] = []
    crew, _ = crew_of(mission, messages.append)
    messages.append(crew.run())
    return recorded(mission, messages)


def alone(text: str) -> Recording:
    """The record of a mission of one robot."""
    messages: list[Message] = []
    app.run_virtual(loads(text, "mission.yaml"), messages.append)
    return _of(messages)


def recorded(mission: Mission, messages: list[Message]) -> Recording:
    """The messages with what a record says before them."""
    return _of([*describe(mission, "", "0"), *messages])


def _of(messages: list[Message]) -> Recording:
    hello, tree, team = messages[:3]
    assert isinstance(hello, Hello)
    assert isinstance(tree, Tree)
    assert isinstance(team, Team)
    return Recording(hello, tree, team, tuple(messages))


def said(recording: Recording, node: str, at_s: float | None = None) -> list[str]:
    """The answer in words."""
    return list(lines(why(recording, node, at_s)))


def like(lines: list[str], *templates: str) -> bool:
    """Whether the lines are these, in order; ``#`` is any number, and ``...`` any lines."""
    wanted = "\n".join(re.escape(template) for template in templates)
    wanted = wanted.replace(r"\#", r"\d+(?:\.\d+)?").replace(r"\.\.\.", r"(?:.*\n)*?.*")
    return re.fullmatch(wanted, "\n".join(lines)) is not None


# -- trouble -----------------------------------------------------------------------------------


def dies(name: str) -> Trouble:
    """The robot's process is gone."""

    def happen(crew: Crew, stage: Stage) -> None:
        crew.seats[name].die(disk=True)
        stage.crash(name)

    return happen


def boots(name: str) -> Trouble:
    """The robot's process begins anew."""

    def happen(crew: Crew, stage: Stage) -> None:
        stage.restart(name)
        crew.seats[name].boot(crew.queue.now_s)

    return happen


def cut_off(*hosts: int) -> Trouble:
    """These robots, by number, do not hear the others any more, nor are they heard."""

    def happen(crew: Crew, stage: Stage) -> None:
        crew.network.partitions.append(Fault("partition", 0.0, side=hosts))

    return happen


def healed(crew: Crew, stage: Stage) -> None:
    """Everybody hears everybody again."""
    crew.network.heal()
