"""Many trials of one mission, in several processes; and the smallest that still fails."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path

import msgspec

from cotree.app.missions import read_mission
from cotree.app.repeating import run_twice
from cotree.app.sim import Result, run_trial
from cotree.core.mission import Mission
from cotree.core.words import did_you_mean
from cotree.runtime.crew.hardships import CALM, HARDSHIPS, Trial, can_die, drawn
from cotree.runtime.limit import DAY_S
from cotree.runtime.swarm.soak import Block, Done, blocks, soak
from cotree.runtime.swarm.table import Row, smallest

RULES = ("quorum", "paper")
EACH = "each"
"""Instead of names of faults: the next seed has the next ones, and then again from the first."""
BLOCK = 10
"""Trials per block: what is lost when it is interrupted."""


class Course(msgspec.Struct, frozen=True):
    """A mission's file, how long it lasts when nothing goes wrong, and how long it may."""

    file: str
    lasts_s: float
    until_s: float = math.inf
    verify: bool = False
    """Whether trials must come out the same again."""


def hardships(words: str, robots: int, hosts: int) -> list[str]:
    """The names that were asked for; ValueError says what is wrong with them."""
    every = [name for name, each in HARDSHIPS.items() if not each.deaths or can_die(robots, hosts)]
    found: list[str] = []
    if words == EACH:
        return every
    for word in words.split(","):
        if word == "all":
            found += every
        elif word in every:
            found.append(word)
        elif word in HARDSHIPS:
            raise ValueError(
                f"'{word}' lets a robot die for good, and then nobody could agree on anything: "
                "it needs a third robot, or a witness"
            )
        else:
            known = ["all", EACH, *HARDSHIPS]
            if word == EACH:
                raise ValueError(f"'{EACH}' stands alone: it is all faults, another one per seed")
            raise ValueError(f"no faults are called '{word}'{did_you_mean(word, known, 20)}")
    return list(dict.fromkeys(found))


def rules(words: str) -> list[str]:
    """The rules that were asked for; ValueError says what is wrong with them."""
    for word in words.split(","):
        if word not in RULES:
            raise ValueError(f"no rule is called '{word}'{did_you_mean(word, RULES)}")
    return list(dict.fromkeys(words.split(",")))


def calms(words: str) -> tuple[str, ...]:
    """What a trial is to be spared; ValueError says what is wrong with it."""
    found = tuple(word for word in words.split(",") if word)
    for word in found:
        if word not in CALM:
            raise ValueError(
                f"nothing can be calmed that is called '{word}'; {', '.join(CALM)} can"
            )
    return found


def turn(names: list[str], seed: int) -> list[str]:
    """The faults whose turn it is with ``each``."""
    return [names[seed % len(names)]]


def todo_of(
    mission: Mission,
    names: list[str],
    rules: list[str],
    seeds: range,
    *,
    each: bool = False,
    verify: bool = False,
) -> list[Block]:
    """All blocks; results of another text, of included ones, or unverified ones are not these."""
    text = "\0".join([mission.text, *mission.included.values(), *(["verify"] if verify else [])])
    of = blake2b(text.encode(), digest_size=8).hexdigest()
    if each:
        return [
            block for seed in seeds for block in blocks(turn(names, seed), rules, seed, 1, of=of)
        ]
    return blocks(names, rules, seeds.start, len(seeds), size=BLOCK, of=of)


def try_all(
    todo: list[Block],
    course: Course,
    jobs: int,
    file: Path | None,
    tell: Callable[[str], None] = lambda line: None,
) -> list[Row]:
    """A row for each kind of faults and each rule; ``tell`` hears of each block."""
    return soak(todo, jobs, file, tell, partial(work, course))


def work(course: Course, block: Block) -> Done:
    """Run one block."""
    mission, row = _read(course.file), Row(block.name, block.rule)
    for seed in range(block.first, block.first + block.count):
        result = run(mission, Trial(seed, block.name, block.rule), course)
        row.add(seed, result, result.samples)
        if result.ok and result.end != "success":
            row.refuse(result.reasons)
    return Done(block, row)


def run(mission: Mission, trial: Trial, course: Course, *, trace: bool = False) -> Result:
    """One trial, as the course wants it."""
    return (run_twice if course.verify else run_trial)(mission, trial, course, trace=trace)


@lru_cache(maxsize=1)
def _read(file: str) -> Mission:
    return read_mission(file)


def calm_run(mission: Mission) -> Result:
    """The mission without any fault: what others are compared with."""
    return run_trial(mission, Trial(mission.chance.seed), Course(mission.file, DAY_S))


# -- the smallest failing trial --------------------------------------------------------------------


def shrink(mission: Mission, trial: Trial, course: Course) -> Trial:
    """The trial with as few faults, and as calm an air, as still fail in the same way."""

    def tried(candidate: Trial) -> Result:
        return run(mission, candidate, course)

    return smallest(trial, tried, partial(_simpler, mission, course))


def _simpler(mission: Mission, course: Course, trial: Trial) -> Iterator[Trial]:
    """Trials with something less, the largest steps first."""
    robots = sum(mate.robot is not None for mate in mission.team.values())
    hosts = robots + len(mission.coordination.witness)
    everything = drawn(msgspec.structs.replace(trial, only=None), robots, hosts, course.lasts_s)
    kept = trial.only
    if kept is None:
        kept = tuple(range(len(everything.weather.faults)))
    for size in sorted({len(kept) // 2, len(kept) // 4, 1} - {0}, reverse=True):
        for start in range(0, len(kept), size):
            yield msgspec.structs.replace(trial, only=kept[:start] + kept[start + size :])
    for word in CALM:
        if word not in trial.calm:
            calmer = msgspec.structs.replace(trial, calm=(*trial.calm, word))
            if drawn(calmer, robots, hosts, course.lasts_s) != drawn(
                trial, robots, hosts, course.lasts_s
            ):
                yield calmer


def command(course: Course, trial: Trial) -> str:
    """What to type to see this trial again."""
    words = [f"cotree sim {course.file} --seed {trial.seed} --faults {trial.faults}"]
    if trial.rule != "quorum":
        words.append(f"--rules {trial.rule}")
    if trial.only is not None:
        words.append(f"--only {','.join(map(str, trial.only)) or 'none'}")
    if trial.calm:
        words.append(f"--calm {','.join(trial.calm)}")
    if not math.isinf(course.until_s):
        words.append(f"--until {course.until_s:g}s")
    if course.verify:
        words.append("--verify")
    return " ".join([*words, "--trace"])
