"""Fakes that many tests share."""
