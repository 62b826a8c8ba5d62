"""What can be written in YAML, as the declarations tell it."""
