"""One CP-SAT model of everything: who does what, and when; nobody does two things at once."""

from __future__ import annotations

from typing import NamedTuple

from ortools.sat.python import cp_model  # noqa: TID253  (this file loads only when asked for)

from cotree.reallocation.lead_follow.planning.work import Item, Work


class Step(NamedTuple):
    """One action in the model: when it starts, and who does it if it is done."""

    start: cp_model.IntVar
    end: cp_model.IntVar
    by: dict[int, cp_model.IntVar]


class Everything:
    """All actions of a work; the makespan and the costs of the doers are minimised."""

    def __init__(self, work: Work, known: int, bound: int) -> None:
        self.work = work
        self.known, self.bound = known, bound
        self.model = cp_model.CpModel()
        self.busy: list[list[cp_model.IntervalVar]] = [[] for _ in work.agents]
        self.load: list[list[tuple[cp_model.IntVar, int]]] = [[] for _ in work.agents]
        self.places: dict[int, list[cp_model.IntervalVar]] = {}
        self.end = self.model.new_int_var(max(work.free, default=0), known, "")
        self.do = [self._item(i, item) for i, item in enumerate(work.items)]
        self.repair = {i: self._repair(i, item) for i, item in enumerate(work.items) if item.repair}
        self.tell = {i: self._hand_over(i) for i in range(len(work.items))}
        for i, item in enumerate(work.items):
            self._order(i, item)
        self._alone()
        self._minimise()

    def _step(self, least: int, times: dict[int, int]) -> Step:
        """An action that takes each agent so long; at most one of them does it.

        Its end is one sum, not one equation per agent: of those, CP-SAT 9.15 concludes too much.
        """
        start = self.model.new_int_var(least, self.known, "")
        end = self.model.new_int_var(least, self.known, "")
        by = {agent: self._act(agent, start, ticks) for agent, ticks in times.items()}
        self.model.add(end == start + sum(times[agent] * one for agent, one in by.items()))
        return Step(start, end, by)

    def _act(self, agent: int, start: cp_model.IntVar, ticks: int) -> cp_model.IntVar:
        """One agent's way of doing a step: some of its time, if it is chosen."""
        chosen = self.model.new_bool_var("")
        self.busy[agent].append(
            self.model.new_optional_fixed_size_interval_var(start, ticks, chosen, "")
        )
        self.load[agent].append((chosen, ticks))
        free = self.work.free[agent]
        if free:
            self.model.add(start >= free).only_enforce_if(chosen)
        return chosen

    def _item(self, i: int, item: Item) -> Step:
        if i in self.work.doing:
            agent = self.work.doing[i]
            zero, end = self.model.new_constant(0), self.model.new_constant(item.ticks[agent])
            step = Step(zero, end, {agent: self.model.new_constant(1)})
            self._there(item, self.model.new_fixed_size_interval_var(0, item.ticks[agent], ""))
            return step
        step = self._step(item.release, {a: item.ticks[a] for a in item.agents()})
        self.model.add_exactly_one(step.by.values())
        optional = self.model.new_optional_fixed_size_interval_var
        for agent, chosen in step.by.items():
            lead = item.lead(agent)
            self._there(item, optional(step.start + lead, item.ticks[agent] - lead, chosen, ""))
        return step

    def _there(self, item: Item, time: cp_model.IntervalVar) -> None:
        """Some time at the item's place, if that is shared."""
        if item.place >= 0:
            self.places.setdefault(item.place, []).append(time)

    def _repair(self, i: int, item: Item) -> Step:
        step = self._step(0, {a: item.repair[a] for a in item.repairers()})
        self.model.add_exactly_one(step.by.values())
        optional = self.model.new_optional_fixed_size_interval_var
        for agent, chosen in step.by.items():
            self._there(item, optional(step.start, item.repair[agent], chosen, ""))
        return step

    def _hand_over(self, i: int) -> Step | None:
        """Some robot tells the person, if the item goes to one who is to be told."""
        work = self.work
        told = [chosen for agent, chosen in self.do[i].by.items() if work.tells(i, agent)]
        if not told:
            return None
        step = self._step(0, {a: work.hand_over[a] for a in work.robots})
        self.model.add(sum(step.by.values()) == sum(told))
        return step

    def _order(self, i: int, item: Item) -> None:
        step = self.do[i]
        for before in item.after:
            self.model.add(step.start >= self.do[before].end)
        if i in self.repair:
            self.model.add(step.start >= self.repair[i].end)
        tell = self.tell[i]
        if tell is not None:
            for chosen in tell.by.values():
                self.model.add(step.start >= tell.end).only_enforce_if(chosen)

    def _alone(self) -> None:
        """Nobody does two things at once; no place has two at once; who is loaded ends late."""
        for agent, intervals in enumerate(self.busy):
            self.model.add_no_overlap(intervals)
            chosen = [one for one, _ in self.load[agent]]
            times = [time for _, time in self.load[agent]]
            load = cp_model.LinearExpr.weighted_sum(chosen, times)
            self.model.add(self.end >= load + self.work.free[agent])
        for intervals in self.places.values():
            self.model.add_no_overlap(intervals)
        for step in (*self.do, *self.repair.values()):
            self.model.add(self.end >= step.end)

    def _minimise(self) -> None:
        chosen, costs = [], []
        for i, step in enumerate(self.do):
            if i in self.work.doing:
                continue
            for agent, one in step.by.items():
                if self.work.costs[i][agent]:
                    chosen.append(one)
                    costs.append(self.work.costs[i][agent])
        total = self.end + cp_model.LinearExpr.weighted_sum(chosen, costs)
        self.model.add(total >= self.bound)
        self.model.add(total <= self.known)
        self.model.minimize(total)
