"""Leaves and decorators: one small file each, declared once, found by the catalogue."""
