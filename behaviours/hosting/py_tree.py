"""``py_tree``: a whole tree of py_trees as one leaf."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.declare import Fields, behaviour, parameter
from cotree.behaviours.hosting.finding import Refused, function_of, tree_of
from cotree.behaviours.hosting.own_blackboard import OwnBlackboard
from cotree.behaviours.leaf import Leaf
from cotree.core.belief import View
from cotree.core.resources import Need
from cotree.core.stopping import Stop

BLOCKS_S = 1.0
"""A tree of which one tick takes longer is stopped, and its leaf fails."""


@dataclass(frozen=True)
class PyTreeParams:
    """Parameters of ``py_tree``."""

    make: str = parameter("the function that makes the tree: package.module:function")
    given: Fields | None = parameter("what the function is given, by name", default=None)
    needs: tuple[str, ...] = parameter(
        "types or names of the resources it has to itself meanwhile", default=()
    )


@behaviour("py_tree", params=PyTreeParams, short="make")
class PyTree(Leaf):
    """A tree of py_trees, which a function in Python makes, as one leaf.

    It is made when it first starts, and ticked once in each tick. Its blackboard is its own;
    `/robot`, `/now_s` and `/facts` stand in it. Halting stops the whole tree at once. In real time
    it is stopped and fails when one tick of it takes longer than a second. Its author marks the
    function with `@hosted` (`cotree.behaviours.hosting.mark`).

    ```yaml
    - py_tree: cotree.behaviours.hosting.example:blink
    - py_tree: {make: "cotree.behaviours.hosting.example:blink", given: {times: 2}, needs: [head]}
    ```
    """

    params: PyTreeParams

    def __init__(self, name: str, params: PyTreeParams) -> None:
        super().__init__(name, params)
        function_of(params.make)
        self.blackboard_ = OwnBlackboard()
        self._root: Behaviour | None = None
        self._refused = ""

    def needs(self, view: View) -> tuple[Need, ...]:
        """What the YAML says, alone."""
        return tuple(Need(type_) for type_ in self.params.needs)

    def initialise(self) -> None:
        """Make the tree, unless it is there already."""
        self._refused = ""
        if self._root is not None:
            return
        with self.blackboard_.open(**self._surroundings()):
            try:
                root = tree_of(self.params.make, self.params.given or {})
            except Refused as error:
                self._refused = str(error)
                return
            for node in root.iterate():
                node.setup(robot=self.desk.robot)
        self._root = root

    def update(self) -> Status:
        """One tick of the tree."""
        if self._root is None:
            return self.fail("refused", self._refused)
        took_s = self._tick(self._root)
        tip = self._root.tip() or self._root
        if took_s > BLOCKS_S and self._root.status is Status.RUNNING:
            self.halt(Stop.KILL)
            return self.fail(
                "blocks",
                f"{tip.name} held up the robot for {took_s:.1f} s; what takes long belongs into a "
                "thread of its own, which the node looks at",
                node=tip.name,
            )
        self.feedback_message = f"{tip.name}: {tip.feedback_message}".removesuffix(": ")
        if self._root.status is Status.FAILURE:
            return self.fail("py_tree", f"{self.feedback_message} (failed)", node=tip.name)
        return self._root.status

    def _tick(self, root: Behaviour) -> float:
        """Tick the tree; how long that took, where that can be measured."""
        read = self.desk.stopwatch
        before_s = 0.0 if read is None else read()
        with self.blackboard_.open(**self._surroundings()):
            for _ in root.tick():
                pass
        return 0.0 if read is None else read() - before_s

    def halt(self, how: Stop) -> bool:
        """Stop the tree, which py_trees does at once."""
        if self._root is not None and self._root.status is Status.RUNNING:
            with self.blackboard_.open(**self._surroundings()):
                self._root.stop(Status.INVALID)
        return True

    def _surroundings(self) -> dict[str, object]:
        facts = MappingProxyType(dict(self.desk.belief.facts))
        return {"robot": self.desk.robot, "now_s": self.desk.now_s, "facts": facts}
