"""The exact search for a tower: classes of robots, dominance, branch and bound."""
