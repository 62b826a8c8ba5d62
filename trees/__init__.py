"""Task trees: then/and/or composites, resources, the tick engine, YAML to trees, displays."""
