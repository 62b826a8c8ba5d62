"""One search over all robots together, for conjuncts that couple them."""
