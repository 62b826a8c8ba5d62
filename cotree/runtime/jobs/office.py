"""With what one robot sees to its jobs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from cotree.reallocation.capability.favour.node import Favour
from cotree.runtime.jobs.duty import Duty
from cotree.runtime.jobs.mail import Mail
from cotree.runtime.jobs.minutes import Minutes
from cotree.runtime.jobs.owning import Owning
from cotree.runtime.jobs.rules import Rules


@dataclasses.dataclass(frozen=True)
class Office:
    """What asking for help and heeding the answers have in common."""

    duties: Mapping[str, Duty]
    """The jobs, by name."""
    owning: Owning
    rules: Rules
    favour: Favour
    mail: Mail
    minutes: Minutes
    """What was decided."""
