"""A run as plain text: a line for every change, and the summary at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cotree.core.changes import DisturbanceChange, NodeChange, NodeState
from cotree.runtime.messages import Acted
from cotree.runtime.story import Failure, Guest, Share, Story, Utterance
from cotree.viewer.deeds import CRASHED, crashed, deed_of
from cotree.viewer.learnt import learnt_line
from cotree.viewer.terminal.marks import MARKS
from cotree.viewer.terminal.once import once
from cotree.viewer.words import counted, plain

ENDS = (NodeState.DONE, NodeState.SKIPPED, NodeState.FAILED, NodeState.STOPPING)

MOST_NAMED = 8
"""Of what a robot did, so much is named in a summary."""

VERDICTS = {
    "success": "✓ {} succeeded",
    "failure": "✗ {} failed",
    "stuck": "✗ {} got stuck",
    "no_quorum": "✗ {} lost its quorum",
    "out_of_time": "✗ {} ran out of time",
    "halted": "■ {} was halted",
    "error": "✗ {} broke off",
    "": "… {} has no end",
}


AT_ONCE = frozenset(("step", "expect", "reached"))
"""Words of what frames the actions of an errand: it takes no time, and says what is seen anyway."""


def news_lines(story: Story) -> Iterator[str]:
    """One line for each leaf that the last tick changed, and for each task that it ended.

    Of a team each line says whose doing it is, and there are lines for what a robot gives up, for
    a process that came back, and for what robots and people say to each other.
    """
    time = f"{story.now_s:9.2f} s  "
    for name, line in _happenings(story):
        yield f"{time}{badge(story, name)}{line}"
    for change in story.news:
        role = story.roles[change.path]
        if not role.leaf and change.state not in ENDS:
            continue
        if role.node.word in AT_ONCE and change.state is not NodeState.FAILED:
            continue
        if role.grown and change.state is NodeState.INACTIVE:
            continue  # a step that a newer plan does not have
        yield f"{time}{badge(story, role.robot)}{plain(change_line(change))}"


def _happenings(story: Story) -> Iterator[tuple[str, str]]:
    """Who is concerned by what happened just now beside the nodes, and what that is."""
    if story.reborn is not None:
        disk = "with" if story.reborn.memory is not None else "without"
        yield story.reborn.robot, f"↻ restarted, {disk} its memory"
    if story.quorum is not None:
        robot, quorum = story.quorum
        yield robot, plain(quorum.message or "quorum again")
    for said in story.said:
        yield speaker(said), plain(said_line(said))
    for setback in story.setbacks:
        yield setback.robot, plain(setback_line(setback))
    for robot, disturbed in story.disturbed:
        yield robot, plain(disturbance_line(disturbed))
    for robot, learnt in story.learnt:
        line = learnt_line(learnt)
        if line:
            yield robot, plain(line)


def acted_line(story: Story, acted: Acted) -> str:
    """Who did what to the run; a crash that the mission foretold is told of its robot."""
    robot = crashed(acted)
    return f"{acted.t:9.2f} s  " + plain(
        f"{badge(story, robot)}{MARKS[NodeState.FAILED].symbol} {CRASHED}"
        if robot
        else deed_of(acted)
    )


def badge(story: Story, name: str) -> str:
    """Of a team: a column with the name of a robot or a person; otherwise nothing."""
    width = max(map(len, story.names), default=0)
    return f"{name:<{width}}  " if width else ""


def speaker(said: Utterance) -> str:
    """Whose words these are."""
    return said.person if said.what == "answers" else said.robot


def said_line(said: Utterance) -> str:
    """Who is spoken to, and what is said."""
    match said.what:
        case "asks":
            return f"? asks {said.person}: {said.text}"
        case "takes_back":
            return f"? asks {said.person} no more: {said.text}"
        case "says":
            return f"“ says to {said.person}: {said.text}"
        case "answers":
            return f"! {said.text}"


def setback_line(setback: Failure) -> str:
    """What a robot gave up, and why."""
    reason = f": {setback.reason.message}" if setback.reason is not None else ""
    return f"{MARKS[NodeState.FAILED].symbol} gave up  {setback.path}{reason}"


DISTURBED = {
    "raised": "disturbed",
    "changed": "disturbed",
    "again": "once more",
    "over": "is over",
    "hopeless": "hopeless",
}


def disturbance_line(change: DisturbanceChange) -> str:
    """Which checker found what, or what became of that."""
    line = f"! {DISTURBED[change.word]:<8} {change.path}"
    return line if change.reason is None else f"{line}: {change.reason.message}"


def change_line(change: NodeChange) -> str:
    """State, node, and what there is to say about it."""
    line = f"{MARKS[change.state].symbol} {change.state.value:<8} {change.path}"
    if change.resources:
        line += f"  on {', '.join(change.resources)}"
    if change.reason is not None:
        return f"{line}: {change.reason.message} [{change.reason.code}]"
    return f"{line}: {change.message}" if change.message else line


def summary_lines(story: Story) -> Iterator[str]:
    """How it ended, and in how many steps."""
    end = story.end
    name = plain(story.hello.mission) if story.hello else "the mission"
    verdict = VERDICTS.get(end.result if end else "", VERDICTS["error"]).format(name)
    counts = f"{counted(len(story.starts), 'step')}, {len(story.skipped)} skipped"
    if story.failures or (end is not None and end.result == "success"):
        counts += f", {counted(len(story.failures), 'failure')}"
    if story.disturbances:
        counts += f", {counted(story.disturbances, 'disturbance')}"
    if story.failed_actions:
        counts += f", {counted(story.failed_actions, 'failed action')}"
    yield f"{verdict} after {story.now_s:.1f} s: {counts}"
    for reason in once(end.reasons if end else ()):
        yield plain(f"  {reason}")
    for share in known_shares(story):
        yield plain(f"  {badge(story, share.robot)}{share_line(story, share)}")
    for guest in story.talk.guests.values():
        yield plain(f"  {badge(story, guest.person)}{guest_line(story, guest)}")


def known_shares(story: Story) -> list[Share]:
    """Of the robots whose own word is there: a process of its own knows nothing of its peers'."""
    return [share for share in story.shares.values() if share.lives or share.alive_s]


def share_line(story: Story, share: Share) -> str:
    """What one robot of a team had of the work."""
    did = _named(story, share.pieces)
    parts = [f"worked {share.worked_s:.1f} s", f"waited {share.waited_s:.1f} s"]
    if share.distance_m:
        parts.append(f"moved {share.distance_m:.1f} m")
    counts = [counted(share.asked, "claim"), f"{share.denied} denied"]
    if share.failures:
        counts.append(counted(share.failures, "failure"))
    if share.lives > 1:
        counts.append(counted(share.lives - 1, "restart"))
    return f"did {did}; {', '.join(parts)}; {', '.join(counts)}"


def guest_line(story: Story, guest: Guest) -> str:
    """What one person of a team did and was asked."""
    asked = f"{counted(guest.asked, 'question')}, {guest.answered} answered"
    return f"did {_named(story, guest.pieces)}; {asked}"


def _named(story: Story, pieces: list[str]) -> str:
    """What somebody did."""
    names = [story.roles[path].node.name for path in pieces if path in story.roles]
    did = ", ".join(names[:MOST_NAMED]) or "nothing"
    return did if len(names) <= MOST_NAMED else f"{did} and {len(names) - MOST_NAMED} more"


def summary_data(story: Story) -> dict[str, Any]:
    """The same for programs."""
    end = story.end
    data: dict[str, Any] = {
        "mission": story.hello.mission if story.hello else None,
        "seed": story.hello.chance.seed if story.hello else None,
        "result": end.result if end else None,
        "time_s": _rounded(story.now_s),
        "ticks": story.ticks,
        "steps": len(story.starts),
        "starts": [{"t": _rounded(t), "leaves": paths} for t, paths in story.starts],
        "skipped": story.skipped,
        "failures": [
            {"t": _rounded(t), "leaf": path, "reason": reason} | ({"robot": robot} if robot else {})
            for t, path, reason, robot in story.failures
        ],
        "failed_actions": story.failed_actions,
        **({"disturbances": story.disturbances} if story.disturbances else {}),
        "reasons": list(end.reasons) if end else [],
    }
    if story.shares:
        data["robots"] = {share.robot: _share(share) for share in known_shares(story)}
    if story.talk.guests:
        data["people"] = {name: _guest(guest) for name, guest in story.talk.guests.items()}
        data["talk"] = [_utterance(said) for said in story.talk.all]
    return data


def _guest(guest: Guest) -> dict[str, Any]:
    return {"pieces": guest.pieces, "asked": guest.asked, "answered": guest.answered}


def _utterance(said: Utterance) -> dict[str, Any]:
    """Without what there is nothing to say about."""
    found = {name: value for name, value in said._asdict().items() if value not in ("", None)}
    return found | {"t": _rounded(said.t)}


def _share(share: Share) -> dict[str, Any]:
    return {
        "pieces": share.pieces,
        "leaves": share.leaves,
        "starts": [{"t": _rounded(t), "leaf": path} for t, path in share.starts],
        "worked_s": _rounded(share.worked_s),
        "waited_s": _rounded(share.waited_s),
        "distance_m": _rounded(share.distance_m),
        "claims": {"asked": share.asked, "denied": share.denied},
        "failures": share.failures,
        "lives": share.lives,
    }


def _rounded(time_s: float) -> float:
    """To the millisecond, which is the shortest period of a tick."""
    return round(time_s, 3)
