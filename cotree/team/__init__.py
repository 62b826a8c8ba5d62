"""How teammates agree: claims, mirrors, dialogue.

State machines that touch no clock and no wire.
"""
