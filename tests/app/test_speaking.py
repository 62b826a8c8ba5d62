"""Robots that ask aloud: each question when it opens, and no tick waits for a voice."""

from __future__ import annotations

import os
import sys
import threading
import wave
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from cotree import app
from cotree.conformance.waiting import waiting_for_nobody
from cotree.core.actions import FactSeen
from cotree.runtime.gauge import Gauge
from cotree.runtime.messages import End, Heard, Message, Told
from cotree.runtime.senses.mouthpiece import DIED, Mouthpiece
from cotree.runtime.story import Story
from tests.kit.speaking import speaker
from tests.kit.waiting import until

TABLE = Path("config/experiments/human_robot.yaml").read_text()
NOBODY = "nothing here speaks: apt-get install espeak-ng, or use the page's buttons"
LOUD = 1000


def written(folder: Path, without: str = "go_on") -> Path:
    file = folder / "aloud.yaml"
    file.write_text(TABLE + f"senses: {{speech: {{voice: true, without: {without}}}}}\n")
    return file


def program(folder: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> Path:
    """A shell program that is the only voice of this machine; ``$said`` is where it may write."""
    place, said = folder / "bin", folder / "said"
    place.mkdir()
    said.mkdir()
    file = place / "espeak-ng"
    file.write_text(f"#!/bin/sh\nsaid={said}\n{does}\n")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", str(place))
    return said


NOTES = 'printf %s "$2" >"$said/$$"'
"""Writes down what it is told to say; its first word ends the options."""


class Noting:
    """A mouth that writes down what it is told to say."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def say(self, text: str) -> str:
        with self._file.open("a") as out:
            out.write(f"{text}\n")
        return ""

    def hush(self) -> None:
        """Nothing."""


_never = threading.Event()
SPEAKS_S = 0.3


class Slow(Noting):
    """One that takes its time, and may die."""

    def say(self, text: str) -> str:
        if text == "die":
            os._exit(1)
        super().say(text)
        if text:
            _never.wait(SPEAKS_S)
        return ""


class Endless(Noting):
    """One that never comes back from its first sentence."""

    def say(self, text: str) -> str:
        super().say(text)
        if text:
            _never.wait()
        return ""


class Run:
    """What came of a mission whose time is paced."""

    def __init__(
        self, file: Path, speed: float | None = 20.0, until_s: float | None = None
    ) -> None:
        self.messages: list[Message] = []
        self.reports: list[str] = []
        self.gauges: dict[str, Gauge] = {}
        self.end: End = app.run_team(
            app.read_mission(str(file)),
            self.messages.append,
            speed=speed,
            until_s=until_s,
            report=self.reports.append,
            gauges=self.gauges.update,
        )

    def asked(self) -> list[str]:
        """What robots asked people, in order."""
        story, found = Story(), list[str]()
        for message in self.messages:
            story.hear(message)
            for said in story.said if isinstance(message, Heard | Told) else ():
                if said.what == "asks":
                    found.append(said.text)
        return found


def test_every_question_is_said_aloud_when_it_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "said"
    monkeypatch.setattr("cotree.app.speaking.voice_here", partial(Noting, file))
    run = Run(written(tmp_path))
    assert run.end.result == "success"
    assert run.reports == []
    spoken = [line for line in file.read_text().splitlines() if line]
    assert len(spoken) == 2
    assert spoken == run.asked()


def test_no_tick_waits_for_a_voice_that_never_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cotree.app.speaking.voice_here", partial(Endless, tmp_path / "said"))
    run = Run(written(tmp_path))
    assert run.end.result == "success"
    for gauge in run.gauges.values():
        assert gauge.ticks > 20, "whoever waits for this voice waits for ever"


def test_a_program_says_it_until_it_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = program(tmp_path, monkeypatch, f"{NOTES}\nexec /bin/sleep 600")
    run = Run(written(tmp_path), speed=1.0, until_s=5.0)
    (file,) = said.iterdir()
    assert [file.read_text()] == run.asked()
    until(lambda: _ended(int(file.name)), "an answer ends the question, and so does the mission")


def _ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_where_nothing_speaks_it_is_told_once_and_the_mission_goes_on_or_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    run = Run(written(tmp_path))
    assert run.end.result == "success"
    assert run.reports == [f"no voice from robots: {NOBODY}; the mission goes on without"]
    heard = [each for each in run.messages if isinstance(each, Heard)]
    assert FactSeen("senses/voice", NOBODY) in [event for each in heard for event in each.events]
    stops = Run(written(tmp_path, "stop"))
    assert stops.end.result == "failure"
    assert [reason.code for reason in stops.end.reasons] == ["blind"]


def test_nothing_is_said_while_virtual_time_runs_as_fast_as_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = program(tmp_path, monkeypatch, NOTES)
    run = Run(written(tmp_path), speed=None)
    assert run.end.result == "success"
    assert list(said.iterdir()) == []


def test_a_synthetic_voice_says_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program is espeak-ng's library; what it says goes into a file instead of a room."""
    if speaker() is None:
        pytest.skip("needs espeakng-loader")
    here, script = Path(__file__).parents[2], tmp_path / "say.py"
    script.write_text(
        "import os, sys, wave\n"
        f"sys.path.insert(0, {str(here)!r})\n"
        "from tests.kit.speaking import speaker\n"
        "with wave.open(sys.argv[1], 'wb') as file:\n"
        "    file.setparams((1, 2, 16000, 0, 'NONE', ''))\n"
        "    file.writeframes(speaker().say(sys.argv[2]).tobytes())\n"
        "os.rename(sys.argv[1], sys.argv[1] + '.wav')\n"
    )
    beside = f'{sys.executable} {script} "$said/$$" "$2" &'  # nobody kills it: it may take its time
    said = program(tmp_path, monkeypatch, beside)
    Run(written(tmp_path), speed=1.0, until_s=5.0)
    (first, *_) = sorted(until(lambda: list(said.glob("*.wav")), "something is said"))
    with wave.open(str(first), "rb") as sound:
        samples = np.frombuffer(sound.readframes(sound.getnframes()), np.int16)
    assert len(samples) > 16000, "a whole sentence takes longer than a second"
    assert np.abs(samples).max() > LOUD


def test_of_what_cannot_be_kept_up_the_newest_is_said(tmp_path: Path) -> None:
    mouthpiece = Mouthpiece(partial(Slow, tmp_path / "said"))
    mouthpiece.warm_up()
    assert mouthpiece.why() == ""
    with waiting_for_nobody("who speaks"):
        for text in ("one", "two", "three"):
            mouthpiece.say(text)
    _until(mouthpiece, 2)
    mouthpiece.close()
    assert (tmp_path / "said").read_text().split() == ["one", "three"]


def test_a_voice_that_dies_is_told_once(tmp_path: Path) -> None:
    mouthpiece = Mouthpiece(partial(Slow, tmp_path / "said"))
    mouthpiece.warm_up()
    mouthpiece.why()
    mouthpiece.say("die")
    assert until(mouthpiece.why, "it is told") == DIED
    mouthpiece.say("hello")
    assert mouthpiece.why() is None


def _until(mouthpiece: Mouthpiece, answers: int) -> None:
    """Wait until it has answered so often."""
    for number in range(answers):
        until(lambda: mouthpiece.why() is not None, f"answer {number} comes")
