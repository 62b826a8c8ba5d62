"""The experiment with a person, end to end: hand, intent, claims, dialogue and bodies together."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from cotree.app.team import crew_of
from cotree.core.actions import Ask, Begin, Halt, HandSeen, Say
from cotree.core.changes import ClaimChange
from cotree.core.mission import Mission, Reach
from cotree.core.stopping import Stop
from cotree.runtime.messages import End, Heard, Message, Told
from cotree.simulation.motion import BRAKING_S
from cotree.simulation.stage.motion import Motion
from cotree.simulation.stage.stage import Stage
from cotree.team.mirror.script import Act
from cotree.trees.reading import load
from tests.kit.turns import FIRSTS, OTHER_NAMES, Turns, faster, renamed

FILE = "config/experiments/human_robot.yaml"
TICK_S = 1 / 20


@pytest.fixture(autouse=True)
def at_the_root(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pytestconfig.rootpath)


def run(mission: Mission) -> tuple[End, Stage, list[Message]]:
    messages: list[Message] = []
    crew, stage = crew_of(mission, messages.append, until_s=300.0)
    return crew.run(), stage, messages


def told(messages: list[Message]) -> list[Told]:
    return [each for each in messages if isinstance(each, Told)]


def executors(messages: list[Message]) -> dict[str, str]:
    """Who finished what, by the claims of the robots."""
    return {
        change.piece.split("/")[-1]: each.robot
        for each in told(messages)
        for change in each.changes
        if isinstance(change, ClaimChange) and (change.word, change.why) == ("released", "done")
    }


SPEEDS = (0.92, 1.0, 1.08)
GATES = ("soft", "hard")
PAPERS = {"pr2": "pr2", "baxter": "baxter"}
VARIANTS = [(gate, speed, PAPERS, "potential") for gate in GATES for speed in SPEEDS]
VARIANTS += [("hard", 1.0, PAPERS, first) for first in FIRSTS if first != "potential"]
VARIANTS += [("hard", speed, OTHER_NAMES, "zoe") for speed in SPEEDS]
ALL = itertools.product(GATES, SPEEDS, (PAPERS, OTHER_NAMES), FIRSTS)


@pytest.mark.parametrize(
    ("gate", "factor", "names", "first"),
    [*VARIANTS, *(pytest.param(*each, marks=pytest.mark.soak) for each in ALL)],
)
def test_everybody_does_what_the_paper_says(
    gate: str, factor: float, names: dict[str, str], first: str
) -> None:
    """Under each gate, at each speed, whoever comes first, and whosever name wins a tie."""
    mission = renamed(faster(load(FILE), factor), names)
    metric = msgspec.structs.replace(mission.metric, gate=gate)
    turns, messages = Turns(names.get(first, first)), []

    def follow(message: Message) -> None:
        turns.write(message)
        messages.append(message)

    mission = msgspec.structs.replace(mission, metric=metric)
    crew, stage = crew_of(mission, follow, until_s=300.0)
    turns.rule(crew)
    end = crew.run()
    pr2, baxter = names["pr2"], names["baxter"]
    assert end.result == "success"
    assert turns.ties, "at first both robots are free"
    assert executors(messages) == {"burger": baxter, "cup": pr2, "sugar": pr2}
    assert stage.people["ann"].hand.at_home(end.t) or stage.people["ann"].hand.carries is None
    talks = [
        (question.robot, question.leaf.split("/")[-1], answer.keeps.value)
        for _, question, answer in stage.talking.answered
        if answer.keeps is not None
    ]
    assert talks == [(pr2, "cup", "robot"), (baxter, "teapot", "human")]


class Stopped:
    """Listens to the stage: when each motion ended."""

    def __init__(self) -> None:
        self.ends_s: dict[str, float] = {}

    def begins(self, motion: Motion, true_s: float) -> None:
        pass

    def ends(self, motion: Motion, done: bool, true_s: float) -> None:
        self.ends_s[motion.begin.id] = true_s

    def acts(self, person: str, act: Act, true_s: float) -> None:
        pass


def test_a_robot_stops_within_a_tick_of_seeing_the_person_and_its_stop_time() -> None:
    """The picture that makes the hand's aim clear is at most a tick old when the robot looks at it.

    In that same tick it knows, and halts; then it takes its stop time.  So all of it, from the
    picture until it stands, takes one tick and the stop time.
    """
    messages: list[Message] = []
    crew, stage = crew_of(load(FILE), messages.append, until_s=300.0)
    stopped, knew_s = Stopped(), dict[tuple[str, str], float]()
    stage.listen(stopped)

    def know(true_s: float) -> None:
        for name, seat in crew.seats.items():
            assert seat.executor is not None
            assert seat.executor.accord is not None
            mate = seat.executor.accord.mate
            for path, leaf in mate.mind.task.number.items():
                if mate.knows_person(leaf, true_s):
                    knew_s.setdefault((name, path), true_s)

    crew.after = know
    crew.run()
    begins = {
        command.id: command.piece
        for each in told(messages)
        for command in each.commands
        if isinstance(command, Begin)
    }
    halts = [
        (each.t, command)
        for each in told(messages)
        for command in each.commands
        if isinstance(command, Halt) and command.how is Stop.INTERRUPT
    ]
    assert len(halts) == 2
    for at_s, halt in halts:
        assert at_s == knew_s[halt.robot, begins[halt.id]], "it halts in the tick in which it knows"
        heard = [each for each in messages if isinstance(each, Heard) and each.t == at_s]
        mine = next(each for each in heard if each.robot == halt.robot)
        seen_s = [event.t_s for event in mine.events if isinstance(event, HandSeen)]
        assert seen_s, "and that is the tick that saw the hand"
        assert at_s - min(seen_s) <= TICK_S
        assert stopped.ends_s[halt.id] - min(seen_s) <= TICK_S + BRAKING_S + 1e-6


def test_what_she_has_done_is_not_called_free_again() -> None:
    _, _, messages = run(load(FILE))
    said = [each.text for tick in told(messages) for each in tick.commands if isinstance(each, Say)]
    assert said == ["Thank you, I go on with cup.", "Teapot is yours."]


def test_nobody_moves_at_what_the_person_is_asked_about() -> None:
    _, stage, messages = run(load(FILE))
    asked = [
        (each.t, command)
        for each in told(messages)
        for command in each.commands
        if isinstance(command, Ask)
    ]
    for at_s, ask in asked:
        answered = next(
            t for t, question, _ in stage.talking.answered if question.id == ask.question
        )
        begun = [
            each.t
            for each in told(messages)
            for command in each.commands
            if isinstance(command, Begin) and command.piece == ask.piece
        ]
        assert not [t for t in begun if at_s <= t < answered]


def test_one_question_at_a_time() -> None:
    """Ann goes for both things at once: the second robot waits with its question."""
    mission = load(FILE)
    both = (
        Reach("task/food/cup", (), 0.4, keeps=False),
        Reach("task/food/burger", (), 0.0, keeps=False),
    )
    chance = msgspec.structs.replace(mission.chance, people={"ann": both})
    end, stage, _ = run(msgspec.structs.replace(mission, chance=chance))
    assert end.result == "success"
    posed = [t for t, _ in stage.talking.asked]
    answered = [t for t, _, _ in stage.talking.answered]
    assert all(later >= earlier for earlier, later in zip(answered, posed[1:], strict=False))


def test_a_person_who_does_not_answer_keeps_it_for_a_while() -> None:
    """No answer within ten seconds: the robot yields, and takes it later when nothing is done."""
    mission = load(FILE)
    crew, stage = crew_of(mission, lambda message: None, until_s=300.0)
    silent = stage.people["ann"].mind
    stage.people["ann"].asked = lambda question, now_s: None  # type: ignore[method-assign]
    end = crew.run()
    assert silent is stage.people["ann"].mind
    assert end.result == "success"
    assert not stage.talking.answered


def test_the_same_seed_gives_the_same_bytes() -> None:
    encode = msgspec.json.Encoder(order="deterministic", enc_hook=str).encode
    assert encode(run(load(FILE))[2]) == encode(run(load(FILE))[2])
