"""Keys that do not fit: one line and exit code 2, before anything joins."""

from __future__ import annotations

import datetime
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cotree.cli import main
from cotree.runtime.bus import BusError
from cotree.zenoh.keys.files import CERTIFICATE, FILES, KEY, SETTINGS, TEAM, contents
from cotree.zenoh.keys.fitting import check
from cotree.zenoh.keys.folder import make
from cotree.zenoh.keys.reading import access_of
from tests.missions import write

MISSION = """
mission: tea
team: {pr2: {robot: pr2}, baxter: {robot: baxter}}
task: {and: [{wait: 1 s}, {wait: 2 s}]}
"""
MEMBERS = ("pr2", "baxter")


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """The keys of the team; those of another making are beside them."""
    make(tmp_path / "keys", "tea", MEMBERS, days=1)
    make(tmp_path / "other", "tea", MEMBERS, days=1)
    return tmp_path / "keys"


Spoils = Callable[[Path], object]


def holding(name: str, data: bytes) -> Spoils:
    """This file of pr2 holds something else."""
    return lambda keys: (keys / "pr2" / name).write_bytes(data)


def swapped(name: str, source: str) -> Spoils:
    """This file of pr2 is that of another folder."""
    return lambda keys: shutil.copy(keys.parent / source / name, keys / "pr2" / name)


def without(name: str) -> Spoils:
    """This file of pr2 is not there."""
    return lambda keys: (keys / "pr2" / name).unlink()


def a_folder(keys: Path) -> None:
    """The key of pr2 is a folder."""
    without(KEY)(keys)
    (keys / "pr2" / KEY).mkdir()


WHOLE = "copy the whole folder"
SPOILS: dict[str, tuple[Spoils, str]] = {
    "garbage in the certificate": (
        holding(CERTIFICATE, b"\xff"),
        f"certificate.pem: is damaged; {WHOLE}",
    ),
    "garbage in the authority": (
        holding(TEAM, b"-----BEGIN CERTIFICATE-----\nAA==\n"),
        f"team.pem: is damaged; {WHOLE}",
    ),
    "nothing in the key": (holding(KEY, b""), f"key.pem: is damaged; {WHOLE}"),
    "settings that are no settings": (
        holding(SETTINGS, b"{}"),
        "zenoh.json: is damaged; 'cotree keys' makes it",
    ),
    "settings that are nested too deeply": (
        holding(SETTINGS, b"[" * 100_000),
        "zenoh.json: is damaged; 'cotree keys' makes it",
    ),
    "the key of another": (
        swapped(KEY, "keys/baxter"),
        f"key.pem: does not belong to certificate.pem; {WHOLE}",
    ),
    "the certificate of another": (
        swapped(CERTIFICATE, "keys/baxter"),
        "certificate.pem: is of 'baxter', not of 'pr2'",
    ),
    "a certificate of another authority": (
        swapped(CERTIFICATE, "other/pr2"),
        f"certificate.pem: team.pem has not signed it; {WHOLE}",
    ),
    "another authority of the same name": (
        swapped(TEAM, "other/pr2"),
        f"certificate.pem: team.pem has not signed it; {WHOLE}",
    ),
    "a folder in the place of a file": (a_folder, "key.pem: cannot be read: Is a directory"),
    **{f"no {name}": (without(name), f"{name}: is not there; 'cotree keys'") for name in FILES},
}


@pytest.mark.parametrize("spoil", SPOILS)
def test_keys_that_do_not_fit_are_one_line_and_exit_code_two(
    keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: str
) -> None:
    act, said = SPOILS[spoil]
    act(keys)
    assert robot(tmp_path, keys / "pr2") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{keys}/pr2/{said}")


def robot(folder: Path, keys: Path, name: str = "pr2", mission: str = MISSION) -> int:
    """The code with which ``cotree robot`` ends that cannot join."""
    where = ["--no-record", "--state", str(folder / "state")]
    lan = ["--bus", "zenoh", "--lan", "--keys", str(keys)]
    return main(["robot", "--mission", str(write(folder, mission)), "--name", name, *lan, *where])


@pytest.mark.parametrize(
    ("mission", "folder", "said"),
    [
        (MISSION, "baxter", "baxter: holds the keys of 'baxter' of team 'tea', not of 'pr2' of"),
        (MISSION.replace("tea\n", "lunch\n"), "pr2", "not of 'pr2' of team 'lunch'"),
        (MISSION.replace("baxter:", "fetch:"), "pr2", "pr2: made before fetch joined the team; "),
    ],
)
def test_the_keys_of_another_robot_or_team_are_refused(
    keys: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    mission: str,
    folder: str,
    said: str,
) -> None:
    assert robot(tmp_path, keys / folder, mission=mission) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


def test_keys_that_have_expired_are_refused_in_one_line(tmp_path: Path) -> None:
    make(tmp_path, "tea", MEMBERS, days=0)
    with pytest.raises(BusError, match=r"pr2: expired on 20\d\d-\d\d-\d\d; 'cotree keys --force'"):
        access_of(tmp_path / "pr2", "tea", "pr2")


def test_a_clock_that_is_far_behind_is_told_so(keys: Path) -> None:
    past = datetime.datetime(2001, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
    with pytest.raises(BusError, match=r"clock says 2001-02-03 04:05; set the clock"):
        check(keys / "pr2", contents(keys / "pr2"), "pr2", past)
