"""A short story to show: one leaf done, one running, one waiting, one skipped, one failed."""

from __future__ import annotations

from cotree.core.changes import Change, NodeChange, NodeState, ResourceChange
from cotree.core.mission import Chance, Policy, ResourceModel
from cotree.core.reasons import Reason
from cotree.runtime.messages import End, Heard, Hello, Member, Node, Team, Told, Tree
from cotree.runtime.story import Story

NODES = (
    Node("task", "and", "task", -1),
    Node("task/cup", "then", "cup", 0),
    Node("task/cup/move", "move", "move", 1),
    Node("task/cup/pick", "pick", "pick cup", 1),
    Node("task/tea", "then", "tea", 0),
    Node("task/tea/move", "move", "move", 4),
    Node("task/tea/pick", "pick", "pick tea", 4),
    Node("task/wave", "perform", "wave", 0),
)
RESOURCES = (ResourceModel("base", "base"), ResourceModel("left", "gripper"))
SLIPPED = Reason("slipped", "the tea slipped", path="task/tea/pick")


def told(n: int, t: float, *changes: Change) -> list[Heard | Told]:
    return [Heard(n, t), Told(n, t, changes)]


def node(path: str, state: NodeState, **more: object) -> NodeChange:
    return NodeChange(f"task/{path}", state, **more)  # type: ignore[arg-type]


def a_story(*, ended: bool = False) -> Story:
    story = Story()
    story.hear(Hello(1, "0.1.0", "tea for two", "pr2", "t.yaml", "", {}, Policy(), Chance(seed=5)))
    story.hear(Tree(0, NODES))
    story.hear(Team((Member("pr2", "pr2", (0.0, 0.0, 0.0), RESOURCES),)))
    owned = ResourceChange("base", ("task/cup",), ("task/cup/move",), "exclusive", "move")
    held = ResourceChange("base", ("task/cup",), (), "shared", "hold(1, 0)")
    for message in (
        *told(0, 0.0, node("tea/move", NodeState.SKIPPED), node("wave", NodeState.WAITING)),
        *told(
            1, 0.0, node("cup/move", NodeState.RUNNING, resources=("base",)),
            NodeChange("task", NodeState.RUNNING), owned,
        ),
        *told(
            2, 5.0, node("cup/move", NodeState.DONE), node("tea/pick", NodeState.RUNNING), held,
            ResourceChange("left", ("task/tea",), ("task/tea/pick",), "exclusive", "", "tea"),
        ),
        *told(
            3, 10.0, node("tea/pick", NodeState.FAILED, reason=SLIPPED),
            node("cup/pick", NodeState.RUNNING, resources=("base", "left")),
        ),
    ):  # fmt: skip
        story.hear(message)
    if ended:
        story.hear(End(20.0, 4, "failure", (SLIPPED,)))
    return story
