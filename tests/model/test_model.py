"""The claim protocol as two models: Spin explores every order of messages, losses and crashes.

``tools/setup_real.sh`` installs what they need.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

RUN = Path(__file__).parent / "run.sh"
NEEDED = ("sh", "spin", "gcc")


def explored(*words: str) -> list[str]:
    """What run.sh says of each check, once all of them came out as they must."""
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}; tools/setup_real.sh does it")
    done = subprocess.run(["sh", str(RUN), *words], capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def test_the_smallest_teams_break_no_rule_in_any_order_and_broken_rules_are_caught() -> None:
    lines = explored("--short")
    assert sum("errors: 0" in line for line in lines) == 1
    assert sum(line.startswith("caught") for line in lines) == 3


@pytest.mark.soak
def test_the_rules_hold_in_every_order_and_each_broken_rule_is_caught() -> None:
    lines = explored()
    assert sum("errors: 0" in line for line in lines) >= 13
    assert sum(line.startswith("caught") for line in lines) >= 29
