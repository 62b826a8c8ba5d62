"""One robot's accord with its peers: claims for what its tree would start, orders carried out.

``before`` a tick it hears letters and does what the team decided; ``after`` it, it asks for what
the tree has chosen and tells what became of the rest.  Nothing here waits or knows a clock.
"""

from __future__ import annotations

from collections.abc import Iterable

from cotree.behaviours.desk import Desk
from cotree.core.actions import Event
from cotree.core.changes import ClaimChange
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.runtime.accord.company import Company
from cotree.runtime.accord.gates import FAILED, Gates
from cotree.runtime.accord.holders import Holders
from cotree.runtime.accord.manners import Manners
from cotree.runtime.accord.permits import Permits
from cotree.runtime.accord.sight import look
from cotree.team.ballots import Ballot
from cotree.team.durable import Durable
from cotree.team.effects import (
    Ask,
    Denied,
    Extend,
    Halt,
    Order,
    Out,
    Outcome,
    Over,
    Start,
    Verify,
)
from cotree.team.facts import Fact
from cotree.team.messages import Letter
from cotree.team.teammate import Teammate
from cotree.trees.pieces import Piece
from cotree.trees.registry import Registry
from cotree.trees.rights import Right, Rights

HOW = {"lease": Stop.KILL, "person": Stop.INTERRUPT}
"""How a piece is stopped, by the reason; for any other reason it is cancelled."""
UNSURE = Reason("unsure", "nobody can see whether it was done: a person must say")


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
        self.desk = desk
        self.letters: list[Letter] = []
        """To be sent, once what is durable is stored."""
        self.durable: list[Durable] = []
        self.changes: list[ClaimChange] = []
        self._registry = registry
        self._task = mate.mind.task
        self._holders = Holders(mate)
        self._permits = Permits(rights, desk)
        self._asking: str | None = None
        """The piece that the peers were asked for and have not answered."""
        self._tokens: dict[str, Ballot] = {}
        self._halting: dict[str, str] = {}
        """Rights that the protocol wants back, and why."""
        self._marks: dict[int, int] = {}
        self._done: dict[str, None] = {}
        self._doubtful: dict[str, Outcome] = {}
        """What was found of pieces that had to be verified."""
        self._failed: dict[int, float] = {}
        """Leaves that this robot gave up, and when it may propose that nobody does them."""
        self._manners = None if company is None else Manners(company, rights, mate, desk)
        self._gates = Gates(desk.suitability, rights, mate)
        rights.starts = self._permits.start

    # -- a tick --------------------------------------------------------------------------------

    def before(self, letters: Iterable[Letter], events: Iterable[Event], now_s: float) -> None:
        """Hear the peers, do what was decided, and go on stopping what must stop."""
        for letter in letters:
            self.mate.receive(letter, now_s)
        self.mate.tick(now_s)
        self._settle(now_s)
        if self._manners is not None:
            self._manners.company.perceive(events, now_s)
            self._manners.look(now_s)
            self._settle(now_s)
        gates = self._gates.news(now_s)
        if gates:
            self.rights.ask_again(gates)
        if self.rights.ceasing:
            self._cease(now_s)
        if self._failed:
            self._abandon_hopeless(now_s)

    def after(self, now_s: float) -> None:
        """Tell the peers what the tree wants, and what it has done."""
        rights = self.rights
        if rights.ended:
            ended, rights.ended = rights.ended, []
            for piece, reason in ended:
                self._ended(piece, reason, now_s)
        for right in rights.unused(self._registry.state):
            self._give_back(right, now_s)
        if rights.asks:
            self._ask_next(now_s)
        self._gates.publish(now_s)
        self._settle(now_s)

    @property
    def due_s(self) -> float:
        """When there is something to do, if nothing is heard before."""
        due_s = self.mate.due_s
        return due_s if self._manners is None else min(due_s, self._manners.due_s)

    @property
    def company(self) -> Company | None:
        """What it knows of people; None: there are none in the team."""
        return None if self._manners is None else self._manners.company

    @property
    def waits(self) -> bool:
        """Whether an answer of the team, or a stop, is under way."""
        return self.rights.claiming or bool(self.rights.ceasing)

    def at_work(self) -> list[str]:
        """The units that run."""
        pieces = self.rights.pieces.values()
        return [unit.path for piece in pieces for unit in piece.units if unit.busy()]

    def gave_up(self) -> list[Reason]:
        """Why this robot gave up what it gave up."""
        pieces = self.rights.pieces.values()
        return [piece.withheld for piece in pieces if piece.withheld is not None]

    # -- what the tree says --------------------------------------------------------------------

    def _ask_next(self, now_s: float) -> None:
        """Ask for one piece at a time, the most suitable first, and for things at once.

        Two robots with two hands each that asked for everything together would keep each other
        from what each of them does best.
        """
        waiting = []
        for right in self.rights.asks:
            if right.piece is not None and self._asking is not None:
                waiting.append(right)
            elif right.asked:
                self._ask(right, now_s)
        self.rights.asks = waiting

    def _ask(self, right: Right, now_s: float) -> None:
        if right.taken_by:
            self.rights.denied(right.name, Reason("taken", f"{right.taken_by} has it"), now_s)
            return
        if not self._may_ask(right, now_s):
            return
        if right.piece is not None:
            self._asking = right.name
        self._note(right.name, "asked", potential=self._potential(right))
        self.mate.claim(self._task.number[right.name], now_s)

    def _may_ask(self, right: Right, now_s: float) -> bool:
        """Whether no person is at it."""
        if right.piece is None or self._manners is None or self._manners.free(right.name, now_s):
            return True
        why = right.piece.withheld or Reason("person", "a person does it")
        self.rights.denied(right.name, why, now_s)
        return False

    def _potential(self, right: Right) -> float:
        units = right.piece.units if right.piece is not None else ()
        return max((unit.asker.potential for unit in units if unit.asker.granted), default=0.0)

    def _ended(self, piece: Piece, reason: Reason | None, now_s: float) -> None:
        leaf, token = self._task.number[piece.path], self._tokens.get(piece.path)
        held = self.rights.all[piece.path].held
        if reason is not None:
            self._note(piece.path, "given_up", why=reason.message)
            if held and token is not None:
                self.mate.stopped(leaf, token, now_s)
            self._cannot(leaf, now_s)
        elif held and token is not None:
            self._note(piece.path, "released", why="done")
            self.mate.finished(leaf, token, now_s)
        else:
            self.mate.saw_done(leaf, now_s)
        self._lost(piece.path)

    def _give_back(self, right: Right, now_s: float) -> None:
        leaf, token = self._task.number[right.name], self._tokens.get(right.name)
        if token is not None:
            self._note(right.name, "released", why="not needed")
            if right.piece is None:
                self.mate.let_go(leaf, token, now_s)
            else:
                self._give_up_doubtful(right.name, leaf, now_s)
                self.mate.stopped(leaf, token, now_s, started=False)
        self._lost(right.name)

    def _give_up_doubtful(self, name: str, leaf: int, now_s: float) -> None:
        """Found half done by another, and this robot cannot go on with it."""
        if self._doubtful.pop(name, None) is Outcome.PARTIAL:
            self._cannot(leaf, now_s)

    def _cannot(self, leaf: int, now_s: float) -> None:
        self._failed.setdefault(leaf, now_s)
        self.mate.cannot(leaf, FAILED, now_s)

    def _abandon_hopeless(self, now_s: float) -> None:
        """What no robot of the team can do is given up by all; one of them proposes it."""
        for leaf, from_s in list(self._failed.items()):
            if self.mate.knows_done(leaf):
                del self._failed[leaf]
            elif now_s >= from_s and self._speaks(now_s) and self._hopeless(leaf, now_s):
                self._failed[leaf] = now_s + self.mate.mind.timing.hold_s
                self.mate.abandon((leaf,), now_s)
        self._settle(now_s)

    def _hopeless(self, leaf: int, now_s: float) -> bool:
        """Whether everybody who lives has tried and failed; for whom it is shut may still try."""
        unable = self.mate.unable(leaf)
        return all(
            unable.get(robot) == FAILED or not self.mate.alive(robot, now_s)
            for robot in self.mate.mind.roster.robots
        )

    def _speaks(self, now_s: float) -> bool:
        """Whether this robot is the first of those that live."""
        robots = self.mate.mind.roster.robots
        return next(robot for robot in robots if self.mate.alive(robot, now_s)) == self.desk.robot

    def _lost(self, name: str) -> None:
        self.rights.lost(name)
        self._tokens.pop(name, None)
        self._halting.pop(name, None)
        self._permits.lost(name)

    # -- what the team says --------------------------------------------------------------------

    def _settle(self, now_s: float) -> None:
        """Do everything that the protocol orders, until it orders nothing more."""
        while True:
            out = self.mate.drain()
            self._take(out)
            if not out.orders:
                break
            for order in out.orders:
                self._obey(order, now_s)
        self.rights.taken(self._holders.news(now_s))

    def _take(self, out: Out) -> None:
        self.durable += out.durable
        self.letters += out.letters
        learnt = False
        for record in out.durable:
            if isinstance(record.value, Fact):
                learnt = self._learn(record.value) or learnt
        if self._manners is not None:
            company = self._manners.company
            company.hear(out.words)
            if learnt:
                company.done(frozenset(self._done))

    def _learn(self, fact: Fact) -> bool:
        """Take in one fact; whether anything is done, or not done any more."""
        before, self._marks[fact.leaf] = self._marks.get(fact.leaf, 0), fact.mark
        if fact.mark == before or self._task.is_thing(fact.leaf):
            return False
        piece = self.rights.pieces[self._task.leaves[fact.leaf].path]
        self._done.pop(piece.path, None)
        if fact.mark // 3 > before // 3 and (piece.done or piece.lost is not None):
            piece.reopen()
        if fact.done:
            self._done[piece.path] = None
            piece.learn()
        elif fact.abandoned:
            piece.abandon(Reason("abandoned", "the team has given it up", path=piece.path))
        return True

    def _obey(self, order: Order, now_s: float) -> None:
        if isinstance(order, Start | Denied | Over) and self._name(order.leaf) == self._asking:
            self._asking = None
        match order:
            case Start():
                self._start(order, now_s)
            case Extend(leaf=leaf, token=token, deadline_s=deadline_s):
                name = self._name(leaf)
                if self._tokens.get(name) == token:
                    self._permits.extend(name, deadline_s)
            case Verify(leaf=leaf, token=token):
                self._verify(leaf, token, now_s)
            case Halt():
                self._halt(order, now_s)
            case Denied():
                self._denied(order, now_s)
            case Over(leaf=leaf, why=why):
                self.rights.denied(self._name(leaf), Reason("over", why), now_s)
            case Ask(leaf=leaf):
                self._unsure(leaf, now_s)

    def _name(self, leaf: int) -> str:
        return self._task.leaves[leaf].path

    def _start(self, order: Start, now_s: float) -> None:
        name = self._name(order.leaf)
        if now_s >= order.deadline_s:
            self.mate.stopped(order.leaf, order.token, now_s, started=False)
            self.rights.denied(name, Reason("late", "the lease is over already"), now_s)
            return
        self._tokens[name] = order.token
        self._permits.won(name, order.token, order.deadline_s)
        self._note(name, "won", token=order.token)
        self.rights.won(name)
        if self._manners is not None:
            self._manners.goes_on(name, now_s)

    def _verify(self, leaf: int, token: Ballot, now_s: float) -> None:
        name = self._name(leaf)
        if self._task.is_thing(leaf):
            occupied = self.desk.belief.facts.get(f"{name}/occupied")
            outcome = Outcome.PARTIAL if occupied else Outcome.UNTOUCHED
        else:
            outcome = look(self.rights.pieces[name], self.desk)
            self._doubtful[name] = outcome
        self._note(name, "verified", why=outcome.value, token=token)
        self.mate.verified(leaf, token, outcome, now_s)

    def _denied(self, order: Denied, now_s: float) -> None:
        name = self._name(order.leaf)
        self._note(name, "denied", why=order.why, holder=order.holder)
        by = f" ({order.holder})" if order.holder else ""
        why = Reason("denied", f"the team said no: {order.why}{by}")
        self.rights.denied(name, why, order.retry_s)
        if self._manners is not None:
            self._manners.refused(name)
        if order.instead >= 0:
            self.mate.claim(order.instead, now_s)

    def _unsure(self, leaf: int, now_s: float) -> None:
        piece = self.rights.pieces[self._name(leaf)]
        piece.withhold(UNSURE.at(piece.path))
        self._cannot(leaf, now_s)

    # -- stopping ------------------------------------------------------------------------------

    def _halt(self, order: Halt, now_s: float) -> None:
        name = self._name(order.leaf)
        right = self.rights.all[name]
        self._note(name, "halted", why=order.why)
        self._halting[name] = order.why
        how = HOW.get(order.why, Stop.CANCEL)
        pieces = [right.piece] if right.piece is not None else self.rights.users(name)
        for piece in pieces:
            piece.cease(how)
        if not pieces:
            self._stopped(name, now_s)

    def _cease(self, now_s: float) -> None:
        for piece in self.rights.go_on_ceasing():
            self._stopped(piece.path, now_s)
            piece.rejoin()
        for name in list(self._halting):
            if self.rights.all[name].piece is None and not self.rights.users(name):
                self._stopped(name, now_s)
        self._settle(now_s)

    def _stopped(self, name: str, now_s: float) -> None:
        """Nothing of a piece moves any more, or nobody uses a thing any more."""
        leaf, token = self._task.number[name], self._tokens.get(name)
        began = self.rights.all[name].began
        if token is not None and not (began and self._is_kept(name, token, now_s)):
            self.mate.stopped(leaf, token, now_s, started=began)
        self._lost(name)

    def _is_kept(self, name: str, token: Ballot, now_s: float) -> bool:
        """Whether the lease goes on while a person is asked."""
        manners = self._manners
        return (
            manners is not None and name in self.rights.pieces and manners.keep(name, token, now_s)
        )

    # -- telling -------------------------------------------------------------------------------

    def told(self) -> list[ClaimChange]:
        """What became of claims since the last call."""
        changes, self.changes = self.changes, []
        return changes

    def _note(self, name: str, word: str, **more: object) -> None:
        self.changes.append(ClaimChange(name, word, **more))  # type: ignore[arg-type]
