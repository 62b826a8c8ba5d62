"""People to simulate: the paper's, one who drifts, one who delegates but follows."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cotree.reallocation.lead_follow.collaboration.actions import Act
from cotree.simulation.people.view import View
from cotree.team.dice import Dice

PREFERRED = 2
"""Near subtasks for oneself and far ones for the robot are so many times as likely."""


def delegation(p_follow: float) -> float:
    """How likely the paper's person gives work away when they do not follow."""
    return min(1.0, max(0.0, 0.3636 * p_follow**2 - 1.356 * p_follow + 0.9982))


class PaperPerson(msgspec.Struct, frozen=True):
    """The person of the simulation study (VI-A): two numbers.

    What the robot assigned is done rightly; only choices of one's own go wrong.
    """

    p_follow: float
    p_error: float

    def decide(self, view: View, dice: Dice) -> Act | None:
        """Follow, or give away, or do something; else what is left."""
        return chosen(view, dice, self.p_follow, self.p_error, delegation(self.p_follow))


class Drifter(msgspec.Struct, frozen=True):
    """Somebody who changes while they work: from decision to decision, or at once.

    Good and leading at first; tired, or confused, at last (the paper's case 7).
    """

    follow: tuple[float, float] = (0.3, 0.8)
    error: tuple[float, float] = (0.05, 0.6)
    begins: int = 6
    """The decision at which the change begins."""
    lasts: int = 6
    """Over how many decisions it goes; 0: at once."""

    def at(self, decisions: int) -> tuple[float, float]:
        """How likely they follow and err at a decision."""
        share = min(1.0, max(0.0, (decisions - self.begins + 1) / (self.lasts + 1)))
        (f0, f1), (e0, e1) = self.follow, self.error
        return f0 + share * (f1 - f0), e0 + share * (e1 - e0)

    def decide(self, view: View, dice: Dice) -> Act | None:
        """As the paper's person of this moment."""
        p_follow, p_error = self.at(view.decisions)
        return chosen(view, dice, p_follow, p_error, delegation(p_follow))


class Delegator(msgspec.Struct, frozen=True):
    """Somebody who commands the robot, and still does what it asks.

    They give work away first, and follow afterwards: the paper's filter takes them for leaders.
    """

    p_give: float = 0.5
    p_follow: float = 0.9
    p_error: float = 0.1

    def decide(self, view: View, dice: Dice) -> Act | None:
        """Give something away as long as little is given; then follow or choose."""
        if len(view.given) < 2 and view.giving and dice.chance(self.p_give):
            return picked(view.giving, view, dice, far=True, wrong=dice.chance(self.p_error))
        return chosen(view, dice, self.p_follow, self.p_error, 0.0)


def chosen(view: View, dice: Dice, p_follow: float, p_error: float, p_give: float) -> Act | None:
    """One decision in the order of the simulation study."""
    follows, errs, gives = dice.chance(p_follow), dice.chance(p_error), dice.chance(p_give)
    if view.offered and follows:
        return dice.choice(view.offered)
    if view.giving and gives:
        return picked(view.giving, view, dice, far=True, wrong=errs)
    if view.own:
        return picked(view.own, view, dice, far=False, wrong=errs)
    rest = view.offered or view.given
    return dice.choice(rest) if rest else None


def picked(acts: Sequence[Act], view: View, dice: Dice, *, far: bool, wrong: bool) -> Act:
    """One of these, the preferred ones more often, done rightly or not."""
    often = [
        act for act in acts for _ in range(PREFERRED if (act.subtask in view.far) == far else 1)
    ]
    act = dice.choice(often)
    return msgspec.structs.replace(act, right=False) if wrong else act
