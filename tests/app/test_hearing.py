"""Answers that a person gives aloud, to the robots' questions, through ears."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cotree import app
from cotree.app.ears import Utterance, ears_of
from cotree.core.actions import Answered, Keeps
from cotree.core.senses import SPEECH
from cotree.perception.blind import Blind
from cotree.perception.speech import open_ears
from cotree.perception.speech.sounds import sound_in
from cotree.runtime.messages import Heard, Told
from cotree.runtime.senses.ports import Eye, Moment, Sensed
from cotree.runtime.story import Story
from cotree.team.mirror.questions import Question
from tests.kit.seeing import Seen
from tests.kit.speaking import Speaker, speaker

TABLE = Path("config/experiments/human_robot.yaml").read_text()


def written(folder: Path, without: str = "go_on") -> Path:
    file = folder / "spoken.yaml"
    senses = f"senses: {{speech: {{yes: yes.wav, no: no.wav, without: {without}}}}}\n"
    file.write_text(TABLE + senses)
    return file


class Understands:
    """Ears that understand what a test says they do, by how often they were asked."""

    def __init__(self, *heard: str) -> None:
        self._heard = list(heard)

    def look(self, moment: Moment) -> Sensed:
        said = moment.shot
        assert isinstance(said, Utterance)
        heard = self._heard.pop(0) if self._heard else "as said"
        keeps = None
        if heard == "as said":
            keeps = (
                Keeps.HUMAN if said.says_yes == (said.question.yes is Keeps.HUMAN) else Keeps.ROBOT
            )
        return Sensed(moment.t_s, (Answered(said.question.id, keeps),))

    def close(self) -> None:
        """Nothing."""


class Deaf:
    """Ears that hear nothing."""

    def look(self, moment: Moment) -> Sensed:
        return Sensed(moment.t_s, blind={SPEECH: "there are no ears"})

    def close(self) -> None:
        """Nothing."""


def heard_by(ears: Eye, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cotree.app.listening.ears_of", lambda mission: ears)


def talk(run: Seen) -> list[tuple[str, str, str]]:
    """Who was asked and who answered what, in order, each once."""
    story, found = Story(), list[tuple[str, str, str]]()
    for message in run.messages:
        story.hear(message)
        for said in story.said if isinstance(message, Heard | Told) else ():
            line = (said.what, said.person, said.text)
            if said.what in ("asks", "answers"):
                found.append(line)
    return found


def test_what_ears_understand_settles_who_keeps_the_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard_by(Understands(), monkeypatch)
    run = Seen(written(tmp_path))
    assert run.end.result == "success"
    answers = [text for what, _, text in talk(run) if what == "answers"]
    assert answers == ["no: pr2 goes on", "yes: ann goes on"]


def test_an_answer_that_is_not_understood_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard_by(Understands("unclear"), monkeypatch)
    run = Seen(written(tmp_path))
    assert run.end.result == "success"
    about_cup = [line for line in talk(run) if line[0] == "asks" and "cup" in line[2]]
    assert len(about_cup) == 2
    assert run.done_by_robots()["task/food/cup"] == 1, "the second answer was understood"


def test_an_answer_that_is_not_understood_twice_leaves_the_task_with_her(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard_by(Understands("unclear", "unclear"), monkeypatch)
    run = Seen(written(tmp_path), until_s=12.0)
    about_cup = [line for line in talk(run) if line[0] == "asks" and "cup" in line[2]]
    assert len(about_cup) == 2
    assert run.done_by_robots()["task/food/cup"] == 0, "she said no, and nobody understood"


def test_without_ears_the_mission_goes_on_or_stops_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard_by(Deaf(), monkeypatch)
    goes_on = Seen(written(tmp_path), until_s=12.0)
    assert goes_on.reports == [
        "no speech from ears: there are no ears; the mission goes on without"
    ]
    stops = Seen(written(tmp_path, "stop"))
    assert stops.end.result == "failure"
    assert [reason.code for reason in stops.end.reasons] == ["blind"]


def test_a_sound_that_is_missing_is_named(tmp_path: Path) -> None:
    run = Seen(written(tmp_path), until_s=12.0)
    (report,) = run.reports
    assert report.startswith("no speech from ears: ")
    assert "yes.wav" in report or "pocketsphinx is not here" in report


def spoken(folder: Path, **said: NDArray[np.int16]) -> None:
    """Sound files in which somebody says something."""
    for word, samples in said.items():
        with wave.open(str(folder / f"{word}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(16000)
            file.writeframes(samples.tobytes())


@pytest.fixture
def voices() -> Speaker:
    """Synthetic voices, and ears for them."""
    voice, ears = speaker(), open_ears()
    if voice is None or isinstance(ears, Blind):
        pytest.skip("needs cotree[speech] and espeakng-loader")
    return voice


def room(seconds: float) -> NDArray[np.int16]:
    """What a microphone hears of a room where nobody speaks."""
    hiss = np.random.default_rng(3).normal(0.0, 30.0, int(16000 * seconds))
    found: NDArray[np.int16] = hiss.astype(np.int16)
    return found


def test_synthetic_voices_are_heard_by_real_ears(tmp_path: Path, voices: Speaker) -> None:
    quiet = np.zeros(4000, np.int16)
    sounds = {word: np.concatenate([quiet, voices.say(word), quiet]) for word in ("yes", "no")}
    spoken(tmp_path, **sounds)
    run = Seen(written(tmp_path))
    assert run.reports == []
    assert run.end.result == "success"
    answers = [text for what, _, text in talk(run) if what == "answers"]
    assert answers == ["no: pr2 goes on", "yes: ann goes on"]


def test_an_answer_is_cut_out_of_what_a_microphone_hears(tmp_path: Path, voices: Speaker) -> None:
    """She thinks for twelve seconds; ears alone take ten, and want nothing around an answer."""
    first, wait = voices.say("wait a moment"), room(12.0)
    spoken(
        tmp_path,
        yes=np.concatenate([wait, voices.say("yes"), room(3.0)]),
        no=np.concatenate([room(1.0), first, room(2.0), voices.say("no"), room(3.0)]),
    )
    run = Seen(written(tmp_path))
    assert run.reports == []
    answers = [text for what, _, text in talk(run) if what == "answers"]
    assert answers == ["no: pr2 goes on", "yes: ann goes on"]


def test_who_says_yes_and_no_has_said_neither(tmp_path: Path, voices: Speaker) -> None:
    both = [room(1.0), voices.say("no"), room(2.0), voices.say("yes"), room(2.0)]
    spoken(tmp_path, yes=np.concatenate(both), no=np.concatenate(both))
    ears = ears_of(app.read_mission(str(written(tmp_path))))
    asked = Question("q1", "pr2", "ann", "/cup", "?", 0.0, Keeps.HUMAN)
    told = ears.look(Moment(1.0, shot=Utterance("ann", asked, True)))
    assert told == Sensed(1.0, (Answered("q1", None),))


def test_a_sound_that_is_too_short_is_named(tmp_path: Path) -> None:
    spoken(tmp_path, yes=room(0.05), no=room(1.0))
    assert sound_in(tmp_path / "yes.wav") == Blind(
        f"{tmp_path / 'yes.wav'} lasts 0.05 s; nobody answers so fast"
    )
