"""A person at a page takes part: she takes, gives, refuses, fails, and the robots react."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree.core.actions import FactSeen
from cotree.core.sayings import wants
from cotree.runtime.acts import Answer, Done, Failed, Give, Leave, Refuse, Take
from cotree.runtime.replies import Request, You
from cotree.team.mirror.wishes import GIVEN_S
from tests.kit.voices import Table
from tests.test_help import is_same, told

CUP, SUGAR, HELPED = "task/food/cup", "task/drinks/sugar", "task/cup"
NO_EYES = "watched_by: []"


@pytest.fixture(autouse=True)
def at_the_root(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pytestconfig.rootpath)


def doers(table: Table) -> dict[str, str]:
    story, _ = told(table.messages)
    return {path.split("/")[-1]: role.robot for path, role in story.roles.items() if role.leaf}


def lines(table: Table) -> list[str]:
    """Without how long it took and who says it."""
    return [line.split(maxsplit=2)[2] for line in told(table.messages)[1]]


def at_s(table: Table, words: str) -> float:
    """When the log says this first."""
    return next(float(line.split()[0]) for line in told(table.messages)[1] if words in line)


def screens(table: Table) -> list[You]:
    return table.script.shown


def test_what_she_takes_and_keeps_a_robot_stops_and_leaves_to_her(tmp_path: Path) -> None:
    table = Table()
    keeps = Answer(piece=CUP, keep="me")
    result = table.run(
        (table.at(0.6), Take(piece=CUP)),
        (table.asked(), keeps),
        (table.carries("cup"), Done(piece=CUP)),
    )
    assert (result, table.replies) == ("success", [])
    assert doers(table)["cup"] == "ann"
    assert is_same(tmp_path, table.messages)


def test_a_robot_stops_within_a_tick_when_she_says_that_she_takes_it() -> None:
    table = Table()
    table.run((table.at(0.6), Take(piece=CUP)), (table.asked(), Answer(piece=CUP, keep="robot")))
    assert at_s(table, "■ stopping task/food/cup") <= 0.75
    assert doers(table)["cup"] == "pr2"


def test_what_she_takes_before_anybody_begins_is_left_to_her_in_silence() -> None:
    table = Table()
    table.run((table.at(0.0), Take(piece=CUP)), (table.carries("cup"), Done(piece=CUP)))
    assert doers(table)["cup"] == "ann"
    assert table.stage.talking.asked == []


def test_what_she_leaves_is_free_at_once() -> None:
    table = Table()
    table.run((table.at(0.0), Take(piece=CUP)), (table.at(2.0), Leave()))
    assert doers(table)["cup"] in ("pr2", "baxter")
    assert at_s(table, "▶ running  task/food/cup") < 3.0


def test_what_she_gives_to_a_robot_another_one_stops_and_leaves_alone(tmp_path: Path) -> None:
    table = Table()
    assert table.run((table.at(1.0), Give(piece=CUP, robot="baxter"))) == "success"
    assert doers(table)["cup"] == "baxter"
    assert at_s(table, "■ stopping task/food/cup") <= 1.1
    assert any("ann gave it to baxter" in line for line in lines(table))
    assert is_same(tmp_path, table.messages)


def test_what_she_gives_before_its_turn_waits_for_that_robot() -> None:
    table = Table()
    assert table.run((table.at(1.0), Give(piece=SUGAR, robot="baxter"))) == "success"
    assert doers(table)["sugar"] == "baxter"


def test_what_a_robot_that_died_was_given_is_anybodys() -> None:
    table = Table()
    table.crew.queue.at(1.5, lambda: table.crew.seats["baxter"].die(disk=True))
    assert table.run((table.at(1.0), Give(piece=SUGAR, robot="baxter"))) == "success"
    assert doers(table)["sugar"] == "pr2"


def test_what_a_robot_does_not_do_for_too_long_is_anybodys(tmp_path: Path) -> None:
    """Nobody waits for ever for who was given it: here its gripper is never free."""
    busy = "{perform: {what: sing, duration: 200 s}}"
    text = (
        "mission: two\nteam:\n"
        "  a: {robot: pr2_right_arm, at: [0, 0]}\n  b: {robot: baxter_right_arm, at: [0, 0.8]}\n"
        "  ann: {person: {}, at: [0.78, 0.40]}\ncoordination: {witness: [ann]}\n"
        "world: {places: {tray: [-0.3, 0.3]}, objects: {cup: [0.3, 0.4]}}\n"
        f"task: {{and: [{busy}, {{place: {{object: cup, at: tray}}, name: cup}}]}}\n"
    )
    table = Table(text, tmp_path)
    assert table.run((table.at(0.01), Give(piece=HELPED, robot="b"))) in ("success", "failure")
    assert doers(table)["cup"] in ("a", "b")
    assert at_s(table, "▶ running  task/cup") < GIVEN_S + 2.0


def test_a_promise_that_fails_is_taken_back_at_once_and_she_is_not_asked_again(
    tmp_path: Path,
) -> None:
    table = Table(folder=tmp_path)
    me = Answer(piece=HELPED, keep="me")
    failed = Failed(piece=HELPED)
    later = table.asked()
    result = table.run(
        (table.asked(), me), (lambda: later() and not table.script.shown[-1].asked, failed)
    )
    assert result == "failure"
    assert len(table.stage.talking.asked) == 1
    assert table.crew.queue.now_s < 25.0


def test_what_she_refuses_before_she_is_asked_she_is_not_asked(tmp_path: Path) -> None:
    table = Table(folder=tmp_path)
    assert table.run((table.at(1.0), Refuse(piece=HELPED))) == "failure"
    assert table.stage.talking.asked == []
    assert screens(table)[-2].refused == (HELPED,) or screens(table)[-1].refused == (HELPED,)


def test_who_refuses_and_takes_it_after_all_is_welcome(tmp_path: Path) -> None:
    table = Table(folder=tmp_path)
    result = table.run(
        (table.at(1.0), Refuse(piece=HELPED)),
        (table.at(2.0), Take(piece=HELPED)),
        (table.asked(), Answer(piece=HELPED, keep="me")),
        (table.carries("cup"), Done(piece=HELPED)),
    )
    assert (result, table.replies) == ("success", [])
    assert doers(table)["cup"] == "ann"


def test_to_give_is_an_answer_too() -> None:
    table = Table()
    result = table.run(
        (table.at(0.6), Take(piece=CUP)), (table.asked(), Give(piece=CUP, robot="pr2"))
    )
    assert result == "success"
    assert doers(table)["cup"] == "pr2"
    ((_, _, answer),) = table.stage.talking.answered
    assert answer.keeps == "robot"


def test_robots_that_do_not_see_her_hand_hear_what_she_says(tmp_path: Path) -> None:
    text = Path("config/experiments/human_robot.yaml").read_text()
    text = text.replace("watched_by: [pr2, baxter]", NO_EYES)
    table = Table(text, tmp_path)
    table.run(
        (table.at(0.6), Take(piece=CUP)),
        (table.asked(), Answer(piece=CUP, keep="me")),
        (table.carries("cup"), Done(piece=CUP)),
    )
    assert doers(table)["cup"] in ("ann", "")
    assert [question.leaf for _, question, _ in table.stage.talking.answered] == [CUP]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (Take(piece="task/moon"), "'task/moon' is no piece that is still to be done"),
        (Give(piece=CUP, robot="bxter"), "no robot is called 'bxter'; did you mean 'baxter'?"),
        (Answer(piece=CUP, keep="me"), "nobody asks about it any more"),
        (Done(piece=CUP), "you are not at it; take it first"),
        (Leave(), "you are at nothing that you could leave"),
        (Failed(piece="x"), "'x' is no piece that is still to be done"),
        (Done(piece="x"), "it is done already"),
    ],
)
def test_what_cannot_be_done_now_is_answered_with_the_reason(act: object, words: str) -> None:
    table = Table()
    table.stage.person("ann").listens(0.0)
    wrong = table.stage.person("ann").say(act, 0.0)  # type: ignore[arg-type]
    assert wrong is not None
    assert wrong.startswith(words)


def test_her_screen_says_what_is_asked_and_until_when() -> None:
    table = Table()
    table.run((table.at(0.6), Take(piece=CUP)), (table.at(5.0), Answer(piece=CUP, keep="robot")))
    (asked,) = next(each.asked for each in screens(table) if each.asked)
    assert (asked.robot, asked.piece, asked.about) == ("pr2", CUP, "keep")
    assert asked.text == "We both want to do cup. Do you want to continue with it?"
    assert asked.until_s == pytest.approx(11.2, abs=0.1)
    assert [each.doing for each in screens(table)[:2]] == ["", CUP]
    assert [job.text for job in screens(table)[0].free] == ["burger", "cup", "teapot", "sugar"]


def test_her_screen_says_what_robots_want_of_her() -> None:
    table = Table()
    ann = table.stage.person("ann")
    ann.listens(0.0)
    table.stage.show([FactSeen(wants("pr2", "ann", CUP), "bring the cup, please")])
    assert ann.wanted() == [("pr2", CUP, "bring the cup, please")]
    table.stage.show([FactSeen(wants("pr2", "ann", CUP), "")])
    assert ann.wanted() == []
    assert Request(CUP, "x", "pr2").by == "pr2"
