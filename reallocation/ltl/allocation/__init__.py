"""Who does which task: the best share of all tasks among the robots, with a proof."""
