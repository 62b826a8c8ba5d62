"""Whole py_trees trees, written in Python, as leaves of a mission.

``mark`` says which functions may be named in YAML, ``own_blackboard`` keeps each tree's keys to
itself, ``finding`` makes a tree, and ``py_tree`` is the leaf.
"""
