"""Between a robot's tree and the claim protocol: what the tree would start, the peers agree on."""
