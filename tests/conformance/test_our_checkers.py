"""Cotree's own checkers do what every checker must."""

from __future__ import annotations

from cotree.behaviours.checkers.balance import Balance
from cotree.behaviours.checkers.critical import Critical
from cotree.behaviours.checkers.declare import Checker
from cotree.behaviours.checkers.environment import Environment
from cotree.conformance.bench import NAME
from cotree.conformance.checker import CheckerConformance
from cotree.core.actions import FactSeen
from cotree.core.disturbances import BLOCKED, healthy, upright
from cotree.core.reasons import Reason


class TestBalance(CheckerConformance):
    calm = (FactSeen(upright(NAME), True),)
    alarming = (FactSeen(upright(NAME), False),)

    def checker(self) -> Checker:
        return Balance()


class TestCritical(CheckerConformance):
    alarming = (FactSeen(healthy(NAME), False),)

    def checker(self) -> Checker:
        return Critical()


class TestEnvironment(CheckerConformance):
    setbacks = {"task/move": Reason(BLOCKED, "the door is shut")}  # noqa: RUF012

    def checker(self) -> Checker:
        return Environment()
