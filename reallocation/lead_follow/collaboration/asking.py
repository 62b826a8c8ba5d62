"""The question for the planner that a table poses."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.reallocation.lead_follow.collaboration.table import Stage, Table
from cotree.reallocation.lead_follow.problem import (
    Action,
    Costs,
    Means,
    Problem,
    Running,
    Weights,
)

RUNNING: dict[str, Action] = {
    "H1": "do",
    "H4": "do",
    "R1": "do",
    "R4": "do",
    "H3": "correct",
    "R3": "correct",
    "R2": "hand_over",
}


def problem_of(
    table: Table,
    remaining_s: Mapping[str, float],
    means: Mapping[str, Means],
    corrections: Mapping[str, Mapping[str, float]],
    costs: Costs | None = None,
    weights: Weights | None = None,
    refuse_s: float = 0.0,
    shared: frozenset[str] = frozenset(),
    tell_all: bool = False,
) -> Problem:
    """How the work stands, as a question.

    ``remaining_s``: how long each busy agent still needs; ``corrections``: per subtask, how long
    each agent takes to return a wrong block of it; ``refuse_s``: to refuse a wrong assignment.
    """
    stages = {id_: piece.stage for id_, piece in table.pieces.items()}
    owners = {id_: piece.who for id_, piece in table.pieces.items()}
    wrong: dict[str, Mapping[str, float]] = {}
    for id_, stage in stages.items():
        if stage is Stage.MISPLACED:
            wrong[id_] = corrections.get(id_, {})
        elif stage is Stage.GIVEN_WRONG:
            wrong[id_] = {owners[id_]: refuse_s}
    return Problem(
        subtasks=table.subtasks,
        agents=table.agents,
        done=table.done(),
        running=_running(table, remaining_s),
        assigned={id_: owners[id_] for id_, at in stages.items() if at is Stage.ASSIGNED},
        given={id_: owners[id_] for id_, at in stages.items() if at is Stage.GIVEN},
        wrong=wrong,
        means=means,
        costs=costs or Costs(),
        weights=weights or Weights(),
        shared=shared,
        tell_all=tell_all,
    )


def _running(table: Table, remaining_s: Mapping[str, float]) -> dict[str, Running]:
    """What each agent is at; who says a word, or is not there yet, is only busy."""
    found = {name: Running(left_s) for name, left_s in remaining_s.items() if left_s > 0.0}
    for name, doing in table.doing.items():
        action = RUNNING.get(doing.act.action)
        if action is not None:
            act = doing.act
            found[name] = Running(remaining_s.get(name, 0.0), act.subtask, action, act.to)
    return found
