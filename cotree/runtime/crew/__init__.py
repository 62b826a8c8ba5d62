"""A whole team in one process: real executors, real protocol, one queue of events, any weather."""
