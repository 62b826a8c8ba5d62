"""The collaboration: twelve actions, six states of a subtask, and what each action makes true.

A pure machine: ``after(table, event)`` is the next table with what became a fact and what it says
about the person, or a refusal; ``may(table, agent)`` is what the agent may do next.  Every event
names its subtask.  Paper: lead-follow, Table II and Fig. 6.
"""

from cotree.reallocation.lead_follow.collaboration.actions import PERSONS, ROBOTS, Act, Action
from cotree.reallocation.lead_follow.collaboration.allowed import may, refusal, startable
from cotree.reallocation.lead_follow.collaboration.asking import problem_of
from cotree.reallocation.lead_follow.collaboration.machine import (
    Began,
    Changed,
    Did,
    Event,
    Refused,
    Stopped,
    after,
)
from cotree.reallocation.lead_follow.collaboration.speaking import Queue, commitment
from cotree.reallocation.lead_follow.collaboration.table import (
    Doing,
    Fact,
    Piece,
    Stage,
    Table,
    laid,
)

__all__ = [
    "Action",
    "Act",
    "PERSONS",
    "ROBOTS",
    "Stage",
    "Piece",
    "Doing",
    "Table",
    "laid",
    "Fact",
    "Event",
    "Began",
    "Did",
    "Stopped",
    "Changed",
    "Refused",
    "after",
    "may",
    "refusal",
    "startable",
    "problem_of",
    "Queue",
    "commitment",
]
