"""Worlds and bodies that are not real: what happens when commands are carried out.

The kinematic world knows places, objects, bases and grippers, and how long things take.  It is
deterministic: the same commands at the same times give the same events, byte for byte.
"""
