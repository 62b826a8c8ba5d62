"""The knowledge graph of a job: robots and their parts, objects, and what touches or sees what."""
