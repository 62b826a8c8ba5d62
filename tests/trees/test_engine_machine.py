"""Random trees, random worlds, random stops: after every tick the engine's promises hold."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from py_trees.common import Status

from cotree.core.actions import Ended, Event, FactSeen
from cotree.core.belief import fold
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from tests.kit.forest import FACTS, RESOURCES, Grower, Plan, plans
from tests.kit.overseer import Overseer
from tests.kit.rig import Rig

ANY = st.integers(0, 1000)


class EngineMachine(RuleBasedStateMachine):
    """One teammate, one tree; the body does what it is told to, in any order."""

    rig: Rig

    @initialize(
        plan=plans(), selector=st.sampled_from(["greedy", "exact"]), retries=st.integers(0, 2)
    )
    def begin(self, plan: Plan, selector: str, retries: int) -> None:
        grower = Grower()
        root = grower.grow(plan)
        self.actions = grower.actions
        self.rig = Rig(root, RESOURCES, selector=selector, retries=retries, cooldown_s=0.5)
        self.overseer = Overseer(self.rig, grower.diary)

    def tick(self, *events: Event, after_s: float = 0.1) -> None:
        self.rig.tick(*events, after_s=after_s)
        self.overseer.check()

    # -- what may happen -------------------------------------------------------------------------

    @rule(after_s=st.sampled_from([0.1, 0.1, 0.5, 3.0]))
    def time_passes(self, after_s: float) -> None:
        self.tick(after_s=after_s)

    @precondition(lambda self: self.rig.begun)
    @rule(which=ANY, code=st.sampled_from([None, None, None, "slipped"]))
    def an_action_ends(self, which: int, code: str | None) -> None:
        self.tick(self._ended(which, code))

    def _ended(self, which: int, code: str | None) -> Ended:
        name = self.rig.going()[which % len(self.rig.begun)]
        self.rig.halted.pop(name, None)
        return Ended(self.rig.begun.pop(name), None if code is None else Reason(code, code))

    @precondition(lambda self: self.actions)
    @rule(
        which=ANY,
        what=st.sampled_from(
            [
                ("potential", 0.0), ("potential", 0.5), ("potential", 5.0),
                ("ready", False), ("ready", True), ("goal", True), ("goal", False),
            ]
        ),
    )  # fmt: skip
    def the_world_changes(self, which: int, what: tuple[str, float | bool]) -> None:
        self.tick(FactSeen(f"{self._action(which)}.{what[0]}", what[1]))

    @rule(fact=st.sampled_from(FACTS), value=st.booleans())
    def a_guarded_fact_changes(self, fact: str, value: bool) -> None:
        self.tick(FactSeen(fact, value))

    def _action(self, which: int) -> str:
        return self.actions[which % len(self.actions)]

    # -- stopping --------------------------------------------------------------------------------

    @rule(words=st.lists(st.sampled_from(list(Stop)), min_size=1, max_size=4), which=ANY)
    def everything_is_halted(self, words: list[Stop], which: int) -> None:
        """Asked again until it says that it stands; the body takes its time."""
        ran = self.rig.engine.root.status is Status.RUNNING
        words = [*words, *words[-1:] * 60, Stop.KILL]
        for count in range(200):
            if self.rig.halt(words[min(count, len(words) - 1)]):
                break
            self.overseer.lives_begin_and_end_once()
            if count % 3 == 2 and self.rig.begun:
                self._hear(self._ended(which, None if count % 2 else "stopped"))
        else:
            raise AssertionError(f"does not stop: {self.rig.going()}")
        self.overseer.check_halted(ran=ran)

    def _hear(self, *events: Event) -> None:
        desk = self.rig.desk
        desk.belief, _ = fold(desk.belief, events, self.rig.now_s)

    def teardown(self) -> None:
        if hasattr(self, "rig"):
            self.everything_is_halted([Stop.CANCEL], 0)


class CursedMachine(EngineMachine):
    """The same, and leaves raise wherever their author may have made a mistake."""

    @precondition(lambda self: self.actions)
    @rule(
        which=ANY,
        word=st.sampled_from([None, "action", "update", "terminate", "halt", "potential"]),
    )
    def a_leaf_is_cursed(self, which: int, word: str | None) -> None:
        name = self._action(which)
        if word == "halt":
            self.overseer.broken.add(name)
        self.tick(FactSeen(f"{name}.curse", word))


TestEngine = EngineMachine.TestCase
TestEngine.settings = settings(max_examples=150, stateful_step_count=40)
TestCursed = CursedMachine.TestCase
TestCursed.settings = settings(max_examples=100, stateful_step_count=40)
