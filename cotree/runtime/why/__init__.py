"""Why somebody did a node and the others did not: a record is done again, and then asked.

What became of claims stands in the record.  What each robot thought at that moment does not: its
tree is brought there again, tick by tick, and questioned while it stands still.
"""
