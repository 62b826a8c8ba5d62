"""Without the extra: importing works, joining is one line."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cotree.runtime.bus import BusError
from cotree.zenoh import missing
from cotree.zenoh.bus import ZenohBus


def test_what_is_not_installed_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zenoh", None)
    with pytest.raises(BusError, match=r"^zenoh is not here: pip install 'cotree\[zenoh\]'$"):
        ZenohBus("pr2", "tea")


def test_a_package_that_is_broken_inside_is_not_called_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(name: str) -> None:
        raise ModuleNotFoundError("no 'libsomething'", name="libsomething")

    monkeypatch.setattr("importlib.import_module", broken)
    with pytest.raises(ModuleNotFoundError, match="libsomething"):
        missing.need("zenoh")


@pytest.mark.real
def test_importing_the_room_loads_nothing_heavy() -> None:
    code = (
        "import sys, cotree.zenoh.bus, cotree.zenoh.keys.folder, cotree.commands.keys; "
        "print(sorted({'zenoh', 'cryptography'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
