"""One teammate per process: it ticks on its own clock, and reaches the others over a bus."""
