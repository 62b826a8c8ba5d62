"""Grasps: from one object's cloud to hands that could hold it, each with a score from 0 to 100.

Our own antipodal sampler (why, and what else there is: ``docs/why/grasps.md``), the two filters of
the paper, and a port for other grasp servers.  Paper: theory-of-mind 2.4.2.
"""

from cotree.core.grippers import Gripper
from cotree.manipulation.grasps.filters import EVERYWHERE, Judged, Reach, judge
from cotree.manipulation.grasps.grippers import BAXTER, FETCH, GRIPPERS, PR2, RANGES
from cotree.manipulation.grasps.port import GraspServer, Question, Sampler
from cotree.manipulation.grasps.ranges import ANY, SIDEWAYS, TOP_DOWN, Range
from cotree.manipulation.grasps.sampler import Effort, grasps
from cotree.manipulation.grasps.values import Found, Grasp

__all__ = [
    "grasps",
    "Effort",
    "Grasp",
    "Found",
    "Gripper",
    "PR2",
    "BAXTER",
    "FETCH",
    "GRIPPERS",
    "judge",
    "Judged",
    "Reach",
    "EVERYWHERE",
    "Range",
    "ANY",
    "SIDEWAYS",
    "TOP_DOWN",
    "RANGES",
    "GraspServer",
    "Question",
    "Sampler",
]
