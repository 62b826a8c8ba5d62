from __future__ import annotations

import sys
from collections import Counter

import numpy as np
import pytest

from cotree.core.actions import Keeps
from cotree.perception.blind import Blind
from cotree.perception.speech import (
    Ears,
    Program,
    answer_to,
    grammar,
    heard_in,
    open_cutter,
    open_ears,
    open_voice,
)
from cotree.perception.speech.words import FILLERS, NO, YES
from cotree.team.mirror.questions import Answer, Question
from tests.kit.speaking import Speaker, noisy

VOICES = ("en-us", "en-gb", "en-us+f3", "en-gb+m1", "en-029", "en-gb-x-rp")
OTHER = ("what do you mean", "wait a moment", "maybe later", "the cup is over there")


@pytest.fixture(scope="module")
def ears() -> Ears:
    found = open_ears()
    if isinstance(found, Blind):
        pytest.skip(found.reason)
    return found


def judged(
    ears: Ears, voices: Speaker, kinds: dict[str, tuple[str, ...]], names: tuple[str, ...]
) -> dict[str, Counter[str]]:
    """What was heard of each kind of words, in white noise of 20 dB."""
    dice = np.random.default_rng(0)
    found: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
    for kind, texts in kinds.items():
        for text in texts:
            for name in names:
                heard = ears.hear(noisy(voices.say(text, name), 20.0, dice, 0.25))
                found[kind][str(heard)] += 1
    return found


def test_yes_and_no_are_understood_and_never_swapped(ears: Ears, voices: Speaker) -> None:
    kinds = {"yes": ("yes", "yeah"), "no": ("no",), "unclear": OTHER[:2]}
    found = judged(ears, voices, kinds, VOICES[:4])
    assert found["yes"]["no"] == found["no"]["yes"] == 0
    assert found["yes"]["yes"] + found["no"]["no"] >= 9
    assert found["unclear"]["unclear"] >= 7


def test_most_answers_are_understood_in_noise(ears: Ears, voices: Speaker) -> None:
    found = judged(ears, voices, {"yes": YES, "no": NO, "unclear": OTHER}, VOICES)
    answers = len(VOICES) * (len(YES) + len(NO))
    assert found["yes"]["no"] + found["no"]["yes"] <= 0.03 * answers
    assert found["yes"]["yes"] + found["no"]["no"] >= 0.9 * answers


@pytest.mark.parametrize(
    ("sound", "reason"),
    [
        (None, "the sound is no row of 16-bit samples"),
        (np.zeros(8000), "the sound is no row of 16-bit samples"),
        (np.zeros((10, 2), np.int16), "the sound is no row of 16-bit samples"),
        (np.zeros(1, np.int16), "the sound lasts 0.00 s; 0.1 to 10.0 s is an answer"),
        (np.zeros(16000 * 60, np.int16), "the sound lasts 60.00 s; 0.1 to 10.0 s is an answer"),
    ],
)
def test_what_is_no_sound_has_one_reason(ears: Ears, sound: object, reason: str) -> None:
    assert ears.hear(sound) == Blind(reason)


def test_silence_is_no_answer(ears: Ears) -> None:
    assert ears.hear(np.zeros(16000, np.int16)) == "unclear"


def test_answers_are_cut_out_of_a_stream_in_pieces_of_any_length(
    ears: Ears, voices: Speaker
) -> None:
    dice = np.random.default_rng(1)
    stream = np.concatenate([noisy(voices.say(text), 25.0, dice, 1.0) for text in ("yes", "no")])
    cutter = open_cutter()
    assert not isinstance(cutter, Blind)
    cut = [part for i in range(0, len(stream), 777) for part in cutter.take(stream[i : i + 777])]
    cut += cutter.finish()
    assert [ears.hear(part) for part in cut] == ["yes", "no"]
    assert cutter.finish() == []


@pytest.mark.parametrize(
    ("words", "heard"),
    [("yes", "yes"), ("no thanks", "no"), ("no thank", "no"), ("", "unclear"), ("cup", "unclear")],
)
def test_words_are_yes_no_or_something_else(words: str, heard: str) -> None:
    assert heard_in(words) == heard


def test_the_grammar_takes_other_words_and_none_that_sounds_like_no() -> None:
    assert "know" not in FILLERS
    assert "| <other>+;" in grammar()
    assert not set(YES) & set(NO)


def question(yes: Keeps, *, about_done: bool = False) -> Question:
    return Question("q1", "pr2", "ann", "/cup", "?", 0.0, yes, about_done)


def test_a_yes_means_what_the_question_made_it_mean() -> None:
    assert answer_to(question(Keeps.HUMAN), "yes") == Answer("q1", Keeps.HUMAN)
    assert answer_to(question(Keeps.ROBOT), "yes") == Answer("q1", Keeps.ROBOT)
    assert answer_to(question(Keeps.ROBOT), "no") == Answer("q1", Keeps.HUMAN)
    assert answer_to(question(Keeps.HUMAN, about_done=True), "no") == Answer("q1", None, False)


def test_what_is_not_understood_travels_as_such() -> None:
    assert answer_to(question(Keeps.HUMAN), "unclear") == Answer("q1", None)
    assert answer_to(question(Keeps.HUMAN), Blind("deaf")) == Answer("q1", None)


def test_a_voice_speaks_beside_and_is_cut_off_by_the_next_sentence() -> None:
    voice = Program((sys.executable, "-c", "import time; time.sleep(600)", "{}"))
    assert voice.say("Do you go on with the cup?") is None
    assert voice.say("Or shall I?") is None
    voice.hush()
    voice.hush()


def test_a_voice_that_is_not_there_has_one_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Program(("/no/such/voice", "{}")).say("hello") == Blind(
        "/no/such/voice cannot speak: No such file or directory"
    )
    monkeypatch.setenv("PATH", "")
    assert open_voice() == Blind(
        "nothing here speaks: apt-get install espeak-ng, or use the page's buttons"
    )
