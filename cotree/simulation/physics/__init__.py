"""The world with forces: things that fall, slip and are seen by rendered cameras.

MuJoCo does the mechanics; it is the extra ``[physics]`` and loads when a world is made.  The same
seed and the same calls give the same world, byte for byte, on one machine.
"""
