"""What is asked of a team: one sentence in one world, and how its parts are called."""

from __future__ import annotations

import dataclasses

from cotree.core import mission as written
from cotree.reallocation.ltl.allocation.share import Objective
from cotree.reallocation.ltl.given import atoms_of, letters_of, starts_of, world_of
from cotree.reallocation.ltl.language.canonical import conjunction
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.plan.mission import Mission, compile_mission
from cotree.reallocation.ltl.world.system import State
from cotree.reallocation.ltl.world.world import World


@dataclasses.dataclass(frozen=True, eq=False)
class Order:
    """What does not change while a mission runs."""

    world: World
    objective: Objective
    starts: tuple[tuple[str, str, State], ...]
    mission: Mission
    errands: tuple[str, ...]
    """By task: the path of its errand."""
    parts: tuple[str, ...] = ()
    """By robot: the path of the errand for its steps that only the team as a whole needs; empty
    where there can be none."""

    def without(self, errands: frozenset[str]) -> Order:
        """The same sentence without these, so that nobody asks for them again."""
        whole = self.mission
        pairs = zip(self.errands, whole.tasks, strict=True)
        kept = [(errand, task) for errand, task in pairs if errand not in errands]
        mission = Mission(
            whole.formula,
            whole.alphabet,
            tuple(task for _, task in kept),
            whole.rules,
            whole.coupled,
        )
        left = tuple(errand for errand, _ in kept)
        return dataclasses.replace(self, mission=mission, errands=left)


def order_of(mission: written.Mission) -> Order:
    """What a mission that is written as one sentence asks for."""
    sentence = mission.sentence
    assert sentence is not None, "the mission is written as one sentence"
    atoms = atoms_of(mission)
    formulas = [parse(clause.formula, atoms) for clause in sentence.clauses]
    world, starts = world_of(mission), tuple(starts_of(mission))
    systems = [world.system(kind, name) for name, kind, _ in starts]
    letters = letters_of(systems, sentence.facts)
    compiled = compile_mission(conjunction(formulas), systems, letters)
    paths = {
        formula: clause.errand for formula, clause in zip(formulas, sentence.clauses, strict=True)
    }
    errands = tuple(paths[task.formula] for task in compiled.tasks)
    return Order(world, sentence.objective, starts, compiled, errands, sentence.parts)
