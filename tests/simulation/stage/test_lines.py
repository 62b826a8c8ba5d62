from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.actions import Keeps
from cotree.simulation.stage.lines import CAN_SAY, understand_line
from cotree.simulation.stage.wishes import Fail, Give, Leave, Moment, PutDown, Refuse, Take
from cotree.team.mirror.questions import Answer, Question

LEAVES = {"Cup": "task/cup", "tea_pot": "task/tea"}
IDLE = Moment(LEAVES)
BUSY = Moment(LEAVES, at="task/cup")
ROBOTS = Moment(LEAVES, robots=("pr2", "Baxter"))
CONTINUE = Question("q", "pr2", "ann", "task/cup", "Do you prefer to continue?", 0.0)
GRAB = Question("q", "pr2", "ann", "task/cup", "Should I grab it?", 0.0, yes=Keeps.ROBOT)
FINISHED = Question("q", "pr2", "ann", "task/cup", "Have you finished?", 0.0, about_done=True)


@pytest.mark.parametrize(
    ("line", "moment", "wish"),
    [
        ("take cup", IDLE, Take("task/cup")),
        ("  TAKE   the Cup ", IDLE, Take("task/cup")),
        ("reach for tea_pot", IDLE, Take("task/tea")),
        ("done", BUSY, PutDown()),
        ("leave", BUSY, Leave()),
        ("yes", Moment(LEAVES, CONTINUE), Answer("q", Keeps.HUMAN)),
        ("no", Moment(LEAVES, CONTINUE), Answer("q", Keeps.ROBOT)),
        ("yes", Moment(LEAVES, GRAB), Answer("q", Keeps.ROBOT)),
        ("I'll do it", Moment(LEAVES, GRAB), Answer("q", Keeps.HUMAN)),
        ("yes", Moment(LEAVES, FINISHED), Answer("q", None, True)),
        ("done", Moment(LEAVES, FINISHED, "task/cup"), Answer("q", None, True)),
        ("not yet", Moment(LEAVES, FINISHED), Answer("q", None, False)),
        ("failed", BUSY, Fail("task/cup")),
        ("give the cup to the baxter", ROBOTS, Give("task/cup", "Baxter")),
        ("refuse tea_pot", BUSY, Refuse("task/tea")),
        ("refuse", Moment(LEAVES, CONTINUE), Refuse("task/cup")),
    ],
)
def test_what_a_line_means(line: str, moment: Moment, wish: object) -> None:
    assert understand_line(line, moment) == wish


@pytest.mark.parametrize(
    ("line", "moment", "error"),
    [
        ("", IDLE, CAN_SAY),
        ("help", Moment(LEAVES, CONTINUE), CAN_SAY),
        (" Help ", BUSY, CAN_SAY),
        ("take", IDLE, "take what? there is: cup, tea_pot"),
        ("take", Moment({}), "take what? there is: nothing any more"),
        ("take cpu", IDLE, "nothing to take is called 'cpu'; did you mean 'cup'?"),
        ("take cup", BUSY, "your hand is at something; say done or leave first"),
        ("done", IDLE, f"your hand is empty; {CAN_SAY}"),
        ("leave", IDLE, f"there is nothing to leave; {CAN_SAY}"),
        ("failed", IDLE, f"you are at nothing; {CAN_SAY}"),
        ("refuse", IDLE, "refuse what? there is: cup, tea_pot"),
        ("give", ROBOTS, "give what to whom? say: give OBJECT to pr2 or Baxter"),
        (
            "give cup to bxter",
            ROBOTS,
            "give what to whom? say: give OBJECT to pr2 or Baxter; did you mean 'baxter'?",
        ),
        ("give moon to pr2", ROBOTS, "nothing to give is called 'moon'; known: cup, tea_pot"),
        ("yes", IDLE, f"nobody asks anything, and 'yes' is no order; {CAN_SAY}"),
        (
            "maybe",
            Moment(LEAVES, CONTINUE),
            "'maybe' is no clear answer to \"Do you prefer to continue?\"; say yes or no",
        ),
        (
            "maybe",
            Moment(LEAVES, FINISHED),
            "'maybe' is no clear answer to \"Have you finished?\"; say yes or no",
        ),
    ],
)
def test_what_is_wrong_with_a_line(line: str, moment: Moment, error: str) -> None:
    assert understand_line(line, moment) == error


@given(st.text(), st.sampled_from([IDLE, BUSY, Moment(LEAVES, CONTINUE), Moment({}, FINISHED)]))
def test_no_line_breaks_anything(line: str, moment: Moment) -> None:
    wish = understand_line(line, moment)
    assert not isinstance(wish, str) or ("\n" not in wish and len(wish) < 500)
