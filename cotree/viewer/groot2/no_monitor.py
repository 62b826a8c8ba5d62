"""Why there is nothing for Groot2; apart, so that a command line can say it without ZeroMQ."""

from __future__ import annotations


class NoMonitor(Exception):
    """Monitors cannot be served; the text is one line for people."""
