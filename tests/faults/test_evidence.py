"""How long a takeover took is read from records, and so is the part of a busy machine in it."""

from __future__ import annotations

import msgspec
import pytest

from cotree.core.actions import Begin, Pause
from cotree.runtime.messages import Born, Message, Said, Told
from tests.kit.evidence import STEPS, TICK_S, Evidence, Life
from tests.kit.wrong import LETTER


def said(sender: str, n: int, t: float) -> Said:
    return Said(t, msgspec.structs.replace(LETTER, sender=sender, boot=1, n=n))


def lives(held_up_s: float, ahead_s: float = 40.0) -> Evidence:
    """A robot dies after second 1; another one begins its leaf in second 3, and a witness, whose
    clock is ahead, reads one letter of that time so much later than all others."""
    begins = Begin("1", "baxter", Pause(1.0), piece="task/move to cup")
    heir: list[Message] = [Born(0.0, "baxter", 1, 0.0), said("pr2", 0, 1.0)]
    witness: list[Message] = [Born(ahead_s, "tablet", 1, ahead_s)]
    for n in range(40):
        t = n / 10
        read_s = t + ahead_s + 0.01 + (held_up_s if n == 20 else 0.0)
        heir += [said("baxter", n, t), said("tablet", n, t + 0.02)]
        witness += [said("baxter", n, read_s), said("tablet", n, t + ahead_s)]
    heir.append(Told(60, 3.0, (), (begins,), "baxter"))
    evidence = Evidence.__new__(Evidence)
    evidence.lives = [Life(heir), Life(witness)]
    return evidence


@pytest.mark.parametrize("held_up_s", [0.0, TICK_S / 2])
def test_on_a_machine_that_keeps_up_a_takeover_takes_what_it_takes(held_up_s: float) -> None:
    takeover = lives(held_up_s).takeover("pr2", "move to cup")
    assert takeover.took_s == pytest.approx(2.0)
    assert takeover.own_s == pytest.approx(2.0)


def test_a_letter_that_was_held_up_excuses_each_step_for_so_long() -> None:
    takeover = lives(0.35).takeover("pr2", "move to cup")
    assert takeover.took_s == pytest.approx(2.0)
    assert takeover.late_s == pytest.approx(0.35 - TICK_S)
    assert takeover.own_s == pytest.approx(2.0 - STEPS * (0.35 - TICK_S))


def test_who_was_held_up_before_has_no_excuse() -> None:
    evidence = lives(0.35)
    heir, witness = evidence.lives
    late = next(stamp for stamp in witness.heard if stamp[2] == 20)
    for clock in (heir.sent, witness.heard):
        clock[late] -= 1.5
    assert evidence.takeover("pr2", "move to cup").late_s == 0.0
