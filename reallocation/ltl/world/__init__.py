"""Where robots are and what they can do there: maps, operating states, transition systems."""
