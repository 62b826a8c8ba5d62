"""Asking the askers: needs, readiness and potential, each behind a fence.

Whoever raises is refused, and nobody else notices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cotree.behaviours.desk import Desk
from cotree.core.belief import RESOURCES, View
from cotree.core.mission import Policy
from cotree.core.reasons import Reason, raised
from cotree.core.reserve import largest_of_each, with_reservation
from cotree.core.resources import Need, State, named_first
from cotree.trees.answers import are_needs, wrong_needs, wrong_potential, wrong_readiness
from cotree.trees.asker import Asker

A = TypeVar("A")


class Questions:
    """Puts questions to askers, in the light of the teammate's belief."""

    def __init__(self, desk: Desk, policy: Policy) -> None:
        self._desk = desk
        self._policy = policy
        self.refused: dict[Asker, None] = {}
        """Those whose answers raised, for the engine to fail."""
        self.things: frozenset[str] = frozenset()
        """What the team shares: nobody takes it ahead of the leaf that needs it."""

    def view(self, asker: Asker, state: State) -> View:
        """The belief as one asker sees it."""
        desk = self._desk
        return View(desk.belief, desk.robot, state, asker.lineage, self._policy.same_place_m)

    def needs(self, asker: Asker, view: View) -> None:
        """Ask what it runs on."""
        nothing: tuple[Need, ...] = ()
        needs = self._fenced(asker, "needs", asker.own_needs, wrong_needs, view, nothing)
        asker.needs = named_first(needs, view.peek())
        asker.shifty = RESOURCES in view.read

    def rest(self, asker: Asker, view: View) -> None:
        """Ask whether it is ready, and how suitable it is; ``why`` tells if it could start."""
        asker.why = self._fenced(asker, "ready", asker.ready, wrong_readiness, view, None)
        if asker.why is None:
            asker.potential = self._fenced(
                asker, "potential", asker.suitability, wrong_potential, view, 0.0
            )
            asker.why = self._unsuitable(asker)
        if asker.why is None and any(need.keep for need in asker.needs):
            asker.needs = self._reserving(asker, view)

    def _unsuitable(self, asker: Asker) -> Reason | None:
        if asker in self.refused:
            return asker.refusal
        if not asker.potential > 0:
            return Reason("unsuitable", "its potential is 0")
        return None

    def suitability(self, asker: Asker, state: State) -> float:
        """What it would answer now, 0 if it could not start; for displays."""
        view = self.view(asker, state)
        try:
            answer = 0.0 if asker.ready(view) is not None else asker.suitability(view)
        except Exception:
            return 0.0
        return 0.0 if wrong_potential(answer) else answer

    def _reserving(self, asker: Asker, view: View) -> tuple[Need, ...]:
        """The needs, and what is reserved for the successor."""
        after = [self._quietly(successor, view) for successor in asker.successors]
        return with_reservation(asker.needs, largest_of_each(after))

    def _quietly(self, asker: Asker, view: View) -> tuple[Need, ...]:
        """What a successor will need; if it cannot say so now, it will when its turn comes."""
        try:
            needs = asker.own_needs(view)
        except Exception:
            return ()
        return tuple(n for n in needs if n.type not in self.things) if are_needs(needs) else ()

    def _fenced(
        self,
        asker: Asker,
        word: str,
        question: Callable[[View], A],
        wrong: Callable[[A], str | None],
        view: View,
        otherwise: A,
    ) -> A:
        """The answer; ``otherwise``, and a refusal, when it raises or is none."""
        try:
            answer = question(view)
        except MemoryError:
            raise
        except Exception as error:
            return self._refuse(asker, raised(error, word), otherwise)
        fault = wrong(answer)
        if fault is not None:
            return self._refuse(asker, Reason("bad_answer", f"{word} {fault}"), otherwise)
        return answer

    def _refuse(self, asker: Asker, reason: Reason, otherwise: A) -> A:
        asker.refusal = reason.at(asker.path)
        self.refused[asker] = None
        return otherwise
