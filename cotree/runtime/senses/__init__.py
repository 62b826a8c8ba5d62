"""Senses: who looks and listens for a running mission, and never lets a tick wait for it.

Between ticks in virtual time, in a process of their own in real time; what is sensed comes as
events, as everything that a teammate knows.
"""
