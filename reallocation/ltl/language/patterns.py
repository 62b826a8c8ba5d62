"""Named patterns: what people mean, as the formula that it stands for.

A step may be a formula or the text of one, so ``sequence("c7 && training", "p4")`` is allowed.
"""

from __future__ import annotations

from typing import TypeAlias

from cotree.reallocation.ltl.language.formula import (
    And,
    Finally,
    Formula,
    Globally,
    Implies,
    Next,
    Not,
    Or,
    Until,
    WeakUntil,
)
from cotree.reallocation.ltl.language.parse import parse

Step: TypeAlias = Formula | str
"""A formula, or the text of one."""


def visit(place: Step, op: Step | None = None) -> Formula:
    """Some robot is at the place at some time, in the operating state if one is given."""
    return Finally(_together(place, op))


def deliver(to: Step, loaded: Step, done: Step | None = None) -> Formula:
    """Some robot has put down its load at the place; nobody enters it without a load."""
    return And((visit(to, done), enter_only(to, loaded)))


def enter_only(place: Step, when: Step) -> Formula:
    """Whoever enters the place holds this while still outside."""
    there = _formula(place)
    return Globally(Implies(And((Not(there), Next(there))), _formula(when)))


def sequence(*steps: Step) -> Formula:
    """One robot does all of these in this order.

    Two that hold at the same moment are both done then.
    """
    *before, last = (_formula(step) for step in steps)
    chain: Formula = Finally(last)
    for step in reversed(before):
        chain = Finally(_and(step, chain))
    return chain


def avoid(*what: Step) -> Formula:
    """No robot is ever so."""
    return Globally(Not(_or(*(_formula(one) for one in what))))


def never_until(never: Step, until: Step) -> Formula:
    """The first does not hold before the second has held; the second must come."""
    return Until(Not(_formula(never)), _formula(until))


def not_before(what: Step, before: Step) -> Formula:
    """The first does not hold before the second has held; the second need not come."""
    return WeakUntil(Not(_formula(what)), _formula(before))


def respond(trigger: Step, response: Step) -> Formula:
    """Whenever the trigger holds, the response holds then or later."""
    return Globally(Implies(_formula(trigger), Finally(_formula(response))))


def _formula(step: Step) -> Formula:
    return parse(step) if isinstance(step, str) else step


def _together(place: Step, op: Step | None) -> Formula:
    return _formula(place) if op is None else _and(_formula(place), _formula(op))


def _and(*parts: Formula) -> Formula:
    """Joined flat, in the order given."""
    flat = [one for part in parts for one in (part.parts if isinstance(part, And) else (part,))]
    return And(tuple(flat)) if len(flat) > 1 else flat[0]


def _or(*parts: Formula) -> Formula:
    flat = [one for part in parts for one in (part.parts if isinstance(part, Or) else (part,))]
    return Or(tuple(flat)) if len(flat) > 1 else flat[0]
