"""A short story to show: one leaf done, one running, one waiting, one skipped, one failed."""

from __future__ import annotations

from cotree.core.actions import RobotSeen
from cotree.core.changes import Change, ClaimChange, NodeChange, NodeState, ResourceChange
from cotree.core.mission import Chance, Policy, ResourceModel
from cotree.core.reasons import Reason
from cotree.runtime.messages import Born, End, Heard, Hello, Member, Node, Team, Told, Tree
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


def by(robot: str, n: int, t: float, *changes: Change) -> list[Heard | Told]:
    """One tick of a robot of a team."""
    return [Heard(n, t, robot=robot), Told(n, t, changes, robot=robot)]


def claimed(path: str, word: str, why: str = "") -> ClaimChange:
    return ClaimChange(f"task/{path}", word, why=why)  # type: ignore[arg-type]


def a_team_story(*, ended: bool = False) -> Story:
    """Ann does the cup, and dies; bob tries the tea, gives it up, and does the cup to its end."""
    story = Story()
    story.hear(Hello(1, "0.1.0", "tea for all", "", "t.yaml", "", {}, Policy(), Chance(seed=5)))
    story.hear(Tree(0, NODES))
    start = (0.0, 0.0, 0.0)
    members = (Member("ann", "pr2", start, RESOURCES), Member("bob", "pr2", start, RESOURCES))
    story.hear(Team((*members, Member("zoe", None, start))))
    story.hear(Born(0.0, "ann", 1, 0.0, True))
    story.hear(Born(0.0, "bob", 1, -100.0, True))
    owned = ResourceChange("base", ("task/cup",), ("task/cup/move",), "exclusive", "move")
    run, rest, skip = NodeState.RUNNING, NodeState.INACTIVE, NodeState.SKIPPED
    for message in (
        *by("ann", 0, 0.0, node("cup/move", NodeState.WAITING), claimed("cup", "asked")),
        *by("bob", 0, -100.0, node("cup/move", NodeState.WAITING), claimed("cup", "asked")),
        *by("ann", 1, 1.0, node("cup/move", run), node("cup", run), claimed("cup", "won"), owned),
        *by("bob", 1, -99.0, claimed("cup", "denied", "held"), node("tea/pick", run),
            claimed("tea", "asked"), claimed("tea", "won"), owned),
        Heard(2, 4.0, (RobotSeen("ann", start),), robot="ann"),
        Heard(3, 5.0, (RobotSeen("ann", (3.0, 4.0, 0.0)),), robot="ann"),
        Told(3, 5.0, (node("cup/move", NodeState.DONE), node("cup/pick", run)), robot="ann"),
        *by("bob", 2, -94.0, node("tea/pick", rest), claimed("tea", "given_up", "the tea slipped")),
        Born(10.0, "ann", 2, 0.5),
        *by("bob", 3, -89.0, claimed("cup", "won"), node("cup/move", skip), node("cup/pick", run)),
    ):  # fmt: skip
        story.hear(message)
    if ended:
        for message in (
            *by("bob", 4, -80.0, node("cup/pick", NodeState.DONE),
                claimed("cup", "released", "done"), node("cup", NodeState.DONE)),
            *by("ann", 0, 10.5, node("cup", NodeState.DONE)),
        ):  # fmt: skip
            story.hear(message)
        story.hear(End(25.0, 9, "failure", (SLIPPED,)))
    return story


def a_story_with_reactions() -> Story:
    """Two reactions, one of which was needed."""
    story = Story()
    story.hear(Hello(1, "0.1.0", "tea for two", "pr2", "t.yaml", "", {}, Policy(), Chance(seed=5)))
    nodes = (
        Node("reactions", "reactions", "reactions", -1),
        Node("reactions/balance", "balance", "balance", 0),
        Node("reactions/balance/recover", "recover", "recover", 1),
        Node("reactions/state", "state", "state", 0),
        Node("reactions/state/reallocate", "reallocate", "reallocate", 3),
        Node("task", "wait", "wait", 0),
    )
    story.hear(Tree(0, nodes))
    story.hear(Team((Member("pr2", "pr2", (0.0, 0.0, 0.0), RESOURCES),)))
    balance = ("reactions", "reactions/balance", "reactions/balance/recover")
    changes = [NodeChange(path, NodeState.RUNNING) for path in balance]
    for message in told(0, 0.0, *changes, NodeChange("task", NodeState.WAITING)):
        story.hear(message)
    return story
