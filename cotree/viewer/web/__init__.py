"""The live page: a run as a tree, as lanes over time, and as a map, in any browser.

``telling`` makes of a record's messages what the page reads (``items``); ``log`` keeps it for who
comes late; ``site`` and ``server`` hand it out on a thread of their own.  What comes in are whys
(``asking``) and, where that is offered, acts (``acting``).
"""
