"""All senses on one picture, and a drawing of what they found."""

from cotree.perception.glance.drawing import drawn
from cotree.perception.glance.looking import Glance, HandFound, Senses, Wanted, open_senses

__all__ = ["open_senses", "Senses", "Wanted", "Glance", "HandFound", "drawn"]
