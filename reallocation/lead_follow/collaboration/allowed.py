"""What an agent may do next, and why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cotree.reallocation.lead_follow.collaboration.actions import PERSONS, ROBOTS, Act, Action
from cotree.reallocation.lead_follow.collaboration.table import Piece, Stage, Table
from cotree.reallocation.lead_follow.problem import Agent, Subtask

STAGES: dict[Action, tuple[Stage, ...]] = {
    "H1": (Stage.OPEN,),
    "H2": (Stage.OPEN,),
    "H3": (Stage.MISPLACED, Stage.PLACED),
    "H4": (Stage.ASSIGNED,),
    "H5": (Stage.GIVEN, Stage.GIVEN_WRONG),
    "H6": (Stage.ASSIGNED,),
    "R1": (Stage.OPEN,),
    "R2": (Stage.OPEN,),
    "R3": (Stage.MISPLACED,),
    "R4": (Stage.GIVEN,),
    "R5": (Stage.ASSIGNED,),
    "R6": (Stage.GIVEN, Stage.GIVEN_WRONG),
}
"""Fig. 6: from which states each action leads on."""
STAGES_BEFORE = frozenset((Stage.OPEN, Stage.ASSIGNED, Stage.GIVEN))
"""In which nothing lies there yet."""
OWN: frozenset[Action] = frozenset(("H4", "H6", "R4", "R6"))
"""Only by whom it is for."""


def refusal(table: Table, act: Act) -> str:
    """Why an agent may not do this now, with what would be right; empty: they may."""
    agent = table.agent(act.agent)
    if agent is None:
        known = ", ".join(each.id for each in table.agents)
        return f"nobody is called '{act.agent}'; there are {known}"
    subtask = next((each for each in table.subtasks if each.id == act.subtask), None)
    if subtask is None:
        known = ", ".join(each.id for each in table.subtasks)
        return f"there is no subtask '{act.subtask}'; there are {known}"
    return _why_not(table, act, agent, subtask)


def _why_not(table: Table, act: Act, agent: Agent, subtask: Subtask) -> str:
    for check in _CHECKS:
        reason = check(table, act, agent, subtask)
        if reason:
            return reason
    return ""


def startable(table: Table, subtask: Subtask, agent: Agent | None = None) -> bool:
    """Whether everything before it is placed rightly (or being placed, if that is enough)."""
    return not _open_before(table, subtask, agent)


def _open_before(table: Table, subtask: Subtask, agent: Agent | None) -> list[str]:
    """What must be placed rightly before."""
    soon: set[str] = set()
    if table.at_once and agent is not None and agent.kind == "person":
        soon = {doing.act.subtask for doing in table.doing.values() if doing.act.places}
    return [
        before
        for before in subtask.after
        if table.pieces[before].stage is not Stage.PLACED and before not in soon
    ]


def may(table: Table, name: str) -> tuple[Act, ...]:
    """Everything an agent may do next, in order of the subtasks; wrong ones are not listed."""
    agent = table.agent(name)
    if agent is None:
        return ()
    return tuple(
        act for act, subtask in _thinkable(table, agent) if not _why_not(table, act, agent, subtask)
    )


def _thinkable(table: Table, agent: Agent) -> Iterator[tuple[Act, Subtask]]:
    others = [each.id for each in table.agents if each.kind != agent.kind]
    theirs = PERSONS if agent.kind == "person" else ROBOTS
    for subtask in table.subtasks:
        stage = table.pieces[subtask.id].stage
        for action in theirs:
            if stage in STAGES[action]:
                for to in others if action in ("H2", "R2") else ("",):
                    yield Act(agent.id, action, subtask.id, to=to), subtask


def _kind(table: Table, act: Act, agent: Agent, subtask: Subtask) -> str:
    theirs = PERSONS if agent.kind == "person" else ROBOTS
    if act.action not in theirs:
        return f"'{act.action}' is no action of a {agent.kind}; theirs are {', '.join(theirs)}"
    return ""


def _wrong_assignment(table: Table, act: Act, agent: Agent, subtask: Subtask) -> str:
    if act.action == "R4" and table.pieces[subtask.id].stage is Stage.GIVEN_WRONG:
        return f"'{subtask.id}' was given wrongly; refuse it (R6)"
    return ""


def _turn(table: Table, act: Act, agent: Agent, subtask: Subtask) -> str:
    if act.subtask not in table.closed or not STAGES_BEFORE.intersection(STAGES[act.action]):
        return ""
    return f"'{subtask.id}' waits for what the task has before it"


def _stage(table: Table, act: Act, agent: Agent, subtask: Subtask) -> str:
    piece = table.pieces[subtask.id]
    if piece.stage in STAGES[act.action]:
        return ""
    return f"'{subtask.id}' is {_said(piece)}, so {act.action} cannot be done on it"


def _owner(table: Table, act: Act, agent: Agent, subtask: Subtask) -> str:
    owner = table.pieces[subtask.id].who
    if act.action in OWN and owner != agent.id:
        return f"'{subtask.id}' is for {owner}, not for {agent.id}"
    return ""


def _busy(table: Table, act: Act, agent: Agent, subtask: Subtask) -> str:
    at = table.at(subtask.id)
    return f"{at} is doing '{subtask.id}' now" if at not in ("", agent.id) else ""


def _order(table: Table, act: Act, agent: Agent, subtask: Subtask) -> str:
    waits = _open_before(table, subtask, agent) if act.places else []
    return f"'{subtask.id}' comes after {', '.join(waits)}; do that first" if waits else ""


def _able(table: Table, act: Act, agent: Agent, subtask: Subtask) -> str:
    doer = agent.id if act.places else act.to if act.action in ("H2", "R2") else ""
    if not doer:
        return ""
    found = table.agent(doer)
    if found is None or (act.to and found.kind == agent.kind):
        return f"'{doer}' is nobody to give '{subtask.id}' to"
    able = doer in subtask.durations and subtask.needs <= found.skills
    return "" if able else f"{doer} cannot do '{subtask.id}'"


def _built_upon(table: Table, act: Act, agent: Agent, subtask: Subtask) -> str:
    if act.action != "H3" or table.pieces[subtask.id].stage is not Stage.PLACED:
        return ""
    later = [
        each.id
        for each in table.subtasks
        if subtask.id in each.after
        and (table.pieces[each.id].stage in (Stage.PLACED, Stage.MISPLACED) or table.at(each.id))
    ]
    return f"{', '.join(later)} stands on '{subtask.id}'; it stays" if later else ""


_CHECKS: tuple[Callable[[Table, Act, Agent, Subtask], str], ...] = (
    _kind,
    _wrong_assignment,
    _turn,
    _stage,
    _owner,
    _busy,
    _order,
    _able,
    _built_upon,
)


def _said(piece: Piece) -> str:
    whose = piece.stage in (Stage.ASSIGNED, Stage.GIVEN, Stage.GIVEN_WRONG)
    return f"{piece.stage.value} ({piece.who})" if whose else piece.stage.value
