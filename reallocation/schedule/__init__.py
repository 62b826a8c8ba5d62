"""Look-ahead for one robot with many hands: which leaves to start together, and in which order.

The engine starts what fits at each termination, greedily; ``plan`` simulates the rest of the task
by the same rules and answers with a better order.  A plan is a preference, never a bypass of the
checks.  Paper: multitasking; semantics: task trees, part E.
"""

from cotree.reallocation.schedule.solve import Solver, plan

__all__ = ["Solver", "plan"]
