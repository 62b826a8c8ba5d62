"""One tick by plain recursion: for each kind of py_trees node, the object that ticks and halts it.

py_trees ticks with nested generators; these tickers visit the same nodes in the same order without
them.  They add what py_trees leaves open: exactly one ``initialise`` and one ``terminate`` per
execution, exceptions contained where they happen, and break before make - a pre-empting branch
starts only after the old one has confirmed that it stopped, which may take several ticks.
"""
