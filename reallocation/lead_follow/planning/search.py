"""From a first plan to a good one to a proof: everything that ``plan: joint`` tries, in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from cotree.core.steps import NoPlan
from cotree.reallocation.lead_follow.planning.beam import KEENNESS, Beam
from cotree.reallocation.lead_follow.planning.effort import Effort
from cotree.reallocation.lead_follow.planning.graph import (
    Timed,
    as_plan,
    choose,
    cost,
    nodes_of,
)
from cotree.reallocation.lead_follow.planning.listing import (
    dispatched,
    scheduled,
    shortest,
    tails,
)
from cotree.reallocation.lead_follow.planning.moves import Moves
from cotree.reallocation.lead_follow.planning.order import SHARE, Order
from cotree.reallocation.lead_follow.planning.pair import fits, shared
from cotree.reallocation.lead_follow.planning.paper import decomposed
from cotree.reallocation.lead_follow.planning.priced import Priced
from cotree.reallocation.lead_follow.planning.pricing import EAGERNESS, PATIENCE, Market
from cotree.reallocation.lead_follow.planning.shares import Split
from cotree.reallocation.lead_follow.planning.work import Work
from cotree.reallocation.lead_follow.problem import LeadPlan
from cotree.reallocation.schedule.solution import Stop

SEED = 1
USUALLY = Effort().model
FEW = 30
WINDOWS = 433
"""Of the plan, planned anew per unit of the model's effort."""
RATIONED = (0, 0.5, 1, 4, 64)
PAIR_STEPS = 4000
"""Of putting the shares of two agents in order."""
AT_ONCE = 0.2
"""Of CP-SAT's deterministic time, before anything slower is tried."""
EXACT_UP_TO = 60
"""Subtasks; of more, linear programming alone bounds about as well, and at once."""


class Search:
    """One problem on its way to a plan: the best so far, who found it, and the bound."""

    def __init__(self, work: Work, before: LeadPlan | None, effort: Effort, stop: Stop) -> None:
        self.work, self.effort, self.stop = work, effort, stop
        self.before = before
        self.order = Order(work)
        self.best = scheduled(work, dispatched(work))
        self.solver = "list"
        self.cost = cost(work, self.best)
        self.bound = self._longest()

    def answer(self) -> LeadPlan:
        """The best that all of them find; each begins where the one before it ended."""
        self.again()
        if self.work.items:
            try:
                self.improve()
            except ImportError:  # neither SciPy nor OR-Tools: lists and moves are all there is
                self.move(self.effort.moves)
        return as_plan(self.work, self.best, self.bound, "joint", self.solver)

    def improve(self) -> None:
        """Shares, prices, moves, the decomposed plan, one model of everything.

        Whoever waits at all waits for the decomposed plan: no answer is worse than that.
        """
        if self.over():
            return
        for step in self.steps(Split(self.work)):
            if self.proved():
                return
            if step == self.decompose or not self.stop():
                step()

    def steps(self, split: Split) -> list[Callable[[], None]]:
        """What to try, in turn: few subtasks are proved at once or need it all; many need moves."""
        shares, prices = partial(self.share, split), partial(self.trade, split)
        glimpse, beam = (partial(self.foresee, split, some) for some in (KEENNESS[:1], KEENNESS))
        most = self.effort.model
        last: list[Callable[[], None]] = [self.persist, partial(self.model, most)]
        if len(self.work.items) <= FEW:
            pair = [self.halve] if fits(self.work) else []
            model = partial(self.model, min(AT_ONCE, most))
            return [*pair, shares, model, prices, self.rove, self.decompose, *last]
        if len(self.work.items) <= EXACT_UP_TO:
            return [prices, beam, self.decompose, self.rove, self.open, shares, *last]
        rest = partial(self.foresee, split, KEENNESS[1:])
        return [prices, glimpse, self.decompose, rest, self.rove, *last]

    def proved(self) -> bool:
        """Whether nothing can be better."""
        return self.cost <= self.bound

    def over(self) -> bool:
        """Whether it is proved, or nobody wants to wait."""
        return self.proved() or self.stop()

    def keep(self, timed: Timed, solver: str) -> None:
        """The better one of this and the best."""
        found = cost(self.work, timed)
        if found < self.cost:
            self.best, self.cost, self.solver = timed, found, solver

    def again(self) -> None:
        """The last plan once more, as far as it still fits; it stays if nothing is better."""
        if self.before is None or not self.work.items:
            return
        last, starts = self.before.assigned, self.before.starts
        number = {agent.id: a for a, agent in enumerate(self.work.agents)}
        doer, moment = [], []
        for i, item in enumerate(self.work.items):
            agent = number.get(last.get(item.id, ""), -1)
            doer.append(agent if agent in item.agents() else self.best.choice.doer[i])
            moment.append(starts.get(item.id, self.best.starts[i]))
        again = self.order.timed(self.order.given(doer, moment))
        if cost(self.work, again) <= self.cost:
            self.best, self.cost, self.solver = again, cost(self.work, again), "again"

    def trade(self, split: Split) -> None:
        """Everybody does what suits them best, by the prices of linear programming."""
        prices = split.prices()
        self.bound = max(self.bound, prices.bound)
        market = Market(self.work, prices.prices)
        drafts = (
            self.order.given(*market.dispatched(eagerness, patience))
            for patience in PATIENCE
            for eagerness in EAGERNESS
        )
        values = ((self.order.value(draft), draft) for draft in drafts)
        self.keep(self.order.timed(min(values, key=lambda pair: pair[0])[1]), "prices")

    def foresee(self, split: Split, all_: Sequence[float] = KEENNESS) -> None:
        """The same with foresight, once for each keenness on long ways."""
        priced = Priced(self.work, split.prices())
        width = self.effort.beam // len(self.work.items)
        for keenness in all_ if width else ():
            found = Beam(priced, width, keenness, float(self.cost)).run(self.stop)
            if found is not None:
                self.keep(self.order.timed(self.order.given(*found)), "beam")

    def halve(self) -> None:
        """Two agents: all shares that could end soonest are put in order."""
        found = shared(self.work, self.cost, PAIR_STEPS)
        self.bound = max(self.bound, found.bound)
        if found.shared is not None:
            choice = choose(self.work, found.shared.doer)
            nodes = nodes_of(self.work, choice)
            self.keep(Timed(choice, nodes, found.shared.starts), "pair")

    def share(self, split: Split) -> None:
        """The best shares, put in order by urgency; and what they prove."""
        found = split.best(self.effort.nodes, 0.0 if len(self.work.items) <= FEW else 0.01)
        self.bound = max(self.bound, found.bound)
        if found.doer is not None:
            self.keep(scheduled(self.work, found.doer), "shares")
            market = Market(self.work, [1.0] * len(self.work.agents))
            for eagerness in RATIONED:
                draft = self.order.given(*market.shared(found.doer, eagerness))
                self.keep(self.order.timed(draft), "shares")

    def rove(self) -> None:
        """Local search; more of it where models are too large to find much."""
        count = len(self.work.items)
        self.move(self.effort.moves // (40 if count <= FEW else 3 if count <= EXACT_UP_TO else 1))

    def move(self, effort: int) -> None:
        """Local search with this effort."""
        moves = effort // max(1, len(self.work.items))
        search = Moves(self.order, self.order.draft(self.best), SEED)
        draft = search.run(moves, self.bound, self.stop)
        if search.best_value // SHARE < self.cost:
            self.keep(self.order.timed(draft), "moves")

    def open(self) -> None:
        """One part of the plan after the other is planned anew."""
        from cotree.reallocation.lead_follow.planning.windows import opened  # loads OR-tools

        rounds = round(self.effort.model * WINDOWS)
        self.keep(opened(self.work, self.best, self.bound, rounds, self.stop), "windows")

    def decompose(self) -> None:
        """The paper's way with no more than its usual effort, so that the answer is never worse."""
        self._decompose(min(self.effort.model, USUALLY))

    def persist(self) -> None:
        """The same with all effort, if that is more."""
        if self.effort.model > USUALLY:
            self._decompose(self.effort.model)

    def _decompose(self, model: float) -> None:
        found = decomposed(self.work, self.effort._replace(model=model), self.cost)
        if not isinstance(found, NoPlan):
            self.keep(found[0], "decomposed")

    def model(self, effort: float) -> None:
        """One model of everything."""
        from cotree.reallocation.lead_follow.planning.cp_joint import improve  # loads OR-Tools

        found = improve(self.work, self.best, self.cost, self.bound, effort, self.stop)
        self.bound = max(self.bound, found.bound)
        if found.timed is not None:
            self.keep(found.timed, "cp_sat")

    def _longest(self) -> int:
        """No plan ends before the longest way, even if whoever is fastest does it."""
        nodes = shortest(self.work)
        ways = (node.release + tail for node, tail in zip(nodes, tails(nodes), strict=True))
        return max((0, *self.work.free, *ways))
