from __future__ import annotations

import pytest

from cotree.core.actions import Ended, FactSeen
from cotree.core.changes import Change, ClaimChange, NodeChange, NodeState, ResourceChange
from cotree.core.mission import ResourceModel
from cotree.core.reasons import Reason
from cotree.runtime.messages import Born, End, Heard, Member, Node, Said, Team, Told, Tree
from cotree.runtime.story import Failure, Hold, Span, Story
from cotree.team.messages import Letter

SLIPPED = Reason("slipped", "the cup slipped")
NODES = (
    Node("task", "then", "task", -1),
    Node("task/a", "move", "a", 0),
    Node("task/b", "pick", "b", 0),
)


@pytest.fixture
def story() -> Story:
    story = Story()
    story.hear(Tree(0, NODES))
    story.hear(Team((Member("pr2", "pr2", (0.0, 0.0, 0.0), (ResourceModel("base", "base"),)),)))
    return story


def tick(story: Story, n: int, t: float, *changes: Change) -> None:
    story.hear(Heard(n, t))
    if changes:
        story.hear(Told(n, t, changes))


def node(path: str, state: NodeState, reason: Reason | None = None) -> NodeChange:
    return NodeChange(path, state, reason=reason)


def test_the_tree_is_known_with_depths_and_leaves(story: Story) -> None:
    assert [(role.depth, role.leaf) for role in story.roles.values()] == [
        (0, False), (1, True), (1, True),
    ]  # fmt: skip
    assert [role.node.name for role in story.leaves()] == ["a", "b"]


def test_states_have_a_beginning_and_an_end(story: Story) -> None:
    tick(story, 0, 1.0, node("task/a", NodeState.RUNNING))
    tick(story, 1, 3.0, node("task/a", NodeState.DONE))
    assert story.roles["task/a"].spans == [
        Span(NodeState.INACTIVE, 0.0, 1.0),
        Span(NodeState.RUNNING, 1.0, 3.0),
        Span(NodeState.DONE, 3.0),
    ]
    assert (story.now_s, story.ticks) == (3.0, 2)


def test_a_new_message_without_a_new_state_makes_no_new_stretch(story: Story) -> None:
    tick(story, 0, 1.0, NodeChange("task/a", NodeState.WAITING, "for the base"))
    tick(story, 1, 2.0, NodeChange("task/a", NodeState.WAITING, "for the head"))
    assert len(story.roles["task/a"].spans) == 2
    assert story.roles["task/a"].message == "for the head"


def test_leaves_that_start_together_are_one_step(story: Story) -> None:
    tick(story, 0, 1.0, node("task/a", NodeState.RUNNING), node("task/b", NodeState.RUNNING))
    tick(story, 1, 2.0, node("task/b", NodeState.FAILED, SLIPPED), node("task", NodeState.RUNNING))
    tick(story, 2, 3.0, node("task/b", NodeState.RUNNING))
    assert story.starts == [(1.0, ["task/a", "task/b"]), (3.0, ["task/b"])]
    assert story.failures == [Failure(2.0, "task/b", SLIPPED)]


def test_a_failure_counts_once_however_far_it_is_passed_on(story: Story) -> None:
    why = SLIPPED.at("task/b")
    tick(story, 0, 1.0, node("task", NodeState.FAILED, why), node("task/b", NodeState.FAILED, why))
    tick(story, 1, 2.0, node("task", NodeState.RUNNING), node("task/b", NodeState.RUNNING))
    tick(story, 2, 3.0, node("task/b", NodeState.FAILED, why))
    tick(story, 3, 4.0, node("task", NodeState.FAILED, why))
    assert story.failures == [Failure(1.0, "task/b", why), Failure(3.0, "task/b", why)]


def test_a_task_that_fails_of_itself_is_a_failure(story: Story) -> None:
    late = Reason("timeout", "not finished after 3 s", path="task")
    tick(story, 0, 1.0, node("task/b", NodeState.RUNNING), node("task", NodeState.RUNNING))
    tick(story, 1, 3.0, node("task/b", NodeState.INACTIVE), node("task", NodeState.FAILED, late))
    assert story.failures == [Failure(3.0, "task", late)]


def test_an_attempt_that_failed_and_was_cleared_in_one_tick_is_a_failure(story: Story) -> None:
    why = SLIPPED.at("task/b")
    tick(story, 0, 1.0, node("task/b", NodeState.INACTIVE), node("task", NodeState.FAILED, why))
    assert story.failures == [Failure(1.0, "task/b", why)]


def test_actions_that_went_wrong_are_counted_also_when_they_are_tried_again(story: Story) -> None:
    halted = Reason("halted", "told to cancel")
    ends = (Ended("a", SLIPPED), Ended("b", halted), Ended("c"), FactSeen("door", "open"))
    story.hear(Heard(0, 1.0, ends))
    story.hear(Heard(1, 2.0, (Ended("d", SLIPPED),)))
    assert (story.failed_actions, story.failures) == (2, [])


def test_stopping_is_no_new_start(story: Story) -> None:
    for n, state in enumerate((NodeState.RUNNING, NodeState.STOPPING, NodeState.RUNNING)):
        tick(story, n, float(n), node("task/a", state))
    assert len(story.starts) == 1


def test_skipped_leaves_are_counted(story: Story) -> None:
    tick(story, 0, 1.0, node("task/a", NodeState.SKIPPED), node("task", NodeState.SKIPPED))
    assert story.skipped == ["task/a"]


def test_a_leaf_is_skipped_only_if_it_stays_so(story: Story) -> None:
    tick(story, 0, 1.0, node("task/a", NodeState.SKIPPED))
    tick(story, 1, 2.0, node("task/a", NodeState.RUNNING))
    assert story.skipped == []


def test_resources_are_followed_too(story: Story) -> None:
    taken = ResourceChange("base", ("task",), ("task/a",), "exclusive", "move")
    tick(story, 0, 1.0, taken)
    assert story.props["base"].now == taken
    assert story.props["base"].holds == [
        Hold(ResourceChange("base"), 0.0, 1.0), Hold(taken, 1.0),
    ]  # fmt: skip


def test_news_are_those_of_the_last_tick(story: Story) -> None:
    tick(story, 0, 1.0, node("task/a", NodeState.RUNNING))
    assert story.news == [node("task/a", NodeState.RUNNING)]
    tick(story, 1, 2.0)
    assert story.news == []


def test_unknown_nodes_and_late_resources_do_no_harm(story: Story) -> None:
    tick(story, 0, 1.0, node("task/zzz", NodeState.RUNNING), ResourceChange("lift", ("task",)))
    assert story.starts == []
    assert story.props["lift"].now.owners == ("task",)


def test_the_end_is_remembered(story: Story) -> None:
    story.hear(End(9.0, 3, "success"))
    assert story.end == End(9.0, 3, "success")
    assert story.now_s == 9.0


# -- a team ------------------------------------------------------------------------------------

BASE = (ResourceModel("base", "base"),)


@pytest.fixture
def team() -> Story:
    story = Story()
    story.hear(Tree(0, NODES))
    here = (0.0, 0.0, 0.0)
    story.hear(Team((Member("ann", "pr2", here, BASE), Member("bob", "pr2", here, BASE))))
    story.hear(Born(0.0, "ann", 1, 1000.0, True))
    story.hear(Born(0.0, "bob", 1, -50.0, True))
    return story


def beat(story: Story, robot: str, t: float, *changes: Change) -> None:
    story.hear(Heard(0, t, robot=robot))
    if changes:
        story.hear(Told(0, t, changes, robot=robot))


def claim(piece: str, word: str, why: str = "") -> ClaimChange:
    return ClaimChange(piece, word, why=why)  # type: ignore[arg-type]


def test_a_team_has_one_clock(team: Story) -> None:
    beat(team, "ann", 1003.0)
    assert team.now_s == 3.0
    beat(team, "bob", -46.0)
    assert (team.now_s, team.ticks) == (4.0, 2)
    beat(team, "ann", 1003.9)  # its clock is slow
    assert team.now_s == 4.0
    assert team.when(Heard(0, -40.0, robot="bob")) == 10.0
    assert team.when(End(12.0, 0, "success")) == 12.0


def test_what_one_robot_does_is_what_the_team_does(team: Story) -> None:
    beat(team, "ann", 1001.0, node("task/a", NodeState.WAITING), node("task", NodeState.WAITING))
    beat(team, "bob", -49.0, node("task/a", NodeState.RUNNING), claim("task/a", "won"))
    beat(team, "ann", 1002.0, node("task/a", NodeState.INACTIVE))
    assert (team.roles["task/a"].state, team.roles["task/a"].robot) == (NodeState.RUNNING, "bob")
    assert team.starts == [(1.0, ["task/a"])]
    assert team.shares["bob"].starts == [(1.0, "task/a")]
    assert team.shares["ann"].starts == []


def test_a_take_over_is_another_start(team: Story) -> None:
    beat(team, "ann", 1001.0, claim("task/a", "won"), node("task/a", NodeState.RUNNING))
    beat(team, "bob", -40.0, claim("task/a", "won"), node("task/a", NodeState.RUNNING))
    assert team.starts == [(1.0, ["task/a"]), (10.0, ["task/a"])]
    spans = [(span.from_s, span.robot) for span in team.roles["task/a"].spans]
    assert spans == [(0.0, ""), (1.0, "ann"), (10.0, "bob")]


def test_tasks_are_nobodys_unless_one_robot_does_all_of_them(team: Story) -> None:
    beat(team, "ann", 1001.0, claim("task/a", "won"), node("task/a", NodeState.RUNNING),
         node("task", NodeState.RUNNING))  # fmt: skip
    assert (team.roles["task"].state, team.roles["task"].robot) == (NodeState.RUNNING, "")


def test_a_failure_of_a_team_is_somebodys_and_not_counted_again_when_all_give_up(
    team: Story,
) -> None:
    beat(team, "ann", 1001.0, claim("task/b", "won"), node("task/b", NodeState.RUNNING))
    beat(team, "ann", 1002.0, claim("task/b", "given_up", "it slipped"),
         node("task/b", NodeState.WAITING))  # fmt: skip
    tried = team.roles["task/b"].state
    abandoned = Reason("abandoned", "the team has given it up", path="task/b")
    for robot, t in (("ann", 1003.0), ("bob", -47.0)):
        beat(team, robot, t, node("task/b", NodeState.FAILED, abandoned))
    assert (tried, team.roles["task/b"].state) == (NodeState.WAITING, NodeState.FAILED)
    assert [(each.t, each.path, each.robot) for each in team.failures] == [(2.0, "task/b", "ann")]
    assert team.shares["ann"].failures == 1


def test_who_only_says_that_it_cannot_has_not_failed(team: Story) -> None:
    beat(team, "ann", 1001.0, claim("task/b", "given_up", "too far away"))
    assert (team.failures, team.setbacks) == ([], [])


def test_every_robot_has_its_own_resources_and_loses_them_with_its_process(team: Story) -> None:
    taken = ResourceChange("base", ("task/a",))
    beat(team, "ann", 1001.0, taken)
    assert [(key, prop.now.owners) for key, prop in team.props.items()] == [
        ("ann/base", ("task/a",)), ("bob/base", ()),
    ]  # fmt: skip
    team.hear(Born(5.0, "ann", 2, 0.0))
    assert team.props["ann/base"].holds[-1] == Hold(ResourceChange("base"), 5.0)
    beat(team, "ann", 1.0)
    assert (team.now_s, team.reborn) == (6.0, None)


def test_letters_are_no_news(team: Story) -> None:
    beat(team, "ann", 1001.0, claim("task/a", "won"), node("task/a", NodeState.RUNNING))
    team.hear(Said(1.0, Letter(1, "tea", "c0ffee", "ann", 7, 1, 3)))
    assert [change.path for change in team.news] == ["task/a"]


def test_a_story_that_forgets_knows_how_everything_stands(story: Story) -> None:
    tick(story, 0, 0.0, node("task/a", NodeState.RUNNING), ResourceChange("base", ("task/a",)))
    tick(story, 1, 1.0, node("task/a", NodeState.FAILED, reason=SLIPPED))
    story.forget()
    assert story.roles["task/a"].spans == [Span(NodeState.FAILED, 1.0)]
    assert story.props["base"].now.owners == ("task/a",)
    assert story.failures == []
    tick(story, 2, 2.0, node("task/b", NodeState.RUNNING))
    assert story.starts == [(0.0, ["task/a"]), (2.0, ["task/b"])]
