"""What every checker must do; inherit it, and say what is calm and what alarms it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import ClassVar

from cotree.behaviours.checkers.declare import Checker, CheckerDeclaration
from cotree.behaviours.checkers.look import Look
from cotree.conformance.bench import NAME
from cotree.conformance.waiting import waiting_for_nobody
from cotree.core.actions import Event
from cotree.core.belief import Belief, fold
from cotree.core.reasons import Reason
from cotree.trees.reading import loads
from cotree.trees.reading.catalogue import Catalogue, catalogue

LATER_S = 60.0


class CheckerConformance:
    """Inherit it; the robot is called ``bench``."""

    calm: ClassVar[tuple[Event, ...]] = ()
    """What is seen while nothing is wrong."""
    alarming: ClassVar[tuple[Event, ...]] = ()
    """What is seen when there is a disturbance; nothing, if setbacks show it."""
    setbacks: ClassVar[Mapping[str, Reason]] = {}
    """What went wrong with the robot's own work then."""

    def checker(self) -> Checker:
        """A fresh checker."""
        raise NotImplementedError

    def look(self, events: tuple[Event, ...], setbacks: Mapping[str, Reason]) -> Look:
        """What the checker looks at after these events and setbacks."""
        belief, _ = fold(Belief(), events, LATER_S)
        return Look(belief, NAME, {}, setbacks, {}, {}, 0.3)

    def test_it_is_declared_with_a_name_a_rate_and_an_example_that_loads(self) -> None:
        checks = getattr(type(self.checker()), "checks", None)
        assert isinstance(checks, CheckerDeclaration), "declare it with @checker(...)"
        assert checks.rate_hz > 0
        words = catalogue(offers=())
        known = Catalogue(words)
        known.checkers = {**words.checkers, checks.name: checks}
        head = "mission: m\nteam: {pr2: {robot: pr2}}\ntask: {wait: 1}\n"
        lines = checks.example.splitlines()
        margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        text = head + "\n".join(line[margin:] for line in lines) + "\n"
        assert loads(text, "the docstring's example", catalogue=known, checks=()).reactions

    def test_it_says_nothing_while_nothing_is_wrong(self) -> None:
        assert self.checker().check(self.look(self.calm, {})) is None

    def test_it_says_why_when_something_is(self) -> None:
        found = self.checker().check(self.look(self.alarming, self.setbacks))
        assert isinstance(found, Reason)
        assert found.code
        assert found.message

    def test_it_says_what_it_has_looked_at(self) -> None:
        """So that it is asked again only when that changes."""
        look = self.look(self.calm, {})
        checker = self.checker()
        checker.check(look)
        assert look.read or look.again_s is not None or checker.polled

    def test_the_same_look_gets_the_same_answer(self) -> None:
        look = self.look(self.alarming, self.setbacks)
        one, two = self.checker().check(look), self.checker().check(look)
        assert one == two

    def test_it_does_not_wait(self) -> None:
        look, checker = self.look(self.calm, {}), self.checker()
        with nullcontext() if checker.polled else waiting_for_nobody("a checker"):
            checker.check(look)
