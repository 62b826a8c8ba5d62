"""From the team to the tree: what the protocol orders is carried out at once."""

from __future__ import annotations

from cotree.core.reasons import Reason
from cotree.runtime.accord.claims import Claims
from cotree.runtime.accord.doubtful import DOUBT
from cotree.runtime.accord.hopes import Hopes
from cotree.runtime.accord.ledger import Ledger
from cotree.runtime.accord.manners import Manners
from cotree.runtime.accord.sight import look
from cotree.runtime.accord.stops import Stops
from cotree.team.ballots import Ballot
from cotree.team.effects import Ask, Denied, Extend, Halt, Order, Outcome, Over, Start, Verify


class Orders:
    """Obeys the protocol."""

    def __init__(
        self,
        ledger: Ledger,
        claims: Claims,
        stops: Stops,
        hopes: Hopes,
        manners: Manners | None,
    ) -> None:
        self._ledger = ledger
        self._claims = claims
        self._stops = stops
        self._hopes = hopes
        self._manners = manners

    def obey(self, order: Order, now_s: float) -> None:
        """Do what is ordered."""
        if isinstance(order, Start | Denied | Over):
            self._claims.answered(self._ledger.name(order.leaf))
        match order:
            case Start():
                self._start(order, now_s)
            case Extend(leaf=leaf, token=token, deadline_s=deadline_s):
                name = self._ledger.name(leaf)
                if self._ledger.token(name) == token:
                    self._ledger.permits.extend(name, deadline_s)
            case Verify(leaf=leaf, token=token):
                self._verify(leaf, token, now_s)
            case Halt():
                self._stops.halt(order, now_s)
            case Denied():
                self._denied(order, now_s)
            case Over(leaf=leaf, why=why):
                name = self._ledger.name(leaf)
                self._ledger.rights.denied(name, Reason("over", why), now_s)
                self._refused(name)
            case Ask(leaf=leaf):
                piece = self._ledger.rights.pieces[self._ledger.name(leaf)]
                piece.withhold(DOUBT.at(piece.path))
                self._hopes.unsure(leaf, now_s)

    def _start(self, order: Start, now_s: float) -> None:
        ledger = self._ledger
        name = ledger.name(order.leaf)
        if now_s >= order.deadline_s:
            ledger.mate.stopped(order.leaf, order.token, now_s, started=order.resume)
            ledger.rights.denied(name, Reason("late", "the lease is over already"), now_s)
            return
        ledger.win(name, order.token, order.deadline_s, resumes=order.resume)
        if ledger.rights.wants(name):  # it can go on with it, be it later
            self._claims.doubtful.pop(name, None)
        if self._manners is not None:
            self._manners.goes_on(name, now_s)

    def _verify(self, leaf: int, token: Ballot, now_s: float) -> None:
        ledger = self._ledger
        name = ledger.name(leaf)
        if ledger.is_thing(leaf):
            occupied = ledger.desk.belief.facts.get(f"{name}/occupied")
            outcome = Outcome.PARTIAL if occupied else Outcome.UNTOUCHED
        else:
            outcome = look(ledger.rights.pieces[name], ledger.desk)
            if outcome is Outcome.PARTIAL and self._hopes.is_untouched(leaf):
                outcome = Outcome.UNTOUCHED
            self._claims.doubtful[name] = outcome
        ledger.note(name, "verified", why=outcome.value, token=token)
        ledger.mate.verified(leaf, token, outcome, now_s)

    def _denied(self, order: Denied, now_s: float) -> None:
        if order.revises:  # what could not be given up now is proposed again
            return
        ledger = self._ledger
        name = ledger.name(order.leaf)
        ledger.note(name, "denied", why=order.why, holder=order.holder)
        by = f" ({order.holder})" if order.holder else ""
        why = Reason("denied", f"the team said no: {order.why}{by}")
        ledger.rights.denied(name, why, order.retry_s)
        self._refused(name)
        if order.instead >= 0:
            self._claims.peek(order.instead, now_s)

    def _refused(self, name: str) -> None:
        """What stood still while a person was asked is this robot's no more."""
        if self._manners is not None:
            self._manners.refused(name)
