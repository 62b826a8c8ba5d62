"""What the robot believes of a person: how much they follow, give work away, and err.

``paper`` is the filter that the study ran, as identified from its records; ``robust`` keeps the
traits apart and forgets.  Both are values: ``belief.after(evidence)`` is the next one.
Paper: lead-follow, IV-B; what its equations 25 and 28 print wrong: the specification, section 0.
"""

from cotree.reallocation.lead_follow.belief.evidence import Evidence, noticed
from cotree.reallocation.lead_follow.belief.forms import (
    Belief,
    Fixed,
    Form,
    belief_of,
    learnt,
    means_of,
)
from cotree.reallocation.lead_follow.belief.paper import PaperBelief, PaperError, PaperLead
from cotree.reallocation.lead_follow.belief.robust import RobustBelief, Trait

__all__ = [
    "Evidence",
    "noticed",
    "Belief",
    "Form",
    "belief_of",
    "learnt",
    "means_of",
    "Fixed",
    "PaperBelief",
    "PaperLead",
    "PaperError",
    "RobustBelief",
    "Trait",
]
