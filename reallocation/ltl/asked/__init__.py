"""What a running team asks the planner in words, and what it is told in words."""
