from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from cotree.perception.blind import Blind
from cotree.perception.hands import model
from cotree.perception.hands.landmarks import open_landmarker
from cotree.perception.hands.model import hand_model


def test_a_file_with_the_right_hash_is_the_model(tmp_path: Path) -> None:
    file = tmp_path / "hand.task"
    file.write_bytes(b"model")
    assert hand_model(file, hashlib.sha256(b"model").hexdigest()) == b"model"


def test_another_file_is_refused_by_its_hash(tmp_path: Path) -> None:
    file = tmp_path / "hand.task"
    file.write_bytes(b"something else")
    found = hand_model(file)
    assert isinstance(found, Blind)
    assert "is not the hand model: its sha256 is" in found.reason


def test_an_absent_file_says_what_to_do(tmp_path: Path) -> None:
    found = hand_model(tmp_path / "nowhere.task")
    assert isinstance(found, Blind)
    assert "cannot be read (No such file or directory): pip install" in found.reason
    assert isinstance(hand_model(tmp_path), Blind)


def test_without_a_package_that_has_it_the_message_names_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(model, "PACKAGES", (("no_such_package", "x"), ("json", "x")))
    assert hand_model() == Blind(f"the hand model is not here: {model.WHAT_TO_DO}")


def test_without_the_model_there_is_no_landmarker_and_no_traceback(tmp_path: Path) -> None:
    assert isinstance(open_landmarker(tmp_path / "nowhere.task"), Blind)
