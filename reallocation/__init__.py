"""Planners: pure functions from what is known to what should be done.

No clock, no dice, no file, no thread: time budgets and random numbers are arguments.  A planner
answers with a value, also when it has no plan.
"""
