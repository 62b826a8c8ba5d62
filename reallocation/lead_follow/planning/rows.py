"""Mixed-integer programs, row by row, for HiGHS (through SciPy, which loads only when one runs)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Found(NamedTuple):
    """What HiGHS answered."""

    values: Sequence[float] | None
    """Per column; None: no solution."""
    bound: float
    proved: bool
    impossible: bool = False


class Relaxed(NamedTuple):
    """The bound of the linear program, and what each row ("at least") is worth."""

    bound: float
    prices: dict[int, float]


class Program:
    """Columns with costs, rows with limits; the sum of the costs is minimised."""

    def __init__(self) -> None:
        self._cost: list[float] = []
        self._low: list[float] = []
        self._high: list[float] = []
        self._whole: list[bool] = []
        self._entries: tuple[list[float], list[int], list[int]] = ([], [], [0])
        self._at_least: list[float] = []
        self._at_most: list[float] = []

    def column(
        self,
        *,
        cost: float = 0.0,
        low: float = 0.0,
        high: float = float("inf"),
        whole: bool = False,
    ) -> int:
        """A new variable, by its number."""
        self._cost.append(cost)
        self._low.append(low)
        self._high.append(high)
        self._whole.append(whole)
        return len(self._cost) - 1

    def at_least(self, row: Mapping[int, float], least: float) -> int:
        """The row's sum is at least this; the number of the row."""
        self._row(row, least, float("inf"))
        return len(self._at_least) - 1

    def at_most(self, row: Mapping[int, float], most: float) -> None:
        """The row's sum is at most this."""
        self._row(row, -float("inf"), most)

    def equal(self, row: Mapping[int, float], value: float) -> None:
        """The row's sum is this."""
        self._row(row, value, value)

    def _row(self, row: Mapping[int, float], least: float, most: float) -> None:
        values, columns, ends = self._entries
        values += row.values()
        columns += row.keys()
        ends.append(len(values))
        self._at_least.append(least)
        self._at_most.append(most)

    def relaxed(self) -> Relaxed:
        """The same where nothing need be whole; without a solution the prices are nothing."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array

        shape = (len(self._at_least), len(self._cost))
        matrix = csr_array(self._entries, shape=shape)
        equal = [i for i, least in enumerate(self._at_least) if least == self._at_most[i]]
        least = [i for i, least in enumerate(self._at_least) if self._at_most[i] == float("inf")]
        answer = linprog(
            self._cost,
            A_ub=-matrix[least],
            b_ub=[-self._at_least[i] for i in least],
            A_eq=matrix[equal] if equal else None,
            b_eq=[self._at_least[i] for i in equal] if equal else None,
            bounds=list(zip(self._low, self._high, strict=True)),
            method="highs",
        )
        if answer.status != 0:
            return Relaxed(-float("inf"), {})
        prices = dict(zip(least, (-float(each) for each in answer.ineqlin.marginals), strict=True))
        return Relaxed(float(answer.fun), prices)

    def solved(self, most_nodes: int, gap: float, time_s: float | None = None) -> Found:
        """The best that HiGHS finds; without ``time_s`` the same on every machine."""
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array

        shape = (len(self._at_least), len(self._cost))
        limits: dict[str, float] = {"mip_rel_gap": gap, "node_limit": most_nodes}
        if time_s is not None:
            limits["time_limit"] = time_s
        answer = milp(
            self._cost,
            integrality=self._whole,
            bounds=Bounds(self._low, self._high),
            constraints=LinearConstraint(
                csr_array(self._entries, shape=shape), self._at_least, self._at_most
            ),
            options=limits,
        )
        bound = answer.get("mip_dual_bound")
        bound = -float("inf") if bound is None else float(bound)
        values = None if answer.x is None else [float(each) for each in answer.x]
        return Found(values, bound, answer.status == 0, answer.status == 2)
