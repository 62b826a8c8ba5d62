"""Operating a run: pausing it, stopping it at nodes, disturbing it, overriding what runs."""
