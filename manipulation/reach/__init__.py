"""Reach: an arm's joints from its URDF, where they bring the hand, and which poses it can take."""

from cotree.manipulation.reach.arms import ARMS, ArmKind
from cotree.manipulation.reach.chain import Chain, chain
from cotree.manipulation.reach.installed import installed
from cotree.manipulation.reach.solve import Exactness, Solved, Solver
from cotree.manipulation.reach.urdf import Description, Joint, UrdfError, read

__all__ = [
    "read",
    "Description",
    "Joint",
    "UrdfError",
    "chain",
    "Chain",
    "Solver",
    "Solved",
    "Exactness",
    "ArmKind",
    "ARMS",
    "installed",
]
