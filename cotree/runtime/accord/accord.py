"""One robot's accord with its peers: claims for what its tree would start, orders carried out.

``before`` a tick it hears letters and does what the team decided; ``after`` it, it asks for what
the tree has chosen and tells what became of the rest.  Nothing here waits or knows a clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cotree.behaviours.desk import Desk
from cotree.core.actions import Event
from cotree.core.changes import Change
from cotree.core.reasons import Reason
from cotree.runtime.accord.claims import Claims
from cotree.runtime.accord.company import Company
from cotree.runtime.accord.gates import Gates
from cotree.runtime.accord.holders import Holders
from cotree.runtime.accord.hopes import Hopes
from cotree.runtime.accord.ledger import Ledger
from cotree.runtime.accord.lessons import Lessons
from cotree.runtime.accord.manners import Manners
from cotree.runtime.accord.orders import Orders
from cotree.runtime.accord.quorum import Quorum
from cotree.runtime.accord.stops import Stops
from cotree.team.durable import Durable
from cotree.team.effects import Out
from cotree.team.facts import Fact
from cotree.team.messages import Letter
from cotree.team.teammate import Teammate
from cotree.trees.registry import Registry
from cotree.trees.rights import Rights

if TYPE_CHECKING:
    from cotree.runtime.jobs.jobs import Jobs  # heavy
    from cotree.runtime.steps.sharing import Sharing  # heavy


class Accord:
    """Speaks for one tree with one teammate of the protocol."""

    def __init__(
        self,
        rights: Rights,
        desk: Desk,
        registry: Registry,
        mate: Teammate,
        company: Company | None = None,
    ) -> None:
        self.rights = rights
        self.mate = mate
        self.company = company
        """What it knows of people; None: there are none in the team."""
        self.letters: list[Letter] = []
        """To be sent, once what is durable is stored."""
        self.durable: list[Durable] = []
        self.jobs: Jobs | None = None
        """Whom it asks for help with jobs; None: there are none."""
        self.sharing: Sharing | None = None
        """Who does which step, where people and robots share them; None: there are none."""
        self._registry = registry
        self._ledger = Ledger(rights, mate, desk)
        self.quorum = Quorum(self._ledger)
        self._holders = Holders(mate)
        self._gates = Gates(desk.suitability, rights, mate)
        self._lessons = Lessons(self._ledger)
        self._manners = None if company is None else Manners(company, self._ledger)
        self._hopes = Hopes(self._ledger, self._manners)
        self._claims = Claims(self._ledger, self._hopes, self._manners)
        self._stops = Stops(self._ledger, self._manners)
        self._orders = Orders(self._ledger, self._claims, self._stops, self._hopes, self._manners)

    # -- a tick --------------------------------------------------------------------------------

    def before(self, letters: Iterable[Letter], events: Iterable[Event], now_s: float) -> None:
        """Hear the peers, do what was decided, and go on stopping what must stop."""
        letters = tuple(letters)
        for letter in letters:
            self.mate.receive(letter, now_s)
        self.mate.tick(now_s)
        self._settle(now_s)
        self.quorum.hear(letters, now_s)
        self.quorum.look(now_s)
        self.rights.absent = self._absent(now_s)
        if self._manners is not None:
            self._manners.company.perceive(events, now_s)
            self._manners.look(now_s)
            self._settle(now_s)
        self.rights.look(now_s)
        gates = self._gates.news(now_s)
        if gates:
            self.rights.ask_again(gates)
        if self.rights.ceasing:
            self._stops.look(now_s)
            self._settle(now_s)
        if self._hopes:
            self._hopes.look(now_s)
            self._settle(now_s)

    def give_back(self, now_s: float) -> bool:
        """What this tick wants stopped and stands still goes back at once; whether anything did."""
        ceasing = len(self.rights.ceasing)
        if ceasing:
            self._stops.look(now_s)
        return len(self.rights.ceasing) != ceasing

    def after(self, now_s: float) -> None:
        """Tell the peers what the tree wants, and what it has done."""
        self._claims.look(self._registry.state, now_s)
        self._gates.publish(now_s)
        self._settle(now_s)

    def _absent(self, now_s: float) -> frozenset[str]:
        """Peers for whom nobody waits; a robot that is alone itself says that of nobody."""
        if self.quorum.lost:
            return frozenset()
        robots = self.mate.mind.roster.robots
        return frozenset(robot for robot in robots if not self.mate.alive(robot, now_s))

    def _settle(self, now_s: float) -> None:
        """Do everything that the protocol orders, until it orders nothing more."""
        while True:
            out = self.mate.drain()
            self._take(out)
            if not out.orders:
                break
            for order in out.orders:
                self._orders.obey(order, now_s)
        self.rights.taken(self._holders.news(now_s))

    def _take(self, out: Out) -> None:
        self.durable += out.durable
        self.letters += out.letters
        learnt = False
        for record in out.durable:
            if isinstance(record.value, Fact):
                learnt = self._lessons.learn(record.value) or learnt
        if self.company is not None:
            self.company.onlooker.hear(out.words)
            if learnt:
                self.company.onlooker.done(self._lessons.done())

    # -- questions -----------------------------------------------------------------------------

    @property
    def due_s(self) -> float:
        """When there is something to do, if nothing is heard before."""
        due_s = self.mate.due_s
        if self.jobs is not None:
            due_s = min(due_s, self.jobs.due_s)
        return due_s if self._manners is None else min(due_s, self._manners.due_s)

    @property
    def waits(self) -> bool:
        """Whether an answer of the team or of a person, or a stop, is under way."""
        asks = self._hopes.asks or (self.jobs is not None and self.jobs.asks)
        asks = asks or (self._manners is not None and self._manners.waits)
        asks = asks or (self.sharing is not None and self.sharing.waits)
        return self.rights.claiming or bool(self.rights.ceasing) or asks

    def at_work(self) -> list[str]:
        """The units that run."""
        pieces = self.rights.pieces.values()
        return [unit.path for piece in pieces for unit in piece.units if unit.busy()]

    def gave_up(self) -> list[Reason]:
        """Why this robot gave up, or leaves to others, what it does not do."""
        return [
            each.withheld.at(each.path)
            for each in self.rights.pieces.values()
            if each.withheld is not None and not each.done
        ]

    def told(self) -> list[Change]:
        """What became of claims, and of the quorum, since the last call."""
        changes, self._ledger.changes = self._ledger.changes, []
        return [*self.quorum.told(), *changes]
