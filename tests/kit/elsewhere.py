"""A bus whose end lives in a process of its own: told what to do over a pipe."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import cotree
from cotree.runtime.bus import Datagram, Topic

ROOT = Path(cotree.__file__).resolve().parents[1]


class ElsewhereBus:
    """Implements ``Bus``; the process runs this file."""

    def __init__(
        self, name: str, team: str, block: tuple[int, ...], members: tuple[str, ...] = ()
    ) -> None:
        self.name = name
        self._dropped = 0
        who = [name, team, block, members if name in members else ()]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.kit.elsewhere", json.dumps(who)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._ask("port"), f"{name} could not join"

    @property
    def dropped(self) -> int:
        if self._process.poll() is None:
            self._dropped = self._ask("dropped")
        return self._dropped

    def send(self, topic: Topic, data: bytes) -> None:
        if self._process.poll() is None:
            self._ask("send", topic, data.hex())
        else:
            self._dropped += 1

    def receive(self) -> list[Datagram]:
        if self._process.poll() is not None:
            return []
        return [Datagram(topic, who, bytes.fromhex(data)) for topic, who, data in self._ask("get")]

    def close(self) -> None:
        """Leave as a process does that ends well."""
        if self._process.poll() is None:
            self._dropped = self._ask("dropped")
            self._ask("close")
            self._process.communicate()

    def kill(self) -> None:
        """Be gone without a word."""
        self.signal(signal.SIGKILL)
        self._process.communicate()

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def _ask(self, *words: Any) -> Any:
        pipes = self._process
        assert pipes.stdin is not None
        assert pipes.stdout is not None
        pipes.stdin.write(json.dumps(words) + "\n")
        pipes.stdin.flush()
        return json.loads(pipes.stdout.readline() or "null")


def _serve() -> None:
    from cotree.zenoh.bus import ZenohBus

    name, team, block, members = json.loads(sys.argv[1])
    bus = ZenohBus(name, team, members or None, block=block)
    for line in sys.stdin:
        answer: Any = True
        match json.loads(line):
            case ["port"]:
                answer = bus.port
            case ["dropped"]:
                answer = bus.dropped
            case ["send", topic, data]:
                bus.send(topic, bytes.fromhex(data))
            case ["get"]:
                answer = [(each.topic, each.sender, each.data.hex()) for each in bus.receive()]
            case ["close"]:
                bus.close()
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    _serve()
