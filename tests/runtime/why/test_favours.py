"""What robots ask of people is told in the words of the run: to do it, whether it is done."""

from __future__ import annotations

import functools

import pytest

from cotree.runtime.crew.crew import Crew
from cotree.runtime.read import Recording
from cotree.simulation.stage.interactive import InteractivePerson
from cotree.simulation.stage.stage import Stage
from cotree.team.mirror.questions import Answer, Question
from cotree.team.mirror.script import Act, ScriptedPerson
from tests.kit.played import Trouble, like, played, said
from tests.test_help import HELP

SING = """
mission: nobody sees whether it is done
team:
  pr2: {robot: pr2, at: [0.25, 0.0]}
  baxter: {robot: baxter, at: [-0.25, 0.8]}
  ann: {person: {watched_by: [pr2, baxter]}, at: [0.78, 0.40]}
task: {then: [{perform: sing, name: sing, if_unsure: ask}]}
policy: {retries: 0}
simulation: {failures: {perform: 1}}
"""
GAVE_UP = "    gave it up at # s: cup slipped out of right_gripper"


def speaks(crew: Crew, stage: Stage) -> None:
    """Ann says what the test says, from now on."""
    stage.person("ann").replace(InteractivePerson({}), crew.queue.now_s)


class Mumbling(ScriptedPerson):
    """Whatever she is asked, she says something that is no answer."""

    def _answer(self, now_s: float, question: Question) -> list[Act | Answer]:
        self._asked = None
        return [Answer(question.id, None)]


def mumbles(crew: Crew, stage: Stage) -> None:
    stage.person("ann").replace(Mumbling([]), crew.queue.now_s)


def says(line: str) -> Trouble:
    def happen(crew: Crew, stage: Stage) -> None:
        assert stage.person("ann").say(line, crew.queue.now_s) is None
        crew.stirred = True

    return happen


@functools.cache
def helped(answer: str) -> Recording:
    line = f"{{reaches_for: cup, asked: true, answers: {answer}}}"
    return played(HELP.replace("LINE", line))


def test_who_was_asked_to_do_it_and_did_it_is_named_with_the_question() -> None:
    lines = said(helped("yes"), "cup")
    assert like(
        lines,
        "task/cup at # s",
        "  ann did it: seen to be done at # s",
        "  a did not: ann does it; potential then # (distance #)",
        "...",
        GAVE_UP,
        "    asked ann at # s to do it; at # s: yes: ann does it",
        "  b did not: gave it up: cup slipped out of right_gripper; potential then #...",
    )


@pytest.mark.parametrize(("after_s", "line"), [
    (0.7, "  ann did not: was asked by a at # s to do it: no answer yet"),
    (1.8, "  ann did not: was asked by a at # s to do it; at # s: yes: ann does it"),
])  # fmt: skip
def test_between_the_question_and_the_deed_the_promise_is_told(after_s: float, line: str) -> None:
    asked_s = 23.2
    lines = said(helped("yes"), "cup", asked_s + after_s)
    assert lines[0].endswith("waiting, done by nobody")
    assert like(lines[-1:], line)


def test_who_did_not_want_to_is_told_and_who_failed_has_only_tried() -> None:
    assert like(
        said(helped("no"), "cup"),
        "task/cup at # s",
        "  a tried it: won at # s (ballot #), looked first (untouched), because b had it until # s "
        "and nobody knew what became of it; potential # = distance #; gave it up at # s",
        GAVE_UP,
        "    asked ann at # s to do it; at # s: no: ann does not do it",
        "  b did not: gave it up: cup slipped out of right_gripper; potential then #...",
        "  ann did not: was asked by a at # s to do it; at # s: no: ann does not do it",
    )


def test_what_a_person_says_is_done_is_told_as_said_not_as_seen() -> None:
    record = played(SING, (0.2, speaks), (1.5, says("yes")))
    assert like(
        said(record, "sing"),
        "task/sing at # s",
        "  ann said at # s that it is done",
        "...",
        "  baxter did not: asks ann whether it was done; potential then 1",
        "    looked at # s: half done",
        "    asked ann at # s whether it is done; at # s: yes: it is done",
    )
    assert like(said(record, "task", 100.0)[:1], "task at # s, which is sing")


def test_what_a_person_says_is_not_done_is_done_by_a_robot() -> None:
    lines = said(played(SING, (0.2, speaks), (1.5, says("no"))), "sing")
    assert like(
        lines,
        "task/sing at # s",
        "  baxter tried it: won at # s (ballot #), looked first (untouched)...",
        "    asked ann at # s whether it is done; at # s: no: it is not done",
        "...",
        "    asked ann at # s to do it; at # s: taken back",
        "  ann did not: was asked by pr2 at # s to do it; at # s: taken back",
    )


def test_an_answer_that_is_none_is_told_and_so_is_the_next_question() -> None:
    record = played(SING, (0.2, mumbles))
    asked = "    asked ann at # s whether it is done"
    neither = f"{asked}; at # s: says neither yes nor no"
    assert like(said(record, "sing", 3.0), "...", neither, f"{asked}: no answer yet", "...")
    assert like(said(record, "sing"), "...", neither, neither, "...")
