"""What two records differ in: from where on, and then by nodes, by robots, and in how they end.

Both are read side by side, and neither is ever in memory as a whole.
"""
