"""Reactions: what a disturbance does to a running tree.

The reactions stand in one tree with the task, above it, in the order in which they count.  Each is
a checker with a subtree; while nothing is wrong none of them is visited.
"""
