"""One teammate at work: the executor, its time, its planner, and the record of what happened.

The executor knows no clock: it is told the time.  Virtual and real time, threads and processes
live in files of their own (``clock``, ``watchdog``, ``worker``).
"""
