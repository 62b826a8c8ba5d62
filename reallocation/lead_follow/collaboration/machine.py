"""One event after the other: what changes on the table, and what that says about the person."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from cotree.reallocation.lead_follow.belief.evidence import Did as Seen
from cotree.reallocation.lead_follow.belief.evidence import Evidence
from cotree.reallocation.lead_follow.collaboration.actions import Act, Action
from cotree.reallocation.lead_follow.collaboration.allowed import may, refusal
from cotree.reallocation.lead_follow.collaboration.table import Doing, Fact, Piece, Stage, Table


class Began(msgspec.Struct, frozen=True, tag="began"):
    """An agent has decided, and begins; what else was possible is remembered from now."""

    act: Act


class Did(msgspec.Struct, frozen=True, tag="did"):
    """An agent has done it (a word on the tablet is done at once)."""

    act: Act


class Stopped(msgspec.Struct, frozen=True, tag="stopped"):
    """An agent has given up what it was doing; nothing was placed."""

    agent: str


Event: TypeAlias = Began | Did | Stopped


class Changed(msgspec.Struct, frozen=True):
    """The table after an event, the facts it made, and what a person's action says about them."""

    table: Table
    facts: tuple[Fact, ...] = ()
    evidence: Evidence | None = None


class Refused(msgspec.Struct, frozen=True):
    """The event cannot be; the table stays."""

    message: str


SEEN: dict[Action, Seen] = {
    "H1": "chose",
    "H2": "gave",
    "H3": "returned",
    "H4": "followed",
    "H5": "took_back",
    "H6": "refused",
}


def after(table: Table, event: Event) -> Changed | Refused:
    """What an event makes of the table, or why it cannot be."""
    if isinstance(event, Stopped):
        return Changed(_without(table, event.agent))
    act = event.act
    current = table.doing.get(act.agent)
    if isinstance(event, Began) and current is not None:
        return Refused(f"{act.agent} is at '{current.act.subtask}'; let it end, or stop it, first")
    if (reason := refusal(table, act)) != "":
        return Refused(reason)
    if isinstance(event, Began):
        return Changed(_with(table, _begun(table, act)))
    return _done(table, act, current)


def _done(table: Table, act: Act, current: Doing | None) -> Changed:
    """Fig. 6: the subtask moves on."""
    own = current if current is not None and _same(current.act, act) else None
    begun = own or _begun(table, act)
    before = table.pieces[act.subtask]
    piece, facts = _moved(before, act)
    if own is not None:
        table = _without(table, act.agent)
    pieces = {**table.pieces, act.subtask: piece}
    changed = msgspec.structs.replace(table, pieces=pieces)
    return Changed(changed, facts, _evidence(begun, act, before))


def _moved(piece: Piece, act: Act) -> tuple[Piece, tuple[Fact, ...]]:
    """The subtask after an action, and what became true."""

    def fact(kind: str) -> Fact:
        return msgspec.convert(
            {"kind": kind, "subtask": act.subtask, "agent": act.agent, "to": act.to}, Fact
        )

    match act.action:
        case "H1" | "H4" | "R1" | "R4":
            if not (act.right or act.action != "H1"):
                wrong = Piece(Stage.MISPLACED, act.agent, piece.mistakes + 1)
                return wrong, (fact("placed wrong"),)
            mended = (fact("corrected"),) if piece.mistakes else ()
            return Piece(Stage.PLACED, act.agent, piece.mistakes), (fact("placed right"), *mended)
        case "H2":
            stage = Stage.GIVEN if act.right else Stage.GIVEN_WRONG
            given = Piece(stage, act.to, piece.mistakes + (not act.right))
            return given, (fact("handed over"),)
        case "R2":
            return Piece(Stage.ASSIGNED, act.to, piece.mistakes), (fact("handed over"),)
        case "H3" | "R3":
            return Piece(mistakes=piece.mistakes), (fact("returned"),)
        case "H5" | "R5":
            return Piece(mistakes=piece.mistakes), (fact("taken back"),)
        case "H6" | "R6":
            return Piece(mistakes=piece.mistakes), (fact("refused"),)


def _begun(table: Table, act: Act) -> Doing:
    """The action with its alternatives at this moment; robots need none."""
    agent = table.agent(act.agent)
    if agent is None or agent.kind != "person":
        return Doing(act)
    other = {option.action for option in may(table, act.agent)}
    waits = any(_waiting(piece, act.agent) for piece in table.pieces.values())
    return Doing(act, "H4" in other, "H1" in other, "H2" in other, waits)


def _waiting(piece: Piece, person: str) -> bool:
    """Whether something is assigned to the person, or in a robot's hands from people."""
    mine = piece.stage is Stage.ASSIGNED and piece.who == person
    return mine or piece.stage in (Stage.GIVEN, Stage.GIVEN_WRONG)


def _evidence(begun: Doing, act: Act, before: Piece) -> Evidence | None:
    """What a person's action says; a robot's says nothing."""
    seen = SEEN.get(act.action)
    if seen is None:
        return None
    right = act.right
    if seen == "returned":
        right = before.stage is Stage.MISPLACED
    elif seen == "took_back":
        right = before.stage is Stage.GIVEN_WRONG
    return Evidence(
        act.subtask,
        seen,
        right,
        begun.could_follow,
        begun.could_choose,
        begun.could_give,
        begun.robot_waits,
    )


def _same(one: Act, other: Act) -> bool:
    """Whether this is the action that was begun; only its end shows whether it is right."""
    return (one.action, one.subtask) == (other.action, other.subtask)


def _with(table: Table, doing: Doing) -> Table:
    return msgspec.structs.replace(table, doing={**table.doing, doing.act.agent: doing})


def _without(table: Table, agent: str) -> Table:
    rest = {name: doing for name, doing in table.doing.items() if name != agent}
    return msgspec.structs.replace(table, doing=rest)
