"""One simulated world over several processes: each moves what is its own, and tells the others."""
