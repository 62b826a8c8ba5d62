"""Simulated people at a shared job, and sessions with them in virtual time.

A person is a value that decides: ``decide(view, dice)`` is an action, or waiting.  ``session``
plays one of them with a robot that plans; ``study`` is the paper's simulation study (VI).
"""
