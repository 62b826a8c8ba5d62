"""What one robot says in one tick, as the page reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from cotree.core.changes import (
    Change,
    ClaimChange,
    JobChange,
    NodeChange,
    ResourceChange,
    StepChange,
)
from cotree.core.reasons import Reason
from cotree.runtime.messages import Acted, Born, Message
from cotree.runtime.story import Role, Story
from cotree.viewer.deeds import CRASHED, crashed, deed
from cotree.viewer.learnt import learnt_line
from cotree.viewer.terminal.plain import disturbance_line, setback_line
from cotree.viewer.web.items import Claimed, Learnt, Note, Now, Owned, Why, Words, short

MOST_DETAIL = 4000


def own_of(changes: Sequence[Change], number: Mapping[str, int]) -> Iterator[Now]:
    """How its nodes stand for itself."""
    for change in changes:
        if isinstance(change, NodeChange) and change.path in number:
            yield Now(
                number[change.path],
                change.state.value,
                note=short(change.message),
                why=None if change.reason is None else why_of(change.reason),
                uses=change.resources,
            )


def now_of(role: Role, i: int) -> Now:
    """How a node stands for the team."""
    return Now(
        i,
        role.state.value,
        role.robot,
        short(role.message),
        None if role.reason is None else why_of(role.reason),
        role.resources,
    )


def claims_of(robot: str, changes: Sequence[Change]) -> Iterator[Claimed]:
    """What became of its claims."""
    for change in changes:
        if isinstance(change, ClaimChange):
            why, holder = short(change.why), change.holder
            yield Claimed(robot, change.piece, change.word, why, holder, change.potential)


def resources_of(robot: str, changes: Sequence[Change]) -> Iterator[Owned]:
    """How its resources stand."""
    for change in changes:
        if isinstance(change, ResourceChange):
            owned = msgspec.convert(change, Owned, from_attributes=True)
            name = f"{robot}/{change.name}" if robot else change.name
            yield msgspec.structs.replace(owned, name=name)


def learnt_of(story: Story, number: Mapping[str, int]) -> Iterator[Learnt]:
    """What was learnt of jobs just now, and of the people and robots that share steps."""
    for robot, change in story.learnt:
        i = number.get(change.path)
        what = _what(change)
        said = " ".join(learnt_line(change).split())
        text = change.text[:MOST_DETAIL] if what != "decided" else short(said)
        if i is not None and text:
            yield Learnt(i, what, robot, text)


def _what(change: JobChange | StepChange) -> str:
    """What it is about; the newest that is about the same counts."""
    if isinstance(change, JobChange):
        return "knows" if change.word == "knows" else "decided"
    of_members = change.word in ("believes", "lasts")
    return f"{change.word} {change.who} {change.to}" if of_members else "decided"


def words_of(story: Story) -> Iterator[Words]:
    """What was said or answered just now."""
    for said in story.said:
        yield Words(said.what, said.robot, said.person, short(said.text), said.piece)


def notes_of(story: Story, message: Message) -> Iterator[Note]:
    """What else people should know of what has just happened."""
    if isinstance(message, Born):
        if story.reborn is not None:
            disk = "with" if message.memory is not None else "without"
            yield Note("restarted", message.robot, f"restarted, {disk} its memory")
        return
    if story.quorum is not None:
        robot, quorum = story.quorum
        yield Note("quorum", robot, short(quorum.message or "quorum again"))
    for robot, disturbed in story.disturbed:
        yield Note("disturbed", robot, short(disturbance_line(disturbed)))
    for setback in story.setbacks:
        yield Note("gave_up", setback.robot, short(setback_line(setback)))


def acted_of(acted: Acted) -> Note:
    """What somebody at a page did to the run, or which crash the mission foretold."""
    robot = crashed(acted)
    if robot:
        return Note("crashed", robot, CRASHED)
    text = deed(acted.act)
    if acted.wrong:
        text = f"in vain: {text} ({acted.wrong})"
    return Note("acted", acted.by, short(text))


def why_of(reason: Reason) -> Why:
    """A reason, with as much of its data as a page has room for."""
    detail = msgspec.json.encode(reason.data, enc_hook=str).decode() if reason.data else ""
    return Why(reason.code, short(reason.message), reason.path, detail[:MOST_DETAIL])
