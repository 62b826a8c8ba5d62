"""Cooperative task trees: a team of robots and people shares one job.

The rooms are described in ``docs/``; start with ``cotree --help``.
"""

__version__ = "0.1.0"
