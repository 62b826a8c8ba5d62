"""Why there is no page; apart, so that a command line can say it without loading a server."""

from __future__ import annotations


class NoPage(Exception):
    """The page cannot be served; the text is one line for people."""
