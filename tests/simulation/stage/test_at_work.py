"""People who share steps with robots: simulated ones settle, and a real one may err."""

from __future__ import annotations

from collections import Counter

import pytest

from cotree.app.team import crew_of
from cotree.core.actions import FactSeen
from cotree.core.changes import StepChange
from cotree.core.sayings import wants
from cotree.core.work_facts import looks, placed
from cotree.reallocation.lead_follow.collaboration.table import Stage as Lies
from cotree.runtime.acts import Done, Give, Take
from cotree.runtime.messages import Message, Told
from cotree.runtime.steps.outlook import NOTICES_S, Outlook
from cotree.simulation.stage.at_work import InPerson
from cotree.simulation.stage.screen import screen_of
from cotree.simulation.stage.stage import Stage
from cotree.trees.reading import loads

TEXT = """\
mission: m
team:
  fetch: {robot: pr2_right_arm, at: [0, 0]}
  ann:   {person: {}, at: [4, 0]}
steps:
  kinds: {near: {takes: {ann: 6 s, fetch: 30 s}}}
  all:
    W1: [near, near, near]
    W2: [near, near, near]
"""


@pytest.mark.parametrize("seed", [2, 5])
def test_somebody_who_takes_back_what_she_gave_does_it(seed: int) -> None:
    """She gives what she takes back to nobody in the next moment; so it settles."""
    text = f"{TEXT}simulation:\n  seed: {seed}\n  people:\n    ann: "
    text += "{simulated: {kind: delegator, gives: 0.9, follows: 0.1, errs: 0.6}}\n"
    messages: list[Message] = []
    crew, _ = crew_of(loads(text, "m.yaml"), messages.append, until_s=600.0)
    assert crew.run().result == "success"
    told = [each for message in messages if isinstance(message, Told) for each in message.changes]
    steps = [each for each in told if isinstance(each, StepChange)]
    backs = Counter(each.path for each in steps if each.word == "took_back")
    assert max(backs.values(), default=0) <= 2
    for path in backs:
        words = [each.word for each in steps if each.path == path]
        after = words[words.index("took_back") + 1 :]
        assert next(word for word in after if word != "shared") in ("began", "asked")


def test_what_is_given_and_taken_back_before_anybody_notices_says_nothing() -> None:
    mission = loads(TEXT, "m.yaml")
    stage = Stage(mission)
    ann = stage.person("ann")
    ann.listens(0.0)
    assert isinstance(ann.mind, InPerson)
    floor = ann.mind.floor
    outlook = Outlook(mission, floor)
    for n in range(5):
        assert ann.say(Give(piece="task/W1/W1.1", robot="fetch"), 2.0 * n) is None
        assert outlook.learn(2.0 * n) == []
        assert ann.say(Take(piece="task/W1/W1.1"), 2.0 * n + 1) is None
    assert outlook.learn(9.5) == []
    assert ann.say(Give(piece="task/W1/W1.1", robot="fetch"), 10.0) is None
    assert outlook.learn(10.0 + NOTICES_S) == ["ann"]


@pytest.fixture
def stage() -> Stage:
    return Stage(loads(TEXT, "m.yaml"))


def test_a_page_offers_only_what_can_be_begun_and_says_why_not(stage: Stage) -> None:
    ann = stage.person("ann")
    ann.listens(0.0)
    stage.show([FactSeen(wants("fetch", "ann", "task/W1/W1.2"), "please do W1.2")])
    screen = screen_of(ann, 0.0)
    assert [job.piece for job in screen.free] == ["task/W1/W1.1", "task/W2/W2.1"]
    assert screen.requests[0].later == "'W1.2' comes after W1.1; do that first"
    assert ann.say(Take(piece="task/W1/W1.2"), 1.0) == screen.requests[0].later
    assert ann.say("take w1.2", 1.0) == screen.requests[0].later


def test_what_she_errs_at_is_wrong_until_it_is_returned(stage: Stage) -> None:
    ann = stage.person("ann")
    ann.listens(0.0)
    assert isinstance(ann.mind, InPerson)
    floor, path = ann.mind.floor, "task/W1/W1.1"
    stage.show([FactSeen(looks("W1.1"), "wrong")])
    for said in (Take(piece=path), Done(piece=path)):
        assert ann.say(said, 1.0) is None
    assert floor.table.pieces["W1.1"].stage is Lies.MISPLACED
    assert "placed wrongly" in str(ann.say(Take(piece=path), 2.0))
    stage.show([FactSeen(placed("W1.1"), "returned fetch")])
    ann.look(3.0)
    for said in (Take(piece=path), Done(piece=path)):
        assert ann.say(said, 4.0) is None
    assert floor.table.done() == {"W1.1"}
