"""The last word on a run: what was told of the ways, held against the sentence."""

from __future__ import annotations

import msgspec
import pytest

from cotree import app
from cotree.app.history import History, followed
from cotree.core.actions import Tell
from cotree.core.errands import Assignment, Spot, Stretch
from cotree.core.mission import Mission
from cotree.runtime.messages import End, Message, Told
from cotree.trees.reading import loads
from tests.kit.errand_missions import mission, street

SUCCESS = End(9.0, 9, "success")


def told(robot: str, name: str, value: object) -> Told:
    text = msgspec.json.encode(value).decode()
    return Told(0, 1.0, (), (Tell(robot, f"{robot}/{name}", text),), robot)


def went(history: History, robot: str, *places: str, state: str = "idle") -> None:
    """One message for each place, each with the whole word, as robots tell it."""
    word: list[Spot] = list(history.words[robot])
    for place in places:
        word.append((place, state))
        history.write(told(robot, "word", word))


def follow(read: Mission) -> tuple[History, list[Message]]:
    messages: list[Message] = []
    return History(read, messages.append), messages


def test_a_success_that_is_one_stays_one() -> None:
    history, messages = follow(mission("visit: b", '"[]!c"'))
    went(history, "r0", "b")
    assert history.judged(SUCCESS) == SUCCESS
    assert len(messages) == 1


def test_an_errand_of_which_nothing_was_seen_is_not_done() -> None:
    history, _ = follow(mission("visit: b"))
    end = history.judged(SUCCESS)
    assert (end.result, [each.message for each in end.reasons]) == (
        "failure",
        ["<>b did not come true"],
    )


def test_a_robot_that_broke_a_rule_is_named() -> None:
    history, _ = follow(mission("visit: b", '"[]!c"'))
    went(history, "r1", "c")
    went(history, "r0", "b")
    (reason,) = history.judged(SUCCESS).reasons
    assert (reason.code, reason.message) == ("untrue", "r1 broke the rule []!c")


def test_rules_are_for_each_robot_on_its_own_way() -> None:
    """One that leaves c while another one enters d does not go from c to d."""
    history, _ = follow(mission("visit: d", "enter only: {place: d, when: c}", at="ca"))
    went(history, "r1", "b", "d")
    assert [each.message for each in history.judged(SUCCESS).reasons] == [
        "r1 broke the rule [](!d && X d -> c)"
    ]


def test_what_ties_robots_together_is_read_in_the_order_in_which_it_was_told() -> None:
    sentence = ("visit: b", "visit: d", "not before: {what: d, before: b}")
    good, _ = follow(mission(*sentence, at="ac"))
    went(good, "r0", "b")
    went(good, "r1", "d")
    assert good.judged(SUCCESS).result == "success"
    bad, _ = follow(mission(*sentence, at="ac"))
    went(bad, "r1", "d")
    went(bad, "r0", "b")
    assert bad.judged(SUCCESS).result == "failure"


def test_areas_and_states_count() -> None:
    history, _ = follow(mission("visit: {place: east, op: full}", carry="0", at="a"))
    went(history, "r0", "c", state="free")
    assert history.judged(SUCCESS).result == "failure"
    went(history, "r0", "d", state="full")
    assert history.judged(SUCCESS).result == "success"


def test_a_word_that_is_told_again_counts_once() -> None:
    history, _ = follow(mission("visit: b"))
    went(history, "r0", "b")
    history.write(told("r0", "word", history.words["r0"]))
    assert history.team == [("a", "idle"), ("d", "idle"), ("b", "idle")]


def test_who_takes_an_errand_over_shows_where_it_stands() -> None:
    errand = "task/sequence b, d"
    history, _ = follow(mission("sequence: [b, d]"))
    went(history, "r0", "b")
    assert history.judged(SUCCESS).result == "failure"
    stretches = (Stretch("r0", 0, 2), Stretch("r1", 0))
    assignment = Assignment((1, "r1"), {errand: "r1"}, {errand: stretches})
    history.write(told("r1", "assignment", assignment))
    assert history.judged(SUCCESS).result == "success"


def test_who_has_left_meanwhile_shows_nothing_by_taking_over() -> None:
    errand = "task/sequence b, d"
    history, _ = follow(mission("sequence: [b, d]"))
    went(history, "r1", "c")
    went(history, "r0", "b")
    stretches = (Stretch("r0", 0, 2), Stretch("r1", 0))
    history.write(
        told("r1", "assignment", Assignment((1, "r1"), {errand: "r1"}, {errand: stretches}))
    )
    assert history.judged(SUCCESS).result == "failure"


@pytest.mark.parametrize("result", ["failure", "halted", "out_of_time", "stuck"])
def test_only_a_success_is_judged(result: str) -> None:
    history, _ = follow(mission("visit: b"))
    end = End(1.0, 1, result)
    assert history.judged(end) is end


def test_a_mission_that_is_no_sentence_is_not_judged() -> None:
    read = loads(street() + "task: {wait: 1 s}\n")
    messages: list[Message] = []
    write, judged = followed(read, messages.append)
    assert write == messages.append
    assert judged(SUCCESS) is SUCCESS


def test_a_robot_alone_is_judged_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(History, "faults", lambda self: iter(("it is not so",)))
    end = app.run_virtual(mission("visit: b", at="a"), lambda message: None)
    assert [reason.message for reason in end.reasons] == ["it is not so"]
