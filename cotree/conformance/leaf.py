"""What every leaf must do; inherit it, and say how to make one that can run.

::

    class TestWave(LeafConformance):
        def leaf(self) -> Leaf:
            return Wave("wave", WaveParams(times=2))
"""

from __future__ import annotations

from typing import ClassVar

from py_trees.common import Status

from cotree.behaviours.declare import Declaration
from cotree.behaviours.leaf import ActionLeaf, Leaf
from cotree.conformance.bench import NAME, Bench
from cotree.conformance.waiting import waiting_for_nobody
from cotree.core.actions import Begin, Event
from cotree.core.belief import Belief, View, fold
from cotree.core.mission import ResourceModel
from cotree.core.stopping import Stop
from cotree.trees.reading import loads
from cotree.trees.reading.catalogue import catalogue

"""A tick of one leaf takes less, on a busy machine, too."""
HALTS = 3
"""After so many ticks a leaf whose actions have stopped has stopped as well."""


class LeafConformance:
    """Inherit it, and say how to make a leaf."""

    resources: ClassVar[tuple[ResourceModel, ...]] = ()
    """What the robot has, so that the leaf's needs can be granted."""
    sights: ClassVar[tuple[Event, ...]] = ()
    """What must be seen so that it may start."""
    world: ClassVar[str] = "{}"
    """YAML of a world in which the examples of the docstring make sense."""

    def leaf(self) -> Leaf:
        """A fresh leaf, always with the same parameters."""
        raise NotImplementedError

    def bench(self) -> Bench:
        """A fresh leaf on a bench."""
        return Bench(self.leaf(), self.resources)

    def started(self) -> Bench:
        """The same, begun."""
        bench = self.bench()
        bench.starts(self.sights)
        return bench

    def view(self) -> View:
        """What a teammate knows who has seen the sights."""
        belief, _ = fold(Belief(), self.sights, 0.0)
        return View(belief, NAME)

    # -- how it is declared --------------------------------------------------------------------

    def test_it_is_declared_with_a_word_and_an_example_that_loads(self) -> None:
        declaration = getattr(type(self.leaf()), "declaration", None)
        assert isinstance(declaration, Declaration), "declare it with @behaviour(...)"
        words = {**catalogue(offers=()), declaration.word: declaration}
        head = f"mission: example\nteam: {{pr2: {{robot: pr2}}}}\nworld: {self.world}\ntask:\n"
        text = head + "  and:\n" + _indented(declaration.example)
        task = loads(text, "the docstring's example", catalogue=words, checks=()).task
        assert declaration.word in {node.word for node in task.walk()}

    # -- its questions -------------------------------------------------------------------------

    def test_questions_are_answered_the_same_twice_and_change_nothing(self) -> None:
        leaf = self.bench().engine.root
        assert isinstance(leaf, Leaf)
        view = self.view()
        for question in (leaf.needs, leaf.potential, leaf.ready, leaf.goal, leaf.step):
            assert question(view) == question(view)
        assert leaf.desk.commands == []

    # -- its life ------------------------------------------------------------------------------

    def test_it_begins_what_it_does_once(self) -> None:
        bench = self.started()
        begun = [each for each in bench.commands if isinstance(each, Begin)]
        if isinstance(bench.engine.root, ActionLeaf):
            assert len(begun) == 1, "an action leaf begins one action; see needs() and ready()"
        for _ in range(3):
            bench.tick()
        if isinstance(bench.engine.root, ActionLeaf):
            again = [each for each in bench.commands if isinstance(each, Begin)]
            assert again == begun

    def test_it_comes_to_an_end_and_gives_back_what_it_does_not_keep(self) -> None:
        bench = self.bench()
        leaf = bench.engine.root
        assert isinstance(leaf, Leaf)
        assert bench.until_over(self.sights) in (Status.SUCCESS, Status.FAILURE)
        if not any(need.keep or need.takes for need, _ in leaf.granted):
            assert bench.owned() == []

    def test_when_its_action_fails_it_fails_for_that_reason(self) -> None:
        bench = self.bench()
        if not isinstance(bench.engine.root, ActionLeaf):
            return
        assert bench.until_over(self.sights, code="slipped") is Status.FAILURE
        assert bench.reason().code == "slipped"

    def test_a_failure_has_a_reason(self) -> None:
        bench = self.bench()
        if bench.until_over(self.sights) is Status.FAILURE:
            assert bench.reason().code
            assert bench.reason().message

    def test_the_same_events_give_the_same_commands(self) -> None:
        one = self.bench()
        ended = one.until_over(self.sights)
        two = self.bench()
        assert two.until_over(self.sights) is ended
        assert two.commands == one.commands

    # -- stopping ------------------------------------------------------------------------------

    def test_it_stops_when_it_is_told_to_and_owns_nothing_then(self) -> None:
        for how in Stop:
            bench = self.started()
            going = list(bench.going)
            stopped = bench.halt(how)
            assert stopped or not going or bench.halts, "halt() told nobody, and waits"
            for _ in range(HALTS):
                stopped = stopped or bench.halt(how, *bench.ends("halted"))
            assert stopped, f"{how.name}: it has not stopped although its actions have"
            assert bench.going == {}
            assert bench.owned() == []
            if going and bench.halts:
                assert {each.id for each in bench.halts} == set(going)

    def test_it_says_stopped_only_when_its_action_has(self) -> None:
        bench = self.started()
        if bench.going:
            assert not bench.halt(Stop.CANCEL), "halt() is True before the body said so"

    def test_after_a_stop_it_can_begin_again(self) -> None:
        bench = self.started()
        begun = len(bench.commands)
        for _ in range(HALTS + 1):
            bench.halt(Stop.INTERRUPT, *bench.ends("halted"))
        bench.starts(self.sights)
        if begun and isinstance(bench.engine.root, ActionLeaf):
            assert len([each for each in bench.commands if isinstance(each, Begin)]) == 2

    def test_stopping_before_it_began_needs_nothing(self) -> None:
        bench = self.bench()
        assert bench.halt(Stop.CANCEL)
        assert bench.commands == []

    # -- the tick waits for nobody -------------------------------------------------------------

    def test_no_tick_of_it_waits(self) -> None:
        bench = self.bench()
        with waiting_for_nobody("a leaf"):  # it returns RUNNING instead
            for _ in range(4):
                bench.tick(*self.sights)


def _indented(example: str) -> str:
    lines = example.splitlines()
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join("    " + line[margin:] for line in lines) + "\n"
