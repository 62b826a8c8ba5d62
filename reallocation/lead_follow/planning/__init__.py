"""Who does which subtask, and when: as the paper prints it, and in one model."""
