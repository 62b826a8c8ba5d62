"""What a process knows of who is there and who has gone."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cotree.runtime.disk import Disk
from cotree.runtime.hub import Hub
from cotree.runtime.process.footing import Footing
from cotree.runtime.process.leaving import Leaving
from cotree.runtime.process.rollcall import RollCall
from cotree.runtime.process.telegrams import Bye
from cotree.runtime.process.wire import Wire
from tests.kit.wrong import KNOWN, LETTER, ME


def test_a_goodbye_of_an_earlier_process_comes_too_late(tmp_path: Path) -> None:
    hub = Hub()
    wire = Wire(hub.join("pr2"), ME, KNOWN, print)
    roll = RollCall("pr2", ("pr2", "baxter"), 1, fresh=True, remembers=False)
    footing = Footing(
        wire, Disk(tmp_path, ME), roll, Leaving("pr2", 1.0, stay=False), lambda _: None, print
    )
    baxter = Wire(hub.join("baxter"), msgspec.structs.replace(ME, name="baxter"), KNOWN, print)

    def gone() -> list[str]:
        footing.listen(0.0)
        return list(footing.gone)

    baxter.tell([Bye("halted", 6)])
    assert gone() == ["baxter"]
    baxter.send([msgspec.structs.replace(LETTER, boot=7)])
    assert gone() == []
    baxter.tell([Bye("halted", 6)])
    assert gone() == []
    baxter.tell([Bye("success", 7)])
    assert gone() == ["baxter"]
