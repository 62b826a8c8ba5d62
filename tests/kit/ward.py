"""The ward by one process per robot and person; the cart is killed with its load and comes back."""

from __future__ import annotations

import signal

from tests.kit.evidence import Evidence
from tests.kit.processes import ROOT, Process, Team
from tests.kit.trainer import finish
from tests.kit.words import doers

LEASE_S = 12.0
"""A second or more of processes that run so fast: a robot is lost, and a busy machine is not."""
PLACED = {"box": 1, "cup": 1, "plate": 1}
DELIVERY = "task/in the corridor/rounds/deliver room_3"
CARRIES = r"▶ running .*deliver room_3/\d+ move to room_3"
"""What the cart says with the load on it."""
TAKES_OVER = r"▶ running .*deliver room_3"


def ward() -> str:
    """The mission without its name; a robot is lost later, since everything is so fast."""
    text = (ROOT / "config/missions/ward.yaml").read_text()
    wanted = "coordination: {witness: [desk]}"
    assert wanted in text, "the file says that in other words now"
    text = text.replace(wanted, f"coordination: {{witness: [desk], lease: {LEASE_S:g} s}}")
    return text.replace("mission: a day on the ward\n", "")


def a_day_in_which_the_cart_is_killed(team: Team) -> None:
    """The dog does the cart's delivery; all else is done once, and can be done again."""
    cart, dog, pr2 = (team.robot(name) for name in ("cart", "dog", "pr2"))
    others = [team.other("person", name, "--script") for name in ("ann", "ben")]
    others.append(team.other("witness", "desk"))
    cart.sees(CARRIES)
    cart.signal(signal.SIGKILL)
    cart.ends()
    dog.sees(TAKES_OVER)
    again = team.robot("cart", record="again")
    again.sees("restarted, with its memory")
    finish(dog, pr2, again)
    for process in others:
        assert process.ends() == 0, process.text
    check(team, dog, pr2)


def check(team: Team, dog: Process, pr2: Process) -> None:
    """What was to happen has happened, once, and the records give the same again."""
    assert team.placed() == PLACED
    assert Evidence(team.folder).overlaps() == []
    assert "dog" in doers(team.folder)[DELIVERY]
    assert "dog has fallen" in dog.text
    assert "pr2 is broken" in pr2.text
    for replayed in [team.verify(record) for record in ("dog", "again")]:
        assert replayed.ends() == 0, replayed.text
        assert "all the same, byte for byte" in replayed.text
