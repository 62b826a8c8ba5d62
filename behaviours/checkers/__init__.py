"""Checkers: each looks for one kind of disturbance, at its own rate.

A checker is a pure question, like those of a leaf: ``check(look)`` answers why the robot cannot go
on as it does, or None.  It is asked again only when something it read has changed, at the next
multiple of its period; an idle one costs nothing.
"""
