"""Errands: a mission of one sentence as work that the engine runs and the team claims.

Each errand is a unit of the task.  A plan says who does which, and which way a robot goes; the
``Agenda`` keeps that for one robot, and an errand grows the steps of its part of the way.
"""
