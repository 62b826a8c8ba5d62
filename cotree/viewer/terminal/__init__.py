"""A run in the terminal: the tree with its states, the resources, and a timeline."""
