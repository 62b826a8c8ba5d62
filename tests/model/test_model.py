"""The claim protocol as a model: Spin explores every order of messages, losses and crashes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

RUN = Path(__file__).parent / "run.sh"
NEEDED = ("sh", "spin", "gcc")


@pytest.mark.soak
def test_the_rules_hold_in_every_order_and_each_broken_rule_is_caught() -> None:
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)} (Debian: apt-get install spin gcc)")
    done = subprocess.run(["sh", str(RUN)], capture_output=True, text=True, timeout=350)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert sum("errors: 0" in line for line in lines) >= 4
    assert sum(line.startswith("caught") for line in lines) >= 14
