"""Capabilities: who can do a job, who helps, and which part of which member of the team acts.

Robots and jobs are described once; the paper's strength and type matrices, the exact test, the
search for a team, the favour protocol and the control of the hardware all read that description.
Paper: capability-matching; semantics: the capability specification.
"""

from cotree.reallocation.capability.active import active
from cotree.reallocation.capability.answer import Candidate, Decision, NoTeam
from cotree.reallocation.capability.can import Verdict, can
from cotree.reallocation.capability.control import Choice, Control, NoPart
from cotree.reallocation.capability.described import CapabilityError, Fleet, read
from cotree.reallocation.capability.favour.node import Favour
from cotree.reallocation.capability.favour.terms import Terms
from cotree.reallocation.capability.models import Job, Model, Need, Part, Relation, Robot, Thing
from cotree.reallocation.capability.passive import passive

__all__ = [
    "Fleet",
    "read",
    "CapabilityError",
    "Robot",
    "Model",
    "Part",
    "Job",
    "Need",
    "Thing",
    "Relation",
    "can",
    "Verdict",
    "active",
    "passive",
    "Decision",
    "Candidate",
    "NoTeam",
    "Control",
    "Choice",
    "NoPart",
    "Favour",
    "Terms",
]
